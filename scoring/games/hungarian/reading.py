"""Reading a Hungarian hand from JSON, which finds all faults of the format at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.reader import Reader
from scoring.games.hungarian.auction import read_auction
from scoring.games.hungarian.record import (
    ALL,
    ALONE_DISCARDED,
    ALONE_OWN,
    ANNULLED,
    CONCEDED,
    FAILED_TRIAL,
    NONE,
    ON_GAME,
    OUTCOMES,
    PASSED_OUT,
    PLAYED,
    SPLIT,
    Announcement,
    Catch,
    Facan,
    Kontras,
    ParosFacan,
    Record,
    TalonHonour,
    Tarokks,
    Ultimo,
)
from scoring.games.hungarian.tables import (
    BANDS,
    BIDS,
    CALLED,
    CARD_POINTS,
    FACAN_CARDS,
    FACAN_PAGAT,
    FEWEST_TAROKKS,
    HIGHEST_KONTRA,
    HOLDINGS,
    MOST_TAROKKS,
    PAROS_FACAN,
    RANKS,
    SAS_ULTIMO,
    SUITS,
    TALON_POINTS,
    Figure,
)

_ALONE = (ALONE_OWN, ALONE_DISCARDED)
_SIDES = (DECLARER, OPPONENTS)
_TRICKS = (ALL, NONE, SPLIT)
_EVENT = ("type", "note", "outcome")
_OTHER_KEYS = {
    PASSED_OUT: frozenset(_EVENT),
    ANNULLED: frozenset({*_EVENT, "by", "holding"}),
    FAILED_TRIAL: frozenset({*_EVENT, "declarer", "bid"}),
    CONCEDED: frozenset({*_EVENT, "declarer", "partner"}),
}
_PLAYED_KEYS = frozenset(
    (
        *(*_EVENT, "auction", "declarer", "bid", "called", "partner", "alone", "discarded_by"),
        *("kontra_game", "announced", "kontras", "tarokks", "declarer_points", "tricks", "result"),
        *("trull", "four_kings", "pagat_ultimo", "xxi_catch", "talon_honours", "own"),
    )
)
# The keys that only some games have in a record, by the figure they belong to.
_MORE_KEYS = {SAS_ULTIMO: (SAS_ULTIMO,), FACAN_PAGAT: ("facan", PAROS_FACAN)}
_OWN_KEYS = frozenset({"figure", "by", "kontra", "made"})
_KONTRAS_KEYS = frozenset({"on", "by"})
_FACAN_KEYS = frozenset({"card", "by", "made"})
_TAROKKS_KEYS = frozenset({"player", "count", "declared"})
_ULTIMO_KEYS = frozenset({"by", "made"})
_CATCH_KEYS = frozenset({"by", "from"})
_TALON_KEYS = frozenset({"player", "card", "late"})


def read_hungarian_hand(reader: Reader, figures: Mapping[str, Figure]) -> Record | None:
    """Return the hand in the JSON object of `reader`, None if it has faults.

    The faults are added to `reader`. After an unknown outcome, nothing else is read.

    figures: figures of the game, by key.

    Source: docs/reference/format.md, "Hands: paskievics, illustrated".
    """
    before = len(reader.problems)
    outcome = reader.read_choice("outcome", OUTCOMES)
    if outcome is None and len(reader.problems) > before:
        return None
    if outcome is None or outcome == PLAYED:
        record = _read_played_hand(reader, figures)
        if not reader.raw.keys() <= _PLAYED_KEYS:
            reader.note_unknown_keys(_PLAYED_KEYS.union(list_figure_keys(figures)))
    else:
        record = _read_unplayed_hand(reader, outcome)
        reader.note_unknown_keys(_OTHER_KEYS[outcome])
    return record if len(reader.problems) == before else None


def list_figure_keys(figures: Mapping[str, Figure]) -> tuple[str, ...]:
    """Return the keys that these figures add to a hand, in the order of the format reference.

    Source: docs/reference/format.md, "Hands: paskievics, illustrated".
    """
    return tuple(key for figure, keys in _MORE_KEYS.items() if figure in figures for key in keys)


def _read_unplayed_hand(reader: Reader, outcome: str) -> Record:
    if outcome == PASSED_OUT:
        return Record(outcome)
    if outcome == ANNULLED:
        by = reader.read_text("by")
        return Record(outcome, by=by, holding=reader.read_choice("holding", HOLDINGS))
    declarer = reader.read_text("declarer", required=True)
    if outcome == FAILED_TRIAL:
        return Record(outcome, declarer, reader.read_choice("bid", BIDS, required=True))
    return Record(outcome, declarer, partner=reader.read_text("partner"))


def _read_played_hand(reader: Reader, figures: Mapping[str, Figure]) -> Record:
    raw = reader.raw
    result = reader.read_choice("result", BANDS)
    tricks = reader.read_choice("tricks", _TRICKS)
    points = reader.read_integer("declarer_points", 0, CARD_POINTS)
    if raw.get("result") is None:
        if raw.get("declarer_points") is None:
            reader.note_fault("missing", "declarer_points")
    else:
        if raw.get("declarer_points") is not None:
            reader.note_fault("hu.result_and_points", "result")
        if tricks is not None:
            reader.note_fault("hu.result_and_tricks", "tricks")
    return Record(
        outcome=PLAYED,
        declarer=reader.read_text("declarer", required=True),
        bid=reader.read_choice("bid", BIDS, required=True),
        called=reader.read_choice("called", CALLED),
        partner=reader.read_text("partner"),
        alone=reader.read_choice("alone", _ALONE) if "alone" in raw else None,
        discarded_by=reader.read_text("discarded_by") if "discarded_by" in raw else None,
        auction=read_auction(reader) if "auction" in raw else None,
        kontra_game=_read_kontra(reader, "kontra_game"),
        announced=_read_announcements(reader, figures) if "announced" in raw else (),
        kontras=_read_kontras(reader) if "kontras" in raw else (),
        tarokks=_read_tarokks(reader) if "tarokks" in raw else (),
        declarer_points=points,
        tricks=tricks or SPLIT,
        result=result,
        trull=reader.read_choice("trull", _SIDES) if "trull" in raw else None,
        four_kings=reader.read_choice("four_kings", _SIDES) if "four_kings" in raw else None,
        pagat_ultimo=_read_ultimo(reader, "pagat_ultimo") if "pagat_ultimo" in raw else None,
        sas_ultimo=_read_ultimo(reader, SAS_ULTIMO) if SAS_ULTIMO in figures else None,
        xxi_catch=_read_catch(reader) if "xxi_catch" in raw else None,
        talon_honours=_read_talon_honours(reader) if "talon_honours" in raw else (),
        facan=_read_facan(reader) if FACAN_PAGAT in figures and "facan" in raw else (),
        paros_facan=_read_paros_facan(reader) if FACAN_PAGAT in figures else None,
        own=_read_club_figures(reader) if "own" in raw else (),
    )


def _read_kontra(reader: Reader, key: str) -> int:
    return (reader.read_integer(key, 0, HIGHEST_KONTRA, 0) or 0) if key in reader.raw else 0


def _read_announcements(reader: Reader, figures: Mapping[str, Figure]) -> tuple[Announcement, ...]:
    announced_figures = []
    for item in reader.iter_objects("announced"):
        key = item.raw.get("figure")
        if not (isinstance(key, str) and key.startswith(OWN_PREFIX)):
            key = item.read_choice("figure", figures, required=True)
        by = item.read_text("by", required=True)
        kontra = _read_kontra(item, "kontra")
        if key is not None:
            announced = _read_announcement_details(item, key, figures)
            if by is not None:
                suit, rank, made, void = announced
                announced_figures.append(Announcement(key, by, kontra, suit, made, rank, void))
    return tuple(announced_figures)


def _read_kontras(reader: Reader) -> tuple[Kontras, ...]:
    kontras = []
    for item in reader.iter_objects("kontras"):
        on, by = item.get("on"), item.get("by")
        if on is None:
            item.note_fault("missing", "on")
        elif on != ON_GAME and type(on) is not int:
            item.note_fault("hu.kontras_on", "on")
        if by is None:
            item.note_fault("missing", "by")
        elif not isinstance(by, list):
            item.note_fault("not_list", "by")
        elif not all(isinstance(player, str) for player in by):
            item.note_fault("not_text", "by")
        elif on is not None:
            kontras.append(Kontras(on, tuple(by)))
        item.note_unknown_keys(_KONTRAS_KEYS)
    return tuple(kontras)


def _read_announcement_details(
    item: Reader, key: str, figures: Mapping[str, Figure]
) -> tuple[str | None, str | None, bool | None, bool]:
    """Return the details of an announced figure: suit, rank, whether made, and whether void."""
    figure = figures.get(key)
    if figure is None:
        made = item.read_flag("made", required=True)
        item.note_unknown_keys(_OWN_KEYS)
        return None, None, made, False
    suit = item.read_choice("suit", SUITS, required=True) if figure.suited else None
    rank = item.read_choice("rank", RANKS, required=True) if figure.ranked else None
    void = bool(item.read_flag("void")) if figure.voidable else False
    made = None
    if void and item.raw.get("made") is not None:
        item.note_fault("hu.void_and_made", "made")
    elif figure.has_result and not void:
        made = item.read_flag("made", required=True)
    item.note_unknown_keys(_list_announcement_keys(figure))
    return suit, rank, made, void


@cache
def _list_announcement_keys(figure: Figure) -> frozenset[str]:
    more = {"made": figure.has_result, "suit": figure.suited, "rank": figure.ranked}
    more["void"] = figure.voidable
    return frozenset(
        ("figure", "by", "kontra", *(key for key, is_allowed in more.items() if is_allowed))
    )


def _read_facan(reader: Reader) -> tuple[Facan, ...]:
    facans = []
    for item in reader.iter_objects("facan"):
        card = item.read_choice("card", FACAN_CARDS, required=True)
        by = item.read_text("by", required=True)
        made = item.read_flag("made", required=True)
        item.note_unknown_keys(_FACAN_KEYS)
        if card is not None and by is not None and made is not None:
            facans.append(Facan(card, by, made))
    return tuple(facans)


def _read_paros_facan(reader: Reader) -> ParosFacan | None:
    item = reader.read_object(PAROS_FACAN)
    if item is None:
        return None
    side = item.read_choice("by", _SIDES, required=True)
    made = item.read_flag("made", required=True)
    item.note_unknown_keys(_ULTIMO_KEYS)
    return ParosFacan(side, made) if side is not None and made is not None else None


def _read_club_figures(reader: Reader) -> tuple[tuple[str, str], ...]:
    """Return the silent club figures with their sides, not yet compared with the rules."""
    item = reader.read_object("own")
    if item is None:
        return ()
    sides = []
    for key in item.raw:
        if not str(key).startswith(OWN_PREFIX):
            item.note_fault("unknown_key", str(key), key=str(key))
        side = item.read_choice(str(key), _SIDES)
        if side is not None:
            sides.append((str(key), side))
    return tuple(sides)


def _read_tarokks(reader: Reader) -> tuple[Tarokks, ...]:
    tarokks = []
    for item in reader.iter_objects("tarokks"):
        player = item.read_text("player", required=True)
        count = item.read_integer("count", FEWEST_TAROKKS, MOST_TAROKKS)
        if item.raw.get("count") is None:
            item.note_fault("missing", "count")
        declared = item.read_flag("declared", default=True)
        item.note_unknown_keys(_TAROKKS_KEYS)
        if player is not None and count is not None:
            tarokks.append(Tarokks(player, count, declared is not False))
    return tuple(tarokks)


def _read_ultimo(reader: Reader, key: str) -> Ultimo | None:
    item = reader.read_object(key)
    if item is None:
        return None
    by = item.read_text("by", required=True)
    made = item.read_flag("made", required=True)
    item.note_unknown_keys(_ULTIMO_KEYS)
    return Ultimo(by, made) if by is not None and made is not None else None


def _read_catch(reader: Reader) -> Catch | None:
    item = reader.read_object("xxi_catch")
    if item is None:
        return None
    by = item.read_text("by", required=True)
    victim = item.read_text("from", required=True)
    item.note_unknown_keys(_CATCH_KEYS)
    return Catch(by, victim) if by is not None and victim is not None else None


def _read_talon_honours(reader: Reader) -> tuple[TalonHonour, ...]:
    honours = []
    for item in reader.iter_objects("talon_honours"):
        player = item.read_text("player", required=True)
        card = item.read_choice("card", TALON_POINTS, required=True)
        late = item.read_flag("late", default=False)
        item.note_unknown_keys(_TALON_KEYS)
        if player is not None and card is not None:
            honours.append(TalonHonour(player, card, late is True))
    return tuple(honours)
