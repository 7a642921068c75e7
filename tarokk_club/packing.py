"""Pack what travels to the phones: pages, fragments and files of text."""

from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware

# Workbooks, archives and pictures are packed already.
PACKED = {
    "text/html",
    "text/plain",
    "text/csv",
    "text/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
}


class PackMiddleware(GZipMiddleware):
    """Django's packing, for text alone.

    Who guesses a secret by the length of a packed page (BREACH) must let the victim's browser ask
    for it again and again from another site, where it does not send our cookies (SameSite); the
    form's token is masked anew in each answer, and Django adds bytes of a random length besides.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """The answer, packed where it is text and the browser unpacks."""
        kind = response.get("Content-Type", "").partition(";")[0]
        return super().process_response(request, response) if kind in PACKED else response
