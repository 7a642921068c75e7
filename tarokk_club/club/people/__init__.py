"""People: accounts, members, players, invitations."""
