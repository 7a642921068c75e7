"""The paper twin of a session."""
