"""Pages for confirmations and objections."""
