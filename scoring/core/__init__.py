"""What every game shares: accounts, postings, problems, the table and the fold over its events."""
