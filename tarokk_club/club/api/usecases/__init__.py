"""Use cases that create and end API keys and service keys."""
