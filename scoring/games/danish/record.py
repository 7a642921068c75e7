"""The record of a Danish hand, with its JSON reader and writer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.core.reader import Reader
from scoring.games.danish.tables import COUNTED, LEVELS, POINTS_IN_DECK

PLAYED, MISDEAL, ABANDONED = "played", "misdeal", "abandoned"
OUTCOMES = (PLAYED, MISDEAL, ABANDONED)
TRUMPS, MATADORS, KINGS, CAVALLERIE = "trumps", "matadors", "kings", "cavallerie"
KINDS = (TRUMPS, MATADORS, KINGS, CAVALLERIE)
KING_LOST, PAGAT_LOST, PAGAT_WON = "king_lost", "pagat_lost", "pagat_won"
IN_PLAY_EVENTS = (KING_LOST, PAGAT_LOST, PAGAT_WON)
KING, PAGAT, OTHER = "king", "pagat", "other"
WINNING = (KING, PAGAT, OTHER)
LOSING = (KING, PAGAT)
HALF = "half"
NO_TRUMPS, WRONG_DEAL = "no_trumps", "wrong_deal"
REASONS = (NO_TRUMPS, WRONG_DEAL)
SUITS = ("hearts", "diamonds", "clubs", "spades")
RANKS = ("king", "queen", "rider", "jack")
# The cards that a half declaration may lack.
MISSING = {KINGS: SUITS, CAVALLERIE: RANKS}

_HAND_KEYS = frozenset(
    {
        "type",
        "note",
        "outcome",
        "declarations",
        "in_play",
        "announced_tout",
        "tout",
        "nolo",
        "last_trick",
        "card_points",
        "reason",
        "player",
    }
)
_DECLARATION_KEYS = {
    TRUMPS: frozenset({"player", "kind", "count", "pagat"}),
    MATADORS: frozenset({"player", "kind", "count"}),
    KINGS: frozenset({"player", "kind", "level", "missing"}),
    CAVALLERIE: frozenset({"player", "kind", "suit", "level", "missing"}),
}
_LEVEL_NAMES = tuple(LEVELS)
_IN_PLAY_KEYS = frozenset({"player", "event"})
_LAST_TRICK_KEYS = frozenset({"winner", "with", "lost"})
_LOST_KEYS = frozenset({"player", "card"})


@dataclass(frozen=True, slots=True)
class Declaration:
    """Cards declared before the lead: trumps or matadors by count, kings or a cavallerie by level.

    Fields that the kind lacks are 0, "" or False.

    pagat: whether the pagat is declared among the trumps.
    missing: at the level half, suit of the missing king or rank of the missing court card.

    Source: docs/reference/format.md, "Hands: danish".
    """

    player: str
    kind: str
    count: int = 0
    level: str = ""
    suit: str = ""
    pagat: bool = False
    missing: str = ""


class InPlay(NamedTuple):
    """A king or the pagát, won or lost before the last trick.

    event: one of IN_PLAY_EVENTS.

    Source: docs/reference/format.md, "Hands: danish".
    """

    player: str
    event: str


class Bagud(NamedTuple):
    """A king or the pagát, played to the last trick and beaten.

    Source: scoring/RULEBOOK.md, section 3, 7.
    """

    player: str
    card: str


class LastTrick(NamedTuple):
    """The result of the last trick.

    card: winning card, one of WINNING.
    lost: kings and pagat beaten in it.

    Source: docs/reference/format.md, "Hands: danish".
    """

    winner: str
    card: str
    lost: tuple[Bagud, ...] = ()


class DanishHand(NamedTuple):
    """A Danish hand as it was entered.

    announced_tout: whether the dealer announced a tout.
    tout: player who took all tricks, if any.
    nolo: the only player who took no trick, if any.
    card_points: counted points of the pile by player.
    reason, caller: reason of a misdeal, and the player who called it.

    Source: docs/reference/format.md, "Hands: danish".
    """

    outcome: str = PLAYED
    declarations: tuple[Declaration, ...] = ()
    in_play: tuple[InPlay, ...] = ()
    announced_tout: bool = False
    tout: str | None = None
    nolo: str | None = None
    last_trick: LastTrick | None = None
    card_points: Mapping[str, int] | None = None
    reason: str | None = None
    caller: str | None = None


def read_hand(reader: Reader) -> DanishHand | None:
    """Return the hand in the JSON object of `reader`; None if any part of it is invalid.

    Source: docs/reference/format.md, "Hands: danish".
    """
    before = len(reader.problems)
    record = read_valid_parts(reader)
    return record if len(reader.problems) == before else None


def read_valid_parts(reader: Reader) -> DanishHand:
    """Return the valid parts of a hand; add a fault to `reader` for each invalid part.

    Source: docs/adr/0008-drafts-on-the-server.md.
    """
    record = DanishHand(
        outcome=reader.read_choice("outcome", OUTCOMES) or PLAYED,
        declarations=_read_declarations(reader),
        in_play=_read_in_play(reader),
        announced_tout=reader.read_flag("announced_tout") or False,
        tout=reader.read_text("tout"),
        nolo=reader.read_text("nolo"),
        last_trick=_read_last_trick(reader),
        card_points=reader.read_points("card_points", 0, POINTS_IN_DECK) or None,
        reason=reader.read_choice("reason", REASONS),
        caller=reader.read_text("player"),
    )
    reader.note_unknown_keys(_HAND_KEYS)
    return record


def _read_declarations(reader: Reader) -> tuple[Declaration, ...]:
    declarations = [_read_declaration(item) for item in reader.iter_objects("declarations")]
    return tuple(declaration for declaration in declarations if declaration is not None)


def _read_declaration(item: Reader) -> Declaration | None:
    player = item.read_text("player", required=True)
    kind = item.read_choice("kind", KINDS, required=True)
    if kind is None:
        return None
    declaration = (
        _read_counted_declaration(item, player, kind)
        if kind in COUNTED
        else _read_levelled_declaration(item, player, kind)
    )
    item.note_unknown_keys(_DECLARATION_KEYS[kind])
    return declaration


def _read_counted_declaration(item: Reader, player: str | None, kind: str) -> Declaration | None:
    fewest, most, _points = COUNTED[kind]
    count = item.read_integer("count", fewest, most)
    pagat = (item.read_flag("pagat") or False) if kind == TRUMPS else False
    if count is None and item.raw.get("count") is None:
        item.note_fault("missing", "count")
    if player is None or count is None:
        return None
    return Declaration(player, kind, count=count, pagat=pagat)


def _read_levelled_declaration(item: Reader, player: str | None, kind: str) -> Declaration | None:
    suit = item.read_choice("suit", SUITS, required=True) if kind == CAVALLERIE else ""
    level = item.read_choice("level", _LEVEL_NAMES, required=True)
    missing = item.read_choice("missing", MISSING[kind])
    if missing and level not in (None, HALF):
        item.note_fault("only_half_misses", "missing")
    if player is None or level is None or suit is None:
        return None
    return Declaration(player, kind, level=level, suit=suit, missing=missing or "")


def _read_in_play(reader: Reader) -> tuple[InPlay, ...]:
    events = []
    for item in reader.iter_objects("in_play"):
        player = item.read_text("player", required=True)
        event = item.read_choice("event", IN_PLAY_EVENTS, required=True)
        item.note_unknown_keys(_IN_PLAY_KEYS)
        if player is not None and event is not None:
            events.append(InPlay(player, event))
    return tuple(events)


def _read_last_trick(reader: Reader) -> LastTrick | None:
    trick = reader.read_object("last_trick")
    if trick is None:
        return None
    winner = trick.read_text("winner", required=True)
    card = trick.read_choice("with", WINNING, required=True)
    lost = _read_baguds(trick)
    trick.note_unknown_keys(_LAST_TRICK_KEYS)
    if winner is None or card is None:
        return None
    return LastTrick(winner, card, lost)


def _read_baguds(trick: Reader) -> tuple[Bagud, ...]:
    baguds = []
    for item in trick.iter_objects("lost"):
        player = item.read_text("player", required=True)
        card = item.read_choice("card", LOSING, required=True)
        item.note_unknown_keys(_LOST_KEYS)
        if player is not None and card is not None:
            baguds.append(Bagud(player, card))
    return tuple(baguds)


def serialize_hand(record: DanishHand) -> dict[str, Any]:
    """Return the canonical JSON object of a hand, without type, note and defaults.

    Source: docs/reference/format.md, "Hands: danish".
    """
    raw: dict[str, Any] = {}
    if record.outcome != PLAYED:
        raw["outcome"] = record.outcome
    if record.declarations:
        raw["declarations"] = [_serialize_declaration(entry) for entry in record.declarations]
    if record.in_play:
        raw["in_play"] = [
            {"player": entry.player, "event": entry.event} for entry in record.in_play
        ]
    if record.announced_tout:
        raw["announced_tout"] = True
    if record.tout is not None:
        raw["tout"] = record.tout
    if record.nolo is not None:
        raw["nolo"] = record.nolo
    if record.last_trick is not None:
        raw["last_trick"] = _serialize_trick(record.last_trick)
    if record.card_points:
        raw["card_points"] = dict(record.card_points)
    if record.reason is not None:
        raw["reason"] = record.reason
    if record.caller is not None:
        raw["player"] = record.caller
    return raw


def _serialize_declaration(declaration: Declaration) -> dict[str, Any]:
    raw: dict[str, Any] = {"player": declaration.player, "kind": declaration.kind}
    if declaration.count:
        raw["count"] = declaration.count
    if declaration.pagat:
        raw["pagat"] = True
    if declaration.suit:
        raw["suit"] = declaration.suit
    if declaration.level:
        raw["level"] = declaration.level
    if declaration.missing:
        raw["missing"] = declaration.missing
    return raw


def _serialize_trick(trick: LastTrick) -> dict[str, Any]:
    raw: dict[str, Any] = {"winner": trick.winner, "with": trick.card}
    if trick.lost:
        raw["lost"] = [{"player": bagud.player, "card": bagud.card} for bagud in trick.lost]
    return raw
