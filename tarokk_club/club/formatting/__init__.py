"""Numbers, dates, labels and sentences in the reader's language."""
