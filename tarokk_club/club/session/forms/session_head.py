"""What is asked about a session at its start and in its settings."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core import options
from scoring.core.game import AnyGame
from scoring.core.problem import Problem, RefusedError
from scoring.core.schema import RULES_SCHEMA
from scoring.document import Head, Stake
from scoring.games import GAMES
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.base.forms import KeyForm, ReasonForm
from tarokk_club.club.base.widgets import Chips, Day
from tarokk_club.club.people.forms.players import currency_choices
from tarokk_club.club.session.forms.house_rules import (
    PREFIX,
    chosen,
    field_of,
    preset_choices,
    preset_lines,
    preset_values,
    shown,
)

SEAT = "seat_"
OWN_FIGURES = PREFIX + "own_figures"
# A draw is shown, and never sent.
DRAWN = "drawn"
FEWEST_DRAWING = 2
# From the pagat to the XXI: every game of the house has them.
TAROKKS = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"),
    *("XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI"),
)
MOST_SEATS = max(game.most for game in GAMES.values())


class PlayedForm(KeyForm):
    """Game, house rules and stake; games: key and name of those offered."""

    game = forms.ChoiceField(label=_("Game"), widget=Chips(attrs={"data-refresh": "game"}))
    preset = forms.ChoiceField(
        label=_("House rules"), required=False, widget=Chips(attrs={"data-refresh": "preset"})
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    per_point = forms.CharField(
        label=_("Stake for one point"),
        required=False,
        max_length=20,
        help_text=_("Leave it empty where nobody plays for money."),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    currency = forms.ChoiceField(label=_("Currency"), choices=currency_choices)

    def __init__(self, *args: Any, games: Sequence[tuple[str, Any]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field_choices(self.fields["game"], games)
        self.played = self._game(games)
        self.initial["game"] = self.played.key
        if len(games) == 1:
            self.fields["game"].widget = forms.HiddenInput()
        field_choices(self.fields["preset"], preset_choices(self.played))
        self.fields["preset"].help_text = preset_lines(self.played)
        self.rule_fields = [PREFIX + item.name for item in options.options_of(self.played.rules)]
        for item in options.options_of(self.played.rules):
            name = PREFIX + item.name
            now = self.data.get(name) if self.is_bound else self.initial.get(name)
            self.fields[name] = field_of(item, now)
        self._show_rules()

    def _game(self, games: Sequence[tuple[str, Any]]) -> AnyGame:
        """The game whose rules are shown: the one sent, else the first choice."""
        key = self.data.get("game") if self.is_bound else self.initial.get("game")
        offered = [game for game, _name in games]
        return GAMES[key if key in offered else offered[0]]

    def _show_rules(self) -> None:
        """Fill the options from what was remembered, else from the preset."""
        names = list(self.played.presets)
        if self.initial.get("preset") not in names:
            self.initial["preset"] = names[0] if names else ""
        self.initial.setdefault("seen", self.initial["preset"])
        for name, value in preset_values(self.played, self.initial["preset"]).items():
            self.initial.setdefault(PREFIX + name, value)

    @staticmethod
    def remembered(last: Mapping[str, Any]) -> dict[str, Any]:
        """Game, rules and stake of an earlier session, the way the fields show them."""
        game = GAMES.get(last.get("game", ""))
        if game is None:
            return {}
        # Chosen under an older schema, a preset is begun from as it is now.
        outdated = last.get("preset") and last.get("rules_version", 1) < RULES_SCHEMA
        rules = {} if outdated else shown(game, last.get("rules") or {})
        found = {PREFIX + name: value for name, value in rules.items()}
        stake = last.get("stake") or [None, ""]
        found |= {"game": game.key, "preset": last.get("preset") or "", "per_point": stake[1]}
        return found | ({"currency": stake[0]} if stake[0] else {})

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The single options of the game."""
        return [self[name] for name in self.rule_fields]

    @property
    def option_faults(self) -> bool:
        """Whether one of the single options is wrong."""
        return any(field.errors for field in self.option_fields)

    def as_typed(self) -> dict[str, Any]:
        """Everything as it was sent, to be shown again without judging it."""
        return {
            name: field.widget.value_from_datadict(self.data, self.files, name)
            for name, field in self.fields.items()
        }

    def head_of(self, data: Mapping[str, Any]) -> Head:
        """The head of a document without its seats; its faults go to their fields."""
        problems: list[Problem] = []
        raw = chosen(
            self.played, data, preset=data.get("preset") or "", seen=data.get("seen") or ""
        )
        rules = options.read_rules(self.played.rules, self.played.presets, raw, problems)
        problems = problems or self.played.check_rules(rules)
        stake = self._stake(data)
        places = {f"rules.{name.removeprefix(PREFIX)}": name for name in self.rule_fields}
        self.show_problems(problems, places)
        return Head(
            game=self.played,
            rules=rules,
            preset=data.get("preset") or None,
            players=(),
            dealer="",
            title=None,
            day=data.get("date"),
            stake=stake,
            events=[],
        )

    def _stake(self, data: Mapping[str, Any]) -> Stake | None:
        # People write the comma of their language.
        amount = (data.get("per_point") or "").strip().replace(",", ".")
        currency = data.get("currency")
        if not amount or not currency:
            return None
        try:
            read_amount(amount, CURRENCIES[currency], field="per_point")
        except RefusedError as refused:
            self.show_problems(refused.problems)
            return None
        return Stake(currency, amount)


class HeadForm(PlayedForm, ReasonForm):
    """Date, table, seats, first dealer, game, house rules and stake of a session.

    players: id and name of those who may sit.
    """

    date = forms.DateField(label=_("Date"), widget=Day())
    title = forms.CharField(
        label=_("Name of the table"),
        required=False,
        max_length=80,
        help_text=_("Only where several tables play on one evening."),
    )
    dealer = forms.ChoiceField(label=_("Who deals first?"), widget=Chips)

    def __init__(self, *args: Any, players: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = tuple(players)
        seats = [(str(number), str(number)) for number in range(1, MOST_SEATS + 1)]
        field_choices(self.fields["dealer"], seats)
        for player, name in self.players:
            self.fields[SEAT + player] = forms.ChoiceField(
                label=name, required=False, choices=[("", "–"), *seats]
            )

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        """The number of each player's seat."""
        return [self[SEAT + player] for player, _name in self.players]

    @property
    def drawn(self) -> list[tuple[str, str]]:
        """Who drew which card, in the order of the seats."""
        names = dict(self.players)
        return [(names[player], card) for player, card in self.initial.get(DRAWN, ())]

    @property
    def none_drew(self) -> bool:
        """Whether a draw was asked for before there were players to draw."""
        return DRAWN in self.initial and not self.drawn

    def clean(self) -> dict[str, Any]:
        """Turn everything into the head of a document, kept as `head`."""
        data: dict[str, Any] = super().clean() or {}
        seats = self._seats(data)
        dealer = int(data.get("dealer") or 0)
        if seats and dealer > len(seats):
            self.add_error("dealer", _("Nobody sits there; choose one of the seats taken."))
        head = self.head_of(data)
        if not self.errors:
            data["head"] = replace(
                head, players=tuple(seats), dealer=seats[dealer - 1], title=data["title"]
            )
        return data

    def _seats(self, data: Mapping[str, Any]) -> list[str]:
        taken = {
            player: int(data[SEAT + player])
            for player, _name in self.players
            if data.get(SEAT + player)
        }
        order = sorted(taken, key=lambda player: taken[player])
        game = self.played
        if not game.fewest <= len(order) <= game.most:
            text = _("Choose %(fewest)s to %(most)s players; you chose %(count)s.")
            if game.fewest == game.most:
                text = _("This game needs %(needed)s players; you chose %(count)s.")
            values = {"fewest": game.fewest, "most": game.most, "needed": game.most}
            values["count"] = len(order)
            self.add_error(None, forms.ValidationError(text, code="seats", params=values))
        elif len(set(taken.values())) != len(taken):
            self.add_error(None, _("Two players have the same seat; give each one its own."))
        return order


def field_choices(field: forms.Field, choices: Sequence[tuple[str, Any]]) -> None:
    """Give a choice field its choices."""
    field.choices = choices  # type: ignore[attr-defined]


def changed_rules(typed: dict[str, Any], do: str) -> dict[str, Any]:
    """What was typed, after another game or preset was chosen: either brings its own options, and
    no preset the figures of the club itself.
    """
    kept = {name: value for name, value in typed.items() if not name.startswith(PREFIX)}
    if do == "preset":
        own = {OWN_FIGURES: typed[OWN_FIGURES]} if OWN_FIGURES in typed else {}
        return kept | own | {"seen": typed["preset"]}
    del kept["seen"], kept["preset"]
    return kept


def draw_seats(typed: Mapping[str, Any], players: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Each of the chosen players draws a tarokk: they sit by rank, the highest leads, and the
    lowest, who sits last, deals.

    Drawing the seats from the pack is the game's own custom (S0, "Choice of seats").
    """
    chosen_ones = [player for player, _name in players if typed.get(SEAT + player)][: len(TAROKKS)]
    cards = secrets.SystemRandom().sample(range(len(TAROKKS)), len(chosen_ones))
    ranks = sorted(zip(cards, chosen_ones, strict=True), reverse=True)
    chosen_ones = [player for _card, player in ranks]
    drawn = dict(typed)
    if len(chosen_ones) < FEWEST_DRAWING:
        return drawn | {DRAWN: []}
    drawn[DRAWN] = [(player, TAROKKS[card]) for card, player in ranks]
    for place, player in enumerate(chosen_ones, start=1):
        drawn[SEAT + player] = str(place)
    drawn["dealer"] = str(len(chosen_ones))
    return drawn
