"""A whole club in one file: every row of the book, and each session as a document beside them."""

import hashlib
import json
import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import IO, Any
from uuid import UUID

from tarokk_club.club.session.queries.evenings import evening
from tarokk_club.club.sheet.exports.document import session_document
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
from tarokk_club.database.snapshot import one_moment

KIND = "application/zip"
# A file in an archive has a time; all have this one, so that equal books give equal archives.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def club_archive(club_id: UUID) -> bytes:
    """The archive of a club; taken in elsewhere and written again, it is the same bytes.

    Raises RefusedError when a session cannot be played through any more.
    """
    out = BytesIO()
    write_archive(club_id, out)
    return out.getvalue()


def write_archive(club_id: UUID, out: IO[bytes]) -> None:
    """The same into a file."""
    files: dict[str, dict[str, Any]] = {}
    with one_moment(), zipfile.ZipFile(out, "w") as archive:
        rows = ClubRows(club_id)
        for label in ARCHIVED:
            lines = (archive_line(row) for row in rows.of(label))
            files[file_of(label)] = _write(archive, file_of(label), lines)
        for session in archived_sessions(club_id):
            name = f"sessions/{session.date}-{session.id}.json"
            files[name] = _write(archive, name, [session_document(evening(session))])
        _write(archive, MANIFEST, [_manifest(club_id, files)])


def _write(archive: zipfile.ZipFile, name: str, parts: Iterable[bytes]) -> dict[str, Any]:
    """Write one file part by part; how many lines it has, and the sum over it."""
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
