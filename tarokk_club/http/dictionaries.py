"""Compression dictionaries: pages compressed with a text that the browser already has.

A browser that knows the method (RFC 9842) stores the dictionary that a page links to, and sends its
digest with later requests. The response then leaves out what the dictionary contains.
"""

import base64
import hashlib
import sys
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# Higher levels take ten times as long for one byte in twelve.
LEVEL = 9
ENCODING = "dcz"
# The start of a response in this encoding; the digest of the dictionary follows.
MAGIC = b"\x5e\x2a\x4d\x18\x20\x00\x00\x00"
OFFERED = "Available-Dictionary"
# A dictionary with its tables takes a few megabytes.
MOST = 8


class Dictionary:
    """A compression dictionary that the browser has stored.

    offer: the value of the header `Available-Dictionary` by which a browser offers it.
    """

    def __init__(self, content: bytes) -> None:
        digest = hashlib.sha256(content).digest()
        self.content = content
        self.offer = f":{base64.b64encode(digest).decode()}:"
        self._head = MAGIC + digest
        self._tables = zstd.ZstdDict(content, is_raw=True)

    def compress(self, content: bytes) -> bytes:
        """Return the content in the encoding `dcz`."""
        # Digested at the first use, as each response would otherwise index the dictionary again.
        tables = self._tables.as_digested_dict
        return self._head + zstd.compress(content, level=LEVEL, zstd_dict=tables)


@lru_cache(maxsize=MOST)
def load_dictionary(dictionary_id: str) -> Dictionary:
    """Return the dictionary with this id, which is the same in every process of a build.

    Raise LookupError if there is none. Errors are not cached, so invalid ids evict no dictionary.
    """
    render: Callable[[str], bytes] = import_string(settings.PAGE_DICTIONARY)
    return Dictionary(render(dictionary_id))


def find_dictionary(request: HttpRequest) -> Dictionary | None:
    """Return the dictionary that the browser offers.

    Return None if it offers none, or one that is unknown or of another build.
    """
    offered = request.headers.get(OFFERED, "")
    if not offered or ENCODING not in request.headers.get("Accept-Encoding", ""):
        return None
    try:
        dictionary = load_dictionary(request.headers.get("Dictionary-ID", "").strip('"'))
    except LookupError:
        return None
    return dictionary if dictionary.offer == offered else None
