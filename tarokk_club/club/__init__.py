"""The Django app of the score book: people, sessions, hands, ledger, standings, settlements."""
