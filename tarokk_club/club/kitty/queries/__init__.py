"""Queries about the kitty's accounts, receipts and years."""
