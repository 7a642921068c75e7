"""Pages about money: each loads and authorises, reads the form, calls a use case, and answers."""
