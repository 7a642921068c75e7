"""Views of accounts, members, invitations and the founding of clubs."""
