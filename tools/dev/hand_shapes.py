"""JSON Schemas of hands by family of games, built from the tables that the scorer reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from importlib import import_module
from types import MappingProxyType
from typing import Any

from scoring.core.game import AnyGame
from scoring.core.options import options_of
from scoring.core.own_figures import LARGEST_WORTH, LONGEST_NAME, MOST_FIGURES, OWN_PREFIX
from scoring.games.danish import record as danish
from scoring.games.danish import tables as danish_tables
from scoring.games.hungarian import auction, tables
from scoring.games.hungarian.reading import read_hungarian
from scoring.games.hungarian.record import ALONE_DISCARDED, ALONE_OWN, ON_GAME, OUTCOMES
from scoring.games.romanian import record as romanian_record
from scoring.games.romanian.tables import TRICKS as MICHI_TRICKS
from tools.dev.shapes import (
    FLAG,
    SIDE,
    SUITS,
    TEXT,
    Schema,
    by_player,
    closed,
    hand,
    list_of,
    one_of,
    only,
    or_null,
    ref,
    whole,
)

TRICKS = one_of(("all", "none", "split"))
OWN_SILENT: Schema = {
    "type": "object",
    "patternProperties": {f"^{OWN_PREFIX}": or_null(SIDE)},
    "additionalProperties": False,
}
CAUGHT = closed({"by": TEXT, "from": TEXT})
_KONTRA_ON: Schema = {"oneOf": [{"const": ON_GAME}, {"type": "integer"}]}
PLAYED_LAST = closed({"by": TEXT, "made": FLAG})


def _tables_of(game: AnyGame) -> Any:
    return import_module(f"scoring.games.{game.key}.tables")


def hungarian(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of Paskievics or of a game based on it, by outcome."""
    outcomes = {
        "passed_out": hand("passed_out"),
        "annulled": hand(
            "annulled", optional={"by": TEXT, "holding": one_of(list(tables.HOLDINGS))}
        ),
        "failed_trial": hand("failed_trial", {"declarer": TEXT, "bid": one_of(list(tables.BIDS))}),
        "conceded": hand("conceded", {"declarer": TEXT}, {"partner": TEXT}),
    }
    assert set(OUTCOMES) == {"played", *outcomes}
    kontra = whole(0, tables.HIGHEST_KONTRA)
    figures = _tables_of(game).FIGURES
    played = hand(
        "played",
        {"declarer": TEXT, "bid": one_of(list(tables.BIDS))},
        {
            "auction": list_of(
                {
                    "type": "array",
                    "items": TEXT,
                    "prefixItems": [TEXT, one_of(list(auction.CALLS))],
                    "minItems": 2,
                    "maxItems": 2,
                }
            ),
            "called": one_of(tables.CALLED),
            "partner": TEXT,
            "alone": one_of((ALONE_OWN, ALONE_DISCARDED)),
            "discarded_by": TEXT,
            "kontra_game": kontra,
            "announced": list_of({"oneOf": _announcements(figures, kontra)}),
            "kontras": list_of(closed({"on": _KONTRA_ON, "by": list_of(TEXT)})),
            "tarokks": list_of(
                closed(
                    {"player": TEXT, "count": whole(tables.FEWEST_TAROKKS, tables.MOST_TAROKKS)},
                    {"declared": FLAG},
                )
            ),
            "declarer_points": whole(0, tables.CARD_POINTS),
            "tricks": TRICKS,
            "result": one_of(list(tables.BANDS)),
            "trull": SIDE,
            "four_kings": SIDE,
            "pagat_ultimo": PLAYED_LAST,
            **({"sas_ultimo": PLAYED_LAST} if tables.SAS_ULTIMO in figures else {}),
            **(_in_the_first_trick() if tables.FACAN_PAGAT in figures else {}),
            "own": OWN_SILENT,
            "xxi_catch": CAUGHT,
            "talon_honours": list_of(
                closed({"player": TEXT, "card": one_of(list(tables.TALON_POINTS))}, {"late": FLAG})
            ),
        },
    )
    return {"played": {**played, "oneOf": [_counted(), _in_a_word()]}, **outcomes}


def _counted() -> Schema:
    return {
        "properties": {"declarer_points": {"type": "integer"}, "result": {"type": "null"}},
        "required": ["declarer_points"],
    }


def _in_a_word() -> Schema:
    nothing = {"type": "null"}
    return {
        "properties": {
            "result": {"type": "string"},
            "declarer_points": nothing,
            "tricks": nothing,
        },
        "required": ["result"],
    }


def _in_the_first_trick() -> dict[str, Schema]:
    card = one_of(tables.FACAN_CARDS)
    return {
        "facan": list_of(closed({"card": card, "by": TEXT, "made": FLAG})),
        tables.PAROS_FACAN: closed({"by": SIDE, "made": FLAG}),
    }


def _announcements(figures: Mapping[str, tables.Figure], kontra: Schema) -> list[Schema]:
    """Return a schema for each kind of figure, by the keys it has, and a schema for a club's own
    figures.
    """
    kinds: dict[tuple[bool, ...], list[str]] = {}
    for key, figure in figures.items():
        kind = figure.suited, figure.ranked, figure.has_result, figure.voidable
        kinds.setdefault(kind, []).append(key)
    shapes = []
    for (suited, ranked, told, voidable), keys in kinds.items():
        needed: dict[str, Schema] = {"figure": one_of(keys), "by": TEXT}
        needed |= {"suit": one_of(SUITS)} if suited else {}
        needed |= {"rank": one_of(list(tables.RANKS))} if ranked else {}
        made: dict[str, Schema] = {"made": FLAG} if told else {}
        if voidable:
            # A void figure is neither made nor failed.
            void = {"void": only(True)}
            shapes.append(closed({**needed, **void}, {"kontra": kontra, "made": {"type": "null"}}))
            shapes.append(closed({**needed, **made}, {"kontra": kontra, "void": only(False)}))
        else:
            shapes.append(closed({**needed, **made}, {"kontra": kontra}))
    own: Schema = {"type": "string", "pattern": f"^{OWN_PREFIX}"}
    return [*shapes, closed({"figure": own, "by": TEXT, "made": FLAG}, {"kontra": kontra})]


def danish_hand(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of Danish tarok by outcome."""
    del game
    levels = one_of(list(danish_tables.LEVELS))
    kinds = {
        "trumps": closed(
            {"player": TEXT, "kind": only("trumps"), "count": _count("trumps")},
            {"pagat": FLAG},
        ),
        "matadors": closed({"player": TEXT, "kind": only("matadors"), "count": _count("matadors")}),
        "kings": _levelled("kings", {}, levels),
        "cavallerie": _levelled("cavallerie", {"suit": one_of(SUITS)}, levels),
    }
    lost = closed({"player": TEXT, "card": one_of(danish.LOSING)})
    told = {
        "declarations": list_of({"anyOf": [kinds[kind] for kind in danish.KINDS]}),
        "in_play": list_of(closed({"player": TEXT, "event": one_of(danish.IN_PLAY_EVENTS)})),
        "announced_tout": FLAG,
        "tout": TEXT,
        "nolo": TEXT,
        "last_trick": closed(
            {"winner": TEXT, "with": one_of(danish.WINNING)}, {"lost": list_of(lost)}
        ),
        "card_points": by_player(whole(0, danish_tables.POINTS_IN_DECK)),
        "reason": one_of(danish.REASONS),
        "player": TEXT,
    }
    shapes = {outcome: hand(outcome, optional=told) for outcome in danish.OUTCOMES}
    # Only beside a tout or a nolo may the last trick be left out.
    shapes[danish.PLAYED]["anyOf"] = [
        {"properties": {"last_trick": {"type": "object"}}, "required": ["last_trick"]},
        {"properties": {"tout": {"type": "string"}}, "required": ["tout"]},
        {"properties": {"nolo": {"type": "string"}}, "required": ["nolo"]},
    ]
    return shapes


def _levelled(kind: str, needed: dict[str, Schema], levels: Schema) -> Schema:
    """Kings or a cavallerie; only a half one may name the card that is missing."""
    keys = {"player": TEXT, "kind": only(kind), **needed, "level": levels}
    shape = closed(keys, {"missing": one_of(danish.MISSING[kind])})
    half = {"properties": {"level": only(danish.HALF)}}
    return {**shape, "anyOf": [half, {"properties": {"missing": {"type": "null"}}}]}


def _count(kind: str) -> Schema:
    fewest, most, _points = danish_tables.COUNTED[kind]
    return whole(fewest, most)


def romanian(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of Romanian tarok or Taper by outcome."""
    numbers = _tables_of(game).TABLES
    contracts = [_contract(key, row.levels) for key, row in numbers.contracts.items()]
    kontra = whole(0, romanian_record.HIGHEST_KONTRA)
    announced = closed({"figure": one_of(numbers.announceable), "by": TEXT}, {"kontra": kontra})
    counts = whole(min(numbers.taroace), max(numbers.taroace))
    optional = {
        "level": {"type": "integer", "minimum": 1},
        "kontra_game": kontra,
        "announced": list_of(announced),
        "declarations": list_of(closed({"player": TEXT, "count": counts})),
        "declarer_points": whole(0, numbers.card_points),
        "tricks": TRICKS,
        "trula": SIDE,
        "toti_regii": SIDE,
        "luna_prinsa": CAUGHT,
        "pagat_ultimo": PLAYED_LAST,
        **(_with_a_called_king() if numbers.called_king else {}),
        **(
            {"revoke": TEXT}
            if "revoke" in {one.name for one in fields(romanian_record.Played)}
            else {}
        ),
    }
    needed = {"declarer": TEXT, "contract": one_of(list(numbers.contracts))}
    level = {"level": optional["level"]}
    shapes = {
        "played": {
            **hand("played", needed, optional),
            "oneOf": contracts,
            "anyOf": [
                _needs("declarer_points", {"type": "integer"}),
                _needs("tricks", one_of(["all", "none"])),
            ],
        },
        "michi": hand("michi", {"tricks_taken": by_player(whole(0, MICHI_TRICKS))}),
        "passed_out": hand("passed_out"),
        "abandoned": hand("abandoned"),
        "surrendered": {
            **hand("surrendered", {**needed, "honour_held": FLAG}, level),
            "oneOf": contracts,
        },
    }
    return {outcome: shapes[outcome] for outcome in numbers.outcomes}


def _needs(key: str, shape: Schema) -> Schema:
    return {"properties": {key: shape}, "required": [key]}


def _contract(key: str, levels: int) -> Schema:
    return {"properties": {"contract": only(key), "level": or_null(whole(1, levels))}}


def _with_a_called_king() -> dict[str, Schema]:
    return {
        "called": one_of(SUITS),
        "partner": TEXT,
        "rege_ultimo": closed({"made": FLAG}),
        "king_captured": FLAG,
        "king_abandoned": FLAG,
    }


# By the function that reads a hand; a variant uses its base game's and needs no line here.
FAMILIES: Mapping[Callable[..., Any], Callable[[AnyGame], dict[str, Schema]]] = MappingProxyType(
    {
        read_hungarian: hungarian,
        danish.read_hand: danish_hand,
        romanian_record.read_record: romanian,
    }
)


def outcome_schemas(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of a game by outcome."""
    return FAMILIES[getattr(game.read, "func", game.read)](game)


def hand_schema(game: AnyGame) -> Schema:
    """Return the schema of any hand of a game: one of its outcomes."""
    outcomes = outcome_schemas(game)
    return {"oneOf": [ref(f"{game.key}_{outcome}") for outcome in outcomes]}


def definitions(game: AnyGame) -> dict[str, Schema]:
    """Return the outcomes of a game as schema definitions."""
    outcomes = outcome_schemas(game)
    return {f"{game.key}_{outcome}": shape for outcome, shape in outcomes.items()}


def options_schema(game: AnyGame) -> Schema:
    """Return the schema of a game's house rules: a preset and single options, each with its
    meaning.
    """
    shapes = {
        item.name: {**_option(item), "description": item.meaning} for item in options_of(game.rules)
    }
    presets = {"preset": one_of(sorted(game.presets))} if game.presets else {}
    return closed({}, {**presets, **shapes})


def _own_figure() -> Schema:
    name: Schema = {"type": "string", "pattern": r"\S", "maxLength": LONGEST_NAME}
    worth = whole(0, LARGEST_WORTH)
    key: Schema = {"type": "string", "pattern": "^[a-z0-9_]{1,30}$"}
    return closed({"key": key, "name": name}, {"silent": worth, "announced": worth})


def _option(item: Any) -> Schema:
    pair: Schema = {
        "type": "array",
        "items": whole(0, 1000),
        "minItems": 2,
        "maxItems": 2,
    }
    match item.kind:
        case "flag":
            return FLAG
        case "choice":
            return one_of((*item.choices, *item.old))
        case "subset":
            return list_of(one_of(item.choices))
        case "own":
            return {**list_of(_own_figure()), "maxItems": MOST_FIGURES}
        case "whole":
            return whole(*(item.choices or (0, 1000)))
        case "pair":
            return pair
        case "by_bid":
            return closed(dict.fromkeys(item.choices, pair))
    raise ValueError(f"the schema does not know options of kind {item.kind}")
