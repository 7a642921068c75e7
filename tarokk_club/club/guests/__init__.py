"""Guest links, public pages and scoreboards."""
