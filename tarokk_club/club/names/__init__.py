"""Sorting, shortening and searching of people's names."""
