"""The base of the entry forms, which convert between form values and recorded hands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict

from scoring.core.problem import Problem
from scoring.core.table import Table
from tarokk_club.club.formatting.labels import find_native_word
from tarokk_club.club.formatting.sentences import ClubWords, render_problem
from tarokk_club.club.pages.forms import ReasonForm

# The button that changes the form without saving it, such as the next call of an auction.
STEP = "step"
# U+FE0E makes browsers display each sign as text, not as an emoji.
SUIT_SIGNS = {
    "hearts": "♥\ufe0e",
    "diamonds": "♦\ufe0e",
    "clubs": "♣\ufe0e",
    "spades": "♠\ufe0e",
}


@dataclass(frozen=True, slots=True)
class HandSeating:
    """The table of the hand, and the players' names.

    names: player id to name; short names for the players of the session, full names for others.
    """

    table: Table
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Native:
    """A term in the native language of the game."""

    word: str
    language: str


def find_native_label(language: str, word: Callable[[], str]) -> Native | None:
    """Return the term in the game's language; None if it equals the reader's term.

    word: returns the term in the current language.
    """
    native = find_native_word(language, word)
    return Native(native, language) if native else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """A radio button or checkbox as the template renders it.

    text: the label.
    small: the second line of the label.
    native: the label in the game's language, if different.
    label: the label for screen readers.
    seat: the seat number of the player on the chip.
    conflicts: choices ("field=value") that make this choice impossible, each with the reason.
    raises: the checkboxes that this checkbox replaces, and the message displayed then.
    off: whether the choice is never possible here.
    plain: whether the chip is needed only without JavaScript, to undo another choice.
    fault: the element id of the error message.
    focus: whether the chip belongs to the first field with an error.
    """

    name: str
    value: str
    text: Any
    kind: str = "radio"
    small: Any = ""
    native: Native | None = None
    label: Any = ""
    checked: bool = False
    seat: int | None = None
    conflicts: tuple[tuple[str, str], ...] = ()
    raises: tuple[str, ...] = ()
    off: bool = False
    plain: bool = False
    fault: str = ""
    focus: bool = False


@dataclass(frozen=True, slots=True)
class Stepper:
    """Minus and plus buttons for a number; without JavaScript, radio buttons.

    label: the name of the number.
    minus_label: the label of the minus button for screen readers.
    plus_label: the label of the plus button for screen readers.
    """

    label: str
    minus_label: str
    plus_label: str
    chips: tuple[Chip, ...]

    @property
    def chosen_chip(self) -> Chip:
        """The chip of the chosen step; the first chip if none is chosen."""
        return next((chip for chip in self.chips if chip.checked), self.chips[0])


class HandForm(ReasonForm):
    """The base form for entering a hand; each game has its own fields and template.

    The game, not the form, checks whether the chosen players may play.
    """

    revision = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    # The dealer shown on the page, so that a resubmitted form gives the same hand.
    dealer = forms.CharField(required=False, max_length=36, widget=forms.HiddenInput)
    note = forms.CharField(required=False, max_length=1000)

    # The initial values of a new hand.
    usual: ClassVar[Mapping[str, Any]] = {}
    # Fields that always have a choice, so that tapping the chosen chip does not clear it.
    answered: ClassVar[tuple[str, ...]] = ("tricks",)
    # Keys of the last hand that one tap repeats, without its result.
    repeats: ClassVar[tuple[str, ...]] = ()
    # Text displayed instead of the points before anything is entered.
    following: ClassVar[Any]
    template: ClassVar[str]
    # The stylesheet; a game's own stylesheet includes the shared one.
    style: ClassVar[str] = "club/hand/entry.css"
    script: ClassVar[str] = "club/hand/entry.js"
    # The fragment to render after a step; "" if the game has no steps.
    step_template: ClassVar[str] = ""

    def __init__(self, data: Any = None, *, seating: HandSeating, **options: Any) -> None:
        self.names = seating.names
        self.short = {player: seating.names[player] for player in seating.table.seats}
        self.words = ClubWords(seating.names)
        self.table = seating.table
        dealer = data.get("dealer") if data else None
        if dealer in seating.table.seats:
            self.table = replace(seating.table, dealer=dealer)
        initial = {"dealer": self.table.dealer, **(options.pop("initial", None) or {})}
        super().__init__(data, initial=initial, **options)

    def read_raw_event(self) -> dict[str, Any]:
        """Return the hand event as entered so far, in the format of a session document."""
        hand = {"type": "hand", **self.read_hand()}
        note = self.get_chosen("note")
        return hand | ({"note": note} if note else {})

    def read_hand(self) -> dict[str, Any]:
        """Return the part of the record that depends on the game."""
        raise NotImplementedError

    @classmethod
    def build_initial(cls, raw: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """Return the form values for a hand event, which may be unfinished."""
        raise NotImplementedError

    @classmethod
    def complete_record(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return a copy of a stored record; a game can add the keys that storage leaves out."""
        return {**record}

    @classmethod
    def find_repeatable_part(
        cls, last: Mapping[str, Any], seated: Collection[str]
    ) -> Mapping[str, Any] | None:
        """Return the part of the last hand that the next hand can repeat.

        Return None if the game repeats nothing, or if the last hand lacks a key of `repeats` or
        names an absent player in one.

        seated: the players who take part in the next hand.
        """
        if not cls.repeats or not last.keys() >= {*cls.repeats}:
            return None
        repeated = {name: last[name] for name in cls.repeats}
        return repeated if cls.list_players_to_carry_over(repeated) <= {*seated} else None

    @classmethod
    def list_players_to_carry_over(cls, raw: Mapping[str, Any]) -> set[str]:
        """Return the ids of the players named in the part of a hand that the next one repeats.

        raw: that part.
        """
        raise NotImplementedError

    @classmethod
    def choose_step_template(cls, step: str) -> str:
        """Return the template of the fragment to render after a step.

        step: the value of the step button.
        """
        del step
        return cls.step_template

    @classmethod
    def apply_step(cls, data: QueryDict, seating: HandSeating) -> QueryDict:
        """Return the form data after the step button in `data` was pressed."""
        raise NotImplementedError

    def find_field(self, path: str) -> str | None:
        """Return the form field for a path in the record; None if there is none."""
        key = path.split(".", 1)[0]
        return key if key in self.fields else None

    def show_problems(
        self,
        problems: Iterable[Problem],
        fields: dict[str, str] | None = None,
        words: ClubWords | None = None,
    ) -> None:
        """Add each problem as an error of its field, or of the form if it has no field."""
        del fields
        for problem in problems:
            field = self.find_field(problem.field)
            sentence = render_problem(problem, words or self.words)
            if sentence not in self.errors.get(field or NON_FIELD_ERRORS, []):
                self.add_error(field, sentence)

    def get_chosen(self, name: str) -> Any:
        """Return the value chosen in a field; None if it is empty, invalid, 0 or unchecked."""
        self.is_valid()
        return self.cleaned_data.get(name) or None

    def get_displayed(self, name: str) -> Any:
        """Return the value displayed in a control: submitted if the form is bound, else initial."""
        if self.is_bound:
            return self.data.get(name)
        return self.initial.get(name)

    def list_faults(self, name: str) -> list[str]:
        """Return the errors of a field as sentences."""
        return [str(fault) for fault in self.errors.get(name, [])] if self.is_bound else []

    @property
    def form_errors(self) -> list[str]:
        """The errors of the whole form and of its hidden fields."""
        names = (NON_FIELD_ERRORS, "key", "version", "revision", "dealer", "order")
        return [sentence for name in names for sentence in self.list_faults(name)]

    @property
    def note_text(self) -> str:
        """The note as typed."""
        return self.get_displayed("note") or ""

    @property
    def reason_text(self) -> str:
        """The reason as typed."""
        return self.get_displayed("reason") or ""

    @property
    def always_chosen(self) -> str:
        """The names of the fields that always have a choice, for the script."""
        return " ".join([*self.answered, *self.usual])

    @property
    def first_invalid_field(self) -> str | None:
        """The name of the first field with an error, in the order of the form, or None."""
        if not self.is_bound:
            return None
        return next((name for name in self.fields if self.list_faults(name)), None)

    def build_chip(
        self, name: str, value: str, text: Any, *, on: bool | None = None, **more: Any
    ) -> Chip:
        """Return the chip for one value of a field.

        on: whether the chip is checked, if the field's value does not decide it.
        """
        current = self.get_displayed(name)
        chosen = current is not None and str(current) == value
        wrong = bool(self.list_faults(name))
        return Chip(
            name=name,
            value=value,
            text=text,
            checked=chosen if on is None else on,
            fault=f"fault_{name}" if wrong else "",
            focus=wrong and self.first_invalid_field == name,
            **more,
        )
