"""What the entry forms of all games share: from taps to a raw hand of the session document, and
back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict

from scoring.core.problem import Problem
from scoring.core.table import Table
from tarokk_club.club.formatting.labels import native_word
from tarokk_club.club.formatting.sentences import ClubWords, problem_sentence
from tarokk_club.club.pages.forms import ReasonForm

# The button that changes the form without saving it, such as the next call of an auction.
STEP = "step"
# Drawn as text, not as an emoji.
SUIT_SIGNS = {
    "hearts": "♥\ufe0e",
    "diamonds": "♦\ufe0e",
    "clubs": "♣\ufe0e",
    "spades": "♠\ufe0e",
}


@dataclass(frozen=True, slots=True)
class HandSeating:
    """The table at which the hand is played, and the names of all players of the club by id, short
    for those of the session.
    """

    table: Table
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Native:
    """A word of the players of the game, with its language."""

    word: str
    language: str


def native_of(language: str, word: Callable[[], str]) -> Native | None:
    """Return the players' word, None if it is the reader's too.

    word: returns the word in the current language.
    """
    found = native_word(language, word)
    return Native(found, language) if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """A radio button or checkbox as it is drawn.

    text, small: its label.
    native: the players' word, if the reader has another.
    label: for screen readers.
    seat: seat number of the player it is about.
    bars: choices ("field=value") that make it impossible, each with the reason.
    raises: the checkbox that it replaces, and what is said then.
    off: never possible here.
    plain: needed only without script, where no tap can be undone.
    fault: id of the sentence with its error.
    focus: the first such control.
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
    bars: tuple[tuple[str, str], ...] = ()
    raises: tuple[str, ...] = ()
    off: bool = False
    plain: bool = False
    fault: str = ""
    focus: bool = False


@dataclass(frozen=True, slots=True)
class Stepper:
    """Minus and plus buttons for kontra; without script, the steps as radio buttons.

    label: what the kontra is to.
    less, further: labels of minus and plus for screen readers.
    """

    label: str
    less: str
    further: str
    chips: tuple[Chip, ...]

    @property
    def now(self) -> Chip:
        """The chosen step."""
        return next((chip for chip in self.chips if chip.checked), self.chips[0])


class HandForm(ReasonForm):
    """A hand as it is entered; each game has its own fields and template.

    The form only looks players up. Whether they may play is checked by the game.
    """

    revision = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    # The dealer shown on the page, so that a form submitted twice means the same both times.
    dealer = forms.CharField(required=False, max_length=36, widget=forms.HiddenInput)
    note = forms.CharField(required=False, max_length=1000)

    # What a new hand starts with.
    usual: ClassVar[Mapping[str, Any]] = {}
    # Fields that always have a choice: the tap that would clear it does nothing.
    answered: ClassVar[tuple[str, ...]] = ("tricks",)
    # What one tap repeats from the last hand, without its result.
    repeats: ClassVar[tuple[str, ...]] = ()
    # Shown in place of the amounts while nothing has been entered yet.
    following: ClassVar[Any]
    template: ClassVar[str]
    # The stylesheet (a game's own includes the shared one), and the fragment for a step,
    # "" if there is none.
    style: ClassVar[str] = "club/hand/entry.css"
    script: ClassVar[str] = "club/hand/entry.js"
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

    def raw(self) -> dict[str, Any]:
        """Return the hand event so far, as in the session document, without what was not chosen."""
        hand = {"type": "hand", **self.hand()}
        note = self.chosen("note")
        return hand | ({"note": note} if note else {})

    def hand(self) -> dict[str, Any]:
        """Return the game's own part of the event."""
        raise NotImplementedError

    @classmethod
    def initial_of(cls, raw: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """Return the choices that make an event, which may be unfinished."""
        raise NotImplementedError

    @classmethod
    def whole(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return a stored record with every key that a draft would have."""
        return {**record}

    @classmethod
    def repeated(cls, last: Mapping[str, Any], there: Collection[str]) -> Mapping[str, Any] | None:
        """Return the part of the last hand with which the next one can begin.

        None if the last hand was not played, or one of its players is not `there`.
        """
        if not cls.repeats or not last.keys() >= {*cls.repeats}:
            return None
        told = {name: last[name] for name in cls.repeats}
        return told if cls.people_in(told) <= {*there} else None

    @classmethod
    def people_in(cls, raw: Mapping[str, Any]) -> set[str]:
        """Return everybody whom the repeated part of a hand names."""
        raise NotImplementedError

    @classmethod
    def template_of_step(cls, step: str) -> str:
        """Return the fragment that a step draws.

        step: value of its button.
        """
        del step
        return cls.step_template

    @classmethod
    def stepped(cls, data: QueryDict, seating: HandSeating) -> QueryDict:
        """Return the form's data after its step button was pressed."""
        raise NotImplementedError

    def field_of(self, path: str) -> str | None:
        """Return the form field of a key of the record, None if there is none."""
        head = path.split(".", 1)[0]
        return head if head in self.fields else None

    def show_problems(
        self,
        problems: Iterable[Problem],
        fields: dict[str, str] | None = None,
        words: ClubWords | None = None,
    ) -> None:
        """Add each problem to its field, with the players' names in its sentence."""
        del fields
        for problem in problems:
            field = self.field_of(problem.field)
            sentence = problem_sentence(problem, words or self.words)
            if sentence not in self.errors.get(field or NON_FIELD_ERRORS, []):
                self.add_error(field, sentence)

    def chosen(self, name: str) -> Any:
        """Return what was chosen in a field, None if it is empty or unusable."""
        self.is_valid()
        return self.cleaned_data.get(name) or None

    def displayed(self, name: str) -> Any:
        """Return what a control shows: the submitted value, else the initial one."""
        if self.is_bound:
            return self.data.get(name)
        return self.initial.get(name)

    def faults_of(self, name: str) -> list[str]:
        """Return the errors of a field as sentences."""
        return [str(fault) for fault in self.errors.get(name, [])] if self.is_bound else []

    @property
    def form_errors(self) -> list[str]:
        """The errors of the whole form and of its hidden fields."""
        names = (NON_FIELD_ERRORS, "key", "version", "revision", "dealer", "order")
        return [sentence for name in names for sentence in self.faults_of(name)]

    def note_text(self) -> str:
        """The note as it was typed."""
        return self.displayed("note") or ""

    def reason_text(self) -> str:
        """The reason as it was typed."""
        return self.displayed("reason") or ""

    @property
    def keeps(self) -> str:
        """The fields that always have a choice, for the script."""
        return " ".join([*self.answered, *self.usual])

    @property
    def first_fault(self) -> str | None:
        """The first field with an error, in the order of the page."""
        return next((name for name in self.fields if self.faults_of(name)), None)

    def chip(
        self, name: str, value: str, text: Any, *, on: bool | None = None, **more: Any
    ) -> Chip:
        """Return the chip of one choice of a field.

        on: whether it is chosen, where the field does not say so.
        """
        shown = self.displayed(name)
        chosen = shown is not None and str(shown) == value
        wrong = bool(self.faults_of(name))
        return Chip(
            name=name,
            value=value,
            text=text,
            checked=chosen if on is None else on,
            fault=f"fault_{name}" if wrong else "",
            focus=wrong and self.first_fault == name,
            **more,
        )
