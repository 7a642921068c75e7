"""Writing a Hungarian hand as JSON."""

from __future__ import annotations

from typing import Any

from scoring.games.hungarian.record import (
    CONCEDED,
    PLAYED,
    SPLIT,
    Announcement,
    Record,
    Tarokks,
)
from scoring.games.hungarian.tables import (
    PAROS_FACAN,
    SAS_ULTIMO,
)


def serialize_hungarian_hand(record: Record) -> dict[str, Any]:
    """Return the canonical JSON object of `record`, in the order of the format, without defaults.

    `partner` of a played or conceded hand is always written: a draft without it has an unknown
    partner, and null means that the declarer plays alone.

    Source: docs/reference/format.md, "Hands: paskievics, illustrated".
    """
    if record.outcome == PLAYED:
        return _serialize_played_hand(record)
    raw: dict[str, Any] = {"outcome": record.outcome}
    for key in ("declarer", "bid", "by", "holding"):
        value = getattr(record, key)
        if value is not None:
            raw[key] = value
    if record.outcome == CONCEDED:
        raw["partner"] = record.partner
    return raw


def _serialize_played_hand(record: Record) -> dict[str, Any]:
    raw: dict[str, Any] = {}
    if record.auction is not None:
        raw["auction"] = [list(call) for call in record.auction]
    raw["declarer"] = record.declarer
    raw["bid"] = record.bid
    if record.called is not None:
        raw["called"] = record.called
    raw["partner"] = record.partner
    for key in ("alone", "discarded_by"):
        value = getattr(record, key)
        if value is not None:
            raw[key] = value
    if record.kontra_game:
        raw["kontra_game"] = record.kontra_game
    if record.announced:
        raw["announced"] = [_serialize_announcement(item) for item in record.announced]
    if record.kontras:
        raw["kontras"] = [{"on": item.on, "by": list(item.by)} for item in record.kontras]
    if record.tarokks:
        raw["tarokks"] = [_serialize_tarokks(item) for item in record.tarokks]
    for key in ("declarer_points", "result", "trull", "four_kings"):
        value = getattr(record, key)
        if value is not None:
            raw[key] = value
        if key == "declarer_points" and record.tricks != SPLIT:
            raw["tricks"] = record.tricks
    _add_card_figures(record, raw)
    return raw


def _add_card_figures(record: Record, raw: dict[str, Any]) -> None:
    for key, ultimo in (("pagat_ultimo", record.pagat_ultimo), (SAS_ULTIMO, record.sas_ultimo)):
        if ultimo is not None:
            raw[key] = {"by": ultimo.by, "made": ultimo.made}
    if record.xxi_catch is not None:
        raw["xxi_catch"] = {"by": record.xxi_catch.by, "from": record.xxi_catch.victim}
    _add_first_trick(record, raw)
    if record.own:
        raw["own"] = dict(record.own)
    if record.talon_honours:
        raw["talon_honours"] = [
            {"player": item.player, "card": item.card, **({"late": True} if item.late else {})}
            for item in record.talon_honours
        ]


def _add_first_trick(record: Record, raw: dict[str, Any]) -> None:
    if record.facan:
        raw["facan"] = [
            {"card": item.card, "by": item.by, "made": item.made} for item in record.facan
        ]
    if record.paros_facan is not None:
        raw[PAROS_FACAN] = {"by": record.paros_facan.side, "made": record.paros_facan.made}


def _serialize_announcement(item: Announcement) -> dict[str, Any]:
    raw: dict[str, Any] = {"figure": item.figure, "by": item.by}
    if item.kontra:
        raw["kontra"] = item.kontra
    if item.made is not None:
        raw["made"] = item.made
    if item.void:
        raw["void"] = True
    if item.suit is not None:
        raw["suit"] = item.suit
    if item.rank is not None:
        raw["rank"] = item.rank
    return raw


def _serialize_tarokks(item: Tarokks) -> dict[str, Any]:
    raw: dict[str, Any] = {"player": item.player, "count": item.count}
    if not item.declared:
        raw["declared"] = False
    return raw
