"""Forms for the terms, the registration by link, the organiser's decisions and the import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.money.amount_forms import AmountForm, build_amount_field
from tarokk_club.club.pages.forms import KeyForm, build_hidden_switch, build_number_field
from tarokk_club.club.pages.widgets import Day
from tarokk_club.club.registration.imported_people import LEAVE, NEW, ImportedPerson
from tarokk_club.club.registration.submitted import Acceptance, Applicant, Person, Terms
from tarokk_club.club.session.forms.rules_form import set_choices
from tarokk_club.club.writing.typed_text import LONGEST_NAME

MOST_PLACES = 999


def _build_text_field(label: Any, *, autocomplete: str = "off", **options: Any) -> forms.CharField:
    attrs = {"autocomplete": autocomplete}
    widget = forms.TextInput(attrs=attrs)
    options = {"required": False, "max_length": LONGEST_NAME, **options}
    return forms.CharField(label=label, widget=widget, **options)


class TermsForm(AmountForm):
    """The form for the terms of registration."""

    places = build_number_field(
        _("Number of places"),
        least=1,
        most=MOST_PLACES,
        help_text=_("Whoever comes later is on the waiting list. Empty: any number."),
    )
    last_day = forms.DateField(
        label=_("Last day to enter"),
        required=False,
        help_text=_("Empty: until the first round."),
        widget=Day(),
    )
    fee = build_amount_field(_("Entry fee"), required=False)
    reduced_fee = build_amount_field(_("Reduced fee"), required=False)
    reduced_for = _build_text_field(
        _("Who pays the reduced fee?"), help_text=_("Such as “students and pensioners”.")
    )

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with fees in minor units."""
        super().clean()
        self.convert_to_minor("fee")
        self.convert_to_minor("reduced_fee")
        return self.cleaned_data

    def read_terms(self) -> Terms:
        """Return the submitted terms."""
        data = self.cleaned_data
        return Terms(
            places=data["places"] or 0,
            last_day=data["last_day"],
            currency=data["currency"],
            fee=data["fee"] or 0,
            reduced_fee=data["reduced_fee"] or 0,
            reduced_for=data["reduced_for"],
        )


class RegisterForm(KeyForm):
    """The form to register for the tournament by its public link.

    reduced_for: description of the people who pay the reduced fee, None without a reduced fee.
    asks_consent: whether to ask for consent to display the full name.
    """

    name = _build_text_field(_("Your name"), autocomplete="name", required=True)
    apart = _build_text_field(
        _("What tells you apart from your namesake?"),
        help_text=_("Such as a village, a year of birth or a nickname; everybody can see it."),
        max_length=40,
    )
    club_name = _build_text_field(
        _("Your club"), autocomplete="organization", help_text=_("Empty if you have none.")
    )
    team = _build_text_field(_("Your team"), help_text=_("Only if you play in one."))
    reduced = forms.BooleanField(required=False)
    full_name = forms.BooleanField(
        label=_("My full name may be read on the page of the tournament for guests"),
        required=False,
    )

    def __init__(
        self, *args: Any, reduced_for: str | None, asks_consent: bool, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        if reduced_for is None:
            del self.fields["reduced"]
        else:
            text = _("I pay the reduced fee (%(whom)s)") % {"whom": reduced_for}
            self.fields["reduced"].label = text if reduced_for else _("I pay the reduced fee")
        if not asks_consent:
            del self.fields["full_name"]
        self.shows_apart = bool(self.data.get("apart"))

    def read_applicant(self) -> Applicant:
        """Return the submitted applicant."""
        data = self.cleaned_data
        return Applicant(
            name=data["name"],
            apart=data["apart"],
            club_name=data["club_name"],
            team=data["team"],
            reduced=data.get("reduced", False),
            full_name=data.get("full_name", False),
        )


class AcceptForm(KeyForm):
    """The form that accepts a registration.

    namesakes: id and name of each player whom the registration may mean.
    """

    player = forms.ChoiceField(
        label=_("The club knows a player of this name"), required=False, widget=forms.RadioSelect
    )
    name = _build_text_field(_("Name in the tournament"), required=True)

    def __init__(self, *args: Any, namesakes: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        if not namesakes:
            del self.fields["player"]
            return
        same_label = _("It is the same person: %(name)s")
        choices: list[tuple[str, Any]] = [
            (player, same_label % {"name": name}) for player, name in namesakes
        ]
        choices.append((NEW, _("It is somebody else, called as below")))
        set_choices(self.fields["player"], choices)
        self.fields["player"].required = True

    def read_decision(self, registration_id: UUID) -> Acceptance:
        """Return the organiser's decision about the registration."""
        chosen = self.cleaned_data.get("player") or NEW
        if chosen != NEW:
            return Acceptance(registration_id=registration_id, player_id=UUID(chosen))
        return Acceptance(registration_id=registration_id, name=self.cleaned_data["name"])


class AcceptAllForm(KeyForm):
    """The form that accepts all registrations listed on the page, submitted as ids."""

    registrations = forms.CharField(widget=forms.HiddenInput, max_length=40_000)

    def read_decisions(self) -> list[Acceptance]:
        """Return a decision for each registration, skipping invalid ids."""
        decisions = []
        for text in self.cleaned_data["registrations"].split():
            try:
                decisions.append(Acceptance(registration_id=UUID(text)))
            except ValueError:
                continue
        return decisions


class SwitchForm(KeyForm):
    """A form with a button that turns a setting on or off."""

    on = build_hidden_switch()


class EntrantsFileForm(forms.Form):
    """The form for a table of people, uploaded as a file or pasted."""

    file = forms.FileField(
        label=_("Or choose a file (CSV)"),
        required=False,
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
        error_messages={"empty": _("The file is empty.")},
    )
    pasted = forms.CharField(
        label=_("Paste the table here"),
        required=False,
        max_length=200_000,
        widget=forms.Textarea(
            attrs={"class": "table", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text=_(
            "A line for each player: name, club, team, rating. From a spreadsheet, with or without"
            " titles; a name alone is enough."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data.

        Raise ValidationError if there is neither a file nor a pasted table.
        """
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and not data.get("file") and not (data.get("pasted") or "").strip():
            raise forms.ValidationError(_("Choose a file or paste a table."), code="required")
        return data


class EntrantsImportForm(KeyForm):
    """The form with the imported table, and a choice for each person whose identity is unclear."""

    table = forms.CharField(strip=False, max_length=200_000, widget=forms.HiddenInput)

    def __init__(self, *args: Any, people: Sequence[ImportedPerson], **options: Any) -> None:
        super().__init__(*args, **options)
        self.people = tuple(people)
        for number, person in enumerate(self.people):
            if not person.needs_choice:
                continue
            choices = [("", _("– please choose")), *person.list_choices()]
            self.fields[f"player_{number}"] = forms.ChoiceField(
                label=_("Who is it?"), choices=choices, initial=person.initial_choice
            )
            self.fields[f"name_{number}"] = _build_text_field(
                _("Name, if it is somebody else"), initial=person.proposed_name, required=False
            )

    @property
    def person_fields(self) -> Iterator[tuple[ImportedPerson, list[forms.BoundField]]]:
        """Each person with the form fields for the choice, if there is one."""
        for number, person in enumerate(self.people):
            fields = (
                [self[f"player_{number}"], self[f"name_{number}"]] if person.needs_choice else []
            )
            yield person, fields

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with an error for each new guest without a name of their own."""
        data: dict[str, Any] = super().clean() or {}
        taken = {build_name_key(one.listed.name) for one in self.people if not one.needs_choice}
        for number in range(len(self.people)):
            if data.get(f"player_{number}") != NEW:
                continue
            key = build_name_key(data.get(f"name_{number}") or "")
            if not key or key in taken:
                self.add_error(f"name_{number}", _("Say what tells the two apart."))
            taken.add(key)
        return data

    def read_people(self) -> list[tuple[int, Person]]:
        """Return the people to enter, as pairs of index in `people` and person."""
        people = []
        for number, person in enumerate(self.people):
            choice = self.cleaned_data.get(f"player_{number}") or NEW
            if choice == LEAVE:
                continue
            name = self.cleaned_data.get(f"name_{number}") if person.needs_choice else ""
            listed = person.listed
            entered = Person(
                name=name or listed.name,
                player_id=None if choice == NEW else UUID(choice),
                club_name=listed.club_name,
                team=listed.team,
                rating=listed.rating,
            )
            people.append((number, entered))
        return people
