"""One module for each management command."""
