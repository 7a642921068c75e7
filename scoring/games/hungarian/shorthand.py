"""The shorthand of a Hungarian hand, built from the scorer's tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from scoring.core.grammar import (
    AFTERWARDS,
    EVENTS,
    SIDE,
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
from scoring.core.posting import DECLARER, OPPONENTS
from scoring.games.hungarian.record import (
    ALL,
    ALONE_DISCARDED,
    ALONE_OWN,
    ANNULLED,
    CONCEDED,
    FAILED_TRIAL,
    NONE,
    PASSED_OUT,
)
from scoring.games.hungarian.tables import (
    BANDS,
    BIDS,
    CALLED,
    FACAN_CARDS,
    FACAN_PAGAT,
    HOLDINGS,
    PAROS_FACAN,
    RANKS,
    SAS_ULTIMO,
    TALON_POINTS,
    TAROKK_FIGURES,
    Figure,
)

# The codes of bids and figures; a figure without a code is written as its key.
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


def build_line_kinds(figures: Mapping[str, Figure]) -> tuple[LineKind, ...]:
    """Return the kinds of lines of a Hungarian game.

    figures: figures of the game.

    Source: docs/reference/shorthand.md; docs/reference/format.md, "Hands: paskievics, illustrated".
    """
    bids = Choice("bid", {BID_CODES[bid]: {"bid": bid} for bid in BIDS})
    declarer, partner = Seat("declarer"), Seat("partner", alone=True)
    calls = {"-": "pass", **{BID_CODES[bid]: bid for bid in BIDS}, "=": "hold"}
    holdings = tuple(Word(key, "holding", term, fixed={"": key}) for key, term in HOLDINGS.items())
    return (
        build_hand_line_kind(
            "", None, places=(declarer, bids, partner), words=_build_words(figures), calls=calls
        ),
        build_hand_line_kind("pass", PASSED_OUT),
        build_hand_line_kind(
            "annul", ANNULLED, words=(Word("by", "by", "sh.by", player=""), *holdings)
        ),
        build_hand_line_kind("fail", FAILED_TRIAL, places=(declarer, bids)),
        build_hand_line_kind("concede", CONCEDED, places=(declarer, partner)),
        build_pot_line_kind(("ultimo",)),
        *EVENTS,
    )


def _build_words(figures: Mapping[str, Figure]) -> tuple[Word, ...]:
    return (
        Word("", "declarer_points", "sh.points", number=""),
        *(Word(tricks, "tricks", f"sh.{tricks}", fixed={"": tricks}) for tricks in (ALL, NONE)),
        Word("k", "kontra_game", "sh.kontra", number=""),
        *_build_figure_words(figures),
        *(word for row in figures.values() for word in _build_announcement_words(row)),
        *_build_club_figure_words(),
        *(_build_tarokks_word(count, figure) for count, figure in TAROKK_FIGURES.items()),
        *(Word(BAND_CODES[key], "result", f"band.{key}", fixed={"": key}) for key in BANDS),
        *(Word(number, "called", "sh.called", fixed={"": number}) for number in CALLED),
        Word("owncard", "alone", "sh.alone_own", fixed={"": ALONE_OWN}),
        Word("discarded", "alone", "sh.alone_discarded", fixed={"": ALONE_DISCARDED}),
        Word("discarded_by", "discarded_by", "sh.discarded_by", player=""),
        *(_build_drawn_honour_word(card) for card in TALON_POINTS),
    )


def _build_figure_words(figures: Mapping[str, Figure]) -> tuple[Word, ...]:
    words = [
        *(build_side_word(CODES[key], key, figures[key].term) for key in ("trull", "four_kings")),
        build_last_trick_word(CODES["pagat_ultimo"], "pagat_ultimo", figures["pagat_ultimo"].term),
        build_catch_word(CODES["xxi_catch"], "xxi_catch", figures["xxi_catch"].term),
    ]
    if FACAN_PAGAT in figures:
        words += _build_first_trick_words(figures)
    if SAS_ULTIMO in figures:
        words.append(build_last_trick_word(CODES[SAS_ULTIMO], SAS_ULTIMO, figures[SAS_ULTIMO].term))
    return tuple(words)


def _build_first_trick_words(figures: Mapping[str, Figure]) -> list[Word]:
    """Return the words for the silent figures of the first trick."""
    pair = figures[PAROS_FACAN].term
    sides = ((DECLARER, "d"), (OPPONENTS, "o"))
    alone = [
        Word(
            key,
            "facan",
            figures[key].term,
            fixed={"card": card},
            player="by",
            sign="made",
            many=True,
        )
        for card, key in FACAN_CARDS.items()
    ]
    both = [
        Word(f"{PAROS_FACAN}_{code}", PAROS_FACAN, pair, fixed={"by": side}, sign="made")
        for side, code in sides
    ]
    return [*alone, *both]


def _build_announcement_words(row: Figure) -> Iterator[Word]:
    """Yield the word for an announced figure, or a word per rank, and a word for a void figure."""
    suit, sign = "suit" if row.suited else None, "made" if row.has_result else None
    code = CODES.get(row.key, row.key)
    if not row.ranked:
        yield build_announced_word(code, row.key, row.term, suit=suit, sign=sign)
    for rank in RANKS if row.ranked else ():
        fixed = {"figure": row.key, "rank": rank}
        yield _build_announced_word(
            f"!{code}_{rank[0]}", row, fixed, alias=f"!{row.key}_{rank}", suit=suit, sign=sign
        )
    if row.voidable:
        yield _build_announced_word(f"!{code}_void", row, {"figure": row.key, "void": True})


def _build_announced_word(code: str, row: Figure, values: Mapping[str, Any], **parts: Any) -> Word:
    return Word(
        code, "announced", row.term, fixed=values, player="by", times="kontra", many=True, **parts
    )


def _build_club_figure_words() -> tuple[Word, ...]:
    """Return the words for club figures, announced and silent."""
    term = "topic.own"
    silent = Word("own", "own", term, name="", sign="", signs=SIDE)
    announced = Word(
        "!own",
        "announced",
        term,
        name="figure",
        player="by",
        times="kontra",
        sign="made",
        many=True,
    )
    return (announced, silent)


def _build_tarokks_word(count: int, figure: str) -> Word:
    return Word(
        f"t{count}",
        "tarokks",
        f"fig.{figure}",
        fixed={"count": count},
        player="player",
        sign="declared",
        signs=_CLAIMED,
        loose=True,
        many=True,
    )


def _build_drawn_honour_word(card: str) -> Word:
    return Word(
        f"talon.{card}",
        "talon_honours",
        f"card.{card}",
        fixed={"card": card},
        player="player",
        sign="late",
        signs=_LATE,
        loose=True,
        many=True,
    )
