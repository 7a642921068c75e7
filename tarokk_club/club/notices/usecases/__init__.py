"""What is written about notices."""
