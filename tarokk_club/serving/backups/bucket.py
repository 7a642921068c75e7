"""Backups in S3-compatible storage, which nodes without a common folder share."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from django.utils.translation import gettext as _

from tarokk_club.env import Environment
from tarokk_club.serving.backups import BackupError, store

# Enough to outlast a lost packet, but short without a network.
_PATIENCE = timedelta(seconds=30)
_HURRY = "5s"
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class BucketCopy:
    """A backup in the bucket, with its name and size in bytes."""

    name: str
    size: int


class Bucket:
    """The bucket at BACKUP_URL; its errors are raised as BackupError.

    hurried: whether to give up within seconds, for a caller that can do without the bucket.
    """

    def __init__(self, url: str, *, hurried: bool = False) -> None:
        # Only here, because most commands need no bucket.
        from obstore.store import S3Store

        parts = urlsplit(url)
        name, _slash, prefix = parts.path.strip("/").partition("/")
        region = parse_qs(parts.query).get("region", ["us-east-1"])[0]
        self._store = S3Store(
            name,
            prefix=prefix or None,
            endpoint=_build_endpoint_url(parts),
            region=region,
            access_key_id=unquote(parts.username or ""),
            secret_access_key=unquote(parts.password or ""),
            # Servers other than Amazon's know a bucket only by its path.
            virtual_hosted_style_request=False,
            client_options={
                "allow_http": parts.scheme == "s3+http",
                "connect_timeout": "5s",
                **({"timeout": _HURRY} if hurried else {}),
            },
            retry_config={"max_retries": 0 if hurried else 3, "retry_timeout": _PATIENCE},
        )
        self.place = f"{parts.hostname}/{parts.path.strip('/')}"

    def list_copies(self) -> list[BucketCopy]:
        """Return the backups, oldest first; ignore all other objects."""
        with self._convert_errors():
            sizes = {
                str(meta["path"]): int(meta["size"]) for some in self._store.list() for meta in some
            }
        return [
            BucketCopy(path.name, sizes[path.name])
            for path in store.sort_backups(map(Path, sizes))
            if path.name in sizes
        ]

    def send_backup(self, path: Path) -> None:
        """Upload a backup under the name of its file."""
        with self._convert_errors():
            self._store.put(path.name, path)

    def fetch_backup(self, name: str, target: Path) -> None:
        """Download a backup into the file `target`."""
        with self._convert_errors(), target.open("wb") as file:
            for chunk in self._store.get(name).stream(min_chunk_size=_CHUNK):
                file.write(chunk)

    def delete_backups(self, paths: list[Path]) -> None:
        """Delete the backups with the names of these paths."""
        with self._convert_errors():
            # Servers refuse a request without anything to delete.
            if paths:
                self._store.delete([path.name for path in paths])

    def read_object(self, name: str) -> bytes | None:
        """Return the content of a small object, None if there is none."""
        with self._convert_errors():
            try:
                return bytes(self._store.get(name).bytes())
            except FileNotFoundError:
                return None

    def write_object(self, name: str, content: bytes) -> None:
        """Write a small object, replacing any earlier content."""
        with self._convert_errors():
            self._store.put(name, content)

    @contextmanager
    def _convert_errors(self) -> Iterator[None]:
        from obstore.exceptions import BaseError

        try:
            yield
        except (BaseError, FileNotFoundError, PermissionError) as error:
            fault = _("The storage %(place)s refused: %(error)s")
            # The first line states the error; the rest is for maintainers of the library.
            line = (str(error).strip().splitlines() or [type(error).__name__])[0]
            raise BackupError(fault % {"place": self.place, "error": line}) from error


def open_bucket() -> Bucket | None:
    """Return the bucket of this site, None if it has none."""
    url = Environment().backup_url
    return Bucket(url) if url else None


def _build_endpoint_url(parts: SplitResult) -> str:
    scheme = "http" if parts.scheme == "s3+http" else "https"
    return f"{scheme}://{parts.netloc.rpartition('@')[2]}"
