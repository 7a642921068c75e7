"""The record of a Hungarian hand, read from JSON and written back; shared with Illustrated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.reader import Reader
from scoring.games.paskievics.auction import read_auction
from scoring.games.paskievics.tables import (
    BANDS,
    BIDS,
    CALLED,
    CARD_POINTS,
    FEWEST_TAROKKS,
    HIGHEST_KONTRA,
    HOLDINGS,
    MOST_TAROKKS,
    SAS_ULTIMO,
    TALON_POINTS,
    Figure,
)

PLAYED, PASSED_OUT, ANNULLED = "played", "passed_out", "annulled"
FAILED_TRIAL, CONCEDED = "failed_trial", "conceded"
OUTCOMES = (PLAYED, PASSED_OUT, ANNULLED, FAILED_TRIAL, CONCEDED)
VOID = (PASSED_OUT, ANNULLED)
SUITS = ("hearts", "diamonds", "clubs", "spades")
ALL, NONE, SPLIT = "all", "none", "split"

_SIDES = (DECLARER, OPPONENTS)
_TRICKS = (ALL, NONE, SPLIT)
_EVENT = ("type", "note", "outcome")
_OTHER_KEYS = {
    PASSED_OUT: _EVENT,
    ANNULLED: (*_EVENT, "by", "holding"),
    FAILED_TRIAL: (*_EVENT, "declarer", "bid"),
    CONCEDED: (*_EVENT, "declarer", "partner"),
}
_PLAYED_KEYS = frozenset(
    (
        *(*_EVENT, "auction", "declarer", "bid", "called", "partner", "kontra_game"),
        *("announced", "tarokks", "declarer_points", "tricks", "result"),
        *("trull", "four_kings", "pagat_ultimo", "xxi_catch", "talon_honours"),
    )
)
# By figure: whether it has a suit, whether it is told that it was made.
_ANNOUNCED_KEYS = {
    (False, False): ("figure", "by", "kontra"),
    (False, True): ("figure", "by", "kontra", "made"),
    (True, False): ("figure", "by", "kontra", "suit"),
    (True, True): ("figure", "by", "kontra", "made", "suit"),
}


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announced figure. kontra: steps said to it; suit of a king figure; made: where told.

    Source: docs/format.md, "announced".
    """

    figure: str
    by: str
    kontra: int = 0
    suit: str | None = None
    made: bool | None = None


@dataclass(frozen=True, slots=True)
class Tarokks:
    """Eight or nine tarokks; not declared means claimed afterwards.

    Source: docs/format.md, "tarokks".
    """

    player: str
    count: int
    declared: bool = True


@dataclass(frozen=True, slots=True)
class Ultimo:
    """The card was played to the last trick; made: it won the trick.

    Source: docs/format.md, "pagat_ultimo".
    """

    by: str
    made: bool


@dataclass(frozen=True, slots=True)
class Catch:
    """The skiz of `by` took the XXI of `victim`. Source: docs/format.md, "xxi_catch"."""

    by: str
    victim: str


@dataclass(frozen=True, slots=True)
class TalonHonour:
    """An honour drawn from the talon; late: paid to the dealer only when asked.

    Source: docs/format.md, "talon_honours".
    """

    player: str
    card: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A Hungarian hand as the secretary wrote it down; players are ids, None is not said.

    by, holding: of an annulled hand; trull, four_kings: the side that took them all; tricks: as
    taken by the declarer's side. Fields that the outcome does not have keep their defaults.

    Source: docs/format.md, "Hands: paskievics, illustrated".
    """

    outcome: str = PLAYED
    declarer: str | None = None
    bid: str | None = None
    called: str | None = None
    partner: str | None = None
    auction: tuple[tuple[str, str], ...] | None = None
    kontra_game: int = 0
    announced: tuple[Announcement, ...] = ()
    tarokks: tuple[Tarokks, ...] = ()
    declarer_points: int | None = None
    tricks: str = SPLIT
    result: str | None = None
    trull: str | None = None
    four_kings: str | None = None
    pagat_ultimo: Ultimo | None = None
    sas_ultimo: Ultimo | None = None
    xxi_catch: Catch | None = None
    talon_honours: tuple[TalonHonour, ...] = ()
    by: str | None = None
    holding: str | None = None


def read_hungarian(reader: Reader, figures: Mapping[str, Figure]) -> Record | None:
    """The hand in the JSON object of `reader`, None when faults were noted.

    figures: those of the game, by key.

    Source: docs/format.md, "Hands: paskievics, illustrated".
    """
    before = len(reader.problems)
    outcome = reader.choice("outcome", OUTCOMES)
    if outcome is None and len(reader.problems) > before:
        return None
    if outcome is None or outcome == PLAYED:
        record = _read_played(reader, figures)
        reader.done(_PLAYED_KEYS | {SAS_ULTIMO} if SAS_ULTIMO in figures else _PLAYED_KEYS)
    else:
        record = _read_other(reader, outcome)
        reader.done(_OTHER_KEYS[outcome])
    return record if len(reader.problems) == before else None


def _read_other(reader: Reader, outcome: str) -> Record:
    if outcome == PASSED_OUT:
        return Record(outcome)
    if outcome == ANNULLED:
        by = reader.text("by")
        return Record(outcome, by=by, holding=reader.choice("holding", HOLDINGS))
    declarer = reader.text("declarer", required=True)
    if outcome == FAILED_TRIAL:
        return Record(outcome, declarer, reader.choice("bid", BIDS, required=True))
    return Record(outcome, declarer, partner=reader.text("partner"))


def _read_played(reader: Reader, figures: Mapping[str, Figure]) -> Record:
    raw = reader.raw
    result = reader.choice("result", BANDS)
    tricks = reader.choice("tricks", _TRICKS)
    points = reader.whole("declarer_points", 0, CARD_POINTS)
    if raw.get("result") is None:
        if raw.get("declarer_points") is None:
            reader.fault("missing", "declarer_points")
    else:
        if raw.get("declarer_points") is not None:
            reader.fault("hu.result_and_points", "result")
        if tricks is not None:
            reader.fault("hu.result_and_tricks", "tricks")
    return Record(
        outcome=PLAYED,
        declarer=reader.text("declarer", required=True),
        bid=reader.choice("bid", BIDS, required=True),
        called=reader.choice("called", CALLED),
        partner=reader.text("partner"),
        auction=read_auction(reader),
        kontra_game=reader.whole("kontra_game", 0, HIGHEST_KONTRA, 0) or 0,
        announced=_announced(reader, figures) if "announced" in raw else (),
        tarokks=_tarokks(reader) if "tarokks" in raw else (),
        declarer_points=points,
        tricks=tricks or SPLIT,
        result=result,
        trull=reader.choice("trull", _SIDES),
        four_kings=reader.choice("four_kings", _SIDES),
        pagat_ultimo=_ultimo(reader, "pagat_ultimo") if "pagat_ultimo" in raw else None,
        sas_ultimo=_ultimo(reader, SAS_ULTIMO) if SAS_ULTIMO in figures else None,
        xxi_catch=_catch(reader) if "xxi_catch" in raw else None,
        talon_honours=_talon_honours(reader) if "talon_honours" in raw else (),
    )


def _announced(reader: Reader, figures: Mapping[str, Figure]) -> tuple[Announcement, ...]:
    found = []
    for item in reader.items("announced"):
        key = item.choice("figure", figures, required=True)
        by = item.text("by", required=True)
        kontra = item.whole("kontra", 0, HIGHEST_KONTRA, 0) or 0
        suit, made = None, None
        if key is not None:
            figure = figures[key]
            suit = item.choice("suit", SUITS, required=True) if figure.suited else None
            made = _told(item) if figure.told else None
            item.done(_ANNOUNCED_KEYS[figure.suited, figure.told])
        if key is not None and by is not None:
            found.append(Announcement(key, by, kontra, suit, made))
    return tuple(found)


def _told(item: Reader) -> bool | None:
    if item.raw.get("made") is None:
        item.fault("missing", "made")
    return item.flag("made")


def _tarokks(reader: Reader) -> tuple[Tarokks, ...]:
    found = []
    for item in reader.items("tarokks"):
        player = item.text("player", required=True)
        count = item.whole("count", FEWEST_TAROKKS, MOST_TAROKKS)
        if item.raw.get("count") is None:
            item.fault("missing", "count")
        declared = item.flag("declared", default=True)
        item.done(("player", "count", "declared"))
        if player is not None and count is not None:
            found.append(Tarokks(player, count, declared is not False))
    return tuple(found)


def _ultimo(reader: Reader, key: str) -> Ultimo | None:
    item = reader.object(key)
    if item is None:
        return None
    by = item.text("by", required=True)
    made = _told(item)
    item.done(("by", "made"))
    return Ultimo(by, made) if by is not None and made is not None else None


def _catch(reader: Reader) -> Catch | None:
    item = reader.object("xxi_catch")
    if item is None:
        return None
    by = item.text("by", required=True)
    victim = item.text("from", required=True)
    item.done(("by", "from"))
    return Catch(by, victim) if by is not None and victim is not None else None


def _talon_honours(reader: Reader) -> tuple[TalonHonour, ...]:
    found = []
    for item in reader.items("talon_honours"):
        player = item.text("player", required=True)
        card = item.choice("card", TALON_POINTS, required=True)
        late = item.flag("late", default=False)
        item.done(("player", "card", "late"))
        if player is not None and card is not None:
            found.append(TalonHonour(player, card, late is True))
    return tuple(found)


def write_hungarian(record: Record) -> dict[str, Any]:
    """The canonical JSON object of `record`: keys in the order of the format, defaults left out.

    `partner` of a played or conceded hand is always written: in a draft its absence means that
    nobody knows yet, null that the declarer is alone.

    Source: docs/format.md, "Hands: paskievics, illustrated".
    """
    if record.outcome == PLAYED:
        return _write_played(record)
    raw: dict[str, Any] = {"outcome": record.outcome}
    for key in ("declarer", "bid", "by", "holding"):
        value = getattr(record, key)
        if value is not None:
            raw[key] = value
    if record.outcome == CONCEDED:
        raw["partner"] = record.partner
    return raw


def _write_played(record: Record) -> dict[str, Any]:
    raw: dict[str, Any] = {}
    if record.auction is not None:
        raw["auction"] = [list(call) for call in record.auction]
    raw["declarer"] = record.declarer
    raw["bid"] = record.bid
    if record.called is not None:
        raw["called"] = record.called
    raw["partner"] = record.partner
    if record.kontra_game:
        raw["kontra_game"] = record.kontra_game
    if record.announced:
        raw["announced"] = [_write_announcement(item) for item in record.announced]
    if record.tarokks:
        raw["tarokks"] = [_write_tarokks(item) for item in record.tarokks]
    for key in ("declarer_points", "result", "trull", "four_kings"):
        value = getattr(record, key)
        if value is not None:
            raw[key] = value
        if key == "declarer_points" and record.tricks != SPLIT:
            raw["tricks"] = record.tricks
    _write_cards(record, raw)
    return raw


def _write_cards(record: Record, raw: dict[str, Any]) -> None:
    for key, ultimo in (("pagat_ultimo", record.pagat_ultimo), (SAS_ULTIMO, record.sas_ultimo)):
        if ultimo is not None:
            raw[key] = {"by": ultimo.by, "made": ultimo.made}
    if record.xxi_catch is not None:
        raw["xxi_catch"] = {"by": record.xxi_catch.by, "from": record.xxi_catch.victim}
    if record.talon_honours:
        raw["talon_honours"] = [
            {"player": item.player, "card": item.card, **({"late": True} if item.late else {})}
            for item in record.talon_honours
        ]


def _write_announcement(item: Announcement) -> dict[str, Any]:
    raw: dict[str, Any] = {"figure": item.figure, "by": item.by}
    if item.kontra:
        raw["kontra"] = item.kontra
    if item.made is not None:
        raw["made"] = item.made
    if item.suit is not None:
        raw["suit"] = item.suit
    return raw


def _write_tarokks(item: Tarokks) -> dict[str, Any]:
    raw: dict[str, Any] = {"player": item.player, "count": item.count}
    if not item.declared:
        raw["declared"] = False
    return raw
