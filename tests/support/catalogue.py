"""A marker for tests that check rows of docs/reference/quality.md."""

import pytest


def row(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as a check of these rows, so that `-k s11` runs it."""
    return pytest.mark.row(*ids)
