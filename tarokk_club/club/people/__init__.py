"""Accounts, clubs, members, players and invitations."""
