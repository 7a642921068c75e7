"""Use cases that save choices of notices and push devices, and queue and send notices."""
