"""The sum of a script's bytes: a browser runs the script only when it still has that sum."""

import base64
import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage


def seal_of(name: str) -> str:
    """What stands in the attribute `integrity` of a static file."""
    path = _path(name)
    return _seal(str(path), path.stat().st_mtime_ns)


def _path(name: str) -> Path:
    """The file as it is sent: the collected one where files are collected."""
    if settings.ENV.collected:
        # Only the storage of collected files knows under which name it keeps a file.
        stored: str = staticfiles_storage.stored_name(name)  # type: ignore[attr-defined]
        return Path(staticfiles_storage.path(stored))
    found = finders.find(name)
    if not found:
        raise FileNotFoundError(name)
    return Path(found)


@lru_cache(maxsize=64)
def _seal(path: str, written: int) -> str:
    """The sum of the file that was written at that moment."""
    del written
    # The shortest sum that browsers know: it goes with every page and cannot be packed.
    digest = hashlib.sha256(Path(path).read_bytes()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
