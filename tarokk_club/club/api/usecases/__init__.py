"""Changes of the api room: API keys and service keys."""
