"""Shared code of the views: loaders, responses, forms, htmx, polling, caches, files."""
