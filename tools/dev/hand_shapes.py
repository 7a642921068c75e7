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
    closed_object,
    constant,
    enum_of,
    hand_with_outcome,
    integer_between,
    list_of,
    nullable,
    per_player,
    reference,
)

TRICKS = enum_of(("all", "none", "split"))
OWN_SILENT: Schema = {
    "type": "object",
    "patternProperties": {f"^{OWN_PREFIX}": nullable(SIDE)},
    "additionalProperties": False,
}
CAUGHT = closed_object({"by": TEXT, "from": TEXT})
_KONTRA_ON: Schema = {"oneOf": [{"const": ON_GAME}, {"type": "integer"}]}
AUCTION_CALL: Schema = {
    "type": "array",
    "items": TEXT,
    "prefixItems": [TEXT, enum_of(list(auction.CALLS))],
    "minItems": 2,
    "maxItems": 2,
}
PLAYED_LAST = closed_object({"by": TEXT, "made": FLAG})


def _import_tables(game: AnyGame) -> Any:
    return import_module(f"scoring.games.{game.key}.tables")


def hungarian_hands(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of Paskievics, or of a game based on it, by outcome."""
    outcomes = {
        "passed_out": hand_with_outcome("passed_out"),
        "annulled": hand_with_outcome(
            "annulled", optional={"by": TEXT, "holding": enum_of(list(tables.HOLDINGS))}
        ),
        "failed_trial": hand_with_outcome(
            "failed_trial", {"declarer": TEXT, "bid": enum_of(list(tables.BIDS))}
        ),
        "conceded": hand_with_outcome("conceded", {"declarer": TEXT}, {"partner": TEXT}),
    }
    assert set(OUTCOMES) == {"played", *outcomes}
    kontra = integer_between(0, tables.HIGHEST_KONTRA)
    figures = _import_tables(game).FIGURES
    played = hand_with_outcome(
        "played",
        {"declarer": TEXT, "bid": enum_of(list(tables.BIDS))},
        {
            "auction": list_of(AUCTION_CALL),
            "called": enum_of(tables.CALLED),
            "partner": TEXT,
            "alone": enum_of((ALONE_OWN, ALONE_DISCARDED)),
            "discarded_by": TEXT,
            "kontra_game": kontra,
            "announced": list_of({"oneOf": _build_announcement_schemas(figures, kontra)}),
            "kontras": list_of(closed_object({"on": _KONTRA_ON, "by": list_of(TEXT)})),
            "tarokks": list_of(
                closed_object(
                    {
                        "player": TEXT,
                        "count": integer_between(tables.FEWEST_TAROKKS, tables.MOST_TAROKKS),
                    },
                    {"declared": FLAG},
                )
            ),
            "declarer_points": integer_between(0, tables.CARD_POINTS),
            "tricks": TRICKS,
            "result": enum_of(list(tables.BANDS)),
            "trull": SIDE,
            "four_kings": SIDE,
            "pagat_ultimo": PLAYED_LAST,
            **({"sas_ultimo": PLAYED_LAST} if tables.SAS_ULTIMO in figures else {}),
            **(_build_facan_keys() if tables.FACAN_PAGAT in figures else {}),
            "own": OWN_SILENT,
            "xxi_catch": CAUGHT,
            "talon_honours": list_of(
                closed_object(
                    {"player": TEXT, "card": enum_of(list(tables.TALON_POINTS))}, {"late": FLAG}
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
    card = enum_of(tables.FACAN_CARDS)
    return {
        "facan": list_of(closed_object({"card": card, "by": TEXT, "made": FLAG})),
        tables.PAROS_FACAN: closed_object({"by": SIDE, "made": FLAG}),
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
        needed: dict[str, Schema] = {"figure": enum_of(keys), "by": TEXT}
        needed |= {"suit": enum_of(SUITS)} if suited else {}
        needed |= {"rank": enum_of(list(tables.RANKS))} if ranked else {}
        result_key: dict[str, Schema] = {"made": FLAG} if has_result else {}
        if voidable:
            # A void figure is neither made nor failed.
            void = {"void": constant(True)}
            shapes.append(
                closed_object({**needed, **void}, {"kontra": kontra, "made": {"type": "null"}})
            )
            shapes.append(
                closed_object({**needed, **result_key}, {"kontra": kontra, "void": constant(False)})
            )
        else:
            shapes.append(closed_object({**needed, **result_key}, {"kontra": kontra}))
    own_figure: Schema = {"type": "string", "pattern": f"^{OWN_PREFIX}"}
    return [
        *shapes,
        closed_object({"figure": own_figure, "by": TEXT, "made": FLAG}, {"kontra": kontra}),
    ]


def danish_hands(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of Danish tarok by outcome."""
    del game
    levels = enum_of(list(danish_tables.LEVELS))
    kinds = {
        "trumps": closed_object(
            {"player": TEXT, "kind": constant("trumps"), "count": _build_count_range("trumps")},
            {"pagat": FLAG},
        ),
        "matadors": closed_object(
            {"player": TEXT, "kind": constant("matadors"), "count": _build_count_range("matadors")}
        ),
        "kings": _build_levelled_declaration("kings", {}, levels),
        "cavallerie": _build_levelled_declaration("cavallerie", {"suit": enum_of(SUITS)}, levels),
    }
    lost = closed_object({"player": TEXT, "card": enum_of(danish.LOSING)})
    optional = {
        "declarations": list_of({"anyOf": [kinds[kind] for kind in danish.KINDS]}),
        "in_play": list_of(
            closed_object({"player": TEXT, "event": enum_of(danish.IN_PLAY_EVENTS)})
        ),
        "announced_tout": FLAG,
        "tout": TEXT,
        "nolo": TEXT,
        "last_trick": closed_object(
            {"winner": TEXT, "with": enum_of(danish.WINNING)}, {"lost": list_of(lost)}
        ),
        "card_points": per_player(integer_between(0, danish_tables.POINTS_IN_DECK)),
        "reason": enum_of(danish.REASONS),
        "player": TEXT,
    }
    shapes = {outcome: hand_with_outcome(outcome, optional=optional) for outcome in danish.OUTCOMES}
    # The last trick may be left out only with a tout or a nolo.
    shapes[danish.PLAYED]["anyOf"] = [
        {"properties": {"last_trick": {"type": "object"}}, "required": ["last_trick"]},
        {"properties": {"tout": {"type": "string"}}, "required": ["tout"]},
        {"properties": {"nolo": {"type": "string"}}, "required": ["nolo"]},
    ]
    return shapes


def _build_levelled_declaration(kind: str, needed: dict[str, Schema], levels: Schema) -> Schema:
    """Return the schema of kings or a cavallerie; only a half one may name its missing card."""
    keys = {"player": TEXT, "kind": constant(kind), **needed, "level": levels}
    shape = closed_object(keys, {"missing": enum_of(danish.MISSING[kind])})
    half = {"properties": {"level": constant(danish.HALF)}}
    return {**shape, "anyOf": [half, {"properties": {"missing": {"type": "null"}}}]}


def _build_count_range(kind: str) -> Schema:
    fewest, most, _points = danish_tables.COUNTED[kind]
    return integer_between(fewest, most)


def romanian_hands(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of Romanian tarok or Taper by outcome."""
    numbers = _import_tables(game).TABLES
    contracts = [_build_contract_level(key, row.levels) for key, row in numbers.contracts.items()]
    kontra = integer_between(0, romanian_record.HIGHEST_KONTRA)
    announced = closed_object(
        {"figure": enum_of(numbers.announceable), "by": TEXT}, {"kontra": kontra}
    )
    counts = integer_between(min(numbers.taroace), max(numbers.taroace))
    optional = {
        "level": {"type": "integer", "minimum": 1},
        "kontra_game": kontra,
        "announced": list_of(announced),
        "declarations": list_of(closed_object({"player": TEXT, "count": counts})),
        "declarer_points": integer_between(0, numbers.card_points),
        "tricks": TRICKS,
        "trula": SIDE,
        "toti_regii": SIDE,
        "luna_prinsa": CAUGHT,
        "pagat_ultimo": PLAYED_LAST,
        **(_build_called_king_keys() if numbers.called_king else {}),
        **({"revoke": TEXT} if "revoke" in romanian_record.Played._fields else {}),
    }
    needed = {"declarer": TEXT, "contract": enum_of(list(numbers.contracts))}
    level = {"level": optional["level"]}
    shapes = {
        "played": {
            **hand_with_outcome("played", needed, optional),
            "oneOf": contracts,
            "anyOf": [
                _require_key("declarer_points", {"type": "integer"}),
                _require_key("tricks", enum_of(["all", "none"])),
            ],
        },
        "michi": hand_with_outcome(
            "michi", {"tricks_taken": per_player(integer_between(0, MICHI_TRICKS))}
        ),
        "passed_out": hand_with_outcome("passed_out"),
        "abandoned": hand_with_outcome("abandoned"),
        "surrendered": {
            **hand_with_outcome("surrendered", {**needed, "honour_held": FLAG}, level),
            "oneOf": contracts,
        },
    }
    return {outcome: shapes[outcome] for outcome in numbers.outcomes}


def _require_key(key: str, shape: Schema) -> Schema:
    return {"properties": {key: shape}, "required": [key]}


def _build_contract_level(key: str, levels: int) -> Schema:
    return {
        "properties": {"contract": constant(key), "level": nullable(integer_between(1, levels))}
    }


def _build_called_king_keys() -> dict[str, Schema]:
    return {
        "called": enum_of(SUITS),
        "partner": TEXT,
        "rege_ultimo": closed_object({"made": FLAG}),
        "king_captured": FLAG,
        "king_abandoned": FLAG,
    }


# Keyed by the function that reads a hand; a variant shares its base game's and needs no line.
FAMILIES: Mapping[Callable[..., Any], Callable[[AnyGame], dict[str, Schema]]] = MappingProxyType(
    {
        read_hungarian_hand: hungarian_hands,
        danish.read_hand: danish_hands,
        romanian_record.read_record: romanian_hands,
    }
)


def outcome_schemas(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of a game by outcome."""
    return FAMILIES[getattr(game.read, "func", game.read)](game)


def hand_schema(game: AnyGame) -> Schema:
    """Return the schema that accepts a hand of the game with any of its outcomes."""
    outcomes = outcome_schemas(game)
    return {"oneOf": [reference(f"{game.key}_{outcome}") for outcome in outcomes]}


def build_hand_definitions(game: AnyGame) -> dict[str, Schema]:
    """Return the hand schemas of a game, keyed by the names of their definitions."""
    outcomes = outcome_schemas(game)
    return {f"{game.key}_{outcome}": shape for outcome, shape in outcomes.items()}


def options_schema(game: AnyGame) -> Schema:
    """Return the schema of a game's house rules, with the meaning of each option."""
    shapes = {
        item.name: {**_build_option_schema(item), "description": item.meaning}
        for item in list_options(game.rules)
    }
    presets = {"preset": enum_of(sorted(game.presets))} if game.presets else {}
    return closed_object({}, {**presets, **shapes})


def _build_own_figure_schema() -> Schema:
    name: Schema = {"type": "string", "pattern": r"\S", "maxLength": LONGEST_NAME}
    worth = integer_between(0, LARGEST_WORTH)
    key: Schema = {"type": "string", "pattern": "^[a-z0-9_]{1,30}$"}
    return closed_object({"key": key, "name": name}, {"silent": worth, "announced": worth})


def _build_option_schema(item: Any) -> Schema:
    pair: Schema = {
        "type": "array",
        "items": integer_between(0, 1000),
        "minItems": 2,
        "maxItems": 2,
    }
    match item.kind:
        case "flag":
            return FLAG
        case "choice":
            return enum_of((*item.choices, *item.old))
        case "subset":
            return list_of(enum_of(item.choices))
        case "own":
            return {**list_of(_build_own_figure_schema()), "maxItems": MOST_FIGURES}
        case "whole":
            return integer_between(*(item.choices or (0, 1000)))
        case "pair":
            return pair
        case "by_bid":
            return closed_object(dict.fromkeys(item.choices, pair))
    raise ValueError(f"the schema does not know options of kind {item.kind}")
