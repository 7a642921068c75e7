"""Forms for a season and its counting rules, and for the filters of its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.pages.forms import KeyForm, build_number_field
from tarokk_club.club.pages.widgets import Chips, Day
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.values.season_rules import Counting, CountingRules, Games, Tie

MOST = 9999
WEIGHT = "weight_"


class CloseSeasonForm(KeyForm):
    """The form to close a season, optionally leaving out the sessions that are still open."""

    without_open = forms.BooleanField(
        label=_("Close the season without what is still being played"), required=False
    )


class WeightField(forms.CharField):
    """The field for the weight of a point in a game, such as "3" or "1/20"; empty for none."""

    def __init__(self, game: str) -> None:
        widget = forms.TextInput(attrs={"class": "short", "autocomplete": "off"})
        super().__init__(label=label_game(game), required=False, max_length=12, widget=widget)

    def clean(self, value: Any) -> str:
        """Return the weight as a fraction in lowest terms, "" for none or 0.

        Raise ValidationError for anything but a weight of at most `MOST`.
        """
        text = super().clean(value).replace(",", ".").replace(" ", "")
        try:
            # Accept ASCII digits only, and no exponents.
            weight = Fraction(text or 0) if not set(text) - set("0123456789./") else Fraction(-1)
        except (ValueError, ZeroDivisionError):
            weight = Fraction(-1)
        if weight < 0 or max(weight.numerator, weight.denominator) > MOST:
            raise forms.ValidationError(
                _("Write a number such as 3 or 1/20, up to %(highest)s."),
                code="invalid",
                params={"highest": MOST},
            )
        return str(weight) if weight else ""


class SeasonForm(KeyForm):
    """The form for the name, the dates and the counting rules of a season.

    games: keys of the games to choose from, the most likely first.
    """

    name = forms.CharField(label=_("Name"), max_length=80)
    starts = forms.DateField(label=_("First day"), widget=Day())
    ends = forms.DateField(
        label=_("Last day"),
        required=False,
        help_text=_("Leave it empty while nobody knows yet."),
        widget=Day(),
    )
    counts = forms.ChoiceField(
        label=_("What counts?"),
        choices=Counting.choices,
        widget=Chips,
        help_text=_("Of money, only what was played in the currency of the club counts."),
    )
    games = forms.ChoiceField(
        label=_("Which games count?"),
        choices=Games.choices,
        widget=Chips,
        help_text=_(
            "A point of one game is not worth one of another, so points are never simply added; "
            "money is."
        ),
    )
    game = forms.ChoiceField(label=_("Which game?"), required=False)
    tournaments = forms.ChoiceField(
        label=_("Do tables of tournaments count?"),
        choices=[("1", _("Yes")), ("0", _("No"))],
        widget=Chips,
    )
    min_hands = build_number_field(
        _("Hands needed for a place"),
        most=MOST,
        help_text=_("Players with fewer stand below the table."),
    )
    min_evenings = build_number_field(
        _("Evenings needed for a place"),
        most=MOST,
        help_text=_("0 means that everybody gets a place."),
    )
    drop_worst = build_number_field(
        _("Worst evenings left out"),
        most=MOST,
        help_text=_("So many evenings of each player do not count."),
    )
    tie = forms.ChoiceField(label=_("What decides a tie?"), choices=Tie.choices, widget=Chips)

    def __init__(self, *args: Any, games: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        named = [(game, label_game(game)) for game in games]
        set_choices(self.fields["game"], [("", _("The one that is played most")), *named])
        for game in games:
            self.fields[WEIGHT + game] = WeightField(game)

    @property
    def weight_fields(self) -> Iterator[forms.BoundField]:
        """The weight field of each game."""
        return (self[name] for name in self.fields if name.startswith(WEIGHT))

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with 0 for empty numbers."""
        data: dict[str, Any] = super().clean() or {}
        for name in ("min_hands", "min_evenings", "drop_worst"):
            data[name] = data.get(name) or 0
        return data

    def read_rules(self) -> CountingRules:
        """Return the chosen counting rules."""
        data = self.cleaned_data
        return CountingRules(
            counts=data["counts"],
            tie=data["tie"],
            min_hands=data["min_hands"],
            min_evenings=data["min_evenings"],
            drop_worst=data["drop_worst"],
            games=data["games"],
            game=data["game"] if data["games"] == Games.ONE else "",
            weights=self._read_weights() if data["games"] == Games.WEIGHED else (),
            tournaments=data["tournaments"] == "1",
        )

    def _read_weights(self) -> tuple[tuple[str, str], ...]:
        data = self.cleaned_data
        weights = (
            (name.removeprefix(WEIGHT), data[name]) for name in data if name.startswith(WEIGHT)
        )
        return tuple(sorted((game, weight) for game, weight in weights if weight))


def build_initial_rules(rules: CountingRules) -> dict[str, Any]:
    """Return the counting rules as initial values of the season form."""
    choices = {name: getattr(rules, name) for name in ("counts", "tie", "games", "game")}
    numbers = {name: getattr(rules, name) for name in ("min_hands", "min_evenings", "drop_worst")}
    weights = {WEIGHT + game: weight for game, weight in rules.weights}
    return choices | numbers | weights | {"tournaments": "1" if rules.tournaments else "0"}


class FilterForm(forms.Form):
    """The GET form for the filters and the sort order of a leaderboard."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    table = forms.ChoiceField(label=_("Table"), required=False)
    first = forms.DateField(label=_("From"), required=False, widget=Day())
    last = forms.DateField(label=_("Until"), required=False, widget=Day())
    sort = forms.ChoiceField(label=_("In the order of"), required=False)

    def __init__(
        self,
        *args: Any,
        games: Sequence[tuple[str, str]],
        tables: Sequence[str],
        sorts: Sequence[tuple[str, Any]],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["game"], [("", _("As the season counts")), *games])
        named = [(table, table) for table in tables]
        set_choices(self.fields["table"], [("", _("All tables")), *named])
        set_choices(self.fields["sort"], sorts)


def list_sort_choices(*, points: bool, money: bool, hat: bool) -> list[tuple[str, Any]]:
    """Return the value and label of each sort order of a leaderboard.

    points, money, hat: whether the table has these columns.
    """
    choices: list[tuple[str, Any]] = [
        ("place", _("Place")),
        ("name", _("Player")),
        ("evenings", _("Evenings")),
        ("hands", _("Hands")),
    ]
    choices += [("points", _("Points")), ("average", _("Average per hand"))] if points else []
    choices += [("money", _("Money"))] if money else []
    return choices + ([("hat_days", _("Days with the hat"))] if hat else [])


class SpanForm(forms.Form):
    """The GET form that selects the season and the game for a page of statistics.

    Only a single game can be chosen, because points of different games cannot be added.
    """

    season = forms.ChoiceField(label=_("Season"), required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)

    def __init__(
        self,
        *args: Any,
        seasons: Sequence[tuple[str, Any]],
        games: Sequence[tuple[str, str]],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["season"], [*seasons, ("all", _("All seasons"))])
        set_choices(self.fields["game"], games)
