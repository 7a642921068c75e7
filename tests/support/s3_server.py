"""A small S3-compatible server in memory, which checks the signature of every request.

It supports the operations of backups: uploads, whole or in parts, listing, reading and deleting.
"""

import contextlib
import hashlib
import hmac
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import parse_qsl, quote, unquote, urlsplit
from xml.sax.saxutils import escape, unescape

KEY, SECRET, BUCKET, REGION = "club-key", "s3cr3t/with+signs", "copies", "eu-test-1"
_AUTHORIZATION = re.compile(
    r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d+)/([^/]+)/s3/aws4_request, ?"
    r"SignedHeaders=([^,]+), ?Signature=(\w+)"
)
_ROOT = '<?xml version="1.0" encoding="UTF-8"?>'


@dataclass(slots=True)
class Storage:
    """The content of the server.

    objects: key to content.
    requests: method and key of each answered request, such as "GET club/erasures.json".
    is_away: whether every request is refused.
    """

    port: int = 0
    objects: dict[str, bytes] = field(default_factory=dict)
    parts: dict[str, dict[int, bytes]] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    is_away: bool = False

    def url(self, *, secret: str = SECRET, folder: str = "club") -> str:
        """Return the BACKUP_URL for a folder of the bucket."""
        key = f"{KEY}:{quote(secret, safe='')}"
        return f"s3+http://{key}@127.0.0.1:{self.port}/{BUCKET}/{folder}?region={REGION}"


@contextlib.contextmanager
def s3_server() -> Iterator[Storage]:
    """Run a server on a free port for the length of the block."""
    storage = Storage()
    handler = type("Handler", (_Handler,), {"storage": storage})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    storage.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield storage
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    storage: ClassVar[Storage]

    def do_GET(self) -> None:
        if (request := self._request()) is None:
            return
        key, query, _body = request
        if query.get("list-type") == "2":
            self._list(query.get("prefix", ""))
        elif key in self.storage.objects:
            self._answer(200, self.storage.objects[key], ETag=_etag(self.storage.objects[key]))
        else:
            self._refuse(404, "NoSuchKey")

    def do_PUT(self) -> None:
        if (request := self._request()) is None:
            return
        key, query, body = request
        if "uploadId" in query:
            self.storage.parts[query["uploadId"]][int(query["partNumber"])] = body
        else:
            self.storage.objects[key] = body
        self._answer(200, b"", ETag=_etag(body))

    def do_POST(self) -> None:
        if (request := self._request()) is None:
            return
        key, query, body = request
        if "uploads" in query:
            upload = f"upload-{len(self.storage.parts)}"
            self.storage.parts[upload] = {}
            named = (
                f"<Bucket>{BUCKET}</Bucket><Key>{escape(key)}</Key><UploadId>{upload}</UploadId>"
            )
            self._answer(200, _xml("InitiateMultipartUploadResult", named))
        elif "uploadId" in query:
            parts = self.storage.parts.pop(query["uploadId"])
            whole = b"".join(parts[number] for number in sorted(parts))
            self.storage.objects[key] = whole
            named = f"<Key>{escape(key)}</Key><ETag>{_etag(whole)}</ETag>"
            self._answer(200, _xml("CompleteMultipartUploadResult", named))
        elif "delete" in query:
            keys = re.findall(r"<Key>([^<]+)</Key>", body.decode())
            for one in keys:
                self.storage.objects.pop(unescape(one), None)
            gone = "".join(f"<Deleted><Key>{one}</Key></Deleted>" for one in keys)
            self._answer(200, _xml("DeleteResult", gone))
        else:
            self._refuse(501, "NotImplemented")

    def log_message(self, *_words: object) -> None:
        """Log nothing."""

    def _request(self) -> tuple[str, dict[str, str], bytes] | None:
        """Return key, query and body of a signed request; refuse any other and return None."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        if self.storage.is_away:
            self._refuse(403, "AccessDenied")
            return None
        if not self._is_signed(parts.path, query, body):
            self._refuse(403, "SignatureDoesNotMatch")
            return None
        bucket, _slash, key = unquote(parts.path).strip("/").partition("/")
        if bucket != BUCKET:
            self._refuse(404, "NoSuchBucket")
            return None
        self.storage.requests.append(f"{self.command} {key}")
        return key, query, body

    def _is_signed(self, path: str, query: dict[str, str], body: bytes) -> bool:
        """Return whether the request has a version 4 signature with the right secret."""
        given = _AUTHORIZATION.match(self.headers.get("Authorization", ""))
        if not given or given[1] != KEY or given[3] != REGION:
            return False
        digest = self.headers["x-amz-content-sha256"]
        if digest not in ("UNSIGNED-PAYLOAD", hashlib.sha256(body).hexdigest()):
            return False
        pairs = sorted(
            (quote(name, safe="-_.~"), quote(at, safe="-_.~")) for name, at in query.items()
        )
        heads = "".join(f"{name}:{self.headers[name].strip()}\n" for name in given[4].split(";"))
        asked = "&".join(f"{name}={value}" for name, value in pairs)
        canonical = "\n".join([self.command, path, asked, heads, given[4], digest])
        scope = f"{given[2]}/{given[3]}/s3/aws4_request"
        hashed = hashlib.sha256(canonical.encode()).hexdigest()
        text = "\n".join(["AWS4-HMAC-SHA256", self.headers["x-amz-date"], scope, hashed])
        key = f"AWS4{SECRET}".encode()
        for word in (*scope.split("/"), text):
            key = hmac.new(key, word.encode(), hashlib.sha256).digest()
        return hmac.compare_digest(key.hex(), given[5])

    def _list(self, prefix: str) -> None:
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        rows = "".join(
            f"<Contents><Key>{escape(key)}</Key><LastModified>{now}</LastModified>"
            f"<ETag>{_etag(body)}</ETag><Size>{len(body)}</Size></Contents>"
            for key, body in sorted(self.storage.objects.items())
            if key.startswith(prefix)
        )
        head = f"<Name>{BUCKET}</Name><IsTruncated>false</IsTruncated>"
        self._answer(200, _xml("ListBucketResult", head + rows))

    def _refuse(self, status: int, code: str) -> None:
        self._answer(status, _xml("Error", f"<Code>{code}</Code><Message>{code}</Message>"))

    def _answer(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", formatdate(usegmt=True))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _etag(body: bytes) -> str:
    return f'"{hashlib.md5(body, usedforsecurity=False).hexdigest()}"'


def _xml(name: str, inside: str) -> bytes:
    return f"{_ROOT}<{name}>{inside}</{name}>".encode()
