"""A browser and its push service, which receive, decrypt and check messages.

They share no code with the site, so they are an independent check of its encryption.
"""

from __future__ import annotations

import hashlib
import json
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from tarokk_club.club.models import PushDevice, User
from tarokk_club.club.notices.push_keys import derive_public_key
from tarokk_club.http.public_post import Network, is_public_address
from tools.dev.certificate import create_self_signed_certificate

HOST = "push.example.org"
PUBLIC = "93.184.216.34"


def raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def plain(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def _hmac(key: bytes, content: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(content)
    return made.finalize()


@dataclass
class Browser:
    """The browser, which has the private key."""

    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = b"sixteen bytes..!"

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def device(self, user: User, *, path: str = "/to/anna", **more: Any) -> PushDevice:
        """Create the row of a device of the user that receives notices."""
        now = timezone.now()
        endpoint = f"https://{HOST}{path}"
        facts: dict[str, Any] = {
            "seen_at": now,
            "mark": f"mark {path}",
            "session_key": "",
            "agent": "Mozilla/5.0 (Android 15; Mobile) Firefox/130.0",
        }
        return PushDevice.objects.create(
            user=user,
            endpoint=endpoint,
            endpoint_hash=hashlib.sha256(endpoint.encode()).hexdigest(),
            p256dh=plain(self.point),
            auth=plain(self.secret),
            key=derive_public_key(),
            made_at=now,
            **{**facts, **more},
        )

    def read(self, body: bytes) -> bytes:
        """Decrypt a message as RFC 8291 prescribes and return its text."""
        salt, size, named = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + named], body[21 + named :]
        assert len(sealed) <= size
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), point)
        between = _hmac(self.secret, shared)
        key = _hmac(between, b"WebPush: info\0" + self.point + sender + b"\1")
        derived = _hmac(salt, key)
        content = _hmac(derived, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = _hmac(derived, b"Content-Encoding: nonce\0\1")[:12]
        opened = AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert opened[-1:] == b"\2"
        return opened[:-1]


def claims_of(header: str) -> tuple[dict[str, Any], str]:
    """Verify the signature of a sender; return its claims and its key."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(one.strip().split("=", 1) for one in rest.split(","))
    head, said, signature = parts["t"].split(".")
    assert json.loads(raw(head)) == {"typ": "JWT", "alg": "ES256"}
    both = raw(signature)
    assert len(both) == 64
    good = encode_dss_signature(int.from_bytes(both[:32]), int.from_bytes(both[32:]))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(parts["k"]))
    point.verify(good, f"{head}.{said}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(raw(said)), parts["k"]


@dataclass
class Received:
    """A request that the service received."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A push service.

    status: status of the responses.
    more: further headers of the responses.
    pause: seconds before a response.
    got: requests so far.
    """

    port: int = 0
    status: int = 201
    more: dict[str, str] = field(default_factory=dict)
    pause: float = 0
    got: list[Received] = field(default_factory=list)
    folder: Path = field(default_factory=Path)
    asked: list[str] = field(default_factory=list)

    def network(self, **changes: Any) -> Network:
        """Return a network in which public names lead to this service."""
        return Network(
            **{
                "resolve": self._resolve,
                "allows": lambda address: address == "127.0.0.1" or is_public_address(address),
                "port": self.port,
                "trust": self._trust,
                "seconds": 5.0,
                **changes,
            }
        )

    def _resolve(self, name: str) -> list[str]:
        self.asked.append(name)
        return ["127.0.0.1"]

    def _trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "cert.pem"))


@contextmanager
def receiving(folder: Path, *names: str) -> Iterator[Receiver]:
    """Run a push service on this machine under these host names."""
    receiver = Receiver(folder=folder)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.got.append(Received(self.path, dict(self.headers), body))
            time.sleep(receiver.pause)
            self.send_response(receiver.status)
            for name, value in receiver.more.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*create_self_signed_certificate(folder, *(names or (HOST,))))
    server.socket = context.wrap_socket(server.socket, server_side=True)
    receiver.port = int(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
