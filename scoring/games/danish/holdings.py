"""The cards that each player held, as implied by a Danish record."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from scoring.games.danish.record import (
    CAVALLERIE,
    KING,
    KING_LOST,
    KINGS,
    MATADORS,
    PAGAT,
    TRUMPS,
    DanishHand,
    Declaration,
)
from scoring.games.danish.tables import (
    COUNTED,
    FOOL,
    KINGS_IN_DECK,
    LEVEL_CARDS,
    MATADORS_IN_ORDER,
    PAGAT_CARD,
    RANKS,
)

# The cards whose lack is disputed only by their own player; a lacked king also by half kings.
_SIMPLY_LACKED = frozenset({FOOL, PAGAT_CARD})
HALF_KINGS = HALF_COURT = LEVEL_CARDS["half"][0]


class Fact(NamedTuple):
    """The cards that a player held or lacked, as proved by one entry of a record.

    term: key of the entry's name.
    field: path of the player in the record, such as "in_play.0.player".
    cards: cards certainly held; "kings" or "suit.hearts" means most of the kings or hearts, which
        only one player can hold.
    lacks: cards certainly not held.
    kings: fewest kings held.
    trumps: number of trumps declared, 0 if none.
    open_king: king of a half cavallerie whose missing card is not recorded, "" for other facts.
    names_king: whether a king is among the cards.
    """

    player: str
    term: str
    field: str
    cards: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    kings: int = 0
    trumps: int = 0
    open_king: str = ""
    names_king: bool = False


# The fields of a fact from `cards` on, which do not depend on the player.
_Implied = tuple[tuple[str, ...], tuple[str, ...], int, int, str, bool]


def collect_facts(record: DanishHand) -> list[Fact]:
    """Return the facts about the hands: first from the declarations, then from the cards played.

    Source: docs/reference/format.md, "Hands: danish".
    """
    declared = [
        _build_declaration_fact(declaration, f"declarations.{place}.player")
        for place, declaration in enumerate(record.declarations)
    ]
    return [*declared, *map(_build_played_fact, iter_played_cards(record))]


def _build_declaration_fact(declaration: Declaration, field: str) -> Fact:
    implied = _derive_from_declaration(declaration)
    return Fact(declaration.player, f"da.{declaration.kind}", field, *implied)


def _derive_from_declaration(declaration: Declaration) -> _Implied:
    kind, level = declaration.kind, declaration.level
    if kind in (TRUMPS, MATADORS):
        return _derive_from_count(kind, declaration.count, has_pagat=declaration.pagat)
    return _derive_from_level(kind, level, declaration.suit, declaration.missing)


@cache
def _derive_from_count(kind: str, count: int, *, has_pagat: bool) -> _Implied:
    """Return the fields of the fact that declared trumps or matadors imply; cached."""
    if kind == MATADORS:
        return MATADORS_IN_ORDER[:count], (), 0, 0, "", False
    pagat = (PAGAT_CARD,)
    held: tuple[str, ...] = pagat if has_pagat else ()
    lacked = () if has_pagat else pagat
    if count == len(MATADORS_IN_ORDER):
        held = MATADORS_IN_ORDER
    elif count == len(MATADORS_IN_ORDER) - len(lacked):
        held = tuple(card for card in MATADORS_IN_ORDER if card not in lacked)
    return held, lacked, 0, count, "", False


@cache
def _derive_from_level(kind: str, level: str, suit: str, missing: str) -> _Implied:
    """Return the fields of the fact that declared kings or a cavallerie imply; cached."""
    count, has_fool = LEVEL_CARDS[level]
    fool = (FOOL,) if has_fool else ()
    named = count == len(RANKS) or bool(missing)
    if kind == KINGS:
        most = "kings"
        suits = ("hearts", "diamonds", "clubs", "spades") if named else ()
        cards = {suit: f"king.{suit}" for suit in suits}
    else:
        most = f"suit.{suit}"
        cards = {rank: f"{rank}.{suit}" for rank in RANKS if named}
    lacks = (cards.pop(missing),) if missing else () if has_fool else (FOOL,)
    kings = count if kind == KINGS else 0
    open_king = f"king.{suit}" if kind == CAVALLERIE and not named else ""
    return (
        (most, *fool, *cards.values()),
        lacks,
        kings,
        0,
        open_king,
        any(map(is_king, cards.values())),
    )


class PlayedCard(NamedTuple):
    """A king or pagat that was played.

    card: KING or PAGAT.
    term: key of its term.
    player_field, card_field: fields of the record that hold the player and the card.

    Source: docs/reference/format.md, "Hands: danish".
    """

    player: str
    card: str
    term: str
    player_field: str
    card_field: str


def iter_played_cards(record: DanishHand) -> Iterator[PlayedCard]:
    """Yield every king and pagat played, in the order of the record.

    Source: docs/reference/format.md, "Hands: danish".
    """
    for place, entry in enumerate(record.in_play):
        card, field = KING if entry.event == KING_LOST else PAGAT, f"in_play.{place}"
        term = f"da.{entry.event}"
        yield PlayedCard(entry.player, card, term, f"{field}.player", f"{field}.event")
    trick = record.last_trick
    if trick is None:
        return
    if trick.card in (KING, PAGAT):
        term = f"da.{trick.card}_ultimo"
        yield PlayedCard(trick.winner, trick.card, term, "last_trick.winner", "last_trick.with")
    for place, bagud in enumerate(trick.lost):
        term, field = f"da.{bagud.card}_bagud", f"last_trick.lost.{place}"
        yield PlayedCard(bagud.player, bagud.card, term, f"{field}.player", f"{field}.card")


def is_king(card: str) -> bool:
    """Return whether the card is a king. Source: scoring/RULEBOOK.md, section 3."""
    return card.startswith("king.")


def fits_any_deal(record: DanishHand) -> bool:
    """Return whether the facts of `record` need few cards, each in one hand, so none contradict.

    The kings do not count against the size of a hand, which has room for four kings and all trumps
    but one.

    Source: scoring/RULEBOOK.md, section 6.
    """
    holders: dict[str, str] = {}
    lacking: list[tuple[str, str]] = []
    kings = trumps = open_courts = 0
    for declaration in record.declarations:
        player = declaration.player
        implied = _derive_from_declaration(declaration)
        held, lacked, declared_kings, declared_trumps, open_king, names_king = implied
        for card in held:
            if holders.setdefault(card, player) != player:
                return False
        if not _SIMPLY_LACKED.issuperset(lacked):
            return False
        lacking += [(card, player) for card in lacked]
        kings += declared_kings or names_king
        trumps += declared_trumps
        open_courts += HALF_COURT if open_king else 0
    for played in iter_played_cards(record):
        if played.card == KING:
            kings += 1
        elif holders.setdefault(PAGAT_CARD, played.player) != played.player:
            return False
    fewest, most, _points = COUNTED[TRUMPS]
    size = len(holders) + open_courts
    few = kings <= KINGS_IN_DECK and size <= fewest and trumps + size < most
    return few and holders.items().isdisjoint(lacking)


def _build_played_fact(played: PlayedCard) -> Fact:
    if played.card == KING:
        return Fact(played.player, played.term, played.player_field, kings=1)
    return Fact(played.player, played.term, played.player_field, (PAGAT_CARD,))
