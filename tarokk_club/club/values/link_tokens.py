"""Tokens of links: whoever holds the token may do the one thing the link is for.

The token is derived from the row's id with the site's key, so that its QR code can be shown
again. The database stores only a hash, from which the token cannot be recovered.
"""

import hashlib
from base64 import urlsafe_b64encode
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac


def make_token(purpose: str, link_id: UUID, *, key: str | None = None) -> str:
    """Return the token of a link, 256 bits that cannot be guessed without the key.

    A token for one purpose is not valid for another.

    key: None for the present key of the site.
    """
    made = salted_hmac(f"tarokk_club.{purpose}", str(link_id), secret=key, algorithm="sha256")
    return urlsafe_b64encode(made.digest()).decode().rstrip("=")


def hash_of(token: str) -> str:
    """Return the hash that is stored for a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def recover_token(purpose: str, link_id: UUID, stored: str) -> str | None:
    """Return the token of a stored link, None if its key is no longer configured."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    tokens = (make_token(purpose, link_id, key=key) for key in keys)
    return next((token for token in tokens if hash_of(token) == stored), None)
