"""Compression of text responses: pages, fragments and text files."""

import re
import secrets

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

# Workbooks, archives and pictures are already compressed.
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
# Higher levels take several times as long for a few bytes, but pay on long pages.
QUALITY, OF_A_LONG_PAGE = 8, 9
LONG = 100_000
# Shorter responses do not shrink.
LEAST = 200
# Indentation of the templates; text that a user typed keeps its own.
STEPS = re.compile(rb"(?s)(<(?:textarea|pre)\b.*?</(?:textarea|pre)>)|\n[ \n]+")
# The header of random length that hides the length of a response.
PADDING = "X-Padding"


class PackMiddleware(GZipMiddleware):
    """Django's GZipMiddleware for text only, with Brotli for browsers that accept it, as on https.

    An attack that guesses a secret from the compressed length (BREACH) must repeat the request from
    another site, where the browser does not send our cookies (SameSite). Also, each response masks
    the form's token differently and, like Django's own, has random extra bytes.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the response, compressed if it is text and the browser accepts it."""
        kind = response.get("Content-Type", "").partition(";")[0]
        if kind not in PACKED:
            return response
        accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
        packed = "Content-Encoding" in response
        if packed or not isinstance(response, HttpResponse) or not BROTLI.search(accepted):
            return super().process_response(request, response)
        if len(response.content) < LEAST:
            return response
        # A script contains no secret, and without a body the length reveals nothing.
        tells = kind != "text/javascript" and request.method != "HEAD"
        return _compress_with_brotli(response, padded=tells)


def _compress_with_brotli(response: HttpResponse, *, padded: bool) -> HttpResponse:
    patch_vary_headers(response, ("Accept-Encoding",))
    content = response.content
    if response["Content-Type"].startswith("text/html"):
        content = STEPS.sub(lambda match: match[1] or b"\n", content)
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
        # A weak ETag: the same page in another encoding.
        response["ETag"] = f"W/{response['ETag']}"
    return response
