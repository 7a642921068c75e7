"""What is written about keys."""
