"""Forms of a tournament: its settings, its entrants, and the draw of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.document import Head
from tarokk_club.club.models import Entrant
from tarokk_club.club.pages.forms import KeyForm, build_hidden_switch, build_number_field
from tarokk_club.club.pages.widgets import Chips, Day, Ticks
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.session.forms.session_head import GameForm
from tarokk_club.club.values.draws import Carry, DrawKind, Publishing
from tarokk_club.club.values.scales import LONGEST
from tarokk_club.club.values.table_points import Reckoning
from tarokk_club.club.values.tournament_ties import CHOICES, MOST_BREAKS

# The preset of rules that a new tournament starts with, in games that have it.
USUAL_PRESET = "tournament"


def _build_places_field(
    label: Any, *, required: bool = False, help_text: Any = ""
) -> forms.CharField:
    """Return a field for the table points of each place, as text like "10 8 6 4"."""
    attrs = {"inputmode": "text", "autocomplete": "off"}
    return forms.CharField(
        label=label,
        max_length=LONGEST,
        required=required,
        help_text=help_text,
        widget=forms.TextInput(attrs=attrs),
    )


def build_reason_field() -> forms.CharField:
    """Return the field for the reason why a final result is corrected."""
    return forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        strip=True,
        help_text=_("The result is final. Everybody who reads it reads the reason, guests too."),
    )


class SetupForm(KeyForm):
    """The form for the settings of a tournament, without its game and rules.

    final: whether the form corrects a final result and so has a field for the reason.
    """

    name = forms.CharField(label=_("Name"), max_length=80)
    date = forms.DateField(label=_("Date"), widget=Day())
    rounds = build_number_field(_("Rounds"), least=1, most=20, required=True)
    turns = build_number_field(
        _("Deals of each player in a round"),
        most=20,
        help_text=_("4 makes 16 hands at a table of four, 20 at a table of five."),
    )
    minutes = build_number_field(
        _("Minutes of a round"),
        most=600,
        help_text=_("Leave it empty where the number of deals ends the round."),
    )
    draw_kind = forms.ChoiceField(
        label=_("How are the seats drawn?"), choices=DrawKind.choices, widget=Chips
    )
    publishing = forms.ChoiceField(
        label=_("When do the players see the pairings?"),
        choices=Publishing.choices,
        widget=Chips,
    )
    reckoning = forms.ChoiceField(label=_("What counts?"), choices=Reckoning.choices, widget=Chips)
    scale = _build_places_field(
        _("Table points of the places"),
        required=True,
        help_text=_("From the first place to the fourth, as 10 8 6 4; halves as 8.5."),
    )
    xxi_table = forms.BooleanField(
        label=_("Keep an XXI table beside it, for Hungarian games"),
        required=False,
        help_text=_(
            "For each XXI caught: 10 to the catcher, 5 to the catcher's partners, −5 to the loser's"
            " partners, −10 to the loser. The order follows it only as a tie-break."
        ),
    )
    scale_five = _build_places_field(
        _("At a table of five"),
        help_text=_("Left empty, a fifth gets as much as a fourth."),
    )
    scale_three = _build_places_field(
        _("At a table of three"),
        help_text=_("Left empty, the first three places of a table of four."),
    )
    final_rounds = build_number_field(
        _("Rounds of a final by rank"),
        most=10,
        help_text=_(
            "After the rounds above, places 1 to 4 play at the first table, 5 to 8 at the second,"
            " and so on; nobody leaves the places of their table. Empty: no final."
        ),
    )
    carry = forms.ChoiceField(
        label=_("What is carried over into the final?"), choices=Carry.choices, widget=Chips
    )
    team_best = build_number_field(
        _("How many of a team count"), most=99, help_text=_("Empty: all of them.")
    )
    club_best = build_number_field(
        _("How many of a club count"), most=99, help_text=_("Empty: all of them.")
    )

    def __init__(self, *args: Any, final: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        if final:
            self.fields["reason"] = build_reason_field()
        for number in range(1, MOST_BREAKS + 1):
            self.fields[f"tie_{number}"] = forms.ChoiceField(
                label=_("Tie-break %(number)s") % {"number": number},
                choices=[("", "–"), *CHOICES],
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with 0 for empty numbers."""
        data: dict[str, Any] = super().clean() or {}
        for name in ("turns", "minutes", "final_rounds", "team_best", "club_best"):
            data[name] = data.get(name) or 0
        return data

    @property
    def rare_fields(self) -> dict[str, list[forms.BoundField]]:
        """The rarely needed fields, grouped by subject."""
        ties = [f"tie_{number}" for number in range(1, MOST_BREAKS + 1)]
        return {
            "sizes": [self[name] for name in ("scale_five", "scale_three")],
            "ties": [self[name] for name in ties],
            "final": [self[name] for name in ("final_rounds", "carry")],
            "teams": [self[name] for name in ("team_best", "club_best")],
        }

    @property
    def has_rare_errors(self) -> bool:
        """Whether a rarely needed field has an error."""
        return any(field.errors for fields in self.rare_fields.values() for field in fields)

    def read_tie_breaks(self) -> tuple[str, ...]:
        """Return the chosen tie-breaks in order of priority."""
        chosen = (self.cleaned_data[f"tie_{number}"] for number in range(1, MOST_BREAKS + 1))
        return tuple(tie for tie in chosen if tie)

    @property
    def head(self) -> Head | None:
        """The chosen game, rules and stake; None if the form has errors, or no fields for them."""
        head: Head | None = self.cleaned_data.get("head")
        return head


class TournamentForm(SetupForm, GameForm):
    """The settings form with game, rules and stake, used before the first round."""

    def __init__(self, *args: Any, **options: Any) -> None:
        options["initial"] = {"preset": USUAL_PRESET, **(options.get("initial") or {})}
        super().__init__(*args, **options)

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with game, rules and stake as `head`."""
        data = super().clean()
        head = self.read_head(data)
        return data if self.errors else data | {"head": head}


class EntrantsForm(KeyForm):
    """The form to tick players, either the entrants or those who agree to full names.

    players: pairs of id and name, one for each player to choose from.
    final: whether the form corrects a final result and so has a field for the reason.
    """

    players = forms.MultipleChoiceField(label=_("Who takes part?"), required=False, widget=Ticks)

    def __init__(
        self,
        *args: Any,
        players: Sequence[tuple[str, str]],
        final: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        set_choices(self.fields["players"], players)
        if final:
            self.fields["reason"] = build_reason_field()

    def read_players(self) -> list[UUID]:
        """Return the ids of the ticked players."""
        return [UUID(player) for player in self.cleaned_data["players"]]


class NameConsentForm(KeyForm):
    """The form in which an entrant gives or withdraws consent to the display of the full name."""

    agreed = build_hidden_switch()

    @classmethod
    def build_for_entrant(cls, entrant: Entrant) -> NameConsentForm:
        """Return a form that reverses the entrant's current choice."""
        return cls(initial={"agreed": str(int(not entrant.full_name))})


class RoundForm(KeyForm):
    """The form that starts or stores a round with the draw that the user saw."""

    draw = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    mark = forms.CharField(max_length=40, widget=forms.HiddenInput)
    date = forms.DateField(label=_("Date"), widget=Day())


class TakeBackRoundForm(KeyForm):
    """The form that takes back a round."""

    round = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
