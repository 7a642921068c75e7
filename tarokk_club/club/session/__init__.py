"""A session: its start and settings, its entries, its replay."""
