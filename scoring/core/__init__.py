"""What every game shares: accounts, postings, problems, the table, and the replay of its events."""
