"""Endpoints below /api/v1/, and the pages about API keys."""
