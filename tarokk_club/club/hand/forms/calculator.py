"""The score calculator: its query string, and the single rules as a form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.utils.http import urlencode

from scoring.core import options
from scoring.core.game import AnyGame
from scoring.core.problem import Problem, RefusedError
from scoring.core.reader import Reader
from scoring.core.replay import open_table
from scoring.core.table import Table
from scoring.games import GAMES
from scoring.parsing import parse
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.pages.forms import ProblemForm
from tarokk_club.club.session.forms.house_rules import (
    PREFIX,
    field_of,
    field_values,
    rules_from_fields,
)

# The calculator has no names of people.
SEATS = ("A", "B", "C", "D", "E")
USUAL_SEATS = 4
# A longer part was not made by this page.
LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Question:
    """What the calculator computes.

    raw_rules: preset and single options as in a session document.
    rules: the same, validated and immutable.
    hand: a hand event; {} while there is none.
    faults: what of the query string could not be read.
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

    def query(self, **changes: Any) -> str:
        """Return the query string of this question, or with changes; short and canonical."""
        other = replace(self, **changes)
        said = {"game": other.game.key, "players": str(len(other.seats))}
        parts = {"rules": other.raw_rules, "hand": other.hand}
        return "?" + urlencode(
            said | {name: query_text(part) for name, part in parts.items() if part}
        )


def read_question(query: QueryDict) -> Question:
    """Return the question of a query string; missing and invalid parts have their defaults."""
    game = GAMES[_choose(query.get("game"), list(ENTRY_GAMES))]
    counts = [str(one) for one in range(game.fewest, game.most + 1)]
    usual = str(min(USUAL_SEATS, game.most))
    count = int(_choose(query.get("players"), counts, usual=usual))
    faults: list[Problem] = []
    raw = read_part(query.get("rules", ""), faults) or usual_rules(game)
    rules = read_house_rules(game, raw, faults)
    if faults:
        raw = usual_rules(game)
        rules = read_house_rules(game, raw, [])
    hand = _hand(game, read_part(query.get("hand", ""), faults), faults)
    return Question(game, SEATS[:count], rules, raw, hand, tuple(faults))


def usual_rules(game: AnyGame) -> dict[str, Any]:
    """Return the first preset of a game."""
    return {"preset": next(iter(game.presets))} if game.presets else {}


def read_house_rules(game: AnyGame, raw: Mapping[str, Any], faults: list[Problem]) -> Any:
    """Return the rules that `raw` describes, with contradictions between options added to the
    faults.
    """
    rules = options.read_rules(game.rules, game.presets, raw, faults)
    if not faults:
        faults += game.check_rules(rules)
    return rules


def _choose(value: str | None, choices: list[str], *, usual: str = "") -> str:
    return value if value in choices else usual or choices[0]


def read_part(text: str, faults: list[Problem]) -> dict[str, Any]:
    """Return a part of the query string from JSON, {} if it is invalid."""
    if len(text) > LONGEST:
        faults.append(Problem("text_too_long", "", {"highest": LONGEST}))
        return {}
    try:
        value = parse(text) if text else {}
    except RefusedError:
        value = None
    if isinstance(value, dict):
        return value
    # The reader of a link wrote no JSON and cannot correct it.
    faults.append(Problem("link_broken", ""))
    return {}


def _hand(game: AnyGame, raw: Mapping[str, Any], faults: list[Problem]) -> Mapping[str, Any]:
    """Return the hand of a link, perhaps unfinished; {} if it is not a hand of this game."""
    wrong: list[Problem] = []
    game.read(Reader(dict(raw), wrong))
    wrong = [one for one in wrong if one.code != "missing"] if raw else []
    faults += wrong
    return {} if wrong else raw


def query_text(part: Mapping[str, Any]) -> str:
    """Return a part of the query string."""
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))


class OptionsForm(ProblemForm):
    """The single house rules of a game."""

    def __init__(self, data: QueryDict | None, question: Question) -> None:
        self.question = question
        self.known = options.options_of(question.game.rules)
        values = field_values(question.game, options.rules_to_dict(question.rules))
        super().__init__(data, initial={PREFIX + name: value for name, value in values.items()})
        for item in self.known:
            self.fields[PREFIX + item.name] = field_of(item)

    def clean(self) -> dict[str, Any]:
        """Store the rules as a document has them, as `raw`."""
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        game, preset = self.question.game, self.question.preset
        faults: list[Problem] = []
        data["raw"] = rules_from_fields(game, data, preset=preset, seen=preset)
        read_house_rules(game, data["raw"], faults)
        self.show_problems(faults, {f"rules.{one.name}": PREFIX + one.name for one in self.known})
        return data
