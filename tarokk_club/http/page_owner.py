"""Each page says whose it is, so that a phone shows nothing kept of one person to the next."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]
# The id of who is signed in, for the service worker of that very browser.
WHOSE_HEADER = "X-Account"
NOBODY = "nobody"


def say_whose(answer: Answer) -> Answer:
    """Put the account on every page; other answers are kept by no worker."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers[WHOSE_HEADER] = _whose(request)
        return response

    return handle


def _whose(request: HttpRequest) -> str:
    # Without the cookie nobody is signed in, unless just now; nothing is looked up for that.
    if settings.SESSION_COOKIE_NAME not in request.COOKIES and not hasattr(request, "_cached_user"):
        return NOBODY
    return str(request.user.pk) if request.user.is_authenticated else NOBODY
