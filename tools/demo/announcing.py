"""The announcements that simulated players make in any game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tools.demo.cards import count_high_tarokks, select_tarokks

DECLARER, OPPONENTS = 0, 1
PAGAT_ULTIMO = "pagat_ultimo"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that a player would announce.

    exclusive_key: the figure or its card; a side announces only one figure with the same key.
    trick: number of the trick that the card is saved for, 0 for none.
    """

    name: str
    exclusive_key: str | int
    suit: str | None = None
    trick: int = 0


@dataclass(frozen=True, slots=True)
class Speakers:
    """The players who make announcements: their hands and sides, by seat.

    max_kontra: highest allowed step of kontra.
    """

    hands: Sequence[list[int]]
    side_of: Sequence[int]
    declarer: int
    max_kontra: int

    def list_speaking_order(self) -> list[int]:
        """Return the seats in order, starting with the declarer."""
        count = len(self.hands)
        return [(self.declarer + turn) % count for turn in range(count)]


@dataclass(slots=True)
class AnnouncedFigure:
    """A figure announced by a seat.

    kontra: steps of kontra called on the figure.
    """

    figure: Figure
    by: int
    kontra: int = 0


@dataclass(slots=True)
class Announcements:
    """All announced figures, and the kontras on figures and on the game.

    kontra_game: steps of kontra called on the game.
    """

    figures: list[AnnouncedFigure] = field(default_factory=list)
    kontra_game: int = 0

    def find_saved_cards(self) -> dict[int, int]:
        """Return the cards of announced figures, each with the trick that it is saved for."""
        figures = [item.figure for item in self.figures]
        return {
            figure.exclusive_key: figure.trick
            for figure in figures
            if figure.trick and isinstance(figure.exclusive_key, int)
        }

    def build_event_keys(self, order: Sequence[str]) -> dict[str, Any]:
        """Return the keys of the hand event that record the announcements.

        order: name of the player at each seat.
        """
        keys: dict[str, Any] = {}
        if self.kontra_game:
            keys["kontra_game"] = self.kontra_game
        if self.figures:
            keys["announced"] = [_build_figure_entry(item, order) for item in self.figures]
        return keys


def _build_figure_entry(item: AnnouncedFigure, order: Sequence[str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"figure": item.figure.name, "by": order[item.by]}
    if item.kontra:
        entry["kontra"] = item.kontra
    if item.figure.suit:
        entry["suit"] = item.figure.suit
    return entry


def is_strong(hand: list[int]) -> bool:
    """Return whether the hand is strong enough to play against others."""
    return len(select_tarokks(hand)) > (len(hand) + 1) // 2 and count_high_tarokks(hand) > 1


def play_announcements(
    speakers: Speakers, choose_figures: Callable[[int], list[Figure]], rng: Random
) -> Announcements:
    """Let each seat in turn announce its figures; then add the kontras.

    choose_figures: returns the figures that a seat would announce.
    """
    announcements = Announcements()
    for seat in speakers.list_speaking_order():
        if speakers.side_of[seat] == OPPONENTS:
            plays_against = is_strong(speakers.hands[seat]) and rng.random() < 0.3
            if not (speakers.max_kontra and plays_against):
                # An opponent who does not call kontra announces nothing.
                continue
            announcements.kontra_game = 1
        for figure in choose_figures(seat):
            if not _is_taken(speakers, announcements, seat, figure):
                announcements.figures.append(AnnouncedFigure(figure, seat))
    _call_kontras(speakers, announcements, rng)
    return announcements


def _is_taken(speakers: Speakers, announcements: Announcements, seat: int, figure: Figure) -> bool:
    """Return whether the seat's side has already announced a figure with the same key."""
    side = speakers.side_of[seat]
    return any(
        item.figure.exclusive_key == figure.exclusive_key and speakers.side_of[item.by] == side
        for item in announcements.figures
    )


def _call_kontras(speakers: Speakers, announcements: Announcements, rng: Random) -> None:
    """Let strong hands call kontra on single figures, and strong declarers rekontra on the game."""
    may_rekontra = speakers.max_kontra > 1
    if announcements.kontra_game and may_rekontra and is_strong(speakers.hands[speakers.declarer]):
        announcements.kontra_game += rng.random() < 0.3
    for item in announcements.figures:
        side = speakers.side_of[item.by]
        other_hands = [
            hand
            for hand, other in zip(speakers.hands, speakers.side_of, strict=True)
            if other != side
        ]
        if speakers.max_kontra and any(map(is_strong, other_hands)) and rng.random() < 0.3:
            item.kontra = 1 + (may_rekontra and rng.random() < 0.2)


def has_to_declare(speakers: Speakers, announcements: Announcements, seat: int) -> bool:
    """Return whether the player must declare a hand with many tarokks.

    Announcing a pagát ultimo, or calling kontra on one, requires that.
    """
    side = speakers.side_of[seat]
    return any(
        item.by == seat or (item.kontra and speakers.side_of[item.by] != side)
        for item in announcements.figures
        if item.figure.name == PAGAT_ULTIMO
    )
