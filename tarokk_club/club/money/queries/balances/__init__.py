"""Queries about balances and accounts: open amounts, figures, lines and statements."""
