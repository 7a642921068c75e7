"""The code that all games share: accounts, postings, problems, tables and replay."""
