"""The score calculator: its query string, and the form of its house rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext_noop as _

from scoring.core import options
from scoring.core.game import AnyGame
from scoring.core.open_questions import MADE
from scoring.core.problem import Problem, RefusedError
from scoring.core.reader import Reader
from scoring.core.replay import open_table
from scoring.core.table import Table
from scoring.games import GAMES
from scoring.parsing import parse_strict_json
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.pages.forms import ProblemForm
from tarokk_club.club.session.forms.house_rules import (
    PREFIX,
    build_field_values,
    build_option_field,
    read_rules_from_fields,
)

# Letters stand for the players.
SEATS = ("A", "B", "C", "D", "E")
USUAL_SEATS = 4
# The calculator never writes a longer query parameter.
LONGEST = 4000

register_refusals(
    {
        "link_broken": _("This link was cut short or changed on its way. Ask for it again."),
    }
)


@dataclass(frozen=True, slots=True)
class Question:
    """A hand to score, with its game and house rules.

    raw_rules: preset and single options as in a session document.
    rules: the same rules, validated and immutable.
    hand: a hand event; {} before anything is entered.
    faults: problems in the query string.
    """

    game: AnyGame
    seats: tuple[str, ...]
    rules: Any
    raw_rules: Mapping[str, Any]
    hand: Mapping[str, Any] = field(default_factory=dict)
    faults: tuple[Problem, ...] = ()

    @property
    def table(self) -> Table:
        """The table before the first deal; the last seat deals, so that A leads."""
        return open_table(self.game, self.rules, self.seats, self.seats[-1])

    @property
    def preset(self) -> str:
        """The preset from which the rules start."""
        return str(self.raw_rules.get("preset", ""))

    def build_query(self, **changes: Any) -> str:
        """Return the canonical query string of this question, with changes to its attributes."""
        other = replace(self, **changes)
        fixed = {"game": other.game.key, "players": str(len(other.seats))}
        parts = {"rules": other.raw_rules, "hand": other.hand}
        return "?" + urlencode(
            fixed | {name: format_query_part(part) for name, part in parts.items() if part}
        )


def read_question(query: QueryDict) -> Question:
    """Return the question in a query string, with defaults for missing and invalid parts."""
    game = GAMES[_choose_or_default(query.get("game"), list(ENTRY_GAMES))]
    counts = [str(count) for count in range(game.fewest, game.most + 1)]
    usual = str(min(USUAL_SEATS, game.most))
    count = int(_choose_or_default(query.get("players"), counts, usual=usual))
    faults: list[Problem] = []
    raw = parse_query_part(query.get("rules", ""), faults) or build_usual_rules(game)
    rules = read_house_rules(game, raw, faults)
    if faults:
        raw = build_usual_rules(game)
        rules = read_house_rules(game, raw, [])
    hand = _read_hand(game, parse_query_part(query.get("hand", ""), faults), faults)
    return Question(game, SEATS[:count], rules, raw, hand, tuple(faults))


def build_usual_rules(game: AnyGame) -> dict[str, Any]:
    """Return raw rules with the first preset of a game; {} if it has no presets."""
    return {"preset": next(iter(game.presets))} if game.presets else {}


def read_house_rules(game: AnyGame, raw: Mapping[str, Any], faults: list[Problem]) -> Any:
    """Return the rules that `raw` describes; add any faults and contradictions to `faults`."""
    rules = options.read_rules(game.rules, game.presets, raw, faults)
    if not faults:
        faults += game.check_rules(rules)
    return rules


def _choose_or_default(value: str | None, choices: list[str], *, usual: str = "") -> str:
    return value if value in choices else usual or choices[0]


def parse_query_part(text: str, faults: list[Problem]) -> dict[str, Any]:
    """Return the JSON object in a query parameter; if it is invalid, add a fault and return {}."""
    if len(text) > LONGEST:
        faults.append(Problem("text_too_long", "", {"highest": LONGEST}))
        return {}
    try:
        value = parse_strict_json(text) if text else {}
        # A page or a link cannot contain a lone surrogate.
        json.dumps(value, ensure_ascii=False).encode()
    except (RefusedError, RecursionError, UnicodeEncodeError):
        value = None
    if isinstance(value, dict):
        return value
    # The user did not write the JSON and cannot correct it, so report only a broken link.
    faults.append(Problem("link_broken", ""))
    return {}


def _read_hand(game: AnyGame, raw: Mapping[str, Any], faults: list[Problem]) -> Mapping[str, Any]:
    """Return the hand of a link, complete or not; if it is invalid, add faults and return {}."""
    wrong: list[Problem] = []
    # Null counts as left out.
    raw = {key: value for key, value in raw.items() if value is not None}
    game.read(Reader(dict(raw), wrong))
    wrong = [problem for problem in wrong if not _is_unanswered(problem)] if raw else []
    faults += wrong
    return {} if wrong else raw


def _is_unanswered(problem: Problem) -> bool:
    """Return whether the hand only lacks something that its form may leave open.

    Of an announced figure that is the result; somebody always stands in for its player.
    """
    place, dot, key = problem.field.rpartition(".")
    is_open_result = key == MADE and place.startswith("announced.")
    return problem.code == "missing" and (not dot or is_open_result)


def format_query_part(part: Mapping[str, Any]) -> str:
    """Return a part of the question as compact JSON, the value of a query parameter."""
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))


class OptionsForm(ProblemForm):
    """A form with one field for each house rule of a game."""

    def __init__(self, data: QueryDict | None, question: Question) -> None:
        self.question = question
        self.options = options.list_options(question.game.rules)
        values = build_field_values(question.game, options.serialize_rules(question.rules))
        super().__init__(data, initial={PREFIX + name: value for name, value in values.items()})
        for item in self.options:
            self.fields[PREFIX + item.name] = build_option_field(item)

    def clean(self) -> dict[str, Any]:
        """Check the rules, and add them under `raw` in the format of a session document."""
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        game, preset = self.question.game, self.question.preset
        faults: list[Problem] = []
        data["raw"] = read_rules_from_fields(game, data, preset=preset, displayed_preset=preset)
        read_house_rules(game, data["raw"], faults)
        fields = {f"rules.{option.name}": PREFIX + option.name for option in self.options}
        self.show_problems(faults, fields)
        return data
