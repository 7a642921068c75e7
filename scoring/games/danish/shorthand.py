"""The shorthand of a Danish hand, built from the scorer's tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from scoring.core.grammar import (
    EVENTS,
    FINE,
    LineKind,
    Word,
    build_hand_line_kind,
    build_pot_line_kind,
)
from scoring.games.danish.record import (
    ABANDONED,
    CAVALLERIE,
    HALF,
    IN_PLAY_EVENTS,
    KING,
    KINGS,
    LOSING,
    MATADORS,
    MISDEAL,
    MISSING,
    OTHER,
    PAGAT,
    REASONS,
    TRUMPS,
    WINNING,
)
from scoring.games.danish.rules import POTS
from scoring.games.danish.tables import COUNTED, LEVELS

_COUNTED_CODES: Mapping[str, str] = MappingProxyType({TRUMPS: "t", MATADORS: "m"})
_LEVELLED_CODES: Mapping[str, str] = MappingProxyType({KINGS: "k", CAVALLERIE: "c"})
_CARD_CODES: Mapping[str, str] = MappingProxyType({KING: "k", PAGAT: "p", OTHER: ""})
_LAST_TERMS: Mapping[str, str] = MappingProxyType(
    {KING: "da.king_ultimo", PAGAT: "da.pagat_ultimo", OTHER: "da.last_trick"}
)


def _build_declaration_words() -> tuple[Word, ...]:
    counted = [
        Word(
            code,
            "declarations",
            f"da.{kind}",
            fixed=spelling,
            number="count",
            player="player",
            many=True,
        )
        for kind in COUNTED
        for code, spelling in _list_counted_spellings(kind)
    ]
    levelled = [
        Word(
            code + level[0],
            "declarations",
            f"da.{kind}",
            fixed={"kind": kind, "level": level},
            suit="suit" if kind == CAVALLERIE else None,
            player="player",
            many=True,
        )
        for kind, code in _LEVELLED_CODES.items()
        for level in LEVELS
    ]
    return (*counted, *levelled, *_build_half_declaration_words())


def _build_half_declaration_words() -> Iterator[Word]:
    return (
        Word(
            f"{_LEVELLED_CODES[kind]}{HALF[0]}/{card[0]}",
            "declarations",
            f"da.{kind}",
            fixed={"kind": kind, "level": HALF, "missing": card},
            suit="suit" if kind == CAVALLERIE else None,
            player="player",
            many=True,
        )
        for kind, cards in MISSING.items()
        for card in cards
    )


def _list_counted_spellings(kind: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return each code of a counted declaration with its fields; trumps may include the pagát."""
    plain: tuple[str, dict[str, Any]] = (_COUNTED_CODES[kind], {"kind": kind})
    if kind != TRUMPS:
        return (plain,)
    return (plain, (_COUNTED_CODES[kind] + "p", {"kind": kind, "pagat": True}))


def _build_played_card_words() -> tuple[Word, ...]:
    events = [
        Word(
            event[0] + event.split("_")[1][0],
            "in_play",
            f"da.{event}",
            fixed={"event": event},
            player="player",
            many=True,
        )
        for event in IN_PLAY_EVENTS
    ]
    last = [
        Word(
            f"u{_CARD_CODES[card]}",
            "last_trick",
            _LAST_TERMS[card],
            fixed={"with": card},
            player="winner",
        )
        for card in WINNING
    ]
    lost = [
        Word(
            f"b{_CARD_CODES[card]}",
            "last_trick.lost",
            f"da.{card}_bagud",
            fixed={"card": card},
            player="player",
            many=True,
        )
        for card in LOSING
    ]
    return (*events, *last, *lost)


_WORDS = (
    *_build_declaration_words(),
    *_build_played_card_words(),
    Word("tout", "tout", "da.tout", player=""),
    Word("!tout", "announced_tout", "da.tout", fixed={"": True}),
    Word("nolo", "nolo", "da.nolo", player=""),
)


_MISDEAL_WORDS = (
    *(
        Word(reason.replace("_", ""), "reason", f"da.{reason}", fixed={"": reason})
        for reason in REASONS
    ),
    Word("by", "player", "da.caller", player=""),
)


def _build_hand_line_kind(code: str, outcome: str | None, *more: Word) -> LineKind:
    return build_hand_line_kind(code, outcome, words=(*_WORDS, *more), amounts="card_points")


SHORTHAND = (
    _build_hand_line_kind("", None),
    _build_hand_line_kind("misdeal", MISDEAL, *_MISDEAL_WORDS),
    _build_hand_line_kind("abandon", ABANDONED),
    FINE,
    build_pot_line_kind(POTS),
    *EVENTS,
)
