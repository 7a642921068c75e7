"""Write use cases for confirmations."""
