"""Writes: one module, one use case."""
