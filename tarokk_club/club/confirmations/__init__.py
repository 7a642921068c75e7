"""What players say about a session: confirming it, objecting."""
