"""Queries about proposed and saved settlements, and about unsettled amounts."""
