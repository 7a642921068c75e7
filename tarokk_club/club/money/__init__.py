"""The money of a club: open balances, settlements, payments, fees and the kitty."""
