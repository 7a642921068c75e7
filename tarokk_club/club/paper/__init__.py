"""Paper score sheets of a session: printed, empty or typed in."""
