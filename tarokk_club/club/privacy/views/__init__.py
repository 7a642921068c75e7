"""Views of privacy, personal data and erasure."""
