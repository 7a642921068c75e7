"""What every hand of a declarer's side against the others has: who plays with whom, kontra."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from scoring.core.table import order_from
from tarokk_club.club.hand.forms.hand_form import Chip, HandForm, Stepper
from tarokk_club.club.hand.forms.sides_words import (
    ALONE,
    LOST,
    MADE,
    OURS,
    PLAYED,
    SOME_TRICKS,
    THEIRS,
    TRICK_WORDS,
)


@dataclass(frozen=True, slots=True)
class Named:
    """A few chips under a name."""

    name: str
    text: str
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class Announcers:
    """Who of a side may have made an announcement; name: of the field that says it was made."""

    name: str
    side: str
    text: str
    chips: tuple[Chip, ...]


class SidesForm(HandForm):
    """The choices around the two sides; each game adds its contracts and figures."""

    # Where the words of the kontras stand among the terms.
    kontra_terms: ClassVar[str] = "kontra"
    # Whether the declarer may have a partner at all.
    partnered: ClassVar[bool] = True

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        # The fields of the announcements, in the order of the record.
        self.said_announced: list[str] = []

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

    def slot_names(self) -> Iterable[str]:
        """The fields of everything that can be announced: figure and side."""
        raise NotImplementedError

    def slot_fields(self, players: Iterable[str], *, most_kontra: int) -> dict[str, forms.Field]:
        """Whether each of them was announced, by whom, and the kontra said to it."""
        made: dict[str, forms.Field] = {}
        for name in self.slot_names():
            made |= {name: flag(), f"{name}_by": one_of(players)}
            made[f"{name}_kontra"] = kontra_steps(most_kontra)
        return made

    def announcements(self) -> list[dict[str, Any]]:
        """What was announced, once the declarer is known."""
        if self.said("declarer") is None:
            return []
        self.said_announced = self.in_order(self.slot_names())
        return [self.announcement_of(name) for name in self.said_announced]

    def announcement_of(self, name: str) -> dict[str, Any]:
        """The announcement behind a field."""
        kontra = self.kontra_steps(f"{name}_kontra")
        item = {"figure": name.rpartition("_")[0], "by": self.announcer(name)}
        return item | ({"kontra": kontra} if kontra else {})

    def announcer(self, name: str) -> str:
        """Who made the announcement of a field: as chosen, else who usually does."""
        chosen = self.said(f"{name}_by")
        members = self.members(name.rpartition("_")[2])
        return str(chosen) if chosen in members else self.usual_announcer(name, members)

    def usual_announcer(self, name: str, members: Sequence[str]) -> str:
        """Who of a side makes an announcement when nothing else is said: the first."""
        del name
        return members[0]

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

    def caught(self, figure: str) -> dict[str, Any]:
        """Who lost the XXI is always asked; who caught it only where it does not follow."""
        victim, by = self.said("catch_from"), self.said("catch_by")
        if not victim:
            return {}
        if by is None and self.said("declarer") and (self.said("partner") or not self.partnered):
            side = THEIRS if victim in self.members(OURS) else OURS
            members = self.members(side)
            if self.said(f"{figure}_{side}"):
                by = self.announcer(f"{figure}_{side}")
            elif len(members) == 1:
                by = members[0]
        return {figure: ({"by": by} if by else {}) | {"from": victim}}

    def ask(self, name: str, sentence: Any) -> None:
        """Ask for a field that the record cannot do without."""
        if not self.cleaned_data.get(name) and name not in self.errors:
            self.add_error(name, sentence)

    def announced_field(self, place: str, key: str) -> str | None:
        """The field behind a key of an announcement of the record; place: in its list."""
        if int(place) >= len(self.said_announced):
            return None
        return self.said_announced[int(place)] + ("" if key == "figure" else f"_{key}")

    @classmethod
    def slot_name(cls, item: Mapping[str, Any], ours: Collection[Any]) -> str:
        """The field that an announcement of a record came from; ours: the declarer's side."""
        return join_names(item["figure"], item.get("suit"), OURS if item["by"] in ours else THEIRS)

    @classmethod
    def announced_initial(
        cls, items: Iterable[Mapping[str, Any]], ours: Collection[Any]
    ) -> dict[str, Any]:
        """The choices that announcements were made of; ours: the declarer's side."""
        initial: dict[str, Any] = {}
        order = []
        for item in items:
            name = cls.slot_name(item, ours)
            order.append(name)
            initial |= {name: "on", f"{name}_by": item["by"]}
            initial[f"{name}_kontra"] = item.get("kontra", 0)
            if item.get("made") is not None:
                initial[f"{name}_made"] = MADE if item["made"] else LOST
        return initial | {"order": " ".join(order)}

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
                self.names[player],
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
        now = self.shown("tricks") or SOME_TRICKS
        return [self.chip("tricks", key, text, on=key == now) for key, text in TRICK_WORDS.items()]

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


def join_names(*parts: str | None) -> str:
    """The name of a field by what it is about."""
    return "_".join(part for part in parts if part)


def stepper_of(label: str, chips: Sequence[Chip]) -> Stepper:
    """Chips as steps of one thing after the other; label: what they count."""
    less = _("%(what)s: one step less") % {"what": label}
    further = _("%(what)s: one step more") % {"what": label}
    return Stepper(label, less, further, tuple(chips))


def one_of(values: Iterable[str]) -> forms.ChoiceField:
    """A field that is one of these, or nothing yet."""
    return forms.ChoiceField(required=False, choices=[(value, value) for value in values])


def kontra_steps(most: int) -> forms.ChoiceField:
    """A field that counts from nothing to `most`."""
    return one_of([str(step) for step in range(most + 1)])


def flag() -> forms.BooleanField:
    """A field that is chosen or not."""
    return forms.BooleanField(required=False)


def bars(sentence: Any, *choices: str) -> tuple[tuple[str, str], ...]:
    """The choices that make another one impossible, each with the reason."""
    return tuple((choice, str(sentence)) for choice in choices)
