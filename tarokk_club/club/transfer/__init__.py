"""Whole sessions and clubs in and out."""
