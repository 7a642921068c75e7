"""Date formats, where Django's own for a language do not suit the score book."""
