"""Use cases that create, use and delete API keys and service keys."""
