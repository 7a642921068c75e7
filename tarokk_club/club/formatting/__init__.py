"""Formatting of numbers, dates, labels and sentences in the reader's language."""
