"""Enums and small immutable values, used by the models and all other packages of the club."""
