"""Views of accounts, members, invitations, the founding of clubs, and the operator's pages."""
