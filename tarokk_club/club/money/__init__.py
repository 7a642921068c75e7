"""The money of a club: open balances, settlements, payments and fees."""
