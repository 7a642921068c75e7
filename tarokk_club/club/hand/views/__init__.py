"""Views of the entry of hands and events, the calculator and the outbox."""
