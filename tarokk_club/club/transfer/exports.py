"""The archive of a whole club: every row of its tables, and each session also as a document."""

import hashlib
import json
import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import IO, Any
from uuid import UUID

from tarokk_club.club.session.queries.evenings import load_session_outcome
from tarokk_club.club.sheet.exports.document import write_session_document
from tarokk_club.club.transfer.archived import (
    ARCHIVED,
    FORMAT,
    MANIFEST,
    VERSION,
    archive_line,
    file_of,
    schema,
)
from tarokk_club.club.transfer.queries import ClubRows, archived_sessions
from tarokk_club.database.snapshot import consistent_snapshot

KIND = "application/zip"
# A fixed time for every file, so that equal data gives equal archives.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def club_archive(club_id: UUID) -> bytes:
    """Return the archive of a club; importing it elsewhere and exporting it again gives the same
    bytes.

    Raise RefusedError if a session can no longer be replayed.
    """
    out = BytesIO()
    write_archive(club_id, out)
    return out.getvalue()


def write_archive(club_id: UUID, out: IO[bytes]) -> None:
    """Write the archive of a club to a file.

    Raise RefusedError if a session can no longer be replayed.
    """
    files: dict[str, dict[str, Any]] = {}
    with consistent_snapshot(), zipfile.ZipFile(out, "w") as archive:
        rows = ClubRows(club_id)
        for label in ARCHIVED:
            lines = (archive_line(row) for row in rows.of(label))
            files[file_of(label)] = _write(archive, file_of(label), lines)
        for session in archived_sessions(club_id):
            name = f"sessions/{session.date}-{session.id}.json"
            files[name] = _write(
                archive, name, [write_session_document(load_session_outcome(session))]
            )
        _write(archive, MANIFEST, [_manifest(club_id, files)])


def _write(archive: zipfile.ZipFile, name: str, parts: Iterable[bytes]) -> dict[str, Any]:
    """Write one file in parts, and return its number of lines and its digest."""
    entry = zipfile.ZipInfo(name, _NO_TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    digest, lines = hashlib.sha256(), 0
    with archive.open(entry, "w", force_zip64=True) as file:
        for part in parts:
            file.write(part)
            digest.update(part)
            lines += part.count(b"\n")
    return {"lines": lines, "sha256": digest.hexdigest()}


def _manifest(club_id: UUID, files: dict[str, dict[str, Any]]) -> bytes:
    told = {
        "format": FORMAT,
        "version": VERSION,
        "schema": schema(),
        "club": str(club_id),
        "files": files,
    }
    return json.dumps(told, indent=1, sort_keys=True).encode() + b"\n"
