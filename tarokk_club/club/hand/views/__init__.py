"""Views for entering hands and events, for the calculator and for the outbox."""
