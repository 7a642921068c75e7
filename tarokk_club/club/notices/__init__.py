"""Notices by mail and by push notification."""
