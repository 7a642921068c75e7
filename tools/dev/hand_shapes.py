"""JSON Schemas of hands by family of games, built from the tables that the scorer reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from scoring.core.game import AnyGame
from scoring.core.options import list_options
from scoring.core.own_figures import LARGEST_WORTH, LONGEST_NAME, MOST_FIGURES, OWN_PREFIX
from scoring.games.danish import record as danish
from scoring.games.danish import tables as danish_tables
from scoring.games.hungarian import auction, tables
from scoring.games.hungarian.reading import read_hungarian_hand
from scoring.games.hungarian.record import ALONE_DISCARDED, ALONE_OWN, ON_GAME, OUTCOMES
from scoring.games.romanian import record as romanian_record
from scoring.games.romanian.tables import TRICKS as MICHI_TRICKS
from tools.dev.shapes import (
    FLAG,
    SIDE,
    SUITS,
    TEXT,
    Schema,
    allow_null,
    build_constant,
    build_enum,
    build_hand,
    build_integer,
    build_list,
    build_object,
    build_player_map,
    build_reference,
)

TRICKS = build_enum(("all", "none", "split"))
OWN_SILENT: Schema = {
    "type": "object",
    "patternProperties": {f"^{OWN_PREFIX}": allow_null(SIDE)},
    "additionalProperties": False,
}
CAUGHT = build_object({"by": TEXT, "from": TEXT})
_KONTRA_ON: Schema = {"oneOf": [{"const": ON_GAME}, {"type": "integer"}]}
AUCTION_CALL: Schema = {
    "type": "array",
    "items": TEXT,
    "prefixItems": [TEXT, build_enum(list(auction.CALLS))],
    "minItems": 2,
    "maxItems": 2,
}
PLAYED_LAST = build_object({"by": TEXT, "made": FLAG})


def _import_tables(game: AnyGame) -> Any:
    return import_module(f"scoring.games.{game.key}.tables")


def build_hungarian_hands(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of Paskievics, or of a game based on it, by outcome."""
    outcomes = {
        "passed_out": build_hand("passed_out"),
        "annulled": build_hand(
            "annulled", optional={"by": TEXT, "holding": build_enum(list(tables.HOLDINGS))}
        ),
        "failed_trial": build_hand(
            "failed_trial", {"declarer": TEXT, "bid": build_enum(list(tables.BIDS))}
        ),
        "conceded": build_hand("conceded", {"declarer": TEXT}, {"partner": TEXT}),
    }
    assert set(OUTCOMES) == {"played", *outcomes}
    kontra = build_integer(0, tables.HIGHEST_KONTRA)
    figures = _import_tables(game).FIGURES
    played = build_hand(
        "played",
        {"declarer": TEXT, "bid": build_enum(list(tables.BIDS))},
        {
            "auction": build_list(AUCTION_CALL),
            "called": build_enum(tables.CALLED),
            "partner": TEXT,
            "alone": build_enum((ALONE_OWN, ALONE_DISCARDED)),
            "discarded_by": TEXT,
            "kontra_game": kontra,
            "announced": build_list({"oneOf": _build_announcement_schemas(figures, kontra)}),
            "kontras": build_list(build_object({"on": _KONTRA_ON, "by": build_list(TEXT)})),
            "tarokks": build_list(
                build_object(
                    {
                        "player": TEXT,
                        "count": build_integer(tables.FEWEST_TAROKKS, tables.MOST_TAROKKS),
                    },
                    {"declared": FLAG},
                )
            ),
            "declarer_points": build_integer(0, tables.CARD_POINTS),
            "tricks": TRICKS,
            "result": build_enum(list(tables.BANDS)),
            "trull": SIDE,
            "four_kings": SIDE,
            "pagat_ultimo": PLAYED_LAST,
            **({"sas_ultimo": PLAYED_LAST} if tables.SAS_ULTIMO in figures else {}),
            **(_build_facan_keys() if tables.FACAN_PAGAT in figures else {}),
            "own": OWN_SILENT,
            "xxi_catch": CAUGHT,
            "talon_honours": build_list(
                build_object(
                    {"player": TEXT, "card": build_enum(list(tables.TALON_POINTS))}, {"late": FLAG}
                )
            ),
        },
    )
    return {
        "played": {**played, "oneOf": [_build_numeric_result(), _build_verbal_result()]},
        **outcomes,
    }


def _build_numeric_result() -> Schema:
    return {
        "properties": {"declarer_points": {"type": "integer"}, "result": {"type": "null"}},
        "required": ["declarer_points"],
    }


def _build_verbal_result() -> Schema:
    nothing = {"type": "null"}
    return {
        "properties": {
            "result": {"type": "string"},
            "declarer_points": nothing,
            "tricks": nothing,
        },
        "required": ["result"],
    }


def _build_facan_keys() -> dict[str, Schema]:
    card = build_enum(tables.FACAN_CARDS)
    return {
        "facan": build_list(build_object({"card": card, "by": TEXT, "made": FLAG})),
        tables.PAROS_FACAN: build_object({"by": SIDE, "made": FLAG}),
    }


def _build_announcement_schemas(
    figures: Mapping[str, tables.Figure], kontra: Schema
) -> list[Schema]:
    """Return a schema for each set of keys that a figure may have, and for a club's own figures."""
    kinds: dict[tuple[bool, ...], list[str]] = {}
    for key, figure in figures.items():
        kind = figure.suited, figure.ranked, figure.has_result, figure.voidable
        kinds.setdefault(kind, []).append(key)
    shapes = []
    for (suited, ranked, has_result, voidable), keys in kinds.items():
        needed: dict[str, Schema] = {"figure": build_enum(keys), "by": TEXT}
        needed |= {"suit": build_enum(SUITS)} if suited else {}
        needed |= {"rank": build_enum(list(tables.RANKS))} if ranked else {}
        result_key: dict[str, Schema] = {"made": FLAG} if has_result else {}
        if voidable:
            # A void figure is neither made nor failed.
            void = {"void": build_constant(True)}
            shapes.append(
                build_object({**needed, **void}, {"kontra": kontra, "made": {"type": "null"}})
            )
            shapes.append(
                build_object(
                    {**needed, **result_key}, {"kontra": kontra, "void": build_constant(False)}
                )
            )
        else:
            shapes.append(build_object({**needed, **result_key}, {"kontra": kontra}))
    own_figure: Schema = {"type": "string", "pattern": f"^{OWN_PREFIX}"}
    return [
        *shapes,
        build_object({"figure": own_figure, "by": TEXT, "made": FLAG}, {"kontra": kontra}),
    ]


def build_danish_hands(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of Danish tarok by outcome."""
    del game
    levels = build_enum(list(danish_tables.LEVELS))
    kinds = {
        "trumps": build_object(
            {
                "player": TEXT,
                "kind": build_constant("trumps"),
                "count": _build_count_range("trumps"),
            },
            {"pagat": FLAG},
        ),
        "matadors": build_object(
            {
                "player": TEXT,
                "kind": build_constant("matadors"),
                "count": _build_count_range("matadors"),
            }
        ),
        "kings": _build_levelled_declaration("kings", {}, levels),
        "cavallerie": _build_levelled_declaration(
            "cavallerie", {"suit": build_enum(SUITS)}, levels
        ),
    }
    lost = build_object({"player": TEXT, "card": build_enum(danish.LOSING)})
    optional = {
        "declarations": build_list({"anyOf": [kinds[kind] for kind in danish.KINDS]}),
        "in_play": build_list(
            build_object({"player": TEXT, "event": build_enum(danish.IN_PLAY_EVENTS)})
        ),
        "announced_tout": FLAG,
        "tout": TEXT,
        "nolo": TEXT,
        "last_trick": build_object(
            {"winner": TEXT, "with": build_enum(danish.WINNING)}, {"lost": build_list(lost)}
        ),
        "card_points": build_player_map(build_integer(0, danish_tables.POINTS_IN_DECK)),
        "reason": build_enum(danish.REASONS),
        "player": TEXT,
    }
    shapes = {outcome: build_hand(outcome, optional=optional) for outcome in danish.OUTCOMES}
    # The last trick may be left out only with a tout or a nolo.
    shapes[danish.PLAYED]["anyOf"] = [
        {"properties": {"last_trick": {"type": "object"}}, "required": ["last_trick"]},
        {"properties": {"tout": {"type": "string"}}, "required": ["tout"]},
        {"properties": {"nolo": {"type": "string"}}, "required": ["nolo"]},
    ]
    return shapes


def _build_levelled_declaration(kind: str, needed: dict[str, Schema], levels: Schema) -> Schema:
    """Return the schema of kings or a cavallerie; only a half one may name its missing card."""
    keys = {"player": TEXT, "kind": build_constant(kind), **needed, "level": levels}
    shape = build_object(keys, {"missing": build_enum(danish.MISSING[kind])})
    half = {"properties": {"level": build_constant(danish.HALF)}}
    return {**shape, "anyOf": [half, {"properties": {"missing": {"type": "null"}}}]}


def _build_count_range(kind: str) -> Schema:
    fewest, most, _points = danish_tables.COUNTED[kind]
    return build_integer(fewest, most)


def build_romanian_hands(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of Romanian tarok or Taper by outcome."""
    numbers = _import_tables(game).TABLES
    contracts = [_build_contract_level(key, row.levels) for key, row in numbers.contracts.items()]
    kontra = build_integer(0, romanian_record.HIGHEST_KONTRA)
    announced = build_object(
        {"figure": build_enum(numbers.announceable), "by": TEXT}, {"kontra": kontra}
    )
    counts = build_integer(min(numbers.taroace), max(numbers.taroace))
    optional = {
        "level": {"type": "integer", "minimum": 1},
        "kontra_game": kontra,
        "announced": build_list(announced),
        "declarations": build_list(build_object({"player": TEXT, "count": counts})),
        "declarer_points": build_integer(0, numbers.card_points),
        "tricks": TRICKS,
        "trula": SIDE,
        "toti_regii": SIDE,
        "luna_prinsa": CAUGHT,
        "pagat_ultimo": PLAYED_LAST,
        **(_build_called_king_keys() if numbers.called_king else {}),
        **({"revoke": TEXT} if "revoke" in romanian_record.Played._fields else {}),
    }
    needed = {"declarer": TEXT, "contract": build_enum(list(numbers.contracts))}
    level = {"level": optional["level"]}
    shapes = {
        "played": {
            **build_hand("played", needed, optional),
            "oneOf": contracts,
            "anyOf": [
                _require_key("declarer_points", {"type": "integer"}),
                _require_key("tricks", build_enum(["all", "none"])),
            ],
        },
        "michi": build_hand(
            "michi", {"tricks_taken": build_player_map(build_integer(0, MICHI_TRICKS))}
        ),
        "passed_out": build_hand("passed_out"),
        "abandoned": build_hand("abandoned"),
        "surrendered": {
            **build_hand("surrendered", {**needed, "honour_held": FLAG}, level),
            "oneOf": contracts,
        },
    }
    return {outcome: shapes[outcome] for outcome in numbers.outcomes}


def _require_key(key: str, shape: Schema) -> Schema:
    return {"properties": {key: shape}, "required": [key]}


def _build_contract_level(key: str, levels: int) -> Schema:
    return {
        "properties": {
            "contract": build_constant(key),
            "level": allow_null(build_integer(1, levels)),
        }
    }


def _build_called_king_keys() -> dict[str, Schema]:
    return {
        "called": build_enum(SUITS),
        "partner": TEXT,
        "rege_ultimo": build_object({"made": FLAG}),
        "king_captured": FLAG,
        "king_abandoned": FLAG,
    }


# Keyed by the function that reads a hand; a variant shares its base game's and needs no line.
FAMILIES: Mapping[Callable[..., Any], Callable[[AnyGame], dict[str, Schema]]] = MappingProxyType(
    {
        read_hungarian_hand: build_hungarian_hands,
        danish.read_hand: build_danish_hands,
        romanian_record.read_record: build_romanian_hands,
    }
)


def build_outcome_schemas(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of a game by outcome."""
    return FAMILIES[getattr(game.read, "func", game.read)](game)


def build_hand_schema(game: AnyGame) -> Schema:
    """Return the schema that accepts a hand of the game with any of its outcomes."""
    outcomes = build_outcome_schemas(game)
    return {"oneOf": [build_reference(f"{game.key}_{outcome}") for outcome in outcomes]}


def build_hand_definitions(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of a game, keyed by the names of their definitions."""
    outcomes = build_outcome_schemas(game)
    return {f"{game.key}_{outcome}": shape for outcome, shape in outcomes.items()}


def build_options_schema(game: AnyGame) -> Schema:
    """Return the schema of a game's house rules, with the meaning of each option."""
    shapes = {
        item.name: {**_build_option_schema(item), "description": item.meaning}
        for item in list_options(game.rules)
    }
    presets = {"preset": build_enum(sorted(game.presets))} if game.presets else {}
    return build_object({}, {**presets, **shapes})


def _build_own_figure_schema() -> Schema:
    name: Schema = {"type": "string", "pattern": r"\S", "maxLength": LONGEST_NAME}
    worth = build_integer(0, LARGEST_WORTH)
    key: Schema = {"type": "string", "pattern": "^[a-z0-9_]{1,30}$"}
    return build_object({"key": key, "name": name}, {"silent": worth, "announced": worth})


def _build_option_schema(item: Any) -> Schema:
    pair: Schema = {
        "type": "array",
        "items": build_integer(0, 1000),
        "minItems": 2,
        "maxItems": 2,
    }
    match item.kind:
        case "flag":
            return FLAG
        case "choice":
            return build_enum((*item.choices, *item.old))
        case "subset":
            return build_list(build_enum(item.choices))
        case "own":
            return {**build_list(_build_own_figure_schema()), "maxItems": MOST_FIGURES}
        case "whole":
            return build_integer(*(item.choices or (0, 1000)))
        case "pair":
            return pair
        case "by_bid":
            return build_object(dict.fromkeys(item.choices, pair))
    raise ValueError(f"the schema does not know options of kind {item.kind}")
