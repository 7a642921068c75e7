"""Forms of the statistics pages, and the rules in a what-if page's query string."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.core.game import AnyGame
from scoring.core.options import serialize_rules
from scoring.core.own_figures import MOST_FIGURES
from scoring.core.problem import Problem
from tarokk_club.club.hand.forms.calculator import Question, parse_query_part, read_house_rules
from tarokk_club.club.pages.forms import KeyForm, build_hidden_switch
from tarokk_club.club.session.forms.house_rules import build_field_values, build_preset_values
from tarokk_club.club.session.forms.rules_form import set_choices


class CompareForm(forms.Form):
    """The GET form that chooses the player to compare with.

    others: pairs of id and name, one for each player to choose from.
    """

    def __init__(self, *args: Any, others: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        # `with` is a Python keyword, so the field cannot be a class attribute.
        self.fields["with"] = forms.ChoiceField(label=_("With whom?"))
        set_choices(self.fields["with"], others)


class RatingForm(KeyForm):
    """The form that turns the ratings of the club on or off."""

    rated = build_hidden_switch()


RULES = "rules"


def read_query_rules(query: QueryDict, game: AnyGame, usual: Mapping[str, Any]) -> Question:
    """Return the rules in the query string, and their faults, as a question for the calculator.

    usual: rules to use if the query string has none or invalid ones.
    """
    faults: list[Problem] = []
    raw = parse_query_part(query.get(RULES, ""), faults) if RULES in query else usual
    rules = read_house_rules(game, raw, faults)
    if faults:
        raw = usual
        rules = read_house_rules(game, raw, [])
    return Question(game, (), rules, raw, faults=tuple(faults))


def build_query_rules(game: AnyGame, rules: Mapping[str, Any], preset: str) -> dict[str, Any]:
    """Return a session's rules for the query string: the preset and the differences from it."""
    base = preset if preset in game.presets else ""
    raw: dict[str, Any] = {"preset": base} if base else {}
    usual, values = build_preset_values(game, base), build_field_values(game, rules)
    return raw | {name: rules[name] for name, value in values.items() if value != usual[name]}


def collect_club_figures(rules: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return up to `MOST_FIGURES` figures that the club defined in these rules, for a query string.

    If several rules define a figure, the first definition wins. Return {} if there are none.
    """
    figures: dict[str, Any] = {}
    for session_rules in rules:
        for figure in session_rules.get("own_figures") or ():
            figures.setdefault(figure["key"], figure)
    return {"own_figures": list(figures.values())[:MOST_FIGURES]} if figures else {}


def has_same_rules(question: Question, rules: Mapping[str, Any]) -> bool:
    """Return whether the question has these rules."""
    return build_field_values(question.game, serialize_rules(question.rules)) == build_field_values(
        question.game, rules
    )
