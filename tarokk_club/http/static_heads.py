"""What the head of a static file says: as little as protects it, as every first visit pays it."""

from wsgiref.headers import Headers

from django.http import HttpResponseBase

# A script, a style or a picture that is opened by itself loads nothing and stands in no frame.
POLICY = "default-src 'none'; frame-ancestors 'none'"
# Of use to whoever asks whether a file is still the same.
TAGS = ("ETag", "Last-Modified")


def file_policy(headers: Headers, path: str, url: str) -> None:
    """Say the policy of a file, which stays in place of the long one of the pages."""
    del path, url
    headers["Content-Security-Policy"] = POLICY


def is_fixed(response: HttpResponseBase) -> bool:
    """Whether this is a file that is named by its content, so that it never changes."""
    return "immutable" in response.get("Cache-Control", "")


def without_tags(response: HttpResponseBase) -> None:
    """Spare what a browser would never ask about."""
    for name in TAGS:
        del response[name]
