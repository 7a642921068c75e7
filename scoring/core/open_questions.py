"""Questions about details that an unfinished hand lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.core.problem import Problem

OPEN = "open"
# Fields of a record that hold a player, or the result of a figure.
BY, MADE = "by", "made"
_QUESTIONS = {BY: "untold.by", MADE: "untold.fate"}
# Figures whose result names the player whose card was caught.
_CAUGHT = frozenset({"xxi_catch", "luna_prinsa"})


def split_open_questions(
    raw: Mapping[str, Any], names: Mapping[str, Mapping[str, str]]
) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    """Return the event of an unfinished hand without the key "open", and the open questions.

    names: values that name a figure in a sentence, by figure, or by list and card ("facan.pagat").

    Under "open", a draft lists its undecided fields: a player who only represents a side
    ("announced.0.by"), or a result that is not known yet ("announced.0.made"). A hand that can be
    saved has no such list.

    >>> draft = {"announced": [{"figure": "trull", "by": "A"}], "open": ["announced.0.made"]}
    >>> split_open_questions(draft, {"trull": {"figure": "fig.trull"}})[1][0].code
    'untold.fate'

    Source: docs/adr/0008-drafts-on-the-server.md.
    """
    event = {key: value for key, value in raw.items() if key != OPEN}
    places = raw.get(OPEN)
    if not isinstance(places, list):
        return event, ()
    questions = (_build_question(event, place, names) for place in places if isinstance(place, str))
    return event, tuple(question for question in questions if question is not None)


def _build_question(
    raw: Mapping[str, Any], place: str, names: Mapping[str, Mapping[str, str]]
) -> Problem | None:
    parent, _cut, key = place.rpartition(".")
    item = _find_object(raw, parent)
    if key not in _QUESTIONS or item is None:
        return None
    card = f"{parent.partition('.')[0]}.{item.get('card')}"
    name = names.get(str(item.get("figure", parent))) or names.get(card)
    if name is None:
        return None
    if item.get("suit") is not None:
        values = {**name, "suit": f"suit.{item['suit']}"}
        return Problem(f"{_QUESTIONS[key]}_suited", place, values)
    caught = key == MADE and item.get("figure") in _CAUGHT
    # A figure with its own key in the record was made silently, so ask who played it.
    silent = key == BY and "." not in parent
    code = "untold.taker" if silent else "untold.catch" if caught else _QUESTIONS[key]
    return Problem(code, place, name)


def _find_object(raw: Mapping[str, Any], path: str) -> Mapping[str, Any] | None:
    """Return the object at a dotted path of a record, `{}` for `true`, else None."""
    value: Any = raw
    for step in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    if isinstance(value, Mapping):
        return value
    return {} if value is True else None


def drop_stand_in_problems(
    problems: Iterable[Problem], raw: Mapping[str, Any], questions: Iterable[Problem]
) -> list[Problem]:
    """Return the problems except those about a player who only represents a side.

    Source: docs/adr/0008-drafts-on-the-server.md.
    """
    places = [question.field for question in questions if question.field.endswith(f".{BY}")]
    stand_ins = {
        (_find_object(raw, place.removesuffix(f".{BY}")) or {}).get(BY) for place in places
    }
    return [
        problem for problem in problems if not stand_ins or problem.values.get(BY) not in stand_ins
    ]


def find_partner_question(raw: Mapping[str, Any], *keys: str) -> tuple[Problem, ...]:
    """Return the question about the partner if the draft lacks the key `partner`.

    No question is asked if the key is null, because the declarer then plays alone.

    keys: keys that must be set before the question is asked.

    Source: docs/adr/0008-drafts-on-the-server.md.
    """
    if "partner" in raw or any(raw.get(key) is None for key in keys):
        return ()
    return (Problem("untold.partner", "partner"),)
