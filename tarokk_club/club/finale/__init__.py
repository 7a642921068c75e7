"""The result of a closed session, with a text and a picture to share."""
