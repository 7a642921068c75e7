"""What a reader of the statistics chooses: players, ratings, and hands to leave out."""

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
from tarokk_club.club.session.forms.house_rules import preset_values, shown
from tarokk_club.club.session.forms.rules_form import field_choices


class CompareForm(forms.Form):
    """The other player; it changes nothing."""

    def __init__(self, *args: Any, others: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        # The name in the address, which is a word of the language.
        self.fields["with"] = forms.ChoiceField(label=_("With whom?"))
        field_choices(self.fields["with"], others)

    @property
    def other(self) -> forms.BoundField:
        """The field, by a name that a template can say."""
        return self["with"]


class RatingForm(KeyForm):
    """Whether the players are rated."""

    rated = hidden_switch()


RULES = "rules"


def asked_rules(asked: QueryDict, game: AnyGame, usual: Mapping[str, Any]) -> Question:
    """The rules of an address; those of the table, `usual`, where it says none or wrong ones."""
    faults: list[Problem] = []
    raw = read_part(asked.get(RULES, ""), faults) if RULES in asked else usual
    rules = read_house_rules(game, raw, faults)
    if faults:
        raw = usual
        rules = read_house_rules(game, raw, [])
    return Question(game, (), rules, raw, faults=tuple(faults))


def told_rules(game: AnyGame, rules: Mapping[str, Any], preset: str) -> dict[str, Any]:
    """The rules of a session as an address says them: its preset, and what differs from that."""
    known = preset if preset in game.presets else ""
    raw: dict[str, Any] = {"preset": known} if known else {}
    usual, mine = preset_values(game, known), shown(game, rules)
    return raw | {name: rules[name] for name, value in mine.items() if value != usual[name]}


def own_figures(rules: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The figures of the club itself that any of these sessions had, as an address says them.

    The first rules that name a figure say what it is worth; {} where there are none.
    """
    found: dict[str, Any] = {}
    for one in rules:
        for figure in one.get("own_figures") or ():
            found.setdefault(figure["key"], figure)
    return {"own_figures": list(found.values())[:MOST_FIGURES]} if found else {}


def same_rules(question: Question, rules: Mapping[str, Any]) -> bool:
    """Whether what is asked is what the table played by."""
    return shown(question.game, rules_to_dict(question.rules)) == shown(question.game, rules)
