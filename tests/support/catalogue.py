"""The marker by which a test holds rows of docs/reference/quality.md."""

import pytest


def row(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as one that holds these rows, so that `-k s11` runs it."""
    return pytest.mark.row(*ids)
