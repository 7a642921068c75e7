"""Forms that plan an evening, save answers to it, and draw, change and start its tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tarokk_club.club.calendar.evening_draw import EveningDraw
from tarokk_club.club.models import Attendance, Rhythm
from tarokk_club.club.pages.forms import KeyForm, VersionForm, build_number_field
from tarokk_club.club.pages.widgets import Chips, Clock, Day, Ticks
from tarokk_club.club.session.forms.rules_form import set_choices

PLACE = "place_"
# The format of a seat in a form: number of the table, and place at it.
SEAT = "{}-{}"


class EveningForm(VersionForm):
    """The form for the plan of an evening.

    games: pairs of key and name, one for each game to choose from.
    """

    date = forms.DateField(label=_("Date"), widget=Day())
    starts = forms.TimeField(label=_("Begins at"), widget=Clock())
    place = forms.CharField(label=pgettext_lazy("evening", "Place"), max_length=80, required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)
    most = build_number_field(
        _("Seats"),
        least=1,
        most=999,
        help_text=_("Leave it empty for no limit. Seats go to those who say yes first."),
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=300,
        required=False,
        help_text=_("Members read it on the page of the evening."),
    )

    def __init__(self, *args: Any, games: Sequence[tuple[str, Any]], **options: Any) -> None:
        options["initial"] = {"version": 0, **(options.get("initial") or {})}
        super().__init__(*args, **options)
        set_choices(self.fields["game"], [("", _("Any game")), *games])


class NewEveningForm(EveningForm):
    """The form that plans an evening or a series."""

    rhythm = forms.ChoiceField(
        label=_("Does it repeat?"),
        required=False,
        choices=[("", _("Once")), *Rhythm.choices],
        widget=Chips,
    )
    until = forms.DateField(
        label=_("Until"),
        required=False,
        widget=Day(),
        help_text=_("Only if it repeats; left empty, until the season ends."),
    )


class SeriesChoiceForm(KeyForm):
    """A form with the choice between one evening and all that follow in its series."""

    onwards = forms.TypedChoiceField(
        label=_("Which evenings?"),
        required=False,
        choices=[("0", _("This one only")), ("1", _("This one and all that follow"))],
        coerce=lambda sent: sent == "1",
        empty_value=None,
        initial="0",
        widget=Chips,
    )

    def clean_onwards(self) -> bool:
        """Return whether to include the later evenings, False if nothing was chosen."""
        return self.cleaned_data["onwards"] is True


class ChangeEveningForm(EveningForm, SeriesChoiceForm):
    """The form that changes the plan of an evening."""


class OwnAnswerForm(KeyForm):
    """The form in which players answer for themselves with a tap on a button."""

    coming = forms.ChoiceField(label=_("Are you coming?"), choices=Attendance.choices)
    guests = build_number_field(_("Guests you bring along"), most=9)


class PlayerAnswerForm(OwnAnswerForm):
    """The form that answers for a player without an account.

    players: pairs of id and name, one for each player without an account.
    """

    player = forms.ChoiceField(label=_("Player"))

    def __init__(self, *args: Any, players: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["player"], players)
        self.fields["coming"].widget = Chips(choices=Attendance.choices)
        self.fields["coming"].label = _("Is the player coming?")
        self.fields["guests"].label = _("Guests")

    def read_player(self) -> UUID:
        """Return the id of the player."""
        return UUID(self.cleaned_data["player"])


class DrawForm(KeyForm):
    """The form that draws tables for the players who are present.

    players: pairs of id and name, one for each player to choose from.
    games: pairs of key and name, one for each game to choose from.
    """

    game = forms.ChoiceField(label=_("Game"), widget=Chips)
    players = forms.MultipleChoiceField(label=_("Who is here?"), required=False, widget=Ticks)

    def __init__(
        self,
        *args: Any,
        players: Sequence[tuple[str, str]],
        games: Sequence[tuple[str, Any]],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["players"], players)
        set_choices(self.fields["game"], games)
        if len(games) == 1:
            self.fields["game"].widget = forms.HiddenInput()
            self.initial["game"] = games[0][0]

    def read_players(self) -> list[UUID]:
        """Return the ids of the ticked players."""
        return [UUID(player) for player in self.cleaned_data["players"]]


class SeatsForm(KeyForm):
    """The form that changes the seat of every drawn player.

    drawn: draw to change.
    names: name of each player, by id.
    largest: number of seats at the largest table.
    """

    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, drawn: EveningDraw, names: dict[str, str], largest: int, **options: Any
    ) -> None:
        now = {
            PLACE + player: SEAT.format(number, place)
            for number, row in drawn.tables.items()
            for place, player in enumerate(row, start=1)
        }
        options["initial"] = {"seen": drawn.fingerprint, **now, **(options.get("initial") or {})}
        super().__init__(*args, **options)
        self.drawn = drawn
        seats = [
            (
                _("Table %(number)s") % {"number": number},
                [
                    (
                        SEAT.format(number, place),
                        _("Table %(number)s, seat %(place)s") % {"number": number, "place": place},
                    )
                    for place in range(1, largest + 1)
                ],
            )
            for number in sorted(drawn.tables)
        ]
        for player in drawn.players:
            self.fields[PLACE + player] = forms.ChoiceField(
                label=names.get(player, player),
                required=False,
                choices=[("", _("sits out")), *seats],
            )

    @property
    def place_fields(self) -> list[forms.BoundField]:
        """The seat field of each player, table by table."""
        return [self[PLACE + player] for player in self.drawn.players]

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data with the seats as `tables`; reject seats taken twice."""
        data: dict[str, Any] = super().clean() or {}
        taken: dict[tuple[int, int], str] = {}
        for player in self.drawn.players:
            if not (seat := data.get(PLACE + player)):
                continue
            number, _dash, place = seat.partition("-")
            at = (int(number), int(place))
            if at in taken:
                text = _("Two players have the same seat; give each one its own.")
                self.add_error(PLACE + player, text)
            taken[at] = player
        tables: dict[int, list[str]] = {}
        for number, place in sorted(taken):
            tables.setdefault(number, []).append(taken[number, place])
        return data | {"tables": tables}


class StartTableForm(KeyForm):
    """The form that starts a table with the chosen rules.

    The value of its button contains the number and the fingerprint of the table.
    """

    table = forms.CharField(max_length=60)
    rules = forms.ChoiceField(label=_("House rules"), required=False)

    def __init__(self, *args: Any, rules: Sequence[tuple[str, Any]], **options: Any) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["rules"], rules)

    def clean_table(self) -> tuple[int, str]:
        """Return the number and the fingerprint of the table, or raise ValidationError."""
        number, _colon, fingerprint = str(self.cleaned_data["table"]).partition(":")
        if not (number.isascii() and number.isdecimal() and len(number) < 5):
            raise forms.ValidationError(
                _("Part of this form did not arrive. Check it, then send it again.")
            )
        return int(number), fingerprint
