"""Forms for a season, its scoring rules and the filters of its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.formatting.labels import game_label
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Chips, Day
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.values.counting import Counted, Counting, Games, Tie

MOST = 9999
WEIGHT = "weight_"


class CloseSeasonForm(KeyForm):
    """The form to close a season, optionally without the sessions that are still open."""

    without_open = forms.BooleanField(
        label=_("Close the season without what is still played"), required=False
    )


def _number(label: Any, help_text: Any) -> forms.IntegerField:
    """Return a field for a whole number; SeasonForm reads an empty one as 0."""
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=0,
        max_value=MOST,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"}),
    )


def _day(label: Any, **more: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=Day(), **more)


class WeightField(forms.CharField):
    """The weight of a point in a game, as "3" or "1/20"; "" if the game does not count."""

    def __init__(self, game: str) -> None:
        widget = forms.TextInput(attrs={"class": "short", "autocomplete": "off"})
        super().__init__(label=game_label(game), required=False, max_length=12, widget=widget)

    def clean(self, value: Any) -> str:
        """Return the exact weight in lowest terms, also from a decimal."""
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
    """The name, dates and scoring rules of a season.

    known: games to choose from, the most likely first.
    """

    name = forms.CharField(label=_("Name"), max_length=80)
    starts = _day(_("First day"))
    ends = _day(
        _("Last day"), required=False, help_text=_("Leave it empty while nobody knows yet.")
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
    min_hands = _number(
        _("Hands needed for a place"), _("Players with fewer stand below the table.")
    )
    min_evenings = _number(
        _("Evenings needed for a place"), _("0 means that everybody gets a place.")
    )
    drop_worst = _number(
        _("Worst evenings left out"), _("So many evenings of each player do not count.")
    )
    tie = forms.ChoiceField(
        label=_("What decides between equals?"), choices=Tie.choices, widget=Chips
    )

    def __init__(self, *args: Any, games: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        named = [(game, game_label(game)) for game in games]
        set_choices(self.fields["game"], [("", _("The one that is played most")), *named])
        for game in games:
            self.fields[WEIGHT + game] = WeightField(game)

    def weights(self) -> Iterator[forms.BoundField]:
        """Return the weight field of each game."""
        return (self[name] for name in self.fields if name.startswith(WEIGHT))

    def clean(self) -> dict[str, Any]:
        """Replace empty numbers by 0."""
        data: dict[str, Any] = super().clean() or {}
        for name in ("min_hands", "min_evenings", "drop_worst"):
            data[name] = data.get(name) or 0
        return data

    def counted(self) -> Counted:
        """Return the chosen scoring rules."""
        data = self.cleaned_data
        return Counted(
            counts=data["counts"],
            tie=data["tie"],
            min_hands=data["min_hands"],
            min_evenings=data["min_evenings"],
            drop_worst=data["drop_worst"],
            games=data["games"],
            game=data["game"] if data["games"] == Games.ONE else "",
            weights=self._weights() if data["games"] == Games.WEIGHED else (),
            tournaments=data["tournaments"] == "1",
        )

    def _weights(self) -> tuple[tuple[str, str], ...]:
        data = self.cleaned_data
        given = (
            (name.removeprefix(WEIGHT), data[name]) for name in data if name.startswith(WEIGHT)
        )
        return tuple(sorted((game, weight) for game, weight in given if weight))


def rules_in_form(rules: Counted) -> dict[str, Any]:
    """Return the scoring rules as initial values of the season form."""
    said = {name: getattr(rules, name) for name in ("counts", "tie", "games", "game")}
    numbers = {name: getattr(rules, name) for name in ("min_hands", "min_evenings", "drop_worst")}
    weights = {WEIGHT + game: weight for game, weight in rules.weights}
    return said | numbers | weights | {"tournaments": "1" if rules.tournaments else "0"}


class FilterForm(forms.Form):
    """The filters and the sort order of a leaderboard; it changes no data."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    table = forms.ChoiceField(label=_("Table"), required=False)
    first = _day(_("From"), required=False)
    last = _day(_("Until"), required=False)
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


def sort_choices(*, points: bool, money: bool, hat: bool) -> list[tuple[str, Any]]:
    """Return the sort orders of a table.

    points, money, hat: whether the table has these columns.
    """
    found: list[tuple[str, Any]] = [
        ("place", _("Place")),
        ("name", _("Player")),
        ("evenings", _("Evenings")),
        ("hands", _("Hands")),
    ]
    found += [("points", _("Points")), ("average", _("Average per hand"))] if points else []
    found += [("money", _("Money"))] if money else []
    return found + ([("hat_days", _("Days with the hat"))] if hat else [])


class SpanForm(forms.Form):
    """The season and the game that a page of statistics is about; it changes no data.

    It is always a single game, because points of different games cannot be added.
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
