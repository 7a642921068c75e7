"""The pages: load and authorise, form, use case, answer."""
