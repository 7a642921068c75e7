"""Queries about open tasks of a user, about money and otherwise."""
