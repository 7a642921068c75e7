"""Write use cases, one a module."""
