"""The sessions of visitors: rows, whose loss of a small note is no reason to refuse a page."""

import logging

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError

from tarokk_club.faults import storage_fault

_log = logging.getLogger(__name__)


class SessionStore(db.SessionStore):
    """As Django's; where the disk is full, a session that exists goes on as it was.

    What is kept there between two pages is a word like "saved". Without this, a hand that is in the
    book would be answered as a bad request, and no page could be read any more.
    """

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - Django's own
        """Write it; a new one, with which somebody signs in, must really be written."""
        try:
            super().save(must_create)
        except UpdateError as error:
            # The same error means a session that was ended elsewhere, which stays an error.
            if storage_fault(error.__context__) is None:
                raise
            _log.warning("session not written")
