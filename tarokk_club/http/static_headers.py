"""Response headers of static files: few, because they add to the size of a first visit."""

from wsgiref.headers import Headers

from django.http import HttpResponseBase

# A script, style or picture opened by itself loads nothing and is not framed.
POLICY = "default-src 'none'; frame-ancestors 'none'"
# Headers that a client needs only to revalidate a file.
TAGS = ("ETag", "Last-Modified")


def set_file_policy(headers: Headers, path: str, url: str) -> None:
    """Set a short Content-Security-Policy on a file, instead of the long one of the pages."""
    del path, url
    headers["Content-Security-Policy"] = POLICY


def is_immutable(response: HttpResponseBase) -> bool:
    """Return whether the response is a file that never changes, being named after its hash."""
    return "immutable" in response.get("Cache-Control", "")


def drop_validators(response: HttpResponseBase) -> None:
    """Delete the validation headers of a file that no browser will revalidate."""
    for name in TAGS:
        del response[name]
