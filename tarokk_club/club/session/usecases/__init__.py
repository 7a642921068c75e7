"""Write use cases for sessions and their entries."""
