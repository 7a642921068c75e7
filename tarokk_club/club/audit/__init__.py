"""The audit of the stored data against its own records, and the log of the club."""
