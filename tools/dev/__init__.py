"""What keeps the project true to itself: its picture, its schema."""
