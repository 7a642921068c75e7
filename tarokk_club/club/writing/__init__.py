"""The unit of work of every write, with rights, idempotency keys, errors and events."""
