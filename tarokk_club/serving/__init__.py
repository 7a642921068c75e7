"""The start of the site: set-up, environment, server and daily jobs."""
