"""Archives that are damaged, forged or of another world: refused with a reason, nothing changed."""

import json
import zipfile
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from support.archives import (
    Edit,
    a_full_world,
    empty_database,
    files_of,
    first_row,
    import_content,
    packed,
    tamper,
)
from support.attackers import hash_database
from support.catalogue import row
from tarokk_club.club.transfer.archived import MANIFEST
from tarokk_club.club.transfer.exports import build_club_archive
from tarokk_club.club.transfer.usecases import incoming_archive
from tarokk_club.club.transfer.usecases.incoming_archive import ArchiveError

Spoil = Callable[[bytes], bytes]


def edited(**edits: Edit) -> Spoil:
    return lambda content: tamper(content, **edits)


def with_row(model: str, **values: Any) -> Spoil:
    """The first row of a model with these values."""
    return edited(**{model: first_row(lambda one: one.update(values))})


def line(model: str, text: bytes) -> Spoil:
    """The first line of a file replaced."""
    return edited(**{model: lambda data: text + b"\n" + data.partition(b"\n")[2]})


def manifest(**values: Any) -> Spoil:
    return edited(manifest=lambda data: json.dumps({**json.loads(data), **values}).encode())


def without(name: str) -> Spoil:
    def spoil(content: bytes) -> bytes:
        files = files_of(content)
        del files[name]
        return packed(files)

    return spoil


def altered(content: bytes) -> bytes:
    """One byte of a file, and the list of sums left as it was."""
    files = files_of(content)
    files["rows/player.jsonl"] = files["rows/player.jsonl"].replace(b"Cili", b"Lili")
    return packed(files)


def one_more(content: bytes) -> bytes:
    return packed({**files_of(content), "../evil.txt": b"x"})


def stranger(content: bytes) -> bytes:
    """A file that is listed faithfully, but that no archive has."""
    files = {**files_of(content), "rows/secret.jsonl": b""}
    told = json.loads(files[MANIFEST])
    told["files"]["rows/secret.jsonl"] = {"lines": 0, "sha256": ""}
    return packed({**files, MANIFEST: json.dumps(told).encode()})


def twice(content: bytes) -> bytes:
    out = BytesIO(content)
    with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("rows/club.jsonl", b"{}")
    return out.getvalue()


def bursting(content: bytes) -> bytes:
    return packed({**files_of(content), "rows/draft.jsonl": b"0" * 300_000_000})


def doubled(data: bytes) -> bytes:
    return data.partition(b"\n")[0] + b"\n" + data


def flipped(content: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        largest = max(archive.infolist(), key=lambda one: one.compress_size)
    # Within what is packed: the names of the files are held against a list of their own.
    middle = largest.header_offset + 30 + len(largest.filename) + largest.compress_size // 2
    return content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :]


NOBODY = str(uuid4())
DAMAGED, UNKNOWN = "not an archive of a club, or it is damaged", "“secret” is not known here"
WRONG, ABSENT = "has a value that it cannot have", "names a row that the archive does not hold"
REFUSED: dict[str, tuple[Spoil, str]] = {
    "cut short": (lambda content: content[: len(content) // 2], DAMAGED),
    "empty": (lambda content: b"", DAMAGED),
    "no zip": (lambda content: b"SQLite format 3\0", DAMAGED),
    "a bit turned": (flipped, DAMAGED),
    "another zip": (lambda content: packed({"a.txt": b"x"}), DAMAGED),
    "another format": (manifest(format="tarokk-session"), DAMAGED),
    "no list": (manifest(files=[]), f"{MANIFEST}: The list of files cannot be read"),
    "no club": (manifest(club=7), "list of files cannot be read"),
    "from the future": (manifest(version=2), "made by a newer Tarokk Club"),
    "later tables": (manifest(schema=["0001_initial", "9999_moon"]), "newer Tarokk Club"),
    "another club": (manifest(club=NOBODY), "An archive holds one club"),
    "wrong sum": (altered, r"rows/player\.jsonl: The file is not what"),
    "a file missing": (without("rows/player.jsonl"), r"rows/player\.jsonl: The archive and its"),
    "a file too many": (one_more, "The archive and its list"),
    "a strange file": (stranger, r"rows/secret\.jsonl: No archive of a club has"),
    "a file twice": (twice, "appears twice"),
    "a bomb": (bursting, r"rows/draft\.jsonl: The archive is too large"),
    "no json": (line("player", b"{not json}"), r"rows/player\.jsonl:1: "),
    "no object": (line("player", b"[]"), r"rows/player\.jsonl:1: The line is not written"),
    "not a number": (line("player", b'{"id":NaN}'), r"player\.jsonl:1: .*NaN"),
    "without end": (line("player", b'{"id":1e400}'), "The line is not written"),
    "nested": (line("player", b"[" * 500_000), r"player\.jsonl:1: .*nested too deep"),
    "half a letter": (line("player", b'{"name":"\\ud800"}'), "The line is not written"),
    "no character": (line("player", b'{"name":"\\u0000"}'), "The line is not written"),
    "a key twice": (line("player", b'{"id":1,"id":2}'), r"player\.jsonl:1: "),
    "two rows alike": (edited(player=doubled), r"player\.jsonl:2: This row appears twice"),
    "an unknown key": (with_row("user", secret=1), f"user.jsonl:1: {UNKNOWN}"),
    "an operator": (with_row("user", is_superuser=True), "“is_superuser” is not known here"),
    "no key": (edited(season=first_row(lambda one: one.pop("starts"))), "“starts” is missing"),
    "a wrong type": (with_row("season", starts=7), f"“starts” {WRONG}"),
    "a day of no time": (with_row("session", date="9999-12-31"), f"“date” {WRONG}"),
    "a moment of no time": (
        with_row("entry", created_at="0001-01-01T00:00:00+00:00"),
        f"“created_at” {WRONG}",
    ),
    "no date": (with_row("season", starts="2026-02-30"), f"“starts” {WRONG}"),
    "a long name": (with_row("player", name="x" * 81), f"“name” {WRONG}"),
    "a flag for a number": (with_row("entry", position=True), f"“position” {WRONG}"),
    "below zero": (with_row("entry", position=-1), f"“position” {WRONG}"),
    "no moment": (with_row("entry", created_at="2026-11-18T20:00:00"), f"“created_at” {WRONG}"),
    "an unknown word": (with_row("change", action="burn"), f"“action” {WRONG}"),
    "nothing": (with_row("entry", session=None), f"“session” {WRONG}"),
    "another club's session": (with_row("entry", session=NOBODY), f"“session” {ABSENT}"),
    "another club's player": (with_row("balance", player=NOBODY), f"“player” {ABSENT}"),
    "no such line": (with_row("writekey", change=10**9), f"“change” {WRONG}"),
    "a step of nothing": (with_row("settlement", step=0), "agree with itself: settlement_zero"),
    "a number that was changed": (with_row("balance", points=999), "does not agree with itself: "),
    "a record that was changed": (
        with_row("entry", record={"type": "leave", "player": NOBODY}),
        "does not agree with itself: ",
    ),
    "roles of nowhere": (with_row("membership", roles=[[]]), "does not agree with itself"),
}


@cache
def an_archive() -> bytes:
    """One for all tests: it is only read."""
    return build_club_archive(a_full_world().house.club.id)


@pytest.fixture
def full(db: None) -> bytes:
    content = an_archive()
    empty_database()
    return content


@row("R34")
@pytest.mark.sweep
@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_archive_is_refused_and_nothing_changes(
    full: bytes, name: str, tmp_path: Path
) -> None:
    spoil, reason = REFUSED[name]
    before = hash_database()

    with pytest.raises(ArchiveError, match=reason):
        import_content(spoil(full), tmp_path)
    assert hash_database() == before


@row("R34")
def test_an_endless_line_is_not_read_to_its_end(
    full: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incoming_archive, "LONGEST_LINE", 100)
    with pytest.raises(ArchiveError, match=r"\.jsonl:1: "):
        import_content(full, tmp_path)


@row("R34")
def test_the_same_archive_unharmed_comes_in(full: bytes, tmp_path: Path) -> None:
    """So that nothing above is refused for another reason than its own."""
    assert import_content(tamper(full), tmp_path).club.slug == "zuglo"
