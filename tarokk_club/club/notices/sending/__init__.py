"""Sending notices by e-mail and push."""
