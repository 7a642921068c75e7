"""The round of announcements between simple players, whatever the game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tools.demo.cards import strong, tarokks

DECLARER, OPPONENTS = 0, 1
PAGAT_ULTIMO = "pagat_ultimo"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that a player would announce.

    one_of: what a side announces only once: the figure itself, or the card that it is about.
    trick: trick that the card is saved for, 0 for none.
    """

    name: str
    one_of: str | int
    suit: str | None = None
    trick: int = 0


@dataclass(frozen=True, slots=True)
class Speakers:
    """The speaking players, by seat, with their cards and sides.

    max_kontra: highest step allowed.
    """

    hands: Sequence[list[int]]
    side_of: Sequence[int]
    declarer: int
    max_kontra: int

    def turns(self) -> list[int]:
        """Return the seats in order, starting with the declarer."""
        count = len(self.hands)
        return [(self.declarer + turn) % count for turn in range(count)]


@dataclass(slots=True)
class Announced:
    """A figure announced by a seat, with the kontra steps called on it."""

    figure: Figure
    by: int
    kontra: int = 0


@dataclass(slots=True)
class Announcements:
    """All announcements and kontras on figures and the game."""

    figures: list[Announced] = field(default_factory=list)
    kontra_game: int = 0

    def kept(self) -> dict[int, int]:
        """Return the announced cards, each with the trick it is saved for."""
        wanted = [item.figure for item in self.figures]
        return {
            one.one_of: one.trick for one in wanted if one.trick and isinstance(one.one_of, int)
        }

    def event(self, order: Sequence[str]) -> dict[str, Any]:
        """Return the keys of the hand event."""
        found: dict[str, Any] = {}
        if self.kontra_game:
            found["kontra_game"] = self.kontra_game
        if self.figures:
            found["announced"] = [_written(item, order) for item in self.figures]
        return found


def _written(item: Announced, order: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {"figure": item.figure.name, "by": order[item.by]}
    if item.kontra:
        found["kontra"] = item.kontra
    if item.figure.suit:
        found["suit"] = item.figure.suit
    return found


def is_strong(hand: list[int]) -> bool:
    """Return whether the hand is strong enough to play against others."""
    return len(tarokks(hand)) > (len(hand) + 1) // 2 and strong(hand) > 1


def play_announcements(
    speakers: Speakers, wishes: Callable[[int], list[Figure]], rng: Random
) -> Announcements:
    """Let each seat in turn announce what `wishes` returns for it; then add the kontras."""
    said = Announcements()
    for seat in speakers.turns():
        if speakers.side_of[seat] == OPPONENTS:
            against = is_strong(speakers.hands[seat]) and rng.random() < 0.3
            if not (speakers.max_kontra and against):
                # An opponent shows a side by calling kontra, otherwise says nothing.
                continue
            said.kontra_game = 1
        for figure in wishes(seat):
            if not _is_taken(speakers, said, seat, figure):
                said.figures.append(Announced(figure, seat))
    _answer(speakers, said, rng)
    return said


def _is_taken(speakers: Speakers, said: Announcements, seat: int, figure: Figure) -> bool:
    """Return whether the seat's side has announced the figure, or another with the same card."""
    side = speakers.side_of[seat]
    return any(
        one.figure.one_of == figure.one_of and speakers.side_of[one.by] == side
        for one in said.figures
    )


def _answer(speakers: Speakers, said: Announcements, rng: Random) -> None:
    """Let strong hands call kontra on single figures, and strong declarers rekontra on the game."""
    again = speakers.max_kontra > 1
    if said.kontra_game and again and is_strong(speakers.hands[speakers.declarer]):
        said.kontra_game += rng.random() < 0.3
    for item in said.figures:
        side = speakers.side_of[item.by]
        others = [
            hand
            for hand, other in zip(speakers.hands, speakers.side_of, strict=True)
            if other != side
        ]
        if speakers.max_kontra and any(map(is_strong, others)) and rng.random() < 0.3:
            item.kontra = 1 + (again and rng.random() < 0.2)


def must_declare(speakers: Speakers, said: Announcements, seat: int) -> bool:
    """Return whether the player must declare long tarokks: after announcing a pagát ultimo, or
    calling kontra on one.
    """
    side = speakers.side_of[seat]
    return any(
        one.by == seat or (one.kontra and speakers.side_of[one.by] != side)
        for one in said.figures
        if one.figure.name == PAGAT_ULTIMO
    )
