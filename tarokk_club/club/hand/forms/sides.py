"""What every hand of a declarer's side against the others has: who plays with whom, kontra."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from scoring.core.table import order_from
from tarokk_club.club.hand.forms.hand_form import Chip, HandForm, Stepper
from tarokk_club.club.hand.forms.sides_words import (
    ALONE,
    OURS,
    PLAYED,
    SOME_TRICKS,
    TRICK_WORDS,
)


@dataclass(frozen=True, slots=True)
class Named:
    """A few chips under a name."""

    name: str
    text: str
    chips: tuple[Chip, ...]


class SidesForm(HandForm):
    """The choices around the two sides; each game adds its contracts and figures."""

    # Where the words of the kontras stand among the terms.
    kontra_terms: ClassVar[str] = "kontra"
    # Whether the declarer may have a partner at all.
    partnered: ClassVar[bool] = True

    @classmethod
    def whole(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """A hand of the book without a partner was played alone; a draft has none yet."""
        played = record.get("outcome", PLAYED) == PLAYED and record.get("declarer")
        alone = {"partner": None} if played and cls.partnered else {}
        return {**alone, **record}

    # --- from the fields to the record

    def hand(self) -> dict[str, Any]:
        """The event's own keys so far."""
        outcome = self.said("outcome") or PLAYED
        if outcome == PLAYED:
            return self.played()
        return {"outcome": outcome} | self.unplayed(outcome)

    def played(self) -> dict[str, Any]:
        """The keys of a hand that was played."""
        raise NotImplementedError

    def unplayed(self, outcome: str) -> dict[str, Any]:
        """The keys beside its outcome of a hand that was not."""
        raise NotImplementedError

    def told(self, *names: str) -> dict[str, Any]:
        """The fields that something was chosen in."""
        return {name: self.said(name) for name in names if self.said(name) is not None}

    def partner(self) -> dict[str, Any]:
        """The partner, null when the declarer is alone, left out while nobody knows."""
        partner = self.said("partner")
        return {"partner": None if partner == ALONE else partner} if partner else {}

    def kontra_steps(self, name: str) -> int:
        """Steps of kontra said to something; name: of the field."""
        return int(self.said(name) or 0)

    def in_order(self, names: Iterable[str]) -> list[str]:
        """The chosen ones of these fields, those of an older record in its order."""
        chosen = [name for name in names if self.said(name)]
        first = [name for name in (self.said("order") or "").split() if name in chosen]
        return list(dict.fromkeys([*first, *chosen]))

    def members(self, side: str) -> list[str]:
        """Who plays on a side, the declarer or the next after him first; the declarer is known.

        While the partner is not known, everybody else counts as an opponent.
        """
        declarer, partner = self.said("declarer"), self.said("partner")
        if side == OURS:
            return [declarer] if partner in (None, ALONE) else [declarer, partner]
        seats = self.table.seats
        order = order_from(seats, declarer)[1:] if declarer in seats else seats
        return [player for player in order if player not in (declarer, partner, self.away)]

    @property
    def sides_known(self) -> bool:
        """Whether it is told who plays with the declarer."""
        return not self.partnered or bool(self.said("partner"))

    def ask(self, name: str, sentence: Any) -> None:
        """Ask for a field that the record cannot do without."""
        if not self.cleaned_data.get(name) and name not in self.errors:
            self.add_error(name, sentence)

    # --- how it is drawn

    @property
    def away(self) -> str | None:
        """Who sits at the table and takes no part in the hand."""
        return None

    def people(self, name: str, **more: Any) -> list[Chip]:
        """A choice among those at the table, in seat order; who sits out is shown but greyed."""
        return [
            self.chip(
                name,
                player,
                self.short[player],
                small=_("deals") if player == self.table.dealer else "",
                seat=place,
                off=player == self.away,
                **more,
            )
            for place, player in enumerate(self.table.seats)
        ]

    def declarers(self) -> list[Chip]:
        """Who may be the declarer."""
        return self.people("declarer")

    def partners(self) -> list[Chip]:
        """The partner; the declarer's own place stands for playing alone."""
        return [*self.people("partner"), self.chip("partner", ALONE, _("Alone"), small=_("1 v 3"))]

    @property
    def less(self) -> str:
        """What the script writes on each minus it adds; the stepper's own name takes the braces."""
        return less_of("{}")

    @property
    def further(self) -> str:
        """What it writes on each plus."""
        return further_of("{}")

    def game_kontra(self) -> Stepper:
        """Kontra to the game."""
        return self.stepper("kontra_game", _("Kontra to the game"))

    def stepper(self, name: str, label: str) -> Stepper:
        """The steps of kontra; label: to what."""
        now = str(self.shown(name) or 0)
        chips = [
            self.chip(
                name,
                str(step),
                f"×{1 << step}" if step else "–",
                small=self.words.term(f"{self.kontra_terms}.{max(1, step)}"),
                on=str(step) == now,
            )
            for step in range(self.most_kontra + 1)
        ]
        return stepper_of(label, chips)

    @property
    def most_kontra(self) -> int:
        """The highest step of kontra at this table."""
        raise NotImplementedError

    def trick_chips(self) -> list[Chip]:
        """The tricks beside exact card points."""
        now = self.tricks_shown()
        return [self.chip("tricks", key, text, on=key == now) for key, text in TRICK_WORDS.items()]

    def tricks_shown(self) -> str:
        """The tricks as the page shows them."""
        return str(self.shown("tricks") or SOME_TRICKS)

    def losers(self) -> list[Chip]:
        """Who lost the XXI."""
        return self.people("catch_from")

    def catchers(self) -> list[Chip]:
        """Who caught it."""
        return self.people("catch_by")

    def points_text(self) -> str:
        """The exact card points as they were typed."""
        points = self.shown("declarer_points")
        return "" if points is None else str(points)


def side_of_field(name: str) -> str:
    """The side whose announcement a field is about."""
    return name.rpartition("_")[2]


def join_names(*parts: str | None) -> str:
    """The name of a field by what it is about."""
    return "_".join(part for part in parts if part)


def stepper_of(label: str, chips: Sequence[Chip]) -> Stepper:
    """Chips as steps of one thing after the other; label: what they count."""
    return Stepper(label, less_of(label), further_of(label), tuple(chips))


def less_of(label: str) -> str:
    """What minus says to people who cannot see where it stands; label: what it counts."""
    return _("%(what)s: one step less") % {"what": label}


def further_of(label: str) -> str:
    """What plus says."""
    return _("%(what)s: one step more") % {"what": label}


class OneOf(forms.ChoiceField):
    """A field that is one of these values, or nothing yet. It is drawn by chips, so it makes no
    widget's list of choices: a form has some seventy such fields.
    """

    def __init__(self, values: Iterable[str]) -> None:
        super().__init__(required=False)
        self.values = frozenset(values)

    def valid_value(self, value: Any) -> bool:
        """Whether the form knows the value."""
        return str(value) in self.values


def one_of(values: Iterable[str]) -> forms.ChoiceField:
    """A field that is one of these, or nothing yet; the same field in every form that asks for the
    same, as nothing ever changes it.
    """
    return _one_of(tuple(values))


@lru_cache(maxsize=1024)
def _one_of(values: tuple[str, ...]) -> forms.ChoiceField:
    return OneOf(values)


def kontra_steps(most: int) -> forms.ChoiceField:
    """A field that counts from nothing to `most`."""
    return one_of([str(step) for step in range(most + 1)])


def flag() -> forms.BooleanField:
    """A field that is chosen or not."""
    return forms.BooleanField(required=False)


def bars(sentence: Any, *choices: str) -> tuple[tuple[str, str], ...]:
    """The choices that make another one impossible, each with the reason."""
    return tuple((choice, str(sentence)) for choice in choices)
