"""The running of the site: set-up, environment, server, background jobs, backups and monitoring."""
