"""Numbers, money, dates and sentences in the reader's language, and fonts for names."""
