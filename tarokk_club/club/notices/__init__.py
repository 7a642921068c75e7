"""What people are told of without looking: letters, and notices on their phones."""
