"""Enums and small frozen values that tables and rooms share; pure, below the models."""
