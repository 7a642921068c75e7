"""Money: open balances, settlements, payments, fees, the kitty."""
