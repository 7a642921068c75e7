"""What every hand of a declarer's side against the others has: who plays with whom, kontra."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from scoring.core.table import order_from
from scoring.core.untold import BY, OPEN, told_apart
from tarokk_club.club.base.words import problem_sentence
from tarokk_club.club.hand.forms.ends import Announced, Ends, follows
from tarokk_club.club.hand.forms.hand_form import Chip, HandForm, Stepper
from tarokk_club.club.hand.forms.sides_words import (
    ALONE,
    LOST,
    MADE,
    OURS,
    PLAYED,
    SIDES,
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
        # The places of the record that nobody has told.
        self.open_places: list[str] = []

    # --- from the fields to the record

    def hand(self) -> dict[str, Any]:
        """The event's own keys so far."""
        outcome = self.said("outcome") or PLAYED
        if outcome == PLAYED:
            self.open_places = []
            raw = self.played()
            return raw | ({OPEN: self.open_places} if self.open_places else {})
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
            made[name] = flag()
            if not self.by_result(name):
                made[f"{name}_made"] = one_of((LOST,))
            made[f"{name}_by"] = one_of(players)
            made[f"{name}_kontra"] = kontra_steps(most_kontra)
        return made

    def announcements(self) -> list[dict[str, Any]]:
        """What was announced, once the declarer is known."""
        if self.said("declarer") is None:
            return []
        self.said_announced = self.in_order(self.slot_names())
        return [
            self._announcement(name, f"announced.{place}")
            for place, name in enumerate(self.said_announced)
        ]

    def _announcement(self, name: str, place: str) -> dict[str, Any]:
        by = self.announcer(name)
        if by is None:
            self.open_places.append(f"{place}.{BY}")
            by = self.members(side_of_field(name))[0]
        if not self.by_result(name) and not self.end_of(name):
            self.open_places.append(f"{place}.{MADE}")
        return self.announcement_of(name, by)

    def announcement_of(self, name: str, by: str) -> dict[str, Any]:
        """The announcement behind a field; by: who made it, or stands in for the side."""
        kontra = self.kontra_steps(f"{name}_kontra")
        item = {"figure": name.rpartition("_")[0], "by": by}
        return item | ({"kontra": kontra} if kontra else {})

    def announcer(self, name: str) -> str | None:
        """Who made the announcement of a field: as chosen, or who alone can have made it."""
        chosen = self.said(f"{name}_by")
        if chosen in self.members(side_of_field(name)):
            return str(chosen)
        may = self.may_announce(name)
        return may[0] if len(may) == 1 else None

    def may_announce(self, name: str) -> list[str]:
        """Who can have made an announcement: anybody of its side, as far as that is known."""
        side = side_of_field(name)
        return self.members(side) if side == THEIRS or self.sides_known else []

    @property
    def sides_known(self) -> bool:
        """Whether it is told who plays with the declarer."""
        return not self.partnered or bool(self.said("partner"))

    # --- how an announced figure ended

    def ends(self, name: str) -> Ends:
        """What the end of an announcement follows from."""
        raise NotImplementedError

    def by_result(self, name: str) -> bool:
        """Whether the result of the hand always tells how the announcement ended."""
        raise NotImplementedError

    def figure_terms(self) -> Mapping[str, str]:
        """Figure to the key of its name."""
        raise NotImplementedError

    def end_of(self, name: str) -> str:
        """Made or lost: as it was marked, else as it follows; "" while nobody has told."""
        return self.said(f"{name}_made") or follows(self.ends(name), self.said, self._side_of)

    def _side_of(self, player: Any) -> str:
        if not self.sides_known:
            return ""
        return OURS if player in self.members(OURS) else THEIRS

    def end_shown(self, name: str) -> str:
        """The same by what the page shows, which may be no form that was sent."""
        ours = {str(self.shown("declarer") or ""), str(self.shown("partner") or "")}

        def side_of(player: Any) -> str:
            known = self.shown("declarer") and (self.shown("partner") or not self.partnered)
            return "" if not known else OURS if player in ours else THEIRS

        return self.shown(f"{name}_made") or follows(self.ends(name), self.shown, side_of)

    def ask_untold(self) -> None:
        """Ask at its field for everything that was begun and not told to its end."""
        for one in told_apart(self.hand(), self.figure_terms())[1]:
            name = self.field_of(one.field)
            if name and self._may_ask(name):
                self.add_error(name, problem_sentence(one, self.words))
        for name in self.said_announced:
            end = follows(self.ends(name), self.said, self._side_of)
            if end == MADE and self.cleaned_data.get(f"{name}_made") == LOST:
                self.add_error(f"{name}_made", _("Marked as made and as failed; take one back."))

    def _may_ask(self, name: str) -> bool:
        """Who of the declarer's side it was is asked once it is known who belongs to it."""
        return not name.endswith("_by") or self.sides_known or "_theirs" in name

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

    def ask_catcher(self, figure: str, sentence: Any) -> None:
        """Ask who caught it, unless that follows or is asked of the announcement already."""
        caught = self.caught(figure).get(figure, {"by": None})
        if "by" not in caught and not any(self.said(f"{figure}_{side}") for side in SIDES):
            self.ask("catch_by", sentence)

    def ask(self, name: str, sentence: Any) -> None:
        """Ask for a field that the record cannot do without."""
        if not self.cleaned_data.get(name) and name not in self.errors:
            self.add_error(name, sentence)

    def announced_field(self, place: str, key: str) -> str | None:
        """The field behind a key of an announcement of the record; place: in its list."""
        if int(place) >= len(self.said_announced):
            return None
        return self.said_announced[int(place)] + ("" if key == "figure" else f"_{key}")

    @staticmethod
    def announced_initial(
        items: Iterable[Mapping[str, Any]], ours: Collection[Any], open_places: Collection[str] = ()
    ) -> dict[str, Any]:
        """The choices that announcements were made of; ours: the declarer's side."""
        initial: dict[str, Any] = {}
        order = []
        for place, item in enumerate(items):
            name = slot_name(item, ours)
            order.append(name)
            initial[name] = "on"
            if f"announced.{place}.{BY}" not in open_places:
                initial[f"{name}_by"] = item["by"]
            initial[f"{name}_kontra"] = item.get("kontra", 0)
            if item.get("made") is not None:
                initial[f"{name}_made"] = MADE if item["made"] else LOST
        return initial | {"order": " ".join(order)}

    @staticmethod
    def ends_initial(
        raw: Mapping[str, Any], initial: Mapping[str, Any], ends: Callable[[str], Ends]
    ) -> dict[str, Any]:
        """The marks of the announcements that failed although nothing else says so: of a saved hand
        all that were not made, of a draft those that were marked; ends: of a field.
        """
        ours = {raw.get("declarer"), raw.get("partner")}
        open_places = raw.get(OPEN) or ()
        lost = {}

        def side_of(player: Any) -> str:
            return OURS if player in ours else THEIRS

        for place, item in enumerate(raw.get("announced", ())):
            name = slot_name(item, ours)
            told = f"announced.{place}.{MADE}" not in open_places and item.get("made") is None
            found = ends(name)
            if told and not follows(found, initial.get, side_of):
                lost[f"{name}_made"] = LOST
        return lost

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

    def announced_cells(self, name: str, label: str, lost: str, made: str = "") -> Announced:
        """What stands below a figure that a side has announced; label: that it has, lost and made:
        what its two marks say.
        """
        marked = not self.by_result(name)
        return Announced(
            name=name,
            side=side_of_field(name),
            lost=self.chip(f"{name}_made", LOST, "", label=lost) if marked else None,
            made=self.chip(f"{name}_made", MADE, "", label=made) if made else None,
            ends=self.ends(name),
            end=self.end_shown(name),
            who=tuple(self.people(f"{name}_by")),
            label=label,
        )

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


def side_of_field(name: str) -> str:
    """The side whose announcement a field is about."""
    return name.rpartition("_")[2]


def slot_name(item: Mapping[str, Any], ours: Collection[Any]) -> str:
    """The field that an announcement of a record came from; ours: the declarer's side."""
    return join_names(item["figure"], item.get("suit"), OURS if item["by"] in ours else THEIRS)


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
