"""Enums and small immutable values, used by the models and by all rooms."""
