"""A record of the hands that the phones sent, and its comparison with the database on disk."""

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.lab.torture.book import Book


@dataclass(slots=True)
class SentHand:
    """A hand that a phone sent.

    note: unique text that identifies the hand.
    fields: the form as it was sent.
    acknowledged: whether a response reported the hand as saved.
    """

    key: str
    note: str
    session: str
    fields: dict[str, str]
    acknowledged: bool = False


@dataclass(slots=True)
class Notebook:
    """All hands that were sent, from all phones."""

    sent: list[SentHand] = field(default_factory=list)
    conflicts: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def record(self, session: str, note: str, fields: dict[str, str]) -> SentHand:
        """Record a hand that is about to be sent."""
        hand = SentHand(fields["key"], note, session, fields)
        with self._lock:
            self.sent.append(hand)
        return hand

    def count_conflict(self) -> None:
        """Count a conflict shown to a phone."""
        with self._lock:
            self.conflicts += 1

    @property
    def unacknowledged(self) -> list[SentHand]:
        """The hands that no response has reported as saved."""
        return [hand for hand in self.sent if not hand.acknowledged]

    @property
    def acknowledged(self) -> int:
        """The number of hands that a response reported as saved."""
        return len(self.sent) - len(self.unacknowledged)


@dataclass(slots=True)
class Verdict:
    """The number of faults of each kind.

    lost: acknowledged hands that are not stored.
    duplicated: hands stored more than once, or under a wrong key.
    half: hands stored only in part.
    gaps: sessions whose numbers have gaps.
    descriptions: the first faults of each kind.
    """

    lost: int = 0
    duplicated: int = 0
    half: int = 0
    gaps: int = 0
    descriptions: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether every acknowledged write is stored whole."""
        return not self.descriptions

    def __str__(self) -> str:
        return f"lost {self.lost}, duplicated {self.duplicated}, half {self.half}, gaps {self.gaps}"


def compare_with_notebook(book: Book, notebook: Notebook) -> Verdict:
    """Compare the database with the sent hands and return the faults.

    Every acknowledged hand must be stored once, and no hand only in part.
    """
    verdict = Verdict()
    for kind, label, faults in (
        ("lost", "lost", find_lost_hands(book, notebook)),
        ("duplicated", "twice or unknown", find_duplicated_hands(book, notebook)),
        ("half", "half", find_incomplete_rows(book)),
        ("gaps", "gap", find_gaps(book)),
    ):
        descriptions = list(faults)
        setattr(verdict, kind, len(descriptions))
        verdict.descriptions += [f"{label}: {description}" for description in descriptions[:3]]
    return verdict


def find_lost_hands(book: Book, notebook: Notebook) -> Iterator[str]:
    """Yield acknowledged hands that are not in the database under their key."""
    stored = {row.entry for row in book.entries}
    yield from (hand.note for hand in notebook.sent if hand.acknowledged and hand.key not in stored)


def find_duplicated_hands(book: Book, notebook: Notebook) -> Iterator[str]:
    """Yield hands that are stored more than once, or under another key than was sent."""
    notes = Counter(row.note for row in book.entries)
    yield from (note for note, times in notes.items() if times > 1)
    sent = {hand.note: hand.key for hand in notebook.sent}
    yield from (row.note for row in book.entries if sent.get(row.note, row.entry) != row.entry)


def find_incomplete_rows(book: Book) -> Iterator[str]:
    """Yield hands stored only in part, wrong session totals, and postings that do not balance."""
    posted, recorded, keys = set(book.booked), set(book.recorded), set(book.keys)
    for row in book.entries:
        missing = [
            name
            for name, there in (
                ("postings", row.entry in posted or row.deleted),
                ("history", row.entry in recorded),
                ("key", row.entry in keys),
            )
            if not there
        ]
        if missing:
            yield f"{row.entry} without {', '.join(missing)}"
    there = {row.entry for row in book.entries}
    for name, rows in (("postings", posted), ("history", recorded), ("key", keys)):
        yield from (f"{name} of {entry}, which is not there" for entry in rows - there)
    for session in book.sessions.values():
        yield from session.find_disagreements()
    yield from (f"postings of {entry} come to {total}" for entry, total in book.uneven)


def find_gaps(book: Book) -> Iterator[str]:
    """Yield sessions whose hands or history lines are not numbered from 1 without gaps."""
    for session in book.sessions.values():
        if sorted(session.hand_numbers) != list(range(1, len(session.hand_numbers) + 1)):
            yield f"the hands of {session.session}"
        if sorted(session.history_numbers) != list(range(1, len(session.history_numbers) + 1)):
            yield f"the history of {session.session}"
