"""Announcements of a hand with two sides: by whom, with which kontra, and with what result."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.core.open_places import BY, OPEN, split_open_places
from tarokk_club.club.formatting.sentences import problem_sentence
from tarokk_club.club.hand.forms.ends import Announced, Ends, derive_end
from tarokk_club.club.hand.forms.hand_form import Chip
from tarokk_club.club.hand.forms.sides import (
    SidesForm,
    choice_field,
    flag,
    join_names,
    kontra_steps,
    side_of_field,
)
from tarokk_club.club.hand.forms.sides_words import LOST, MADE, OURS, SIDES, THEIRS


class AnnouncingForm(SidesForm):
    """The announcements of both sides; each game defines them and what decides their results."""

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        # The fields of the announcements, in the order of the record.
        self.said_announced: list[str] = []
        # The places of the record that are still open.
        self.open_places: list[str] = []

    def hand(self) -> dict[str, Any]:
        """Return the keys of the event that are known so far, with its open places."""
        # Validated first, because it asks for the hand and would report open places twice.
        self.is_valid()
        self.open_places = []
        raw = super().hand()
        return raw | ({OPEN: self.open_places} if self.open_places else {})

    def slot_names(self) -> Iterable[str]:
        """Return the fields of everything that can be announced: figure and side."""
        raise NotImplementedError

    def slot_fields(self, players: Iterable[str], *, most_kontra: int) -> dict[str, forms.Field]:
        """Return for each of them the fields: announced, by whom, and kontra."""
        made: dict[str, forms.Field] = {}
        for name in self.slot_names():
            made[name] = flag()
            if not self.by_result(name):
                made[f"{name}_made"] = choice_field((LOST,))
            made[f"{name}_by"] = choice_field(players)
            made[f"{name}_kontra"] = kontra_steps(most_kontra)
        return made

    def announcements(self) -> list[dict[str, Any]]:
        """Return the announcements, once the declarer is known."""
        if self.chosen("declarer") is None:
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
        """Return the announcement of a field.

        by: who made it, or represents the side.
        """
        kontra = self.kontra_steps(f"{name}_kontra")
        item = {"figure": name.rpartition("_")[0], "by": by}
        return item | ({"kontra": kontra} if kontra else {})

    def announcer(self, name: str) -> str | None:
        """Return who made the announcement of a field: as chosen, or the only player who can have
        made it.
        """
        chosen = self.chosen(f"{name}_by")
        if chosen in self.members(side_of_field(name)):
            return str(chosen)
        may = self.may_announce(name)
        return may[0] if len(may) == 1 else None

    def may_announce(self, name: str) -> list[str]:
        """Return the players who can have made an announcement: all known players of its side."""
        side = side_of_field(name)
        return self.members(side) if side == THEIRS or self.sides_known else []

    # --- how an announced figure ended

    def ends(self, name: str) -> Ends:
        """Return the choices that decide whether an announcement was made."""
        raise NotImplementedError

    def by_result(self, name: str) -> bool:
        """Return whether the result of the hand always decides whether the announcement was
        made.
        """
        raise NotImplementedError

    def figure_names(self) -> Mapping[str, Mapping[str, str]]:
        """Return the values with which sentences name each figure."""
        raise NotImplementedError

    def end_of(self, name: str) -> str:
        """Return made or lost: as it was marked, else as it follows; "" while unknown."""
        return self.chosen(f"{name}_made") or derive_end(
            self.ends(name), self.chosen, self._side_of
        )

    def _side_of(self, player: Any) -> str:
        if not self.sides_known:
            return ""
        return OURS if player in self.members(OURS) else THEIRS

    def displayed_end(self, name: str) -> str:
        """Return the same by what the page shows, which may be an unsubmitted form."""
        ours = {str(self.displayed("declarer") or ""), str(self.displayed("partner") or "")}

        def side_of(player: Any) -> str:
            known = self.displayed("declarer") and (self.displayed("partner") or not self.partnered)
            return "" if not known else OURS if player in ours else THEIRS

        return self.displayed(f"{name}_made") or derive_end(
            self.ends(name), self.displayed, side_of
        )

    def ask_untold(self) -> None:
        """Add an error to each field that is incomplete."""
        for one in split_open_places(self.hand(), self.figure_names())[1]:
            name = self.field_of(one.field)
            if name and self._may_ask(name):
                self.add_error(name, problem_sentence(one, self.words))
        for name in self.said_announced:
            end = derive_end(self.ends(name), self.chosen, self._side_of)
            if end == MADE and self.cleaned_data.get(f"{name}_made") == LOST:
                self.add_error(f"{name}_made", _("Marked as made and as failed; take one back."))

    def _may_ask(self, name: str) -> bool:
        """Return whether to ask for a player of the declarer's side, which must be known first."""
        return not name.endswith("_by") or self.sides_known or "_theirs" in name

    def caught(self, figure: str) -> dict[str, Any]:
        """Return who lost the XXI, and who caught it where that does not follow."""
        victim, by = self.chosen("catch_from"), self.chosen("catch_by")
        if not victim:
            return {}
        if (
            by is None
            and self.chosen("declarer")
            and (self.chosen("partner") or not self.partnered)
        ):
            side = THEIRS if victim in self.members(OURS) else OURS
            members = self.members(side)
            if self.chosen(f"{figure}_{side}"):
                by = self.announcer(f"{figure}_{side}")
            elif len(members) == 1:
                by = members[0]
        return {figure: ({"by": by} if by else {}) | {"from": victim}}

    def ask_catcher(self, figure: str, sentence: Any) -> None:
        """Require the catcher, unless it follows or the announcement asks for it already."""
        caught = self.caught(figure).get(figure, {"by": None})
        if "by" not in caught and not any(self.chosen(f"{figure}_{side}") for side in SIDES):
            self.ask("catch_by", sentence)

    def announced_field(self, place: str, key: str) -> str | None:
        """Return the field of a key of a recorded announcement.

        place: its index in the list.
        """
        if int(place) >= len(self.said_announced):
            return None
        return self.said_announced[int(place)] + ("" if key == "figure" else f"_{key}")

    @classmethod
    def slot_name(cls, item: Mapping[str, Any], ours: Collection[Any]) -> str:
        """Return the field from which a recorded announcement came.

        ours: the declarer's side.
        """
        return join_names(item["figure"], item.get("suit"), OURS if item["by"] in ours else THEIRS)

    @classmethod
    def announced_initial(
        cls,
        items: Iterable[Mapping[str, Any]],
        ours: Collection[Any],
        open_places: Collection[str] = (),
    ) -> dict[str, Any]:
        """Return the choices that make these announcements.

        ours: the declarer's side.
        """
        initial: dict[str, Any] = {}
        order = []
        for place, item in enumerate(items):
            name = cls.slot_name(item, ours)
            order.append(name)
            initial[name] = "on"
            if f"announced.{place}.{BY}" not in open_places:
                initial[f"{name}_by"] = item["by"]
            initial[f"{name}_kontra"] = item.get("kontra", 0)
            if item.get("made") is not None:
                initial[f"{name}_made"] = MADE if item["made"] else LOST
        return initial | {"order": " ".join(order)}

    @classmethod
    def ends_initial(
        cls, raw: Mapping[str, Any], initial: Mapping[str, Any], ends: Callable[[str], Ends]
    ) -> dict[str, Any]:
        """Return the marks of failed announcements whose failure follows from nothing else.

        Of a stored hand these are all that were not made, of a draft those that were marked.

        ends: returns the choices that decide a field.
        """
        ours = {raw.get("declarer"), raw.get("partner")}
        open_places = raw.get(OPEN) or ()
        lost = {}

        def side_of(player: Any) -> str:
            return OURS if player in ours else THEIRS

        for place, item in enumerate(raw.get("announced", ())):
            name = cls.slot_name(item, ours)
            told = f"announced.{place}.{MADE}" not in open_places and item.get("made") is None
            if told and not derive_end(ends(name), initial.get, side_of):
                lost[f"{name}_made"] = LOST
        return lost

    # --- how it is drawn

    def announcing(self, name: str) -> list[Chip]:
        """Return the chips of the players who may have made the announcement of a field."""
        return self.people(f"{name}_by")

    def announced_cells(self, name: str, label: str, lost: str, end: str = "") -> Announced:
        """Return what is below a figure that a side has announced.

        label: says that it was announced.
        lost, made: labels of its two marks.
        """
        marked = not self.by_result(name)
        return Announced(
            name=name,
            side=side_of_field(name),
            lost=self.chip(f"{name}_made", LOST, "", label=lost) if marked else None,
            made=self.chip(f"{name}_made", MADE, "", label=end) if end else None,
            ends=self.ends(name),
            end=self.displayed_end(name),
            who=tuple(self.announcing(name)),
            label=label,
        )
