"""The code that all games share: accounts, postings, problems, and tables and their replay."""
