"""Pack what travels to the phones: pages, fragments and files of text."""

import re
import secrets

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

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
BROTLI = re.compile(r"\bbr\b")
# Higher ones take several times as long for a few bytes less; of a long page those are many.
QUALITY, OF_A_LONG_PAGE = 8, 9
LONG = 100_000
# What is shorter does not get shorter.
LEAST = 200
# The steps of the templates; what somebody typed into several lines keeps its own.
STEPS = re.compile(rb"(?s)(<(?:textarea|pre)\b.*?</(?:textarea|pre)>)|\n[ \n]+")
# Of this length at most is what makes the length of an answer say nothing.
PADDING = "X-Padding"


class PackMiddleware(GZipMiddleware):
    """Django's packing, for text alone; Brotli where the browser unpacks it, as it does on https.

    Who guesses a secret by the length of a packed page (BREACH) must let the victim's browser ask
    for it again and again from another site, where it does not send our cookies (SameSite); the
    form's token is masked anew in each answer, and Django adds bytes of a random length to
    what it packs, as is done here beside Brotli.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """The answer, packed where it is text and the browser unpacks."""
        kind = response.get("Content-Type", "").partition(";")[0]
        if kind not in PACKED:
            return response
        asked = request.META.get("HTTP_ACCEPT_ENCODING", "")
        packed = "Content-Encoding" in response
        if packed or not isinstance(response, HttpResponse) or not BROTLI.search(asked):
            return super().process_response(request, response)
        if len(response.content) < LEAST:
            return response
        # A script knows nothing of anybody, and where no body travels its length tells nothing.
        tells = kind != "text/javascript" and request.method != "HEAD"
        return _with_brotli(response, padded=tells)


def _with_brotli(response: HttpResponse, *, padded: bool) -> HttpResponse:
    patch_vary_headers(response, ("Accept-Encoding",))
    content = response.content
    if response["Content-Type"].startswith("text/html"):
        content = STEPS.sub(lambda found: found[1] or b"\n", content)
    quality = OF_A_LONG_PAGE if len(content) > LONG else QUALITY
    packed = brotli.compress(content, mode=brotli.MODE_TEXT, quality=quality)
    if len(packed) >= len(response.content):
        return response
    response.content = packed
    response["Content-Length"] = str(len(packed))
    response["Content-Encoding"] = "br"
    if padded:
        response[PADDING] = "-" * (1 + secrets.randbelow(GZipMiddleware.max_random_bytes))
    if response.get("ETag", "").startswith('"'):
        # The same page in another dress, which is what a weak tag means.
        response["ETag"] = f"W/{response['ETag']}"
    return response
