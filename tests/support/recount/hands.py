"""The hands of exported documents, in plain Python: nothing that the site counts with is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.answer import build_result
from scoring.document import read_head

# Nobody could win anything by playing these.
VOID = {"passed_out", "annulled", "misdeal", "abandoned"}

Document = dict[str, Any]
Points = dict[str, int]


@dataclass(frozen=True)
class Hand:
    """One hand; place: of its document; playing: who held cards, the declarer's side first."""

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
        """Who held cards against the declarer's side; all of them where nobody declares."""
        return tuple(one for one in self.playing if one not in self.ours)

    def side(self, name: str) -> tuple[str, ...]:
        """The players of a side by the name that documents have for it."""
        return self.ours if name == "declarer" else self.theirs

    def side_of(self, player: str) -> str:
        """The name of the side of a player."""
        return "declarer" if player in self.ours else "opponents"

    def paid(self, item: str) -> list[Points]:
        """What was paid for an item, in order."""
        return [points for name, points in self.lines if name == item]


@dataclass(frozen=True)
class Evening:
    """One document with what `score` answers for it; seated: hands of everybody who held cards."""

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
        """Who held cards or was given points."""
        return [name for name, points in self.balances.items() if points or name in self.seated]


def evenings(documents: Sequence[Document]) -> list[Evening]:
    """Every document, scored; hands: without those that were void."""
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
    """Of five the dealer holds no cards, of four Danes the one opposite."""
    away = dealer if len(seats) == 5 else ""
    if game == "danish" and len(seats) == 4:
        away = seats[(seats.index(dealer) + 2) % 4]
    return [player for player in seats if player != away]
