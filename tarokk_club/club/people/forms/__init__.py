"""The forms of the people room."""
