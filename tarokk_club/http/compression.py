"""Compression of text responses: pages, fragments and text files."""

import re
import secrets

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from tarokk_club.http.dictionaries import ENCODING, OFFERED, Dictionary, find_dictionary

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
# The next level takes five times as long for one byte in fifty.
QUALITY = 8
# Shorter responses do not shrink.
LEAST = 200
# Indentation of the templates; text that a user typed keeps its own.
STEPS = re.compile(rb"\n[ \n]+")
TYPED = re.compile(rb"(?s)(<(?:textarea|pre)\b.*?</(?:textarea|pre)>)")
# The header of random length that hides the length of a response.
PADDING = "X-Padding"


class CompressionMiddleware(GZipMiddleware):
    """Django's GZipMiddleware for text only, with Brotli for browsers that accept it.

    Browsers accept Brotli only on https.

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
        if kind == "text/html" and (dictionary := find_dictionary(request)):
            return _compress_with_dictionary(response, dictionary)
        # A script contains no secret, and without a body the length reveals nothing.
        tells = kind != "text/javascript" and request.method != "HEAD"
        return _compress_with_brotli(response, padded=tells)


def strip_indentation(content: bytes) -> bytes:
    """Return a page without the indentation of its templates."""
    # Two patterns, as a single one would stop at each tag and take ten times as long.
    parts = TYPED.split(content)
    parts[::2] = [STEPS.sub(b"\n", part) for part in parts[::2]]
    return b"".join(parts)


def _compress_with_dictionary(response: HttpResponse, dictionary: Dictionary) -> HttpResponse:
    patch_vary_headers(response, ("Accept-Encoding", OFFERED))
    packed = dictionary.compress(strip_indentation(response.content))
    return _replace_content(response, packed, ENCODING, padded=True)


def _compress_with_brotli(response: HttpResponse, *, padded: bool) -> HttpResponse:
    patch_vary_headers(response, ("Accept-Encoding",))
    content = response.content
    if response["Content-Type"].startswith("text/html"):
        content = strip_indentation(content)
    packed = brotli.compress(content, mode=brotli.MODE_TEXT, quality=QUALITY)
    return _replace_content(response, packed, "br", padded=padded)


def _replace_content(
    response: HttpResponse, packed: bytes, encoding: str, *, padded: bool
) -> HttpResponse:
    """Replace the content of the response by the packed content, if that is shorter; return it.

    padded: whether to add the header that hides its length.
    """
    if len(packed) >= len(response.content):
        return response
    response.content = packed
    response["Content-Length"] = str(len(packed))
    response["Content-Encoding"] = encoding
    if padded:
        response[PADDING] = "-" * (1 + secrets.randbelow(GZipMiddleware.max_random_bytes))
    if response.get("ETag", "").startswith('"'):
        # A weak ETag: the same page in another encoding.
        response["ETag"] = f"W/{response['ETag']}"
    return response
