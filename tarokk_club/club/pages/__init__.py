"""What the views share: loaders, responses, forms, htmx, polling, caches, files."""
