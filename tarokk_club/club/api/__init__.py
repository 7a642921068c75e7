"""The API: what programs can read from and write to the score book."""
