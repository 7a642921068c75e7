"""The HTTP API, through which programs read and write the score book."""
