"""Sign-in sessions that survive a failed write and renew their cookie once a day."""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db.models import CharField, DateTimeField
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from tarokk_club.database.prepared import Parameter, PreparedQuery
from tarokk_club.http.error_pages import find_storage_fault_status

GetResponse = Callable[[HttpRequest], HttpResponseBase]
# The session key of the day on which the cookies were last sent.
RENEWED = "cookies_renewed"
# The session key of the time of the sign-in, in seconds since 1970.
BEGAN = "began"
_log = logging.getLogger(__name__)
_SESSIONS = PreparedQuery(
    lambda: Session.objects.filter(
        session_key=Parameter("key", CharField()), expire_date__gt=Parameter("now", DateTimeField())
    )
)


class SessionStore(db.SessionStore):
    """Django's database sessions, except that a full disk does not end an existing session.

    Between two pages a session stores only a message such as "saved". If that write failed, a saved
    hand would get the response 400, and no page could be read any more.
    """

    renewed_now = False

    def get_expiry_age(self, **options: Any) -> int:
        """Return the seconds left in the session, whose lifetime starts at the sign-in."""
        seconds: int = super().get_expiry_age(**options)
        if BEGAN not in self:
            return seconds
        ends: int = self[BEGAN] + settings.SESSION_COOKIE_AGE
        return max(0, min(seconds, ends - int(time.time())))

    def get_expiry_date(self, **options: Any) -> datetime:
        """Return the time at which the session expires."""
        return timezone.now() + timedelta(seconds=self.get_expiry_age(**options))

    def _get_session_from_db(self) -> Session | None:
        row: Session | None = _SESSIONS.first(key=self.session_key, now=timezone.now())
        if row is None:
            self._session_key = None
        return row

    def load(self) -> dict[str, Any]:
        """Return the data of the session, empty if it has expired."""
        held: dict[str, Any] = super().load()
        began = held.get(BEGAN)
        if began is not None and began + settings.SESSION_COOKIE_AGE <= time.time():
            self._session_key = None
            return {}
        return held

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - Django's own
        """Write the session, and note in it the day on which its cookies are sent.

        Ignore a storage fault unless the session is new: a sign-in needs its session.
        """
        if not must_create and self.get(RENEWED) != (today := _format_today()):
            self[RENEWED], self.renewed_now = today, True
        try:
            super().save(must_create)
        except UpdateError as error:
            # Django raises the same error for a session that was ended elsewhere, so raise it
            # again.
            if find_storage_fault_status(error.__context__) is None:
                raise
            _log.warning("session not written")


@receiver(user_logged_in)
def _note_sign_in_time(request: Any, **_more: Any) -> None:
    request.session[BEGAN] = int(time.time())


def drop_unchanged_cookies(get_response: GetResponse) -> GetResponse:
    """Wrap a handler: do not send cookies that the browser already has.

    Cookies last for weeks, so renewing them on the first change of a day is enough. Otherwise each
    saved hand would send them again over a connection that may be slow.
    """

    def drop_cookies(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        session: Any = request.session
        # No query if there is no session or the view did not use it.
        if not session.accessed or session.session_key is None or session.renewed_now:
            return response
        if session.get(RENEWED) == _format_today():
            for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
                sent = response.cookies.get(name)
                if sent and sent.value == request.COOKIES.get(name):
                    del response.cookies[name]
        return response

    return drop_cookies


def _format_today() -> str:
    return timezone.now().date().isoformat()
