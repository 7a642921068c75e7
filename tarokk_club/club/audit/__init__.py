"""The audit of the stored data against the records, and the log of a club."""
