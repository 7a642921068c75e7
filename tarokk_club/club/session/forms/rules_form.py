"""The house rules of a game as a form: the game, the preset and every option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core import options
from scoring.core.game import AnyGame
from scoring.core.options import HouseRules
from scoring.core.problem import Problem
from scoring.core.reader import RULES_SCHEMA
from scoring.games import GAMES
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Cards, Chips
from tarokk_club.club.session.forms.house_rules import (
    PREFIX,
    build_field_values,
    build_offered_values,
    build_option_field,
    describe_presets,
    list_preset_choices,
    read_rules_from_fields,
)
from tarokk_club.club.session.offered_rules import CLUB, OfferedRules

OWN_FIGURES = PREFIX + "own_figures"


class RulesForm(KeyForm):
    """A form for a game and its house rules.

    games: key and name of each game offered.
    sets: the saved rule sets of the club, for all games.
    """

    game = forms.ChoiceField(label=_("Game"), widget=Chips(attrs={"data-refresh": "game"}))
    preset = forms.ChoiceField(
        label=_("House rules"), required=False, widget=Cards(attrs={"data-refresh": "preset"})
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        games: Sequence[tuple[str, Any]],
        sets: Sequence[OfferedRules] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self.fields["game"], games)
        self.played = self._find_game(games)
        self.sets = [rule_set for rule_set in sets if rule_set.game == self.played.key]
        self.initial["game"] = self.played.key
        if len(games) == 1:
            self.fields["game"].widget = forms.HiddenInput()
        set_choices(self.fields["preset"], list_preset_choices(self.played, self.sets))
        self.fields["preset"].widget.lines = describe_presets(self.played, self.sets)
        self.rule_fields = [PREFIX + item.name for item in options.list_options(self.played.rules)]
        for item in options.list_options(self.played.rules):
            name = PREFIX + item.name
            now = self.data.get(name) if self.is_bound else self.initial.get(name)
            self.fields[name] = build_option_field(item, now)
        self._fill_initial_options()

    def _find_game(self, games: Sequence[tuple[str, Any]]) -> AnyGame:
        """Return the submitted or initial game if the form offers it, else its first game."""
        key = self.data.get("game") if self.is_bound else self.initial.get("game")
        offered = [game for game, _name in games]
        return GAMES[key if key in offered else offered[0]]

    def _fill_initial_options(self) -> None:
        """Fill in the missing initial values of the options, from the preset."""
        names = [name for name, _label in list_preset_choices(self.played, self.sets)]
        if self.initial.get("preset") not in names:
            self.initial["preset"] = names[0] if names else ""
        self.initial.setdefault("seen", self.initial["preset"])
        values = build_offered_values(self.played, self.initial["preset"], self.sets)
        for name, value in values.items():
            self.initial.setdefault(PREFIX + name, value)

    @staticmethod
    def build_initial_from_choice(last: Mapping[str, Any]) -> dict[str, Any]:
        """Return the game, rules and stake of an earlier session as field values.

        Return {} if the game is unknown.
        """
        game = GAMES.get(last.get("game", ""))
        if game is None:
            return {}
        # If the preset was chosen under an older schema, use its present options.
        outdated = last.get("preset") and last.get("rules_version", 1) < RULES_SCHEMA
        rules = {} if outdated else build_field_values(game, last.get("rules") or {})
        initial = {PREFIX + name: value for name, value in rules.items()}
        stake = last.get("stake") or [None, ""]
        preset = last.get("preset") or next(iter(game.presets), "")
        initial |= {"game": game.key, "preset": preset, "per_point": stake[1]}
        return initial | ({"currency": stake[0]} if stake[0] else {})

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the game's options."""
        return [self[name] for name in self.rule_fields]

    @property
    def has_option_faults(self) -> bool:
        """Whether any option is invalid."""
        return any(field.errors for field in self.option_fields)

    def read_typed_values(self) -> dict[str, Any]:
        """Return all submitted values without validation, to render the form again."""
        return {
            name: field.widget.value_from_datadict(self.data, self.files, name)
            for name, field in self.fields.items()
        }

    def read_rules(self, data: Mapping[str, Any]) -> tuple[HouseRules, str | None]:
        """Return the chosen rules and their preset; add faults to the fields."""
        problems: list[Problem] = []
        preset, displayed_preset = data.get("preset") or "", data.get("seen") or ""
        raw = read_rules_from_fields(
            self.played, data, preset=preset, displayed_preset=displayed_preset, sets=self.sets
        )
        rules = options.read_rules(self.played.rules, self.played.presets, raw, problems)
        problems = problems or self.played.check_rules(rules)
        places = {f"rules.{name.removeprefix(PREFIX)}": name for name in self.rule_fields}
        self.show_problems(problems, places)
        return rules, raw.get("preset")


def set_choices(field: forms.Field, choices: Sequence[tuple[str, Any]]) -> None:
    """Set the choices of a choice field."""
    field.choices = choices  # type: ignore[attr-defined]


def pick_values_after_choice(typed: dict[str, Any], do: str) -> dict[str, Any]:
    """Return the submitted values to keep after another game or preset was chosen.

    The club's figures are kept on a change to a preset, as presets contain none.

    do: the choice that was changed, "game" or "preset".
    """
    remaining = {name: value for name, value in typed.items() if not name.startswith(PREFIX)}
    if do == "preset":
        club_figures = {} if str(typed["preset"]).startswith(CLUB) else _pick_club_figures(typed)
        return remaining | club_figures | {"seen": typed["preset"]}
    del remaining["seen"], remaining["preset"]
    return remaining


def _pick_club_figures(typed: Mapping[str, Any]) -> dict[str, Any]:
    return {OWN_FIGURES: typed[OWN_FIGURES]} if OWN_FIGURES in typed else {}
