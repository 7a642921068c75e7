"""Developer tools of the project; none of them is needed to serve the site."""
