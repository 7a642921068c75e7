"""Forms that turn input into values and records."""
