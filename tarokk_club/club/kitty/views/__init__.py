"""Pages and files of the kitty."""
