"""Pages: load and authorise, form, use case, answer."""
