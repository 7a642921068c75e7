"""House rules as data: each option of a game has a kind, a meaning and a source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

from scoring.core.own_figures import OwnFigure, read_own_figures, serialize_own_figure
from scoring.core.problem import Problem

FLAG, CHOICE, WHOLE, PAIR, BY_BID = "flag", "choice", "whole", "pair", "by_bid"
SUBSET, OWN = "subset", "own"
LARGEST_VALUE = 1000


class HouseRules(Protocol):
    """The house rules of a game: a frozen dataclass whose fields all come from `define_option`.

    Source: docs/adr/0018-scoring-core.md, "House rules are data".
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


Rules = TypeVar("Rules", bound=HouseRules)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game's house rules.

    kind: FLAG, CHOICE, WHOLE, PAIR, BY_BID, SUBSET or OWN.
    choices: words of a CHOICE or SUBSET, keys of a BY_BID, or lowest and highest value of a WHOLE.
    meaning: explanation in English.
    old: words of a CHOICE that are still valid but no longer offered.

    Source: docs/adr/0018-scoring-core.md, "House rules are data".
    """

    name: str
    kind: str
    default: Any
    choices: tuple[Any, ...]
    meaning: str
    source: str
    old: tuple[str, ...] = ()


def define_option(
    kind: str, default: Any, meaning: str, source: str, choices: tuple[Any, ...] = ()
) -> Any:
    """Return a dataclass field with the kind, meaning and source of an option in its metadata.

    Source: docs/adr/0018-scoring-core.md, "House rules are data".
    """
    metadata = {"kind": kind, "meaning": meaning, "source": source, "choices": choices, "old": ()}
    return field(default=default, metadata=metadata)


def allow_old_words(item: Any, *old: str) -> Any:
    """Return a CHOICE option that also accepts these words, which are no longer offered.

    Source: scoring/RULEBOOK.md, section 1, `trial_three`.
    """
    return field(default=item.default, metadata={**item.metadata, "old": old})


def list_options(rules: type[HouseRules]) -> tuple[Option, ...]:
    """Return all options of a game's rules class, in declaration order.

    Source: scoring/RULEBOOK.md, "Rule options".
    """
    return tuple(_build_option(item) for item in fields(rules))


def _build_option(item: Field[Any]) -> Option:
    data = item.metadata
    details = data["choices"], data["meaning"], data["source"], data["old"]
    return Option(item.name, data["kind"], item.default, *details)


def read_rules(
    rules: type[Rules],
    presets: Mapping[str, Mapping[str, object]],
    raw: Mapping[str, Any],
    problems: list[Problem],
) -> Rules:
    """Return the frozen rules in `raw` (a preset and single options); append faults to `problems`.

    Source: docs/reference/format.md ("rules"); scoring/RULEBOOK.md, "Presets".
    """
    chosen: dict[str, Any] = {}
    preset = raw.get("preset")
    if preset is not None:
        if isinstance(preset, str) and preset in presets:
            chosen.update(presets[preset])
        else:
            problems.append(
                Problem("unknown_preset", "rules.preset", {"allowed": ", ".join(presets)})
            )
    options = _map_options_by_name(rules)
    for name, value in raw.items():
        if name == "preset":
            continue
        if name not in options:
            problems.append(Problem("unknown_key", f"rules.{name}", {"key": str(name)}))
            continue
        _read_option(options[name], value, chosen, problems)
    return rules(**chosen)


@cache
def _map_options_by_name(rules: type[HouseRules]) -> Mapping[str, Option]:
    # Cached, because many documents use the same few classes.
    return {item.name: item for item in list_options(rules)}


def _read_option(item: Option, value: Any, chosen: dict[str, Any], problems: list[Problem]) -> None:
    path = f"rules.{item.name}"
    if value is None and item.default is not None:
        return
    if item.kind == OWN:
        chosen[item.name], faults = read_own_figures(value)
        problems += [Problem(code, path + inner, values) for inner, code, values in faults]
        return
    fault = _FAULTS[item.kind](item, value)
    if fault is None:
        chosen[item.name] = (
            _sort_subset(item, value) if item.kind == SUBSET else _freeze_value(value)
        )
    else:
        problems.append(Problem(fault[0], path, fault[1]))


def _sort_subset(item: Option, value: Any) -> tuple[Any, ...]:
    """Return the words of a SUBSET in the order of its choices, without repeats."""
    return tuple(word for word in item.choices if word in value)


def _freeze_value(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return {key: tuple(pair) for key, pair in value.items()}
    return value


_Fault = tuple[str, dict[str, Any]] | None


def _find_flag_fault(item: Option, value: Any) -> _Fault:
    del item
    return None if isinstance(value, bool) else ("not_flag", {})


def _find_choice_fault(item: Option, value: Any) -> _Fault:
    if isinstance(value, str) and value in item.choices + item.old:
        return None
    return ("not_one_of", {"allowed": ", ".join(item.choices)})


def _find_subset_fault(item: Option, value: Any) -> _Fault:
    if isinstance(value, list | tuple) and all(
        isinstance(word, str) and word in item.choices for word in value
    ):
        return None
    return ("not_some_of", {"allowed": ", ".join(item.choices)})


def _find_whole_fault(item: Option, value: Any) -> _Fault:
    lowest, highest = item.choices or (0, LARGEST_VALUE)
    if type(value) is not int:
        return ("not_whole", {})
    return (
        None
        if lowest <= value <= highest
        else ("out_of_range", {"lowest": lowest, "highest": highest})
    )


def _find_pair_fault(item: Option, value: Any) -> _Fault:
    del item
    if (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(_is_allowed_worth(number) for number in value)
    ):
        return None
    return ("not_pair", {"lowest": 0, "highest": LARGEST_VALUE})


def _find_by_bid_fault(item: Option, value: Any) -> _Fault:
    if value is None:
        return None
    if isinstance(value, dict) and set(value) == set(item.choices):
        faults = [_find_pair_fault(item, pair) for pair in value.values()]
        if not any(faults):
            return None
    return ("not_by_bid", {"allowed": ", ".join(item.choices)})


def _is_allowed_worth(number: Any) -> bool:
    return type(number) is int and 0 <= number <= LARGEST_VALUE


_FAULTS = {
    FLAG: _find_flag_fault,
    CHOICE: _find_choice_fault,
    WHOLE: _find_whole_fault,
    PAIR: _find_pair_fault,
    BY_BID: _find_by_bid_fault,
    SUBSET: _find_subset_fault,
}


def serialize_rules(rules: HouseRules) -> dict[str, Any]:
    """Return every option of `rules` by name as JSON values, as a session stores them.

    Source: docs/adr/0002-objects-and-their-ids.md (rules are frozen into the session).
    """
    return {item.name: _convert_to_json(getattr(rules, item.name)) for item in fields(rules)}


def _convert_to_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [
            serialize_own_figure(entry) if isinstance(entry, OwnFigure) else entry
            for entry in value
        ]
    if isinstance(value, Mapping):
        return {key: list(pair) for key, pair in value.items()}
    return value
