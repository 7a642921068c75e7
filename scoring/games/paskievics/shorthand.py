"""The shorthand of a Hungarian hand, made from the tables of the scorer; Illustrated shares it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.grammar import (
    AFTERWARDS,
    EVENTS,
    Choice,
    Head,
    Seat,
    Word,
    announced,
    by_side,
    caught,
    hand,
    of_player,
)
from scoring.games.paskievics.record import ALL, ANNULLED, CONCEDED, FAILED_TRIAL, NONE, PASSED_OUT
from scoring.games.paskievics.tables import (
    BANDS,
    BIDS,
    CALLED,
    FIGURES,
    HOLDINGS,
    SAS_ULTIMO,
    TALON_POINTS,
    TAROKK_FIGURES,
    Figure,
)

# How players write the bids and figures; a figure without a row is written by its key.
BID_CODES: Mapping[str, str] = MappingProxyType({"three": "3", "two": "2", "one": "1", "solo": "0"})
CODES: Mapping[str, str] = MappingProxyType(
    {
        "double": "du",
        "volat": "vo",
        "trull": "tr",
        "four_kings": "4k",
        "pagat_ultimo": "pu",
        "xxi_catch": "xxi",
        "centrum": "ce",
        "kismadar": "kb",
        "nagymadar": "nb",
        "king_ultimo": "ku",
        "pagat_uhu": "ph",
        "king_uhu": "kh",
        "sas_ultimo": "su",
        "sas_uhu": "sh",
    }
)
BAND_CODES: Mapping[str, str] = MappingProxyType(
    {
        "no_tricks": "notrick",
        "double_lost": "dlost",
        "lost": "lost",
        "won": "won",
        "double_won": "dwon",
        "all_tricks": "alltricks",
    }
)
_LATE: Mapping[str, bool] = MappingProxyType({AFTERWARDS: True})
_CLAIMED: Mapping[str, bool] = MappingProxyType({AFTERWARDS: False})


def heads(figures: Mapping[str, Figure]) -> tuple[Head, ...]:
    """The kinds of lines of a Hungarian game; figures: those of the game.

    Source: docs/shorthand.md; docs/format.md, "Hands: paskievics, illustrated".
    """
    bids = Choice("bid", {BID_CODES[bid]: {"bid": bid} for bid in BIDS})
    declarer, partner = Seat("declarer"), Seat("partner", alone=True)
    calls = {"-": "pass", **{BID_CODES[bid]: bid for bid in BIDS}, "=": "hold"}
    holdings = tuple(Word(key, "holding", term, said={"": key}) for key, term in HOLDINGS.items())
    return (
        hand("", None, places=(declarer, bids, partner), words=_words(figures), calls=calls),
        hand("pass", PASSED_OUT),
        hand("annul", ANNULLED, words=(Word("by", "by", "sh.by", player=""), *holdings)),
        hand("fail", FAILED_TRIAL, places=(declarer, bids)),
        hand("concede", CONCEDED, places=(declarer, partner)),
        *EVENTS,
    )


def _words(figures: Mapping[str, Figure]) -> tuple[Word, ...]:
    return (
        Word("", "declarer_points", "sh.points", number=""),
        *(Word(tricks, "tricks", f"sh.{tricks}", said={"": tricks}) for tricks in (ALL, NONE)),
        Word("k", "kontra_game", "sh.kontra", number=""),
        *_made(figures),
        *(_announced(row) for row in figures.values()),
        *(_tarokks(count, figure) for count, figure in TAROKK_FIGURES.items()),
        *(Word(BAND_CODES[key], "result", f"band.{key}", said={"": key}) for key in BANDS),
        *(Word(number, "called", "sh.called", said={"": number}) for number in CALLED),
        *(_drawn(card) for card in TALON_POINTS),
    )


def _made(figures: Mapping[str, Figure]) -> tuple[Word, ...]:
    words = [
        *(by_side(CODES[key], key, figures[key].term) for key in ("trull", "four_kings")),
        of_player(CODES["pagat_ultimo"], "pagat_ultimo", figures["pagat_ultimo"].term),
        caught(CODES["xxi_catch"], "xxi_catch", figures["xxi_catch"].term),
    ]
    if SAS_ULTIMO in figures:
        words.append(of_player(CODES[SAS_ULTIMO], SAS_ULTIMO, figures[SAS_ULTIMO].term))
    return tuple(words)


def _announced(row: Figure) -> Word:
    suit, sign = "suit" if row.suited else None, "made" if row.told else None
    return announced(CODES.get(row.key, row.key), row.key, row.term, suit=suit, sign=sign)


def _tarokks(count: int, figure: str) -> Word:
    return Word(
        f"t{count}",
        "tarokks",
        f"fig.{figure}",
        said={"count": count},
        player="player",
        sign="declared",
        signs=_CLAIMED,
        loose=True,
        many=True,
    )


def _drawn(card: str) -> Word:
    return Word(
        f"talon.{card}",
        "talon_honours",
        f"card.{card}",
        said={"card": card},
        player="player",
        sign="late",
        signs=_LATE,
        loose=True,
        many=True,
    )


SHORTHAND = heads(FIGURES)
