"""The HTTP API, with which programs read and write the score book."""
