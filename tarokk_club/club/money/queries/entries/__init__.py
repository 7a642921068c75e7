"""Queries about entries of money: payments, fees, the journal and the kitty."""
