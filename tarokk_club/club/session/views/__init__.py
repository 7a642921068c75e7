"""Session pages: each loads and authorises, reads the form, calls a use case, answers."""
