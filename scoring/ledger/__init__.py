"""Conversion of points to money: balances, transfers, stakes and rounding."""
