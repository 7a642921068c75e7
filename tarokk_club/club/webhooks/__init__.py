"""Webhooks, which post the events of a club to other programs."""
