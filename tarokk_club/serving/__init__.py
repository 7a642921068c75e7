"""Starting the site: set-up, environment, the server, the daily jobs."""
