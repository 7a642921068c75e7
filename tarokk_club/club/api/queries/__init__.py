"""What programmes and their keys are told of the book."""
