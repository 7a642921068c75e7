"""Read queries about personal data and erasure."""
