"""Webhooks: what a club tells other programs, as it happens."""
