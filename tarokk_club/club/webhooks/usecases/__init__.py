"""Changes of webhooks, and sending."""
