"""Secret tokens of links; a token gives its holder the access that the link grants.

The token is derived from the id of the link with the secret key of the site, so that its QR code
can be displayed again. The database stores only a hash of the token.
"""

import hashlib
from base64 import urlsafe_b64encode
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac


def derive_token(purpose: str, link_id: UUID, *, key: str | None = None) -> str:
    """Return the token of a link, which cannot be guessed without the secret key.

    purpose: kind of the link; a token is not valid for another purpose.
    key: secret key to use; None for the current key of the site.
    """
    mac = salted_hmac(f"tarokk_club.{purpose}", str(link_id), secret=key, algorithm="sha256")
    return urlsafe_b64encode(mac.digest()).decode().rstrip("=")


def hash_token(token: str) -> str:
    """Return the hash that the database stores for a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def recover_token(purpose: str, link_id: UUID, stored: str) -> str | None:
    """Return the token of a link; None if the key that generated it is no longer configured.

    stored: stored hash of the token.
    """
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    tokens = (derive_token(purpose, link_id, key=key) for key in keys)
    return next((token for token in tokens if hash_token(token) == stored), None)
