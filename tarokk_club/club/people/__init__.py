"""Accounts, members, players and invitations."""
