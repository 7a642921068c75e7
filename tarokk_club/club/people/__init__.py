"""Who there is: accounts, members, players, invitations."""
