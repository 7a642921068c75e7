"""Replays of a session, complete or from a change on, and the results computed from them."""
