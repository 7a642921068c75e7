"""Records of a hand of Romanian tarok or Taper, with their JSON reader and writer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.reader import Reader
from scoring.games.romanian.tables import TRICKS, Tables

SUITS = ("hearts", "diamonds", "clubs", "spades")
SIDES = (DECLARER, OPPONENTS)
HIGHEST_KONTRA = 5
PLAYED = "played"


class Announcement(NamedTuple):
    """A figure that a player announced.

    kontra: steps, 0 to 5.

    Source: docs/reference/format.md, "Hands: romanian, taper".
    """

    figure: str
    by: str
    kontra: int = 0


@dataclass(frozen=True, slots=True)
class Declaration:
    """The taroace that a player declared.

    count: number of taroace.

    Source: docs/reference/format.md, "Hands: romanian, taper".
    """

    player: str
    count: int


class Caught(NamedTuple):
    """The luna that one player caught from another.

    Source: docs/reference/format.md, "Hands: romanian, taper".
    """

    by: str
    victim: str


class Ultimo(NamedTuple):
    """The pagat played to the last trick by a player.

    made: whether it won the trick.

    Source: docs/reference/format.md, "Hands: romanian".
    """

    by: str
    made: bool


class Played(NamedTuple):
    """A played hand.

    called: suit of the called king.
    partner: None if the declarer is alone.
    kontra_game: steps of kontra to the game, 0 to 5.
    declarer_points: card points of the declarer's side; None only if `tricks` is set.
    tricks: "all" or "none" as taken by that side, else None.
    trula, toti_regii: side that took all of these cards.
    rege_ultimo: whether the declarer's side won the last trick with the called king in it, None if
        the king was not in it.
    revoke: player who failed to follow suit.

    Source: docs/reference/format.md, "Hands: romanian, taper".
    """

    declarer: str
    contract: str
    level: int = 1
    called: str | None = None
    partner: str | None = None
    kontra_game: int = 0
    announced: tuple[Announcement, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    declarer_points: int | None = None
    tricks: str | None = None
    trula: str | None = None
    toti_regii: str | None = None
    luna_prinsa: Caught | None = None
    pagat_ultimo: Ultimo | None = None
    rege_ultimo: bool | None = None
    king_captured: bool = False
    king_abandoned: bool = False
    revoke: str | None = None

    @property
    def outcome(self) -> str:
        """The outcome of every played hand. Source: docs/reference/format.md."""
        return PLAYED


@dataclass(frozen=True, slots=True)
class Michi:
    """A hand of michi-michi, played when everybody passes.

    taken: pairs of (player, tricks); players left out took none.

    Source: docs/reference/format.md, "Hands: romanian".
    """

    outcome: ClassVar[str] = "michi"
    taken: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Surrendered:
    """A hand given up because the called king was found in the talon.

    level: level reached in the bidding.
    honour_held: whether the declarer held skiz, luna or pagat.

    Source: scoring/RULEBOOK.md, section 4, "Surrender".
    """

    outcome: ClassVar[str] = "surrendered"
    declarer: str
    contract: str
    level: int
    honour_held: bool


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A hand that was thrown in.

    outcome: "passed_out" or "abandoned".

    Source: docs/reference/format.md, "Hands: romanian, taper".
    """

    outcome: str


Record = Played | Michi | Surrendered | Unplayed

_COMMON = ("type", "note", "outcome")
_UNPLAYED = frozenset(_COMMON)
_MICHI = frozenset((*_COMMON, "tricks_taken"))
_SURRENDERED = frozenset((*_COMMON, "declarer", "contract", "level", "honour_held"))
_SPOKEN_KEYS = ("declarer", "contract", "level", "kontra_game", "announced", "declarations")
_FACTS = ("declarer_points", "tricks", "trula", "toti_regii", "luna_prinsa", "pagat_ultimo")
_TAPER = frozenset((*_COMMON, *_SPOKEN_KEYS, *_FACTS, "revoke"))
_PLAYED = _TAPER | {"called", "partner", "rege_ultimo", "king_captured", "king_abandoned"}
_ANNOUNCEMENT = frozenset({"figure", "by", "kontra"})
_DECLARATION = frozenset({"player", "count"})
_CATCH = frozenset({"by", "from"})
_ULTIMO = frozenset({"by", "made"})
_REGE_ULTIMO = frozenset({"made"})
_TRICKS = ("all", "none", "split")


def read_record(reader: Reader, *, tables: Tables) -> Record | None:
    """Return the record of a hand from JSON; None if any part is invalid.

    reader: reader of the JSON, which collects the faults.

    Source: docs/reference/format.md, "Hands: romanian, taper".
    """
    before = len(reader.problems)
    outcome = reader.read_choice("outcome", tables.outcomes) or "played"
    if len(reader.problems) > before:
        return None
    record: Record
    if outcome == "played":
        record = _read_played_hand(reader, tables)
        reader.note_unknown_keys(_PLAYED if tables.called_king else _TAPER)
    elif outcome == "michi":
        record = _read_michi(reader)
        reader.note_unknown_keys(_MICHI)
    elif outcome == "surrendered":
        record = _read_surrendered_hand(reader, tables)
        reader.note_unknown_keys(_SURRENDERED)
    else:
        record = Unplayed(outcome)
        reader.note_unknown_keys(_UNPLAYED)
    return record if len(reader.problems) == before else None


def _read_played_hand(reader: Reader, tables: Tables) -> Played:
    raw = reader.raw
    contract, level = _read_contract(reader, tables)
    called = partner = rege_ultimo = None
    captured = abandoned = False
    if tables.called_king:
        called = reader.read_choice("called", SUITS)
        partner = reader.read_text("partner")
        rege_ultimo = _read_rege_ultimo(reader)
        captured = reader.read_flag("king_captured", default=False) or False
        abandoned = reader.read_flag("king_abandoned", default=False) or False
    tricks = reader.read_choice("tricks", _TRICKS)
    return Played(
        declarer=reader.read_text("declarer", required=True) or "",
        contract=contract,
        level=level,
        called=called,
        partner=partner,
        kontra_game=reader.read_integer("kontra_game", 0, HIGHEST_KONTRA, 0) or 0,
        announced=_read_announcements(reader, tables) if "announced" in raw else (),
        declarations=_read_declarations(reader, tables) if "declarations" in raw else (),
        declarer_points=reader.read_integer("declarer_points", 0, tables.card_points),
        tricks=None if tricks == "split" else tricks,
        trula=reader.read_choice("trula", SIDES) if "trula" in raw else None,
        toti_regii=reader.read_choice("toti_regii", SIDES) if "toti_regii" in raw else None,
        luna_prinsa=_read_caught_luna(reader) if "luna_prinsa" in raw else None,
        pagat_ultimo=_read_ultimo(reader) if "pagat_ultimo" in raw else None,
        rege_ultimo=rege_ultimo,
        king_captured=captured,
        king_abandoned=abandoned,
        revoke=reader.read_text("revoke"),
    )


def _read_contract(reader: Reader, tables: Tables) -> tuple[str, int]:
    contract = reader.read_choice("contract", tables.contracts, required=True)
    if contract is None:
        reader.get("level")
        return "", 1
    return contract, reader.read_integer("level", 1, tables.contracts[contract].levels, 1) or 1


def _read_announcements(reader: Reader, tables: Tables) -> tuple[Announcement, ...]:
    announcements = []
    for item in reader.iter_objects("announced"):
        figure = item.read_choice("figure", tables.announceable, required=True)
        by = item.read_text("by", required=True)
        kontra = item.read_integer("kontra", 0, HIGHEST_KONTRA, 0)
        item.note_unknown_keys(_ANNOUNCEMENT)
        announcements.append(Announcement(figure or "", by or "", kontra or 0))
    return tuple(announcements)


def _read_declarations(reader: Reader, tables: Tables) -> tuple[Declaration, ...]:
    declarations = []
    counts = tables.taroace
    for item in reader.iter_objects("declarations"):
        player = item.read_text("player", required=True)
        count = item.read_integer("count", min(counts), max(counts))
        if count is None and item.raw.get("count") is None:
            item.note_fault("missing", "count")
        item.note_unknown_keys(_DECLARATION)
        declarations.append(Declaration(player or "", count or 0))
    return tuple(declarations)


def _read_caught_luna(reader: Reader) -> Caught | None:
    item = reader.read_object("luna_prinsa")
    if item is None:
        return None
    caught = Caught(
        item.read_text("by", required=True) or "", item.read_text("from", required=True) or ""
    )
    item.note_unknown_keys(_CATCH)
    return caught


def _read_ultimo(reader: Reader) -> Ultimo | None:
    item = reader.read_object("pagat_ultimo")
    if item is None:
        return None
    ultimo = Ultimo(
        item.read_text("by", required=True) or "", bool(item.read_flag("made", required=True))
    )
    item.note_unknown_keys(_ULTIMO)
    return ultimo


def _read_rege_ultimo(reader: Reader) -> bool | None:
    item = reader.read_object("rege_ultimo")
    if item is None:
        return None
    made = bool(item.read_flag("made", required=True))
    item.note_unknown_keys(_REGE_ULTIMO)
    return made


def _read_michi(reader: Reader) -> Michi:
    tricks_by_player = reader.read_points("tricks_taken", 0, TRICKS)
    if tricks_by_player is None:
        if reader.raw.get("tricks_taken") is None:
            reader.note_fault("missing", "tricks_taken")
        return Michi(())
    return Michi(tuple((player, tricks) for player, tricks in tricks_by_player.items()))


def _read_surrendered_hand(reader: Reader, tables: Tables) -> Surrendered:
    contract, level = _read_contract(reader, tables)
    declarer = reader.read_text("declarer", required=True)
    return Surrendered(
        declarer or "", contract, level, bool(reader.read_flag("honour_held", required=True))
    )


def serialize_record(record: Record, *, tables: Tables) -> dict[str, Any]:
    """Return the canonical JSON of `record`, without defaults.

    With a called king, `partner` of a played hand is always written, because a draft without it has
    an unknown partner.

    Source: docs/reference/format.md, "Hands: romanian, taper".
    """
    raw: dict[str, Any] = {} if record.outcome == "played" else {"outcome": record.outcome}
    if isinstance(record, Michi):
        raw["tricks_taken"] = dict(record.taken)
    if isinstance(record, Played | Surrendered):
        raw |= {"declarer": record.declarer, "contract": record.contract}
        if record.level != 1:
            raw["level"] = record.level
    if isinstance(record, Surrendered):
        raw["honour_held"] = record.honour_held
    if isinstance(record, Played):
        raw |= {"called": record.called} if record.called else {}
        raw |= {"partner": record.partner} if tables.called_king else {}
        _add_announcements(record, raw)
        _add_results(record, raw)
    return raw


def _add_announcements(record: Played, raw: dict[str, Any]) -> None:
    if record.kontra_game:
        raw["kontra_game"] = record.kontra_game
    if record.announced:
        raw["announced"] = [
            {"figure": item.figure, "by": item.by}
            | ({"kontra": item.kontra} if item.kontra else {})
            for item in record.announced
        ]
    if record.declarations:
        raw["declarations"] = [
            {"player": item.player, "count": item.count} for item in record.declarations
        ]


def _add_results(record: Played, raw: dict[str, Any]) -> None:
    for key in ("declarer_points", "tricks", "trula", "toti_regii"):
        if (value := getattr(record, key)) is not None:
            raw[key] = value
    if record.luna_prinsa is not None:
        raw["luna_prinsa"] = {"by": record.luna_prinsa.by, "from": record.luna_prinsa.victim}
    if record.pagat_ultimo is not None:
        raw["pagat_ultimo"] = {"by": record.pagat_ultimo.by, "made": record.pagat_ultimo.made}
    if record.rege_ultimo is not None:
        raw["rege_ultimo"] = {"made": record.rege_ultimo}
    for key in ("king_captured", "king_abandoned"):
        if getattr(record, key):
            raw[key] = True
    if record.revoke is not None:
        raw["revoke"] = record.revoke
