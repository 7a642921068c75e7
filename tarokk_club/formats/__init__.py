"""Date formats for languages whose formats in Django do not suit the score book."""
