"""Integrity hashes: a browser runs a script only if it matches the hash in the page."""

import base64
import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage


def find_integrity(name: str) -> str:
    """Return the value of the attribute `integrity` for a static file."""
    return _compute_integrity_once(name) if settings.ENV.collected else _compute_integrity(name)


@lru_cache(maxsize=64)
def _compute_integrity_once(name: str) -> str:
    """Return the hash of a collected file, which never changes while the process runs."""
    return _compute_integrity(name)


def _compute_integrity(name: str) -> str:
    path = _find_file(name)
    return _hash_file(str(path), path.stat().st_mtime_ns)


def _find_file(name: str) -> Path:
    """Return the path of the file that is served: the collected file if files are collected.

    Raise FileNotFoundError if there is none.
    """
    if settings.ENV.collected:
        # Only the storage of collected files knows the stored name of a file.
        stored: str = staticfiles_storage.stored_name(name)  # type: ignore[attr-defined]
        return Path(staticfiles_storage.path(stored))
    path = finders.find(name)
    if not path:
        raise FileNotFoundError(name)
    return Path(path)


@lru_cache(maxsize=64)
def _hash_file(path: str, written: int) -> str:
    """Return the hash of the file as the attribute `integrity` needs it.

    written: modification time; used only as part of the cache key.
    """
    del written
    # The shortest hash that browsers support, because every page contains it uncompressed.
    digest = hashlib.sha256(Path(path).read_bytes()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
