"""The file of revoked access, so that restoring an old backup does not give any of it back.

Each line is a revocation or its reversal as JSON, with ids and digests only; the last line about
an access counts. The database has the same list, but this file survives its loss.
"""

import fcntl
import json
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from tarokk_club.env import REVOCATIONS_FILE

# Kind, id, and whether it is revoked (False: the revocation was undone).
Line = tuple[str, str, bool]


def get_revocation_path() -> Path:
    """Return the path of the file of revoked access."""
    return Path(settings.VAR) / REVOCATIONS_FILE


def append_revocations(lines: Iterable[Line]) -> None:
    """Append revocations and reversals to the file.

    Raise OSError if the file cannot be written.
    """
    path = get_revocation_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        # A line that a power cut left unfinished must not swallow the next one.
        start = "\n" if file.tell() and not _ends_with_newline(path) else ""
        file.write(start + format_revocations(lines))


def format_revocations(lines: Iterable[Line]) -> str:
    """Return the lines in the format of the file."""
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def read_revoked_access() -> set[tuple[str, str]]:
    """Return the kind and id of each access that is revoked according to the file."""
    return {key for key, is_revoked in read_revocation_states().items() if is_revoked}


def read_revocation_states() -> dict[tuple[str, str], bool]:
    """Return whether each access in the file, given as kind and id, is revoked."""
    try:
        text = get_revocation_path().read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return {}
    return parse_revocations(text)


def parse_revocations(text: str) -> dict[tuple[str, str], bool]:
    """Return whether each access in the text of such a file, given as kind and id, is revoked.

    Invalid lines are ignored.
    """
    states: dict[tuple[str, str], bool] = {}
    for line in text.splitlines():
        try:
            kind, ident, is_revoked = json.loads(line)
        except (ValueError, TypeError):
            continue
        states[str(kind), str(ident)] = bool(is_revoked)
    return states


def _ends_with_newline(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read(1) == b"\n"
