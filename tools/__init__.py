"""What people who work on the project need; nothing of it is needed to serve the site."""
