"""The record of what the phones sent and which responses they got, compared with the database on
disk.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.lab.torture.book import Book


@dataclass(slots=True)
class Sent:
    """A hand that a phone sent.

    note: unique text that identifies it.
    fields: the form as it was sent.
    """

    key: str
    note: str
    session: str
    fields: dict[str, str]
    acknowledged: bool = False


@dataclass(slots=True)
class Notebook:
    """All hands that were sent, from all phones."""

    sent: list[Sent] = field(default_factory=list)
    conflicts: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def open(self, session: str, note: str, fields: dict[str, str]) -> Sent:
        """Record a hand that is about to be sent."""
        one = Sent(fields["key"], note, session, fields)
        with self._lock:
            self.sent.append(one)
        return one

    def conflict(self) -> None:
        """Count a conflict shown to a phone."""
        with self._lock:
            self.conflicts += 1

    @property
    def waiting(self) -> list[Sent]:
        """The hands without an acknowledgement."""
        return [one for one in self.sent if not one.acknowledged]

    @property
    def acknowledged(self) -> int:
        """The number of hands that a page reported as saved."""
        return len(self.sent) - len(self.waiting)


@dataclass(slots=True)
class Verdict:
    """The number of times each promise was broken, with the first descriptions."""

    lost: int = 0
    duplicated: int = 0
    half: int = 0
    gaps: int = 0
    words: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether no promise was broken."""
        return not self.words

    def __str__(self) -> str:
        return f"lost {self.lost}, duplicated {self.duplicated}, half {self.half}, gaps {self.gaps}"


def judge(book: Book, notebook: Notebook) -> Verdict:
    """Compare the database with the sent hands.

    Every acknowledged hand must be stored once, and no hand only in part.
    """
    verdict = Verdict()
    for count, kind, faults in (
        ("lost", "lost", lost(book, notebook)),
        ("duplicated", "twice or unknown", duplicated(book, notebook)),
        ("half", "half", half(book)),
        ("gaps", "gap", gaps(book)),
    ):
        found = list(faults)
        setattr(verdict, count, len(found))
        verdict.words += [f"{kind}: {words}" for words in found[:3]]
    return verdict


def lost(book: Book, notebook: Notebook) -> Iterator[str]:
    """Yield acknowledged hands that are not in the database under their key."""
    there = {row.entry for row in book.entries}
    yield from (one.note for one in notebook.sent if one.acknowledged and one.key not in there)


def duplicated(book: Book, notebook: Notebook) -> Iterator[str]:
    """Yield hands that are stored more than once, or that nobody sent."""
    notes = Counter(row.note for row in book.entries)
    yield from (note for note, times in notes.items() if times > 1)
    sent = {one.note: one.key for one in notebook.sent}
    yield from (row.note for row in book.entries if sent.get(row.note, row.entry) != row.entry)


def half(book: Book) -> Iterator[str]:
    """Yield hands that are stored only in part, and postings that do not sum to zero."""
    booked, told, kept = set(book.booked), set(book.recorded), set(book.keys)
    for row in book.entries:
        missing = [
            what
            for what, there in (
                ("postings", row.entry in booked or row.deleted),
                ("history", row.entry in told),
                ("key", row.entry in kept),
            )
            if not there
        ]
        if missing:
            yield f"{row.entry} without {', '.join(missing)}"
    there = {row.entry for row in book.entries}
    for name, rows in (("postings", booked), ("history", told), ("key", kept)):
        yield from (f"{name} of {entry}, which is not there" for entry in rows - there)
    for session in book.sessions.values():
        yield from session.disagreements()
    yield from (f"postings of {entry} come to {total}" for entry, total in book.uneven)


def gaps(book: Book) -> Iterator[str]:
    """Yield sessions whose hands or history lines are not numbered from 1 without gaps."""
    for one in book.sessions.values():
        if sorted(one.numbers) != list(range(1, len(one.numbers) + 1)):
            yield f"the hands of {one.session}"
        if sorted(one.lines) != list(range(1, len(one.lines) + 1)):
            yield f"the history of {one.session}"
