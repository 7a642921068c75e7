"""Writing: the unit of work, rights, idempotency, errors, events, the log of the club."""
