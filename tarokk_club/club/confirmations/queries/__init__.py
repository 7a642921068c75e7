"""Queries about confirmations and objections."""
