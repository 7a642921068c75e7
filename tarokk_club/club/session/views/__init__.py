"""Views: load and authorise, validate the form, call the use case, respond."""
