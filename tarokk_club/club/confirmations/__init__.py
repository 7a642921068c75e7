"""Confirmations of a session by its players, and objections."""
