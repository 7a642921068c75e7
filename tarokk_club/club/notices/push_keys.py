"""The site's key pair, by which push services identify the sender (VAPID, RFC 8292).

It is derived from the site's secret key. So it exists from the first start on, is the same on
every node, is in no backup, and is no second secret to keep.
"""

from collections.abc import Iterator
from functools import cache

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from tarokk_club.club.notices.sending.push_message import encoded

# The order of the group P-256 (FIPS 186-5); a private key is a number below it.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# Enough bytes that every key is equally likely.
_BYTES = 48
_PURPOSE = b"tarokk_club web push key"


@cache
def key_from(secret: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key derived from a secret."""
    made = HKDF(hashes.SHA256(), _BYTES, salt=None, info=_PURPOSE).derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(made) % (_ORDER - 1) + 1, ec.SECP256R1())


def public_key(secret: str | None = None) -> str:
    """Return the public key in the form that browsers take.

    secret: the present one if left out.
    """
    point = key_from(secret or settings.SECRET_KEY).public_key()
    return encoded(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def key_of(public: str) -> ec.EllipticCurvePrivateKey | None:
    """Return the private key of a public key that a phone was given, None if it is no longer
    known.
    """
    found = (key_from(one) for one in _secrets() if public_key(one) == public)
    return next(found, None)


def _secrets() -> Iterator[str]:
    yield settings.SECRET_KEY
    yield from settings.SECRET_KEY_FALLBACKS
