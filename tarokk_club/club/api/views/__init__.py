"""Endpoints below /api/v1/, their reference, and the pages about API keys and service keys."""
