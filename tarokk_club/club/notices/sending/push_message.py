"""The encryption of a notice for a browser, and the signature of its sender.

Implements RFC 8291 (message) and RFC 8292 (sender) with the primitives of `cryptography`.
"""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

# All messages are padded to the same length to hide their kind; services accept 4096 bytes.
LENGTH = 1024
_RECORD = 4096
_POINT, _SECRET, _SALT = 65, 16, 16
_TOKEN_SECONDS = 12 * 3600


@dataclass(frozen=True, slots=True)
class BrowserKeys:
    """The keys of a browser: its public key, and the secret that it shares with the site."""

    point: bytes
    secret: bytes


def read_browser_keys(p256dh: str, auth: str) -> BrowserKeys:
    """Return the keys of a browser from the texts that it submitted.

    Raise ValueError if they are invalid.
    """
    browser = BrowserKeys(decode_base64(p256dh), decode_base64(auth))
    if len(browser.point) != _POINT or len(browser.secret) != _SECRET:
        raise ValueError("not the keys of a browser")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser.point)
    return browser


def encrypt_message(
    text: bytes,
    browser: BrowserKeys,
    *,
    salt: bytes | None = None,
    private_key: ec.EllipticCurvePrivateKey | None = None,
    length: int = LENGTH,
) -> bytes:
    """Return the body of a push message with the encrypted text.

    salt, private_key: random for every message by default; only tests pass them.
    length: the length to which the text is padded, in bytes.
    Raise ValueError if the text is too long.
    """
    if len(text) >= length:
        raise ValueError("too long for a notice")
    salt, private_key = (
        salt or os.urandom(_SALT),
        private_key or ec.generate_private_key(ec.SECP256R1()),
    )
    sender = private_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser.point)
    shared = private_key.exchange(ec.ECDH(), receiver)
    info = b"WebPush: info\0" + browser.point + sender
    secret = _derive_key(shared, salt=browser.secret, info=info, length=32)
    key = _derive_key(secret, salt=salt, info=b"Content-Encoding: aes128gcm\0", length=16)
    nonce = _derive_key(secret, salt=salt, info=b"Content-Encoding: nonce\0", length=12)
    # The 2 marks the last record; padding follows.
    plain = (text + b"\2").ljust(length, b"\0")
    header = salt + _RECORD.to_bytes(4) + bytes([len(sender)]) + sender
    return header + AESGCM(key).encrypt(nonce, plain, None)


def _derive_key(key: bytes, *, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt=salt, info=info).derive(key)


def build_sender_header(
    key: ec.EllipticCurvePrivateKey, *, endpoint: str, contact: str, now: int
) -> str:
    """Return the value of the `Authorization` header, which identifies the sender.

    contact: the operator's `mailto:` or `https:` URL.
    now: the time in seconds since 1970.
    """
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": now + _TOKEN_SECONDS,
        "sub": contact,
    }
    header = {"typ": "JWT", "alg": "ES256"}
    signed = ".".join(encode_base64(json.dumps(part).encode()) for part in (header, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    signature = encode_base64(r.to_bytes(32) + s.to_bytes(32))
    return f"vapid t={signed}.{signature}, k={encode_base64(point)}"


def encode_base64(raw: bytes) -> str:
    """Return the bytes as URL-safe base64 without padding."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


def decode_base64(text: str) -> bytes:
    """Return the bytes of a URL-safe base64 text without padding.

    Raise ValueError if it is invalid.
    """
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except Error as error:
        raise ValueError("not base64") from error
