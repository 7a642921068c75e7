"""The archive of a club: a ZIP file with all its rows and its session documents."""

import hashlib
import json
import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import Any
from uuid import UUID

from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.transfer.archived import (
    ARCHIVED,
    FORMAT,
    MANIFEST,
    VERSION,
    build_archive_line,
    get_rows_file_name,
)
from tarokk_club.club.transfer.queries import ClubRows, iter_archived_sessions
from tarokk_club.database.program_migrations import list_club_migrations
from tarokk_club.database.snapshot import read_from_snapshot

KIND = "application/zip"
# A fixed time for every file, so that equal data gives equal archives.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def build_club_archive(club_id: UUID) -> bytes:
    """Return the archive of a club; exporting the imported club gives the same bytes.

    Raise RefusedError if a session can no longer be replayed.
    """
    out, files = BytesIO(), dict[str, dict[str, Any]]()
    with read_from_snapshot(), zipfile.ZipFile(out, "w") as archive:
        rows = ClubRows(club_id)
        for label in ARCHIVED:
            lines = (build_archive_line(row) for row in rows.iter_rows(label))
            files[get_rows_file_name(label)] = _write_file(
                archive, get_rows_file_name(label), lines
            )
        for session in iter_archived_sessions(club_id):
            name = f"sessions/{session.date}-{session.id}.json"
            files[name] = _write_file(
                archive, name, [build_session_document(load_session_outcome(session))]
            )
        _write_file(archive, MANIFEST, [_build_manifest(club_id, files)])
    return out.getvalue()


def _write_file(archive: zipfile.ZipFile, name: str, parts: Iterable[bytes]) -> dict[str, Any]:
    """Write a file into the archive, and return its manifest entry: line count and digest.

    parts: the content of the file, in order.
    """
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


def _build_manifest(club_id: UUID, files: dict[str, dict[str, Any]]) -> bytes:
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "schema": list_club_migrations(),
        "club": str(club_id),
        "files": files,
    }
    return json.dumps(manifest, indent=1, sort_keys=True).encode() + b"\n"
