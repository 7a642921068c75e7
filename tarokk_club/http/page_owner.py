"""The header that tags every page with its user, so the offline cache never mixes users."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]
# The id of the signed-in user, for the service worker of the same browser.
OWNER_HEADER = "X-Account"
NOBODY = "nobody"


def tag_page_owner(get_response: GetResponse) -> GetResponse:
    """Wrap a handler: add the header to every page, so that the service worker may cache it."""

    def tag_page(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers[OWNER_HEADER] = _find_owner_id(request)
        return response

    return tag_page


def _find_owner_id(request: HttpRequest) -> str:
    # Without the cookie nobody is signed in, except by this request, so no query is needed.
    if settings.SESSION_COOKIE_NAME not in request.COOKIES and not hasattr(request, "_cached_user"):
        return NOBODY
    return str(request.user.pk) if request.user.is_authenticated else NOBODY
