"""Privacy: personal data, erasure and retention periods."""
