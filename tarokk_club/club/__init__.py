"""The one app: people, sessions, hands, ledger, standings, settlements."""
