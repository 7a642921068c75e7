"""Sorting, shortening, searching and replacing of people's names."""
