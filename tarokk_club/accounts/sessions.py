"""The sessions of visitors: rows, whose loss of a small note is no reason to refuse a page, and
whose cookie goes over the wire once a day.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from tarokk_club.http.faults import storage_fault

Answer = Callable[[HttpRequest], HttpResponseBase]
# The day on which the browser got its cookies last, in the session itself.
RENEWED = "cookies_renewed"
# When somebody signed in with it, in seconds since 1970.
BEGAN = "began"
_log = logging.getLogger(__name__)


class SessionStore(db.SessionStore):
    """As Django's; where the disk is full, a session that exists goes on as it was.

    What is kept there between two pages is a word like "saved". Without this, a hand that is in the
    book would be answered as a bad request, and no page could be read any more.
    """

    renewed_now = False

    def get_expiry_age(self, **known: Any) -> int:
        """Seconds it still lasts: however often it is used, no longer than from its sign-in on."""
        left: int = super().get_expiry_age(**known)
        if BEGAN not in self:
            return left
        ends: int = self[BEGAN] + settings.SESSION_COOKIE_AGE
        return max(0, min(left, ends - int(time.time())))

    def get_expiry_date(self, **known: Any) -> datetime:
        """The moment of that."""
        return timezone.now() + timedelta(seconds=self.get_expiry_age(**known))

    def load(self) -> dict[str, Any]:
        """What it holds; nothing once it has ended, whatever its row says."""
        held: dict[str, Any] = super().load()
        began = held.get(BEGAN)
        if began is not None and began + settings.SESSION_COOKIE_AGE <= time.time():
            self._session_key = None
            return {}
        return held

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - Django's own
        """Write it; a new one, with which somebody signs in, must really be written."""
        if not must_create and self.get(RENEWED) != (today := _today()):
            self[RENEWED], self.renewed_now = today, True
        try:
            super().save(must_create)
        except UpdateError as error:
            # The same error means a session that was ended elsewhere, which stays an error.
            if storage_fault(error.__context__) is None:
                raise
            _log.warning("session not written")


@receiver(user_logged_in)
def _begin(request: Any, **_more: Any) -> None:
    request.session[BEGAN] = int(time.time())


def spare_cookies(answer: Answer) -> Answer:
    """Do not give a browser every time the cookies that it has already.

    They live for weeks, so it is enough to renew them on the first change of a day. A hand that is
    saved and shown would carry three of them otherwise, on a line that may be slow.
    """

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        session: Any = request.session
        # Nothing is looked up for whoever has no session, or was not asked for it.
        if not session.accessed or session.session_key is None or session.renewed_now:
            return response
        if session.get(RENEWED) == _today():
            for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
                sent = response.cookies.get(name)
                if sent and sent.value == request.COOKIES.get(name):
                    del response.cookies[name]
        return response

    return handle


def _today() -> str:
    return timezone.now().date().isoformat()
