"""Charts drawn by the server as SVG."""
