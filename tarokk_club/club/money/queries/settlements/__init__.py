"""Queries about settlements: proposed and saved ones, and what is not settled yet."""
