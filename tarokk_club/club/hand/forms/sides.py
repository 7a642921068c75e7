"""The base of hand forms with two sides, and functions that build their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from scoring.core.posting import compute_kontra_factor
from scoring.core.table import order_seats_from
from tarokk_club.club.hand.forms.figure_labels import (
    ALONE,
    OURS,
    PLAYED,
    SOME_TRICKS,
    TRICK_WORDS,
)
from tarokk_club.club.hand.forms.hand_form import Chip, HandForm, Stepper


@dataclass(frozen=True, slots=True)
class ChipGroup:
    """Several chips with a common label."""

    name: str
    text: str
    chips: tuple[Chip, ...]


class SidesForm(HandForm):
    """A hand form with two sides, to which each game adds its contracts and figures."""

    # The prefix of the terms for kontra.
    kontra_terms: ClassVar[str] = "kontra"
    # Whether the game has partners.
    partnered: ClassVar[bool] = True

    @classmethod
    def complete_record(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return a stored record with `partner` set to None if the declarer played alone.

        In a draft, a missing partner means that none has been chosen yet.
        """
        played = record.get("outcome", PLAYED) == PLAYED and record.get("declarer")
        alone = {"partner": None} if played and cls.partnered else {}
        return {**alone, **record}

    # --- from the fields to the record

    def read_hand(self) -> dict[str, Any]:
        """Return the game's part of the record as entered so far."""
        outcome = self.get_chosen("outcome") or PLAYED
        if outcome == PLAYED:
            return self.read_played_hand()
        return {"outcome": outcome} | self.read_unplayed_hand(outcome)

    def read_played_hand(self) -> dict[str, Any]:
        """Return the part of the record that describes a played hand."""
        raise NotImplementedError

    def read_unplayed_hand(self, outcome: str) -> dict[str, Any]:
        """Return the record of an unplayed hand without its `outcome`."""
        raise NotImplementedError

    def collect_values(self, *names: str) -> dict[str, Any]:
        """Return the values of these fields by name, leaving out empty fields."""
        return {name: self.get_chosen(name) for name in names if self.get_chosen(name) is not None}

    def read_partner(self) -> dict[str, Any]:
        """Return `partner` for the record, None for a lone declarer; {} if nothing is chosen."""
        partner = self.get_chosen("partner")
        return {"partner": None if partner == ALONE else partner} if partner else {}

    def count_kontra_steps(self, name: str) -> int:
        """Return the number of kontra steps in a field."""
        return int(self.get_chosen(name) or 0)

    def list_chosen_in_entry_order(self, names: Iterable[str]) -> list[str]:
        """Return those fields that have a value, in the order of entry."""
        chosen = [name for name in names if self.get_chosen(name)]
        first = [name for name in (self.get_chosen("order") or "").split() if name in chosen]
        return list(dict.fromkeys([*first, *chosen]))

    def list_members(self, side: str) -> list[str]:
        """Return the players of a side, in seat order from the declarer on.

        The declarer must be chosen. Until the partner is chosen, all others are opponents.
        """
        declarer, partner = self.get_chosen("declarer"), self.get_chosen("partner")
        if side == OURS:
            return [declarer] if partner in (None, ALONE) else [declarer, partner]
        seats = self.table.seats
        order = order_seats_from(seats, declarer)[1:] if declarer in seats else seats
        return [
            player for player in order if player not in (declarer, partner, self.player_sitting_out)
        ]

    @property
    def has_chosen_partner(self) -> bool:
        """Whether the declarer's partner is chosen, or the game has no partners."""
        return not self.partnered or bool(self.get_chosen("partner"))

    def check_filled(self, name: str, sentence: Any) -> None:
        """Add the sentence as an error if the field is empty and has no error yet."""
        if not self.cleaned_data.get(name) and name not in self.errors:
            self.add_error(name, sentence)

    # --- rendering

    @property
    def player_sitting_out(self) -> str | None:
        """The player at the table who does not play the hand; None if all play."""
        return None

    def build_player_chips(self, name: str, **more: Any) -> list[Chip]:
        """Return the chips of all players at the table; the player who sits out is disabled."""
        return [
            self.build_chip(
                name,
                player,
                self.short[player],
                small=_("deals") if player == self.table.dealer else "",
                seat=place,
                off=player == self.player_sitting_out,
                **more,
            )
            for place, player in enumerate(self.table.seats)
        ]

    @property
    def declarers(self) -> list[Chip]:
        """The chips of the possible declarers."""
        return self.build_player_chips("declarer")

    @property
    def partners(self) -> list[Chip]:
        """The chips of the possible partners, and one for playing alone."""
        return [
            *self.build_player_chips("partner"),
            self.build_chip("partner", ALONE, _("Alone"), small=_("1 v 3")),
        ]

    @property
    def minus_label_pattern(self) -> str:
        """The label of minus buttons that the script adds, with {} for the stepper's label."""
        return label_minus("{}")

    @property
    def plus_label_pattern(self) -> str:
        """The label of plus buttons that the script adds, with {} for the stepper's label."""
        return label_plus("{}")

    @property
    def game_kontra(self) -> Stepper:
        """The stepper of kontra to the game."""
        return self.build_kontra_stepper("kontra_game", _("Kontra to the game"))

    def build_kontra_stepper(self, name: str, label: str) -> Stepper:
        """Return the stepper for the kontra in a field."""
        now = str(self.get_displayed(name) or 0)
        chips = [
            self.build_chip(
                name,
                str(step),
                f"×{compute_kontra_factor(step)}" if step else "–",
                small=self.words.term(f"{self.kontra_terms}.{max(1, step)}"),
                on=str(step) == now,
            )
            for step in range(self.most_kontra + 1)
        ]
        return build_stepper(label, chips)

    @property
    def most_kontra(self) -> int:
        """The highest step of kontra at this table."""
        raise NotImplementedError

    @property
    def trick_chips(self) -> list[Chip]:
        """The chips for no trick, some tricks and all tricks."""
        now = self.displayed_tricks
        return [
            self.build_chip("tricks", key, text, on=key == now) for key, text in TRICK_WORDS.items()
        ]

    @property
    def displayed_tricks(self) -> str:
        """The displayed choice of tricks; SOME_TRICKS if there is none."""
        return str(self.get_displayed("tricks") or SOME_TRICKS)

    @property
    def losers(self) -> list[Chip]:
        """The chips of the players who may have lost the XXI or luna."""
        return self.build_player_chips("catch_from")

    @property
    def catchers(self) -> list[Chip]:
        """The chips of the players who may have caught the XXI or luna."""
        return self.build_player_chips("catch_by")

    @property
    def points_text(self) -> str:
        """The card points as typed."""
        points = self.get_displayed("declarer_points")
        return "" if points is None else str(points)


def parse_field_side(name: str) -> str:
    """Return the side in the name of an announcement's field."""
    return name.rpartition("_")[2]


@lru_cache(maxsize=1024)
def join_names(*parts: str | None) -> str:
    """Return a field name made of the non-empty parts."""
    return "_".join(part for part in parts if part)


def build_stepper(label: str, chips: Sequence[Chip]) -> Stepper:
    """Return a stepper of these chips.

    label: the name of the number that the buttons change.
    """
    return Stepper(label, label_minus(label), label_plus(label), tuple(chips))


def label_minus(label: str) -> str:
    """Return the label of a minus button for screen readers.

    label: the label of its stepper.
    """
    return _("%(what)s: one step less") % {"what": label}


def label_plus(label: str) -> str:
    """Return the label of a plus button for screen readers.

    label: the label of its stepper.
    """
    return _("%(what)s: one step more") % {"what": label}


class ValueField(forms.ChoiceField):
    """An optional field that accepts one of a set of values.

    Chips render the choices, so the field does not build a widget for them.
    """

    def __init__(self, values: Iterable[str]) -> None:
        super().__init__(required=False)
        self.values = frozenset(values)

    def valid_value(self, value: Any) -> bool:
        """Return whether the value is one of the field's values."""
        return str(value) in self.values


def build_choice_field(values: Iterable[str]) -> forms.ChoiceField:
    """Return an optional field that accepts one of these values; forms share the instance."""
    return _build_shared_choice_field(tuple(values))


@lru_cache(maxsize=1024)
def _build_shared_choice_field(values: tuple[str, ...]) -> forms.ChoiceField:
    return ValueField(values)


def build_count_field(most: int) -> forms.ChoiceField:
    """Return an optional field for a number from 0 to `most`."""
    return build_choice_field([str(step) for step in range(most + 1)])


def build_flag_field() -> forms.BooleanField:
    """Return an optional checkbox field."""
    return forms.BooleanField(required=False)


def build_conflicts(sentence: Any, *choices: str) -> tuple[tuple[str, str], ...]:
    """Return these choices as conflicts, each with `sentence` as the reason."""
    return tuple((choice, str(sentence)) for choice in choices)
