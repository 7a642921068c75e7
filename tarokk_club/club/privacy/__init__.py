"""Personal data: export, erasure and retention periods."""
