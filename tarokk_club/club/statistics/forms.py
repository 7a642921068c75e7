"""Forms of the statistics: choice of players, ratings, and hands to leave out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.core.game import AnyGame
from scoring.core.options import rules_to_dict
from scoring.core.own_figures import MOST_FIGURES
from scoring.core.problem import Problem
from tarokk_club.club.hand.forms.calculator import Question, read_house_rules, read_part
from tarokk_club.club.pages.forms import KeyForm, hidden_switch
from tarokk_club.club.session.forms.house_rules import field_values, preset_values
from tarokk_club.club.session.forms.rules_form import set_choices


class CompareForm(forms.Form):
    """A GET form that chooses the other player; it changes nothing."""

    def __init__(self, *args: Any, others: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        # The parameter is named `with`, a Python keyword, so it cannot be a class attribute.
        self.fields["with"] = forms.ChoiceField(label=_("With whom?"))
        set_choices(self.fields["with"], others)

    @property
    def other(self) -> forms.BoundField:
        """The field `with`, under a name that a template can use."""
        return self["with"]


class RatingForm(KeyForm):
    """The form that switches the rating of players on or off."""

    rated = hidden_switch()


RULES = "rules"


def read_query_rules(query: QueryDict, game: AnyGame, usual: Mapping[str, Any]) -> Question:
    """Return the rules in the query string as a question to the calculator.

    usual: the rules of the table, used if the query string has none or invalid ones.
    """
    faults: list[Problem] = []
    raw = read_part(query.get(RULES, ""), faults) if RULES in query else usual
    rules = read_house_rules(game, raw, faults)
    if faults:
        raw = usual
        rules = read_house_rules(game, raw, [])
    return Question(game, (), rules, raw, faults=tuple(faults))


def build_query_rules(game: AnyGame, rules: Mapping[str, Any], preset: str) -> dict[str, Any]:
    """Return the rules of a session for a query string: the preset and the differences from it."""
    known = preset if preset in game.presets else ""
    raw: dict[str, Any] = {"preset": known} if known else {}
    usual, mine = preset_values(game, known), field_values(game, rules)
    return raw | {name: rules[name] for name, value in mine.items() if value != usual[name]}


def collect_club_figures(rules: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the figures defined by the club that any of these sessions had, for a query string.

    If several rules define a figure, the first definition wins. Returns {} if there are none.
    """
    found: dict[str, Any] = {}
    for one in rules:
        for figure in one.get("own_figures") or ():
            found.setdefault(figure["key"], figure)
    return {"own_figures": list(found.values())[:MOST_FIGURES]} if found else {}


def has_same_rules(question: Question, rules: Mapping[str, Any]) -> bool:
    """Return whether the rules of the question equal those of the table."""
    return field_values(question.game, rules_to_dict(question.rules)) == field_values(
        question.game, rules
    )
