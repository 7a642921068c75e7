"""Use cases that change webhooks and send messages to them."""
