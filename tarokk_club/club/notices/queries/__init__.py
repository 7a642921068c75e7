"""What is read about notices."""
