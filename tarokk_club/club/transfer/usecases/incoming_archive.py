"""Archives of clubs from other sites, which are checked completely before an import."""

import hashlib
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db.models import Model
from django.utils.translation import gettext as _

from scoring.core.problem import RefusedError
from scoring.parsing import parse_strict_json
from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.models import FinalRow
from tarokk_club.club.transfer.archived import (
    ARCHIVED,
    FORMAT,
    MANIFEST,
    VERSION,
    get_rows_file_name,
)
from tarokk_club.club.transfer.usecases.incoming_rows import RowReader, WrongValueError
from tarokk_club.database.program_migrations import list_club_migrations

# Enough for two hundred thousand hands with their history.
MOST_BYTES = 2 << 30
# The highest compression ratio; real rows have about 10, and a zip bomb about 1,000.
MOST_SHRUNK = 150
LONGEST_LINE = 1 << 20
MANIFEST_BYTES = 32 << 20
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
)


class ArchiveError(Exception):
    """An archive cannot be imported; the message names file and line if they are known."""

    def __init__(self, sentence: str, file: str = "", line: int = 0) -> None:
        place = f"{file}:{line}: " if line else f"{file}: " if file else ""
        super().__init__(place + sentence)


class IncomingArchive:
    """A valid archive of one club, open for reading."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._zip = archive
        self._files = _list_files(archive)
        manifest = _read_manifest(archive)
        self.club_id = UUID(manifest["club"])
        self._manifest_files: dict[str, dict[str, Any]] = manifest["files"]
        self._older = tuple(manifest["schema"]) != list_club_migrations()
        self._reader = RowReader(older=self._older)
        self._require_valid_archive()

    def iter_rows(self, label: str) -> Iterator[Model]:
        """Yield the unsaved rows of a model; call this for the models in the order of ARCHIVED."""
        yield from self._read_rows(label, self._reader.read_row)

    def iter_final_rows(self) -> Iterator[FinalRow]:
        """Yield the unsaved rows of final tables; they refer to their table by line number."""
        for line, table in enumerate(self.iter_rows("club.FinalTable"), start=1):
            del table
            for row in self._reader.final_rows:
                row.table_id = line
                yield row

    def get_ids(self, label: str) -> set[Any]:
        """Return the ids of a model's rows; empty for models with automatic keys."""
        return self._reader.ids[label]

    def _require_valid_archive(self) -> None:
        wanted = {get_rows_file_name(label) for label in ARCHIVED}
        names = set(self._manifest_files)
        # Archives of older versions lack the files of newer models.
        if (missing := wanted - names) and not self._older:
            raise ArchiveError(_("This file is missing."), min(missing))
        documents = {name for name in names if name.startswith("sessions/")}
        if strange := names - wanted - documents:
            raise ArchiveError(_("No archive of a club has such a file."), min(strange))
        if other := names ^ (set(self._files) - {MANIFEST}):
            raise ArchiveError(_("The archive and its list of files do not agree."), min(other))
        for name in sorted(names):
            self._require_listed_digest(name)
        for label in ARCHIVED:
            for row in self._read_rows(label, self._read_and_remember_row):
                del row
            if not self._reader.has_all_references(label):
                text = _("A row names another one that the archive does not hold.")
                raise ArchiveError(text, get_rows_file_name(label))
        if self.get_ids("club.Club") != {self.club_id}:
            raise ArchiveError(_("An archive holds one club."), get_rows_file_name("club.Club"))

    def _require_listed_digest(self, name: str) -> None:
        digest, lines, listed = hashlib.sha256(), 0, self._manifest_files[name]
        with self._zip.open(name) as file:
            while part := file.read(LONGEST_LINE):
                digest.update(part)
                lines += part.count(b"\n")
        if {"lines": lines, "sha256": digest.hexdigest()} != listed:
            raise ArchiveError(_("The file is not what the archive's own list says."), name)

    def _read_and_remember_row(self, label: str, line: bytes) -> Model:
        row = self._reader.read_row(label, line)
        self._reader.remember_row(label, row)
        return row

    def _read_rows(self, label: str, read: Callable[[str, bytes], Model]) -> Iterator[Model]:
        name = get_rows_file_name(label)
        if name not in self._manifest_files:
            return
        with self._zip.open(name) as file:
            for place, line in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), start=1):
                try:
                    yield read(label, line)
                except WrongValueError as wrong:
                    raise ArchiveError(str(wrong), name, place) from wrong
                except RefusedError as refused:
                    sentence = render_problem(refused.problems[0])
                    raise ArchiveError(sentence, name, place) from refused


@contextmanager
def open_archive(path: Path) -> Iterator[IncomingArchive]:
    """Open and check the archive in a file, and yield it.

    Raise ArchiveError if the archive is invalid.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            yield IncomingArchive(archive)
    except FileNotFoundError as error:
        raise ArchiveError(_("There is no such file.")) from error
    except _BROKEN as error:
        raise ArchiveError(_("This is not an archive of a club, or it is damaged.")) from error


def _list_files(archive: zipfile.ZipFile) -> list[str]:
    """Return the names of the files in an archive.

    Raise ArchiveError if the files are too large or compressed too much, or a name occurs twice.
    """
    entries = archive.infolist()
    names = [entry.filename for entry in entries]
    if len(set(names)) != len(names):
        raise ArchiveError(_("A file appears twice in the archive."))
    if sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise ArchiveError(_("The archive is too large."))
    for entry in entries:
        if entry.file_size > MOST_SHRUNK * max(entry.compress_size, LONGEST_LINE // MOST_SHRUNK):
            raise ArchiveError(_("The archive is too large."), entry.filename)
    return names


def _read_manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    """Return the manifest of an archive.

    Raise ArchiveError if the manifest is missing, invalid or of a newer version.
    """
    try:
        with archive.open(MANIFEST) as file:
            manifest = parse_strict_json(file.read(MANIFEST_BYTES))
    except (KeyError, RefusedError) as error:
        raise ArchiveError(_("This is not an archive of a club, or it is damaged.")) from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ArchiveError(_("This is not an archive of a club, or it is damaged."), MANIFEST)
    if not _is_valid_manifest(manifest):
        raise ArchiveError(_("The list of files cannot be read."), MANIFEST)
    if manifest["version"] != VERSION or set(manifest["schema"]) - set(list_club_migrations()):
        raise ArchiveError(
            _("This archive was made by a newer Tarokk Club. Update the program first."),
            MANIFEST,
        )
    return manifest


def _is_valid_manifest(manifest: dict[str, Any]) -> bool:
    files, steps = manifest.get("files"), manifest.get("schema")
    if not (isinstance(files, dict) and isinstance(steps, list) and manifest.get("version")):
        return False
    try:
        UUID(manifest["club"])
    except (AttributeError, KeyError, TypeError, ValueError):
        return False
    return all(isinstance(step, str) for step in steps)
