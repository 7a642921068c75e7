"""Webhooks, which post messages about the events of a club to other programs."""
