"""The shorthand of a game as data: each event is written as one short line."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.translation_marks import N_

MADE: Mapping[str, Any] = MappingProxyType({"+": True, "-": False})
SIDE: Mapping[str, Any] = MappingProxyType({"+": DECLARER, "-": OPPONENTS})
AFTERWARDS = "~"
SUITS: Mapping[str, str] = MappingProxyType(
    {"h": "hearts", "d": "diamonds", "c": "clubs", "s": "spades"}
)
ALONE = "-"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a fixed place of the line.

    key: key of the record.
    alone: whether `-` may be written for no player.
    newcomer: whether the player joins the table, so the line has the whole name.

    Source: docs/reference/format.md, "Values".
    """

    key: str
    alone: bool = False
    newcomer: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A code from a short list, at a fixed place of the line.

    codes: for each code, the keys of the record that it sets, with their values.

    Source: docs/reference/format.md.
    """

    key: str
    codes: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Word:
    """A word that may follow the fixed places, in any order.

    code: start of the word.
    key: key of the record that it fills, dotted inside an object.
    term: key of its term.
    alias: second spelling.
    also: spellings in other languages.
    suits: meaning of each letter.
    name: field for a club figure written after `@`; "" if the figure is the key of the value.
    fixed: fields that always have the same value; the key "" stands for the whole value.
    number, suit, player, other, times, sign: field that each part of the word sets, None if the
        word has no such part.
    signs: meaning of each sign.
    loose: whether the sign may be left out.
    many: whether it appends to a list.

    Source: docs/reference/format.md, "Hands".
    """

    code: str
    key: str
    term: str
    alias: str | None = None
    fixed: Mapping[str, Any] = field(default_factory=dict)
    number: str | None = None
    suit: str | None = None
    player: str | None = None
    other: str | None = None
    times: str | None = None
    sign: str | None = None
    name: str | None = None
    signs: Mapping[str, Any] = field(default_factory=lambda: MADE)
    loose: bool = False
    many: bool = False
    also: tuple[str, ...] = ()
    suits: Mapping[str, str] = field(default_factory=lambda: SUITS)

    @property
    def example(self) -> str:
        """The word as it is typed, with a sample of each part that it needs.

        >>> Word("pu", "pagat_ultimo", "fig.pagat_ultimo", player="by", sign="made").example
        'pu:A+'

        Source: docs/reference/shorthand.md.
        """
        parts = [
            self.code,
            "" if self.number is None else self._choose_sample_number(),
            "" if self.name is None else "@name",
            "" if self.suit is None else "." + next(iter(self.suits)),
            "" if self.player is None else ":A" if self.code else "A",
            "" if self.other is None else ">B",
        ]
        sign = "" if self.sign is None or self.loose else next(iter(self.signs))
        return "".join(parts) + sign

    def _choose_sample_number(self) -> str:
        """Return a sample number: card points, a count of cards held, or steps of kontra."""
        return "52" if not self.code else "1" if self.player is None else "10"


@dataclass(frozen=True, slots=True)
class LineKind:
    """A kind of shorthand line.

    code: first word, "" for a played hand.
    label: outcome or type.
    fixed: keys of the record that are the same for every such line; None omits the key.
    places: fixed places after the first word, in order.
    words: words that may follow the fixed places.
    amounts: key filled by `player=number`.
    calls: bid by code, if the line may contain an auction like `[A:3,B:-]`.
    also: spellings of the first word in other languages.

    Source: docs/reference/format.md, "Events".
    """

    code: str
    label: str
    fixed: Mapping[str, Any]
    places: tuple[Seat | Choice, ...] = ()
    words: tuple[Word, ...] = ()
    amounts: str | None = None
    calls: Mapping[str, str] | None = None
    also: tuple[str, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """Every spelling of the first word; empty for a played hand.

        Source: docs/reference/shorthand.md.
        """
        return tuple(code for code in (self.code, *self.also) if code)


def build_announced_word(code: str, figure: str, term: str, **parts: Any) -> Word:
    """Return the word for an announced figure: `!`, its code, the player, and the steps of kontra.

    Source: docs/reference/format.md, "announced".
    """
    return Word(
        f"!{code}",
        "announced",
        term,
        alias=f"!{figure}",
        fixed={"figure": figure},
        player="by",
        times="kontra",
        many=True,
        **parts,
    )


def build_side_word(code: str, key: str, term: str) -> Word:
    """Return the word for a figure made by a side: `+` for the declarer's, `-` for the opponents'.

    Source: docs/reference/format.md, "Values".
    """
    return Word(code, key, term, alias=key, sign="", signs=SIDE)


def build_last_trick_word(code: str, key: str, term: str) -> Word:
    """Return the word for a card that a player plays to the last trick.

    Its sign is `+` if the card won, `-` if it lost.

    Source: docs/reference/format.md, "pagat_ultimo".
    """
    return Word(code, key, term, alias=key, player="by", sign="made")


def build_catch_word(code: str, key: str, term: str) -> Word:
    """Return the word for a card that one player caught from another.

    Source: docs/reference/format.md, "xxi_catch".
    """
    return Word(code, key, term, alias=key, player="by", other="from")


def build_hand_line_kind(code: str, outcome: str | None, **more: Any) -> LineKind:
    """Return the kind of line for a hand with this outcome, or for a played hand if None.

    Source: docs/reference/format.md, "Events".
    """
    return LineKind(code, outcome or "played", {"type": "hand", "outcome": outcome}, **more)


def _build_event_line_kind(kind: str, **more: Any) -> LineKind:
    return LineKind(kind, kind, {"type": kind}, **more)


EVENTS: tuple[LineKind, ...] = (
    _build_event_line_kind("join", places=(Seat("player", newcomer=True), Seat("after"))),
    _build_event_line_kind("leave", places=(Seat("player"),)),
    _build_event_line_kind("dealer", places=(Seat("player"),)),
    _build_event_line_kind("adjust", amounts="points"),
    _build_event_line_kind(
        "notice",
        places=(Seat("player"),),
        words=(Word("skiz", "skiz", "card.skiz", player=""),),
    ),
    _build_event_line_kind("end"),
)
FINE = _build_event_line_kind(
    "fine",
    places=(
        Seat("player"),
        Choice(
            "severity",
            {
                "minor": {"severity": "minor"},
                "major": {"severity": "major"},
                "gross": {"severity": "irrecoverable"},
            },
        ),
    ),
)


def build_pot_line_kind(pots: Collection[str]) -> LineKind:
    """Return the kind of line that puts points into one of these pots or takes them out.

    Source: docs/reference/format.md, "Events".
    """
    choice = Choice("pot", {pot: {"pot": pot} for pot in pots})
    return _build_event_line_kind("pot", places=(choice,), amounts="points")


SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "sh.unknown_word": N_("“%(word)s” is not a word of the shorthand for this kind of line."),
        "sh.shape": N_("“%(word)s” is not complete; it looks like this: %(example)s"),
        "sh.player_unknown": N_("Nobody is called “%(word)s”; there are: %(allowed)s."),
        "sh.player_unclear": N_("“%(word)s” could be more than one: %(allowed)s."),
        "sh.player_needed": N_("A player is missing here: %(allowed)s."),
        "sh.choice_needed": N_("Here stands one of: %(allowed)s."),
        "sh.twice": N_("“%(word)s” says again what was said before."),
        "sh.calls_wrong": N_("An auction looks like this: %(example)s"),
        "sh.kontras_wrong": N_("Who said the kontras looks like this: %(example)s"),
        "sh.number_too_long": N_("“%(word)s” is too large a number."),
    }
)
TERMS: Mapping[str, str] = MappingProxyType(
    {
        "sh.points": N_("Card points of the declarer's side"),
        "sh.all": N_("The declarer's side took all tricks"),
        "sh.none": N_("The declarer's side took no trick"),
        "sh.kontra": N_("Kontra to the game: how many steps"),
        "sh.called": N_("The tarokk that was called"),
        "sh.alone_own": N_("The called tarokk was the declarer's own"),
        "sh.alone_discarded": N_("The called tarokk was discarded"),
        "sh.discarded_by": N_("Who discarded the called tarokk"),
        "sh.suit": N_("The suit of the called king"),
        "sh.by": N_("Who held the cards"),
        "sh.amount": N_("Points of one player"),
        "sh.auction": N_("The auction, call by call"),
        "sh.kontras": N_("Who said each kontra, to the game or to an announcement"),
    }
)
