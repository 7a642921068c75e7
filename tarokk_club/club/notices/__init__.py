"""Notices: letters by e-mail, and push notices on phones."""
