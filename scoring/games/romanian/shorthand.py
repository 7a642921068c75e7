"""The shorthand of a Romanian or Taper hand, built from the scorer's tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scoring.core.grammar import (
    EVENTS,
    MADE,
    SUITS,
    Choice,
    LineKind,
    Seat,
    Word,
    build_announced_word,
    build_catch_word,
    build_hand_line_kind,
    build_last_trick_word,
    build_pot_line_kind,
    build_side_word,
)
from scoring.games.romanian.tables import Tables

CODES: Mapping[str, str] = MappingProxyType(
    {
        "trula": "tr",
        "toti_regii": "4k",
        "luna_prinsa": "xxi",
        "pagat_ultimo": "pu",
        "rege_ultimo": "ru",
        "valat": "va",
    }
)
_LINE_CODES: Mapping[str, str] = MappingProxyType(
    {
        "played": "",
        "passed_out": "pass",
        "abandoned": "abandon",
        "michi": "michi",
        "surrendered": "surrender",
    }
)


def build_line_kinds(tables: Tables) -> tuple[LineKind, ...]:
    """Return the kinds of lines of Romanian tarok or Taper.

    tables: numbers of Romanian tarok or of Taper.

    Source: docs/reference/shorthand.md; docs/reference/format.md, "Hands: romanian, taper".
    """
    return (
        *(_build_line_kind(outcome, tables) for outcome in tables.outcomes),
        build_pot_line_kind(("pool",)),
        *EVENTS,
    )


def _build_line_kind(outcome: str, tables: Tables) -> LineKind:
    more: dict[str, Any] = {}
    declarer, contract = Seat("declarer"), Choice("contract", _build_contract_codes(tables))
    if outcome == "played":
        partner = (Seat("partner", alone=True),) if tables.called_king else ()
        more = {"places": (declarer, contract, *partner), "words": _build_words(tables)}
    elif outcome == "surrendered":
        held = Choice("honour_held", {sign: {"honour_held": held} for sign, held in MADE.items()})
        more = {"places": (declarer, contract, held)}
    elif outcome == "michi":
        more = {"amounts": "tricks_taken"}
    return build_hand_line_kind(
        _LINE_CODES[outcome], None if outcome == "played" else outcome, **more
    )


def _build_contract_codes(tables: Tables) -> dict[str, dict[str, Any]]:
    """Return the record keys that each contract code sets.

    A code is the first letter or the whole name, followed by the level from 2 on.
    """
    codes: dict[str, dict[str, Any]] = {}
    for name, contract in tables.contracts.items():
        for code in (name[0], name):
            codes[code] = {"contract": name}
            for level in range(2, contract.levels + 1):
                codes[f"{code}{level}"] = {"contract": name, "level": level}
    return codes


def _build_words(tables: Tables) -> tuple[Word, ...]:
    terms = {figure.key: figure.term for figure in tables.figures}
    words = [
        Word("", "declarer_points", "sh.points", number=""),
        *(Word(tricks, "tricks", f"sh.{tricks}", fixed={"": tricks}) for tricks in ("all", "none")),
        Word("k", "kontra_game", "sh.kontra", number=""),
        *(build_side_word(CODES[key], key, terms[key]) for key in ("trula", "toti_regii")),
        build_last_trick_word(CODES["pagat_ultimo"], "pagat_ultimo", terms["pagat_ultimo"]),
        build_catch_word(CODES["luna_prinsa"], "luna_prinsa", terms["luna_prinsa"]),
        *(build_announced_word(CODES[key], key, terms[key]) for key in tables.announceable),
        Word("rv", "revoke", "topic.revoke", player=""),
        Word("t", "declarations", "fig.taroace", number="count", player="player", many=True),
    ]
    if tables.called_king:
        words += _build_called_king_words(terms)
    return tuple(words)


def _build_called_king_words(terms: Mapping[str, str]) -> list[Word]:
    """Return the words for facts about the called king."""
    return [
        *(Word(code, "called", "sh.suit", fixed={"": suit}) for code, suit in SUITS.items()),
        Word(CODES["rege_ultimo"], "rege_ultimo", terms["rege_ultimo"], sign="made"),
        Word("cap", "king_captured", terms["king_captured"], fixed={"": True}),
        Word("left", "king_abandoned", terms["king_abandoned"], fixed={"": True}),
    ]
