"""What the entry forms of all games share: from taps to a raw hand of the format, and back."""

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
from tarokk_club.club.names.player_names import at_table
from tarokk_club.club.pages.forms import ReasonForm

# The button that changes the form without saving it: the next call of an auction, and the like.
STEP = "step"
# Drawn as text, not as a coloured picture.
SUIT_SIGNS = {
    "hearts": "♥\ufe0e",
    "diamonds": "♦\ufe0e",
    "clubs": "♣\ufe0e",
    "spades": "♠\ufe0e",
}


@dataclass(frozen=True, slots=True)
class HandSeating:
    """The table that the hand is played at, and the names of everybody in the club by id."""

    table: Table
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Native:
    """A word of those who play the game, and its language."""

    word: str
    language: str


def native_of(language: str, word: Callable[[], str]) -> Native | None:
    """What the players call it, None where the reader says the same; word: in any language."""
    found = native_word(language, word)
    return Native(found, language) if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """One radio or checkbox as it is drawn.

    text, small: what stands on it; native: what the players call it, where the reader has another
    word; label: for people who cannot see where it stands; seat: place of the player it is about;
    bars: choices ("field=value") that make it impossible, each with the reason;
    raises: the checkbox that this one takes the place of, and what is said then;
    off: never possible here; plain: needed only without script, where no tap can be taken back;
    fault: id of the sentence that says what is wrong with it; focus: the first such control.
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
    """Kontra with minus and plus; underneath are the steps as radios.

    label: to what; less, further: what minus and plus say to people who cannot see where they
    stand.
    """

    label: str
    less: str
    further: str
    chips: tuple[Chip, ...]

    @property
    def now(self) -> Chip:
        """The step that is chosen."""
        return next((chip for chip in self.chips if chip.checked), self.chips[0])


class HandForm(ReasonForm):
    """A hand as it is tapped in. Each game has its own fields, and its own template for them.

    Players are only looked up here; whether they may play is judged by the game's own check.
    """

    revision = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    # Who deals as the page showed it: the same form sent twice must say the same both times.
    dealer = forms.CharField(required=False, max_length=36, widget=forms.HiddenInput)
    note = forms.CharField(required=False, max_length=1000)

    # What a new hand starts with.
    usual: ClassVar[Mapping[str, Any]] = {}
    # Questions that always have an answer: the tap that would take it back does nothing.
    answered: ClassVar[tuple[str, ...]] = ("tricks",)
    # What one tap repeats from the hand before; never how it ended.
    repeats: ClassVar[tuple[str, ...]] = ()
    # What stands in place of the amounts while nothing has been entered yet.
    following: ClassVar[Any]
    template: ClassVar[str]
    # The stylesheet, a game's own with the shared one in it; and the part that a step draws anew,
    # "" where none is.
    style: ClassVar[str] = "club/hand/entry.css"
    step_template: ClassVar[str] = ""

    def __init__(self, data: Any = None, *, seating: HandSeating, **options: Any) -> None:
        self.names = seating.names
        # What those at the table are called on a chip.
        self.short = at_table(seating.names, seating.table.seats)
        self.words = ClubWords(seating.names)
        self.table = seating.table
        dealer = data.get("dealer") if data else None
        if dealer in seating.table.seats:
            self.table = replace(seating.table, dealer=dealer)
        initial = {"dealer": self.table.dealer, **(options.pop("initial", None) or {})}
        super().__init__(data, initial=initial, **options)

    def raw(self) -> dict[str, Any]:
        """The hand event so far, as in the session document; what was not said is left out."""
        hand = {"type": "hand", **self.hand()}
        note = self.said("note")
        return hand | ({"note": note} if note else {})

    def hand(self) -> dict[str, Any]:
        """The game's own part of the event."""
        raise NotImplementedError

    @classmethod
    def initial_of(cls, raw: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """The choices that an event, perhaps unfinished, was made of."""
        raise NotImplementedError

    @classmethod
    def whole(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """A hand of the book as a draft would say it: nothing left out that a draft would ask."""
        return {**record}

    @classmethod
    def repeated(cls, last: Mapping[str, Any], there: Collection[str]) -> Mapping[str, Any] | None:
        """What of the hand before can begin the next one; None where it cannot be repeated: it was
        not played, or one of its people is not among those who are `there` to play.
        """
        if not cls.repeats or not last.keys() >= {*cls.repeats}:
            return None
        told = {name: last[name] for name in cls.repeats}
        return told if cls.people_in(told) <= {*there} else None

    @classmethod
    def people_in(cls, told: Mapping[str, Any]) -> set[str]:
        """Everybody whom the repeated part of a hand names."""
        raise NotImplementedError

    @classmethod
    def stepped(cls, data: QueryDict, seating: HandSeating) -> QueryDict:
        """The form's data after its step button was pressed."""
        raise NotImplementedError

    def field_of(self, path: str) -> str | None:
        """The form's field for a key of the record; None when there is none."""
        head = path.split(".", 1)[0]
        return head if head in self.fields else None

    def show_problems(
        self,
        problems: Iterable[Problem],
        fields: dict[str, str] | None = None,
        words: ClubWords | None = None,
    ) -> None:
        """Put each problem at its field, with the players' names in its sentence."""
        del fields
        for problem in problems:
            field = self.field_of(problem.field)
            sentence = problem_sentence(problem, words or self.words)
            if sentence not in self.errors.get(field or NON_FIELD_ERRORS, []):
                self.add_error(field, sentence)

    def said(self, name: str) -> Any:
        """What was chosen in a field; None when nothing that can be used."""
        self.is_valid()
        return self.cleaned_data.get(name) or None

    def shown(self, name: str) -> Any:
        """What a control shows: what was sent, else what it starts with."""
        if self.is_bound:
            return self.data.get(name)
        return self.initial.get(name)

    def faults_of(self, name: str) -> list[str]:
        """What is wrong with a field, in sentences."""
        return [str(fault) for fault in self.errors.get(name, [])] if self.is_bound else []

    @property
    def own_faults(self) -> list[str]:
        """What is wrong above all fields, or with what the page sends by itself."""
        names = (NON_FIELD_ERRORS, "key", "version", "revision", "dealer", "order")
        return [sentence for name in names for sentence in self.faults_of(name)]

    def note_text(self) -> str:
        """The note as it was typed."""
        return self.shown("note") or ""

    def reason_text(self) -> str:
        """The reason as it was typed."""
        return self.shown("reason") or ""

    @property
    def keeps(self) -> str:
        """The questions that always have an answer, for the script."""
        return " ".join([*self.answered, *self.usual])

    @property
    def first_fault(self) -> str | None:
        """The first field, in the order of the page, that something is wrong with."""
        return next((name for name in self.fields if self.faults_of(name)), None)

    def chip(
        self, name: str, value: str, text: Any, *, on: bool | None = None, **more: Any
    ) -> Chip:
        """One choice of a field; on: whether it is chosen, where the field does not say so."""
        shown = self.shown(name)
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
