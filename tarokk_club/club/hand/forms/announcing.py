"""Announcements of a hand with two sides: the announcer, the kontra and the result of each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.core.open_questions import BY, OPEN, split_open_questions
from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.hand.forms.announced_results import (
    AnnouncedControls,
    ImpliedResults,
    find_implied_result,
)
from tarokk_club.club.hand.forms.figure_labels import LOST, MADE, OURS, SIDES, THEIRS
from tarokk_club.club.hand.forms.hand_form import Chip
from tarokk_club.club.hand.forms.sides import (
    SidesForm,
    build_choice_field,
    build_count_field,
    build_flag_field,
    join_names,
    parse_field_side,
)


class AnnouncingForm(SidesForm):
    """A hand form with announcements by both sides.

    Each game defines the possible announcements and the choices that decide their results.
    """

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        # The fields of the announcements, in the order of the record.
        self.announced_names: list[str] = []
        # The keys of the record that are still undecided.
        self.undecided_keys: list[str] = []

    def read_hand(self) -> dict[str, Any]:
        """Return the game's part of the record as entered so far, with its undecided keys."""
        # Validate first: validation also reads the hand, which would list undecided keys twice.
        self.is_valid()
        self.undecided_keys = []
        raw = super().read_hand()
        return raw | ({OPEN: self.undecided_keys} if self.undecided_keys else {})

    def list_slot_names(self) -> Iterable[str]:
        """Return the field name of each possible announcement."""
        raise NotImplementedError

    def build_slot_fields(
        self, players: Iterable[str], *, most_kontra: int
    ) -> dict[str, forms.Field]:
        """Return the fields of each announcement: announced, result, announcer and kontra.

        An announcement that the hand's result decides has no field for its own result.

        most_kontra: the largest number of kontra steps.
        """
        fields: dict[str, forms.Field] = {}
        for name in self.list_slot_names():
            fields[name] = build_flag_field()
            if not self.is_decided_by_result(name):
                fields[f"{name}_made"] = build_choice_field((LOST,))
            fields[f"{name}_by"] = build_choice_field(players)
            fields[f"{name}_kontra"] = build_count_field(most_kontra)
        return fields

    def read_announcements(self) -> list[dict[str, Any]]:
        """Return the announcements for the record; none before the declarer is chosen.

        Also store their field names, and the keys that are still undecided, on the form.
        """
        if self.get_chosen("declarer") is None:
            return []
        self.announced_names = self.list_chosen_in_entry_order(self.list_slot_names())
        return [
            self._read_announcement_at(name, f"announced.{place}")
            for place, name in enumerate(self.announced_names)
        ]

    def _read_announcement_at(self, name: str, place: str) -> dict[str, Any]:
        by = self.find_announcer(name)
        if by is None:
            self.undecided_keys.append(f"{place}.{BY}")
            by = self.list_members(parse_field_side(name))[0]
        if not self.is_decided_by_result(name) and not self.find_announced_result(name):
            self.undecided_keys.append(f"{place}.{MADE}")
        return self.read_announcement(name, by)

    def read_announcement(self, name: str, by: str) -> dict[str, Any]:
        """Return the announcement of a field in the format of the record.

        by: the announcer, or any player of the side while the announcer is undecided.
        """
        kontra = self.count_kontra_steps(f"{name}_kontra")
        item = {"figure": name.rpartition("_")[0], "by": by}
        return item | ({"kontra": kontra} if kontra else {})

    def find_announcer(self, name: str) -> str | None:
        """Return the chosen or only possible announcer of a field; None while undecided."""
        chosen = self.get_chosen(f"{name}_by")
        if chosen in self.list_members(parse_field_side(name)):
            return str(chosen)
        may = self.list_possible_announcers(name)
        return may[0] if len(may) == 1 else None

    def list_possible_announcers(self, name: str) -> list[str]:
        """Return the players of the side of a field.

        Return none of the declarer's side until the partner is chosen.
        """
        side = parse_field_side(name)
        return self.list_members(side) if side == THEIRS or self.has_chosen_partner else []

    # --- results of announced figures

    def list_implied_results(self, name: str) -> ImpliedResults:
        """Return the choices that decide the result of an announcement, each with that result."""
        raise NotImplementedError

    def is_decided_by_result(self, name: str) -> bool:
        """Return whether the result of the announcement follows from the hand's result."""
        raise NotImplementedError

    def map_figure_names(self) -> Mapping[str, Mapping[str, str]]:
        """Return the parameters that name each figure in a message, by the figure's key."""
        raise NotImplementedError

    def find_announced_result(self, name: str) -> str:
        """Return MADE or LOST for an announcement, as marked or derived; "" while unknown."""
        return self.get_chosen(f"{name}_made") or find_implied_result(
            self.list_implied_results(name), self.get_chosen, self._find_side
        )

    def _find_side(self, player: Any) -> str:
        if not self.has_chosen_partner:
            return ""
        return OURS if player in self.list_members(OURS) else THEIRS

    def find_displayed_result(self, name: str) -> str:
        """Return MADE, LOST or "" for an announcement, from the values displayed on the page."""
        ours = {str(self.get_displayed("declarer") or ""), str(self.get_displayed("partner") or "")}

        def find_side(player: Any) -> str:
            sides_are_displayed = self.get_displayed("declarer") and (
                self.get_displayed("partner") or not self.partnered
            )
            return "" if not sides_are_displayed else OURS if player in ours else THEIRS

        return self.get_displayed(f"{name}_made") or find_implied_result(
            self.list_implied_results(name), self.get_displayed, find_side
        )

    def require_undecided_fields(self) -> None:
        """Add an error to each field that is undecided or contradicts other choices."""
        for problem in split_open_questions(self.read_hand(), self.map_figure_names())[1]:
            name = self.find_field(problem.field)
            if name and self._can_require_field(name):
                self.add_error(name, render_problem(problem, self.words))
        for name in self.announced_names:
            result = find_implied_result(
                self.list_implied_results(name), self.get_chosen, self._find_side
            )
            if result == MADE and self.cleaned_data.get(f"{name}_made") == LOST:
                self.add_error(f"{name}_made", _("Marked as made and as failed; take one back."))

    def _can_require_field(self, name: str) -> bool:
        """Return whether the field can be required now.

        An announcer of the declarer's side is required only once the partner is known.
        """
        return not name.endswith("_by") or self.has_chosen_partner or "_theirs" in name

    def read_catch(self, figure: str) -> dict[str, Any]:
        """Return the catch of the XXI or luna for the record: the loser, and the catcher if known.

        Return {} if no loser is chosen.
        """
        victim, by = self.get_chosen("catch_from"), self.get_chosen("catch_by")
        if not victim:
            return {}
        if (
            by is None
            and self.get_chosen("declarer")
            and (self.get_chosen("partner") or not self.partnered)
        ):
            side = THEIRS if victim in self.list_members(OURS) else OURS
            members = self.list_members(side)
            if self.get_chosen(f"{figure}_{side}"):
                by = self.find_announcer(f"{figure}_{side}")
            elif len(members) == 1:
                by = members[0]
        return {figure: ({"by": by} if by else {}) | {"from": victim}}

    def require_catcher(self, figure: str, sentence: Any) -> None:
        """Require the catcher of an entered catch, unless the catcher can be derived.

        Nor is one required here if an announcement already requires it.
        """
        caught = self.read_catch(figure).get(figure, {"by": None})
        if "by" not in caught and not any(self.get_chosen(f"{figure}_{side}") for side in SIDES):
            self.check_filled("catch_by", sentence)

    def find_announced_field(self, place: str, key: str) -> str | None:
        """Return the form field for a key of a recorded announcement; None if there is none.

        place: the announcement's index in the record.
        """
        if int(place) >= len(self.announced_names):
            return None
        return self.announced_names[int(place)] + ("" if key == "figure" else f"_{key}")

    @classmethod
    def name_announced_field(cls, item: Mapping[str, Any], ours: Collection[Any]) -> str:
        """Return the field name of a recorded announcement.

        ours: the players of the declarer's side.
        """
        return join_names(item["figure"], item.get("suit"), OURS if item["by"] in ours else THEIRS)

    @classmethod
    def build_announced_initial(
        cls,
        items: Iterable[Mapping[str, Any]],
        ours: Collection[Any],
        undecided_keys: Collection[str] = (),
    ) -> dict[str, Any]:
        """Return the form values for these announcements.

        ours: the players of the declarer's side.
        undecided_keys: the undecided keys of the record.
        """
        initial: dict[str, Any] = {}
        order = []
        for place, item in enumerate(items):
            name = cls.name_announced_field(item, ours)
            order.append(name)
            initial[name] = "on"
            if f"announced.{place}.{BY}" not in undecided_keys:
                initial[f"{name}_by"] = item["by"]
            initial[f"{name}_kontra"] = item.get("kontra", 0)
            if item.get("made") is not None:
                initial[f"{name}_made"] = MADE if item["made"] else LOST
        return initial | {"order": " ".join(order)}

    @classmethod
    def build_announced_results_initial(
        cls,
        raw: Mapping[str, Any],
        initial: Mapping[str, Any],
        implied: Callable[[str], ImpliedResults],
    ) -> dict[str, Any]:
        """Return the marks of failed announcements, except where other choices decide the result.

        implied: returns the choices that decide the result of a field.
        """
        ours = {raw.get("declarer"), raw.get("partner")}
        undecided_keys = raw.get(OPEN) or ()
        lost = {}

        def find_side(player: Any) -> str:
            return OURS if player in ours else THEIRS

        for place, item in enumerate(raw.get("announced", ())):
            name = cls.name_announced_field(item, ours)
            failed = f"announced.{place}.{MADE}" not in undecided_keys and item.get("made") is None
            if failed and not find_implied_result(implied(name), initial.get, find_side):
                lost[f"{name}_made"] = LOST
        return lost

    # --- rendering

    def build_announcer_chips(self, name: str) -> list[Chip]:
        """Return the chips of all players at the table, for the announcer of a field."""
        return self.build_player_chips(f"{name}_by")

    def build_announced_controls(
        self, name: str, label: str, lost: str, made: str = ""
    ) -> AnnouncedControls:
        """Return the controls below a figure that a side has announced.

        label: the accessible label of the announcement.
        lost: the accessible label of the mark for a failed figure.
        made: the accessible label of the mark for a made figure; "" for no such mark.
        """
        marked = not self.is_decided_by_result(name)
        return AnnouncedControls(
            name=name,
            side=parse_field_side(name),
            lost=self.build_chip(f"{name}_made", LOST, "", label=lost) if marked else None,
            made=self.build_chip(f"{name}_made", MADE, "", label=made) if made else None,
            implied=self.list_implied_results(name),
            result=self.find_displayed_result(name),
            announcers=tuple(self.build_announcer_chips(name)),
            label=label,
        )
