"""Use cases that save the choice of notices, and queue and send notices."""
