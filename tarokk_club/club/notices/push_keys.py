"""The site's key pair for push services (VAPID, RFC 8292), derived from its secret key.

Every node therefore has the same key pair, and there is no second secret to store.
"""

from collections.abc import Iterator
from functools import cache

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from tarokk_club.club.notices.sending.push_message import encode_base64

# The order of the group P-256 (FIPS 186-5); a private key is a number below it.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# More bytes than the key, so that the modulo leaves no measurable bias.
_BYTES = 48
_PURPOSE = b"tarokk_club web push key"


@cache
def derive_private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key derived from a site's secret key."""
    raw = HKDF(hashes.SHA256(), _BYTES, salt=None, info=_PURPOSE).derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(raw) % (_ORDER - 1) + 1, ec.SECP256R1())


def derive_public_key(secret: str | None = None) -> str:
    """Return the public key in the format that browsers expect.

    secret: the site's current secret key by default.
    """
    point = derive_private_key(secret or settings.SECRET_KEY).public_key()
    return encode_base64(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def find_private_key(public: str) -> ec.EllipticCurvePrivateKey | None:
    """Return the private key of a public key; None if no secret key in the settings gives it."""
    keys = (
        derive_private_key(key) for key in _iter_secret_keys() if derive_public_key(key) == public
    )
    return next(keys, None)


def _iter_secret_keys() -> Iterator[str]:
    yield settings.SECRET_KEY
    yield from settings.SECRET_KEY_FALLBACKS
