"""What the phones sent and what they were told, held against the book as it lies on the disk."""

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.lab.torture.book import Book


@dataclass(slots=True)
class Sent:
    """A hand on its way. note: by which it is known again; fields: the form as it was sent."""

    key: str
    note: str
    session: str
    fields: dict[str, str]
    acknowledged: bool = False


@dataclass(slots=True)
class Notebook:
    """Everything that was sent, from all phones."""

    sent: list[Sent] = field(default_factory=list)
    conflicts: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def open(self, session: str, note: str, fields: dict[str, str]) -> Sent:
        """Write down what is about to be sent."""
        one = Sent(fields["key"], note, session, fields)
        with self._lock:
            self.sent.append(one)
        return one

    def conflict(self) -> None:
        """A phone was shown that the book has moved on."""
        with self._lock:
            self.conflicts += 1

    @property
    def waiting(self) -> list[Sent]:
        """What was never answered."""
        return [one for one in self.sent if not one.acknowledged]

    @property
    def acknowledged(self) -> int:
        """How many hands a page called saved."""
        return len(self.sent) - len(self.waiting)


@dataclass(slots=True)
class Verdict:
    """How often each promise was broken, and the first words about it."""

    lost: int = 0
    duplicated: int = 0
    half: int = 0
    gaps: int = 0
    words: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether every promise was kept."""
        return not self.words

    def __str__(self) -> str:
        return f"lost {self.lost}, duplicated {self.duplicated}, half {self.half}, gaps {self.gaps}"


def judge(book: Book, notebook: Notebook) -> Verdict:
    """Hold the book against what was sent: all that was acknowledged, once; nothing half."""
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
    """Acknowledged hands that are not in the book under their key."""
    there = {row.entry for row in book.entries}
    yield from (one.note for one in notebook.sent if one.acknowledged and one.key not in there)


def duplicated(book: Book, notebook: Notebook) -> Iterator[str]:
    """Hands that the book has more than once, or that nobody sent."""
    notes = Counter(row.note for row in book.entries)
    yield from (note for note, times in notes.items() if times > 1)
    sent = {one.note: one.key for one in notebook.sent}
    yield from (row.note for row in book.entries if sent.get(row.note, row.entry) != row.entry)


def half(book: Book) -> Iterator[str]:
    """Hands of which only a part was written, and sums that do not come to zero."""
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
    """Sessions whose hands are not numbered from 1 without a gap."""
    for one in book.sessions.values():
        if sorted(one.numbers) != list(range(1, len(one.numbers) + 1)):
            yield f"the hands of {one.session}"
        if sorted(one.lines) != list(range(1, len(one.lines) + 1)):
            yield f"the history of {one.session}"
