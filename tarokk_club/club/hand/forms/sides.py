"""What all games with a declarer's side and opponents share: partner, kontra, tricks."""

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
    """Several chips with one label."""

    name: str
    text: str
    chips: tuple[Chip, ...]


class SidesForm(HandForm):
    """The fields of the two sides; each game adds its contracts and figures."""

    # The prefix of the terms for kontra.
    kontra_terms: ClassVar[str] = "kontra"
    # Whether the game has partners.
    partnered: ClassVar[bool] = True

    @classmethod
    def whole(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return a stored record with `partner` set to None if the declarer played alone; a draft
        has no such key yet.
        """
        played = record.get("outcome", PLAYED) == PLAYED and record.get("declarer")
        alone = {"partner": None} if played and cls.partnered else {}
        return {**alone, **record}

    # --- from the fields to the record

    def hand(self) -> dict[str, Any]:
        """Return the keys of the event that are known so far."""
        outcome = self.chosen("outcome") or PLAYED
        if outcome == PLAYED:
            return self.played()
        return {"outcome": outcome} | self.unplayed(outcome)

    def played(self) -> dict[str, Any]:
        """Return the keys of a hand that was played."""
        raise NotImplementedError

    def unplayed(self, outcome: str) -> dict[str, Any]:
        """Return the keys of a hand that was not played, without its outcome."""
        raise NotImplementedError

    def told(self, *names: str) -> dict[str, Any]:
        """Return the fields in which something was chosen, with their values."""
        return {name: self.chosen(name) for name in names if self.chosen(name) is not None}

    def partner(self) -> dict[str, Any]:
        """Return the partner: None if the declarer is alone, nothing while it is not known."""
        partner = self.chosen("partner")
        return {"partner": None if partner == ALONE else partner} if partner else {}

    def kontra_steps(self, name: str) -> int:
        """Return the number of kontra steps in a field."""
        return int(self.chosen(name) or 0)

    def in_order(self, names: Iterable[str]) -> list[str]:
        """Return the chosen ones of these fields, in the order in which they were tapped or
        recorded.
        """
        chosen = [name for name in names if self.chosen(name)]
        first = [name for name in (self.chosen("order") or "").split() if name in chosen]
        return list(dict.fromkeys([*first, *chosen]))

    def members(self, side: str) -> list[str]:
        """Return the players of a side, the declarer or the next player after the declarer first.

        While the partner is not known, everybody else counts as an opponent. The declarer must
        be known.
        """
        declarer, partner = self.chosen("declarer"), self.chosen("partner")
        if side == OURS:
            return [declarer] if partner in (None, ALONE) else [declarer, partner]
        seats = self.table.seats
        order = order_from(seats, declarer)[1:] if declarer in seats else seats
        return [player for player in order if player not in (declarer, partner, self.away)]

    @property
    def sides_known(self) -> bool:
        """Whether it is known who plays with the declarer."""
        return not self.partnered or bool(self.chosen("partner"))

    def ask(self, name: str, sentence: Any) -> None:
        """Add an error to a field without which the hand cannot be recorded."""
        if not self.cleaned_data.get(name) and name not in self.errors:
            self.add_error(name, sentence)

    # --- how it is drawn

    @property
    def away(self) -> str | None:
        """Return the player at the table who takes no part in the hand."""
        return None

    def people(self, name: str, **more: Any) -> list[Chip]:
        """Return the chips of everybody at the table, in seat order; the player who sits out is
        disabled.
        """
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
        """Return the chips of the possible declarers."""
        return self.people("declarer")

    def partners(self) -> list[Chip]:
        """Return the chips of the possible partners, and one for playing alone."""
        return [*self.people("partner"), self.chip("partner", ALONE, _("Alone"), small=_("1 v 3"))]

    @property
    def less(self) -> str:
        """Return the label of the minus buttons that the script adds; braces stand for the
        stepper's name.
        """
        return minus_label("{}")

    @property
    def further(self) -> str:
        """Return the label of the plus buttons that the script adds."""
        return plus_label("{}")

    def game_kontra(self) -> Stepper:
        """Return the stepper of kontra to the game."""
        return self.stepper("kontra_game", _("Kontra to the game"))

    def stepper(self, name: str, label: str) -> Stepper:
        """Return the stepper of the kontra steps in a field.

        label: what the kontra is to.
        """
        now = str(self.displayed(name) or 0)
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
        return build_stepper(label, chips)

    @property
    def most_kontra(self) -> int:
        """Return the highest step of kontra at this table."""
        raise NotImplementedError

    def trick_chips(self) -> list[Chip]:
        """Return the chips of the tricks, which belong to exact card points."""
        now = self.displayed_tricks()
        return [self.chip("tricks", key, text, on=key == now) for key, text in TRICK_WORDS.items()]

    def displayed_tricks(self) -> str:
        """The tricks as the page shows them."""
        return str(self.displayed("tricks") or SOME_TRICKS)

    def losers(self) -> list[Chip]:
        """Return the chips of the players who may have lost the XXI."""
        return self.people("catch_from")

    def catchers(self) -> list[Chip]:
        """Return the chips of the players who may have caught the XXI."""
        return self.people("catch_by")

    def points_text(self) -> str:
        """Return the exact card points as they were typed."""
        points = self.displayed("declarer_points")
        return "" if points is None else str(points)


def side_of_field(name: str) -> str:
    """Return the side to whose announcement a field belongs."""
    return name.rpartition("_")[2]


def join_names(*parts: str | None) -> str:
    """Return the name of a field made of these parts."""
    return "_".join(part for part in parts if part)


def build_stepper(label: str, chips: Sequence[Chip]) -> Stepper:
    """Return a stepper of these chips.

    label: what they count.
    """
    return Stepper(label, minus_label(label), plus_label(label), tuple(chips))


def minus_label(label: str) -> str:
    """Return the label of a minus button for screen readers.

    label: what it counts.
    """
    return _("%(what)s: one step less") % {"what": label}


def plus_label(label: str) -> str:
    """Return the label of a plus button for screen readers.

    label: what it counts.
    """
    return _("%(what)s: one step more") % {"what": label}


class OneOf(forms.ChoiceField):
    """A field with one of these values, or none.

    It has no widget with choices, because chips render it and a form has some seventy such
    fields.
    """

    def __init__(self, values: Iterable[str]) -> None:
        super().__init__(required=False)
        self.values = frozenset(values)

    def valid_value(self, value: Any) -> bool:
        """Return whether the value is one of the field's values."""
        return str(value) in self.values


def choice_field(values: Iterable[str]) -> forms.ChoiceField:
    """Return a field with one of these values, or none; forms share the same field, as it never
    changes.
    """
    return _shared_choice_field(tuple(values))


@lru_cache(maxsize=1024)
def _shared_choice_field(values: tuple[str, ...]) -> forms.ChoiceField:
    return OneOf(values)


def kontra_steps(most: int) -> forms.ChoiceField:
    """Return a field that counts from 0 to `most`."""
    return choice_field([str(step) for step in range(most + 1)])


def flag() -> forms.BooleanField:
    """Return a field that is chosen or not."""
    return forms.BooleanField(required=False)


def bars(sentence: Any, *choices: str) -> tuple[tuple[str, str], ...]:
    """Return the choices that rule another one out, each with the reason."""
    return tuple((choice, str(sentence)) for choice in choices)
