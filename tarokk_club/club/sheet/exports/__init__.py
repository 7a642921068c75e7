"""Files to download."""
