"""The book checked against its own records, and the log of the club."""
