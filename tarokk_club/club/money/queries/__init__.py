"""Queries about balances, bank statements, money entries, settlements and tasks."""
