"""The header that tags every page with its user, so the offline cache never shows one user's pages
to another.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]
# The id of the signed-in user, for the service worker of the same browser.
WHOSE_HEADER = "X-Account"
NOBODY = "nobody"


def tag_page_owner(answer: Answer) -> Answer:
    """Wrap a handler so that every page has the header; the service worker caches no other
    responses.
    """

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers[WHOSE_HEADER] = _whose(request)
        return response

    return handle


def _whose(request: HttpRequest) -> str:
    # Without the cookie nobody is signed in, except by this request; avoids a query.
    if settings.SESSION_COOKIE_NAME not in request.COOKIES and not hasattr(request, "_cached_user"):
        return NOBODY
    return str(request.user.pk) if request.user.is_authenticated else NOBODY
