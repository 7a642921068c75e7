"""Write use cases for notices."""
