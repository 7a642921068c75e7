"""Shared code of the views: access, responses, forms, htmx, polling, caches and downloads."""
