"""The only app of the site: people, sessions, hands, ledger, standings, settlements."""
