"""Ids that come from outside, in a form or an address."""

from uuid import UUID


def read_id(text: str | None) -> UUID | None:
    """The id that the text is; None when it is none, or written otherwise than ids are.

    >>> read_id("00000000-0000-0000-0000-000000000001")
    UUID('00000000-0000-0000-0000-000000000001')
    >>> read_id(None), read_id(""), read_id("{00000000-0000-0000-0000-000000000001}")
    (None, None, None)
    """
    try:
        parsed = UUID(text or "")
    except ValueError:
        return None
    return parsed if str(parsed) == text else None
