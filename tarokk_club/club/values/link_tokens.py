"""Links that let somebody in: whoever holds the token may do the one thing it is for.

The token is made from the row's id with the site's key, so that its QR code can be shown again; the
database keeps only its hash, from which nobody gets in.
"""

import hashlib
from base64 import urlsafe_b64encode
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac


def make_token(purpose: str, link_id: UUID, *, key: str | None = None) -> str:
    """The token of a link: 256 bits that nobody without the key can tell; key: the present one.

    A token for one purpose is none for another.
    """
    made = salted_hmac(f"tarokk_club.{purpose}", str(link_id), secret=key, algorithm="sha256")
    return urlsafe_b64encode(made.digest()).decode().rstrip("=")


def hash_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_again(purpose: str, link_id: UUID, stored: str) -> str | None:
    """The token of a stored link; None when the key it was made with is gone."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    tokens = (make_token(purpose, link_id, key=key) for key in keys)
    return next((token for token in tokens if hash_of(token) == stored), None)
