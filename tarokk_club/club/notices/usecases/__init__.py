"""Use cases that choose, queue and send notices."""
