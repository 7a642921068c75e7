"""Read the hands of exported documents without any code of the site's statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.answer import build_result
from scoring.document import read_head

# Outcomes in which nobody can win points.
VOID = {"passed_out", "annulled", "misdeal", "abandoned"}

Document = dict[str, Any]
Points = dict[str, int]


@dataclass(frozen=True)
class Hand:
    """A hand.

    place: index of its document.
    playing: players who held cards, the declarer's side first.
    """

    place: int
    game: str
    day: str
    number: int
    dealer: str
    outcome: str
    record: dict[str, Any]
    playing: tuple[str, ...]
    ours: tuple[str, ...]
    net: Points
    lines: tuple[tuple[str, Points], ...]

    @property
    def theirs(self) -> tuple[str, ...]:
        """The players against the declarer's side; everybody if nobody declares."""
        return tuple(one for one in self.playing if one not in self.ours)

    def side(self, name: str) -> tuple[str, ...]:
        """Return the players of a side; `name` is its key in documents."""
        return self.ours if name == "declarer" else self.theirs

    def side_of(self, player: str) -> str:
        """Return the key of the player's side."""
        return "declarer" if player in self.ours else "opponents"

    def paid(self, item: str) -> list[Points]:
        """Return the points paid for an item, in order."""
        return [points for name, points in self.lines if name == item]


@dataclass(frozen=True)
class Evening:
    """A document with its scored result.

    hands: valid hands.
    seated: player to the number of hands with cards.
    """

    document: Document
    hands: tuple[Hand, ...]
    dealt: int
    seated: Points
    balances: Points
    pots: Points
    mayor: str

    @property
    def day(self) -> str:
        """The date."""
        return str(self.document["date"])

    @property
    def game(self) -> str:
        """The key of the game."""
        return str(self.document["game"])

    @property
    def came(self) -> list[str]:
        """The players who held cards or got points."""
        return [name for name, points in self.balances.items() if points or name in self.seated]


def evenings(documents: Sequence[Document]) -> list[Evening]:
    """Score every document and return the evenings."""
    return [_evening(place, document) for place, document in enumerate(documents)]


def _evening(place: int, document: Document) -> Evening:
    answered = build_result(read_head(document))
    records = [one for one in document["events"] if one["type"] == "hand"]
    both = zip(records, answered["hands"], strict=True)
    hands = [_hand(place, document, record, hand) for record, hand in both]
    seated: Points = {}
    for hand in hands:
        for player in hand.playing:
            seated[player] = seated.get(player, 0) + 1
    return Evening(
        document,
        tuple(hand for hand in hands if hand.outcome not in VOID),
        len(hands),
        seated,
        answered["balances"],
        answered["pots"],
        answered["mayor"] or "",
    )


def _hand(place: int, document: Document, record: dict[str, Any], hand: dict[str, Any]) -> Hand:
    playing = _holding(list(hand["net"]), hand["dealer"], document["game"])
    named = (record.get("declarer"), record.get("partner"))
    ours = tuple(one for one in named if one)
    return Hand(
        place=place,
        game=document["game"],
        day=document["date"],
        number=hand["number"],
        dealer=hand["dealer"],
        outcome=hand["outcome"],
        record=record,
        playing=(*ours, *(one for one in playing if one not in ours)),
        ours=ours,
        net=hand["net"],
        lines=tuple((line["item"], line["points"]) for line in hand["lines"]),
    )


def _holding(seats: list[str], dealer: str, game: str) -> list[str]:
    """Return the players with cards.

    The dealer has none at a table of five; the player opposite the dealer has none at a Danish
    table of four.
    """
    away = dealer if len(seats) == 5 else ""
    if game == "danish" and len(seats) == 4:
        away = seats[(seats.index(dealer) + 2) % 4]
    return [player for player in seats if player != away]
