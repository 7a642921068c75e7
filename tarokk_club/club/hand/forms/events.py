"""Forms for events other than hands, such as joining, leaving and fines, and for notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.game import AnyGame
from scoring.core.reader import LARGEST
from tarokk_club.club.formatting.numbers_and_dates import format_integer
from tarokk_club.club.pages.forms import ReasonForm, VersionForm
from tarokk_club.club.pages.widgets import Chips
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.session.forms.session_head import MOST_LISTED
from tarokk_club.club.tables.amounts import normalise_dashes

PlayerNames = Sequence[tuple[str, str]]
POINTS = "points_"
LONGEST_NOTE = 500


class NoteForm(VersionForm):
    """A form for the note on an entry; an empty note removes it."""

    note = forms.CharField(
        label=_("Note"),
        required=False,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class EventForm(ReasonForm):
    """A form for an event that is not a hand.

    game: the game of the session.
    seated: id and name of each player at the table or, for points, of the whole session.
    others: id and name of the club's other players.
    """

    type = ""

    def __init__(
        self, *args: Any, game: AnyGame, seated: PlayerNames, others: PlayerNames, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.seated, self.others = game, tuple(seated), tuple(others)
        self.prepare_fields()

    def prepare_fields(self) -> None:
        """Set the choices that depend on the session, or add fields; by default do nothing."""

    @property
    def amount_fields(self) -> list[forms.BoundField]:
        """The fields for the players' points, if the event has them."""
        return [field for field in self.visible_fields() if field.name.startswith(POINTS)]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        """The visible fields other than those for points."""
        return [field for field in self.visible_fields() if not field.name.startswith(POINTS)]

    def to_record(self) -> dict[str, Any]:
        """Return the event as written in a session document."""
        return {
            "type": self.type,
            **self.read_event_fields(),
            "note": self.cleaned_data.get("note") or None,
        }

    def read_event_fields(self) -> dict[str, Any]:
        """Return the fields of the record that only this type of event has."""
        raise NotImplementedError


class JoinSessionForm(EventForm):
    """A form for a player who joins, seated after another or, at a full table, in their place."""

    type = "join"
    player = forms.ChoiceField(label=_("Who joins?"), required=False, widget=Chips)
    newcomer = forms.CharField(
        label=_("Or somebody new to the club"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    after = forms.ChoiceField(label=_("Who sits before the newcomer?"), widget=Chips)
    note = NoteForm.base_fields["note"]

    full = False

    @property
    def is_long(self) -> bool:
        """Whether the list of players is too long to scan."""
        return len(self.others) > MOST_LISTED

    def prepare_fields(self) -> None:
        """Offer the club's other players as newcomers, and the seated players as neighbours."""
        set_choices(self.fields["player"], self.others)
        set_choices(self.fields["after"], self.seated)

    def ask_whose_seat_if_full(self) -> None:
        """If the table is full, ask for the player whose seat the newcomer takes."""
        self.full = len(self.seated) >= self.game.most
        if self.full:
            self.fields["after"].label = _("Whose place?")

    def clean(self) -> dict[str, Any]:
        """Require a player of the club or a new name, but not both."""
        data: dict[str, Any] = super().clean() or {}
        if bool(data.get("player")) == bool(data.get("newcomer")) and not self.errors:
            self.add_error("player", _("Choose who joins, or write a new name."))
        return data

    def read_event_fields(self) -> dict[str, Any]:
        """Return the player who joins, and the seated player chosen in `after`."""
        return {"player": self.cleaned_data["player"], "after": self.cleaned_data["after"]}


class LeaveForm(EventForm):
    """A form for a player who leaves the session for good."""

    type = "leave"
    player = forms.ChoiceField(label=_("Who leaves?"), widget=Chips)
    note = NoteForm.base_fields["note"]

    def prepare_fields(self) -> None:
        """Offer the seated players."""
        set_choices(self.fields["player"], self.seated)

    def read_event_fields(self) -> dict[str, Any]:
        """Return the player who leaves."""
        return {"player": self.cleaned_data["player"]}


class NoticeForm(EventForm):
    """A form for a notice to end the session; the next holder of the skíz can be added later."""

    type = "notice"
    player = forms.ChoiceField(label=_("Who gives notice?"), widget=Chips)
    skiz = forms.ChoiceField(
        label=_("Who was dealt the skíz in the next hand?"),
        required=False,
        widget=Chips,
        help_text=_("Leave it open until it is known; then correct this entry."),
    )
    note = NoteForm.base_fields["note"]

    def prepare_fields(self) -> None:
        """Offer the seated players in both fields."""
        set_choices(self.fields["player"], self.seated)
        set_choices(self.fields["skiz"], [("", _("not known yet")), *self.seated])

    def read_event_fields(self) -> dict[str, Any]:
        """Return the player who gives notice, and the holder of the skíz if known."""
        return {
            "player": self.cleaned_data["player"],
            "skiz": self.cleaned_data["skiz"] or None,
        }


class AdjustForm(EventForm):
    """A form for points agreed at the table: a signed number for each player, adding up to 0."""

    type = "adjust"

    def prepare_fields(self) -> None:
        """Add a field for the points of each player of the session, then the note."""
        for player, name in self.seated:
            self.fields[POINTS + player] = SignedField(label=name)
        self.fields["note"] = forms.CharField(
            label=_("What was agreed?"), max_length=LONGEST_NOTE, widget=forms.Textarea
        )

    def read_event_fields(self) -> dict[str, Any]:
        """Return the points of each player whose points are not 0."""
        amounts = {player: self.cleaned_data[POINTS + player] for player, _name in self.seated}
        return {"points": {player: amount for player, amount in amounts.items() if amount}}

    def clean(self) -> dict[str, Any]:
        """Require points that are not all 0 and add up to 0."""
        data: dict[str, Any] = super().clean() or {}
        total = sum(data.get(POINTS + player) or 0 for player, _name in self.seated)
        if not self.errors and total:
            text = _("The points add up to %(sum)s and must add up to 0.")
            raise forms.ValidationError(
                text, code="not_zero", params={"sum": format_integer(total)}
            )
        if not self.errors and not any(data[POINTS + player] for player, _name in self.seated):
            raise forms.ValidationError(_("Fill in who receives and who pays."), code="empty")
        return data


class PotForm(EventForm):
    """A form for points that players put into a pot or take out, apart from any hand."""

    type = "pot"
    pot = forms.ChoiceField(label=_("Which pot?"), widget=Chips)

    def prepare_fields(self) -> None:
        """Offer the game's pots; add a field for the points of each player, then the note."""
        pots = self.game.info.pots
        terms = ((pot, _(self.game.terms[f"pot.{pot}"])) for pot in pots)
        set_choices(self.fields["pot"], list(terms))
        if len(pots) == 1:
            self.fields["pot"].initial = pots[0]
        for player, name in self.seated:
            self.fields[POINTS + player] = SignedField(label=name)
        self.fields["note"] = forms.CharField(
            label=_("Why?"), max_length=LONGEST_NOTE, widget=forms.Textarea(attrs={"rows": 2})
        )

    def read_event_fields(self) -> dict[str, Any]:
        """Return the pot, and the points of each player whose points are not 0."""
        amounts = {player: self.cleaned_data[POINTS + player] for player, _name in self.seated}
        points = {player: amount for player, amount in amounts.items() if amount}
        return {"pot": self.cleaned_data["pot"], "points": points}

    def clean(self) -> dict[str, Any]:
        """Require points for at least one player."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and not any(data[POINTS + player] for player, _name in self.seated):
            raise forms.ValidationError(_("Fill in who puts points in or takes them out."))
        return data


class FineForm(EventForm):
    """A form for a fine paid into the pots, in games that have fines."""

    type = "fine"
    player = forms.ChoiceField(label=_("Who is fined?"), widget=Chips)
    severity = forms.ChoiceField(
        label=_("How grave was it?"),
        widget=Chips,
    )
    note = NoteForm.base_fields["note"]

    def prepare_fields(self) -> None:
        """Offer the seated players and the game's fines."""
        set_choices(self.fields["player"], self.seated)
        info, severity = self.game.info, self.fields["severity"]
        set_choices(severity, [(key, _(fine.choice)) for key, fine in info.fines.items()])
        severity.help_text = _(info.fine_hint)

    def read_event_fields(self) -> dict[str, Any]:
        """Return the fined player and the severity of the fault."""
        return {"player": self.cleaned_data["player"], "severity": self.cleaned_data["severity"]}


class DealerForm(EventForm):
    """A form to change the dealer of the next hand, after a mistake or by agreement."""

    type = "dealer"
    player = forms.ChoiceField(label=_("Who deals the next hand?"), widget=Chips)
    note = forms.CharField(
        label=_("Why?"), max_length=LONGEST_NOTE, widget=forms.Textarea(attrs={"rows": 2})
    )

    def prepare_fields(self) -> None:
        """Offer the seated players."""
        set_choices(self.fields["player"], self.seated)

    def read_event_fields(self) -> dict[str, Any]:
        """Return the player who deals the next hand."""
        return {"player": self.cleaned_data["player"]}


class SignedField(forms.CharField):
    """A field for an integer, with an optional sign on either side: −12, +3, 12-; empty is 0."""

    def __init__(self, **options: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off", "class": "signed"}
        control = forms.TextInput(attrs=attrs | {"data-sign": _("Plus or minus")})
        super().__init__(required=False, max_length=12, widget=control, **options)

    def clean(self, value: Any) -> int:
        """Return the integer; raise ValidationError for other text or a number beyond `LARGEST`."""
        # Phones type a dash for two hyphens, and the pages group thousands with a fixed space.
        text = normalise_dashes("".join(super().clean(value).split()))
        if text.endswith(("-", "+")):
            text = text[-1] + text[:-1]
        digits = text.removeprefix("-").removeprefix("+")
        if not text:
            return 0
        if not (digits.isascii() and digits.isdecimal()) or int(digits) > LARGEST:
            raise forms.ValidationError(_("Write a whole number, such as −12 or 3."), code="sign")
        return -int(digits) if text.startswith("-") else int(digits)


EVENT_FORMS: dict[str, type[EventForm]] = {
    form.type: form
    for form in (JoinSessionForm, LeaveForm, AdjustForm, PotForm, NoticeForm, FineForm, DealerForm)
}
