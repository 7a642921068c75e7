"""The sending of notices by mail and push notification."""
