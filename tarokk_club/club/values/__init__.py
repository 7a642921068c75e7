"""Enums and small frozen values shared by models and packages; pure code below the models."""
