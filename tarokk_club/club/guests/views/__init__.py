"""Views of guest links, public pages and scoreboards."""
