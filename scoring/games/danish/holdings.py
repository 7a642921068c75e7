"""The cards that each player held, as implied by a Danish record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scoring.games.danish.record import (
    CAVALLERIE,
    KING,
    KINGS,
    MATADORS,
    PAGAT,
    TRUMPS,
    DanishHand,
    Declaration,
)
from scoring.games.danish.tables import FOOL, LEVEL_CARDS, MATADORS_IN_ORDER, PAGAT_CARD, RANKS


class Fact(NamedTuple):
    """The cards of a player that one entry of a record implies.

    term: key of the entry's name.
    field: path of the player in the record, such as "in_play.0.player".
    cards: cards certainly held; "kings" or "suit.hearts" is the majority of those cards, which
        only a single player can hold.
    lacks: cards certainly not held.
    kings: fewest kings held.
    trumps: number of trumps declared, 0 if none.
    open_king: king of a half cavallerie whose missing card is not recorded, "" for other facts.
    """

    player: str
    term: str
    field: str
    cards: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    kings: int = 0
    trumps: int = 0
    open_king: str = ""


def collect_facts(record: DanishHand) -> list[Fact]:
    """Return the facts about the hands: first from the declarations, then from the cards played.

    Source: docs/reference/format.md, "Hands: danish".
    """
    declared = [
        _build_declaration_fact(declaration, f"declarations.{place}.player")
        for place, declaration in enumerate(record.declarations)
    ]
    return [*declared, *_build_played_facts(record)]


def _build_declaration_fact(declaration: Declaration, field: str) -> Fact:
    term = f"da.{declaration.kind}"
    if declaration.kind == TRUMPS:
        pagat = (PAGAT_CARD,)
        held: tuple[str, ...] = pagat if declaration.pagat else ()
        lacked = () if declaration.pagat else pagat
        if declaration.count == len(MATADORS_IN_ORDER):
            held = MATADORS_IN_ORDER
        elif declaration.count == len(MATADORS_IN_ORDER) - len(lacked):
            held = tuple(card for card in MATADORS_IN_ORDER if card not in lacked)
        return Fact(declaration.player, term, field, held, lacked, trumps=declaration.count)
    if declaration.kind == MATADORS:
        return Fact(declaration.player, term, field, MATADORS_IN_ORDER[: declaration.count])
    count, has_fool = LEVEL_CARDS[declaration.level]
    fool = (FOOL,) if has_fool else ()
    named = count == len(RANKS) or bool(declaration.missing)
    if declaration.kind == KINGS:
        most = "kings"
        suits = ("hearts", "diamonds", "clubs", "spades") if named else ()
        cards = {suit: f"king.{suit}" for suit in suits}
    else:
        most = f"suit.{declaration.suit}"
        cards = {rank: f"{rank}.{declaration.suit}" for rank in RANKS if named}
    lacks = (
        (cards.pop(declaration.missing),) if declaration.missing else () if has_fool else (FOOL,)
    )
    return Fact(
        declaration.player,
        term,
        field,
        (most, *fool, *cards.values()),
        lacks,
        kings=count if declaration.kind == KINGS else 0,
        open_king=f"king.{declaration.suit}"
        if declaration.kind == CAVALLERIE and not named
        else "",
    )


def _build_played_facts(record: DanishHand) -> Iterator[Fact]:
    """Yield a fact for each king and pagat played."""
    for place, event in enumerate(record.in_play):
        card = KING if event.event.startswith(KING) else PAGAT
        yield _build_card_fact(event.player, card, f"da.{event.event}", f"in_play.{place}.player")
    trick = record.last_trick
    if trick is None:
        return
    if trick.card in (KING, PAGAT):
        yield _build_card_fact(
            trick.winner, trick.card, f"da.{trick.card}_ultimo", "last_trick.winner"
        )
    for place, bagud in enumerate(trick.lost):
        field = f"last_trick.lost.{place}.player"
        yield _build_card_fact(bagud.player, bagud.card, f"da.{bagud.card}_bagud", field)


def _build_card_fact(player: str, card: str, term: str, field: str) -> Fact:
    if card == KING:
        return Fact(player, term, field, kings=1)
    return Fact(player, term, field, (PAGAT_CARD,))
