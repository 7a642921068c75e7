"""The figure rows of a Hungarian hand form, each with the controls of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.games.hungarian.own_figures import merge_club_figures
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.seats import list_speaking_order
from scoring.games.hungarian.tables import (
    DOUBLE,
    FOUR_KINGS,
    PAGAT_ULTIMO,
    TRULL,
    VOLAT,
    XXI_CATCH,
    Figure,
)
from scoring.games.paskievics.tables import FIGURES
from tarokk_club.club.hand.forms import figure_labels as labels
from tarokk_club.club.hand.forms.announced_results import AnnouncedControls
from tarokk_club.club.hand.forms.announcing import AnnouncingForm
from tarokk_club.club.hand.forms.figure_labels import (
    ALONE,
    LOST,
    MADE,
    OTHER,
    OURS,
    RECORD_SIDE,
    SIDES,
    THEIRS,
    ULTIMO_CHOICES,
)
from tarokk_club.club.hand.forms.hand_form import (
    STEP,
    Chip,
    HandSeating,
    Native,
    Stepper,
    find_native_label,
)
from tarokk_club.club.hand.forms.hungarian.announcement_slots import (
    OTHER_STEP,
    Slot,
    build_slots,
    can_be_silent,
    filter_ultimos,
)
from tarokk_club.club.hand.forms.hungarian.implied_results import EMPTY_HANDED
from tarokk_club.club.hand.forms.hungarian.speaking_order import (
    EARLIER,
    LATER,
    SHOW,
    Spoken,
    list_announcements_in_order,
    move_announcement,
)
from tarokk_club.club.hand.forms.paskievics.words import CONFLICT_REASONS, RAISED
from tarokk_club.club.hand.forms.sides import ChipGroup, build_conflicts

MOST_USED = (TRULL, FOUR_KINGS, PAGAT_ULTIMO, XXI_CATCH, DOUBLE, VOLAT)
HUNGARIAN = "hu"


@dataclass(frozen=True, slots=True)
class SideCells:
    """The cells of one side in a figure's row.

    horn: the chip that announces the figure; None if it cannot be announced.
    tick: the chip for a made figure; None if another choice decides.
    lost: the chip for an ultimo whose card was beaten in the last trick; None if it is no ultimo.
    kontra: the kontra to the announcement; None if it cannot be announced.
    announced: the controls displayed once the figure is announced; None if it cannot be.
    """

    side: str
    horn: Chip | None
    tick: Chip | None
    lost: Chip | None
    kontra: Stepper | None
    announced: AnnouncedControls | None


@dataclass(frozen=True, slots=True)
class FigureRow:
    """The row of a figure.

    native: its Hungarian name, if different from `term`.
    worth: the points for the figure, silent and announced, as text.
    holder: chips for the player who played its card to the last trick; None if it is no ultimo.
    """

    key: str
    term: str
    native: Native | None
    worth: str
    ours: SideCells
    theirs: SideCells
    holder: ChipGroup | None


class FigureRows(AnnouncingForm):
    """The part of a Hungarian hand form that builds the figure rows.

    allowed: the figures that the table's rules allow.
    slots: every announcement that the table's rules allow, by field name.
    ultimos: the ultimos among the allowed figures.
    """

    figures: ClassVar[Mapping[str, Figure]] = FIGURES

    def __init__(self, data: Any = None, *, seating: HandSeating, **options: Any) -> None:
        super().__init__(data, seating=seating, **options)
        self.allowed = [
            figure
            for figure in merge_club_figures(self.figures, self.rules).values()
            if figure.rule is None or getattr(self.rules, figure.rule)
        ]
        self.slots = build_slots(self.allowed)
        self.ultimos = filter_ultimos(self.allowed)

    @property
    def rules(self) -> HungarianRules:
        """The house rules of the session."""
        rules: HungarianRules = self.table.rules
        return rules

    def find_native_term(self, term: str) -> Native | None:
        """Return the Hungarian word for a term; None if the reader's word is the same."""
        return find_native_label(HUNGARIAN, partial(self.words.term, term))

    @property
    def rows(self) -> list[FigureRow]:
        """The rows of the club's figures and of those that can be silent, the most common first."""
        figures = [
            figure for figure in self.allowed if figure.own is not None or not figure.has_result
        ]
        ranks = {key: rank for rank, key in enumerate(MOST_USED)}
        figures.sort(key=lambda figure: ranks.get(figure.key, len(MOST_USED)))
        return [self._build_row(figure) for figure in figures]

    def _build_row(self, figure: Figure) -> FigureRow:
        term = self.name_figure(figure)
        cells = {side: self._build_cells(figure, term, side) for side in SIDES}
        return FigureRow(
            key=figure.key,
            term=term,
            native=None if figure.own is not None else self.find_native_term(figure.term),
            worth=self._format_figure_points(figure),
            ours=cells[OURS],
            theirs=cells[THEIRS],
            holder=self._build_holder_chips(figure, term) if figure in self.ultimos else None,
        )

    def _build_holder_chips(self, figure: Figure, term: str) -> ChipGroup:
        name = f"{figure.card}_by"
        label = _("%(figure)s: the card was played to the last trick by") % {"figure": term}
        return ChipGroup(name, label, tuple(self.build_player_chips(name)))

    def _build_cells(self, figure: Figure, term: str, side: str) -> SideCells:
        slot = Slot(figure, side)
        tick, lost = self._build_ticks(figure, term, side)
        if slot.name not in self.slots:
            return SideCells(side, None, tick, lost, None, None)
        return SideCells(
            side,
            self.build_announcement_chip(slot),
            tick,
            lost,
            self.build_slot_kontra_stepper(slot),
            self.build_slot_controls(slot),
        )

    def build_slot_controls(self, slot: Slot) -> AnnouncedControls:
        """Return the controls below an announcement, with a mark for its result if required."""
        made_label = self.prefix_if_suited(slot, labels.label_made_by(slot.side))
        controls = self.build_announced_controls(
            slot.name,
            self.prefix_if_suited(slot, labels.label_announced_by(slot.side)),
            self.prefix_if_suited(slot, labels.label_failed_by(slot.side)),
            made_label if slot.has_result_marks else "",
        )
        if controls.made is None:
            return controls
        made = replace(controls.made, conflicts=self.list_failing_choices(slot))
        return replace(controls, made=made)

    # --- the order of speaking

    def list_spoken_names(self) -> list[str]:
        """Return the field names of the displayed announcements, in the order of speaking."""
        chosen = [name for name in self.slots if self.get_displayed(name)]
        order = str(self.get_displayed("order") or "").split()
        ordered = [name for name in order if name in chosen]
        return list(dict.fromkeys([*ordered, *chosen]))

    @property
    def spoken_announcements(self) -> list[Spoken]:
        """The announcements in the order of speaking; empty if there are fewer than two."""
        names = self.list_spoken_names()
        texts = {
            name: labels.prefix_label(self.name_slot(slot), labels.label_announced_by(slot.side))
            for name, slot in ((name, self.slots[name]) for name in names)
        }
        return list_announcements_in_order(names, self.slots, texts)

    @staticmethod
    def is_reorder_request(data: QueryDict) -> bool:
        """Return whether a button of the order of speaking was pressed."""
        return data.get(STEP, "").partition(" ")[0] in (EARLIER, LATER, SHOW)

    def reorder_announcements(self, data: QueryDict) -> QueryDict:
        """Return the data after a button of the order of speaking was pressed."""
        after, names = data.copy(), self.list_spoken_names()
        others = [name for name in data.get("order", "").split() if name not in names]
        moved = move_announcement(names, data.get(STEP, ""), self.slots)
        after["order"] = " ".join([*others, *moved])
        return after

    def name_figure(self, figure: Figure) -> str:
        """Return the translated name of a figure, or the name that the club gave it."""
        return self.words.term(figure.term) if figure.own is None else figure.own

    def name_slot(self, slot: Slot) -> str:
        """Return the name of an announcement, with its suit."""
        term = self.name_figure(slot.figure)
        if slot.suit is None:
            return term
        values = {"figure": term, "suit": self.words.term(f"suit.{slot.suit}")}
        return _("%(figure)s in %(suit)s") % values

    def prefix_if_suited(self, slot: Slot, label: str) -> str:
        """Return the label, prefixed with the announcement if the row does not show its suit."""
        return label if slot.suit is None else labels.prefix_label(self.name_slot(slot), label)

    def build_announcement_chip(self, slot: Slot, text: Any = "") -> Chip:
        """Return the chip that announces a figure.

        text: the label displayed instead of the picture.
        """
        below, above = self._find_same_card_slots(slot)
        return self.build_chip(
            slot.name,
            "on",
            text,
            kind="checkbox",
            label=self.prefix_if_suited(slot, labels.label_announced_by(slot.side)),
            conflicts=(explain_conflicts("hu.same_card", f"{above.name}=on") if above else ())
            + self.list_rule_conflicts(slot),
            raises=(below.name, str(RAISED)) if below else (),
        )

    def list_rule_conflicts(self, slot: Slot) -> tuple[tuple[str, str], ...]:
        """Return the choices that rule out an announcement under the rules, with the reasons."""
        conflicts: tuple[tuple[str, str], ...] = ()
        if self.rules.opponents_bonus_needs_kontra and slot.side == THEIRS:
            conflicts += explain_conflicts("hu.needs_kontra", "kontra_game=0")
        if slot.figure.waits:
            conflicts += explain_conflicts("hu.waits", *self._list_leading_choices(slot.side))
        if slot.figure.refused_after_volat:
            # Announcements made before the volat remain valid; a new tap would come after it.
            after_volat = f"{VOLAT}_{slot.side}=on&{slot.name}!=on"
            conflicts += explain_conflicts("hu.after_volat", after_volat)
        if not self.rules.double_and_volat_by_one and slot.side == OURS:
            # A lone declarer is the only player of the side.
            others = [f"{key}_{slot.side}" for key in OTHER_STEP.get(slot.figure.key, ())]
            alone = [f"{name}=on&partner={ALONE}" for name in others if name in self.slots]
            conflicts += explain_conflicts("hu.double_and_volat", *alone)
        return conflicts

    def _list_leading_choices(self, side: str) -> tuple[str, ...]:
        """Return the choices that make this side lead to the first trick."""
        leader = list_speaking_order(self.table)[0]
        if side == OURS:
            return f"declarer={leader}", f"partner={leader}"
        return (f"declarer!=&declarer!={leader}&partner!=&partner!={leader}",)

    def _list_lost_xxi_choices(self, side: str) -> Iterator[str]:
        """Yield the choices that record a player of this side as the loser of the XXI."""
        for player in self.table.seats:
            lost = f"catch_from={player}"
            if side == OURS:
                yield f"{lost}&declarer={player}"
                yield f"{lost}&partner={player}"
            else:
                yield f"{lost}&declarer!=&declarer!={player}&partner!=&partner!={player}"

    def _find_same_card_slots(self, slot: Slot) -> tuple[Slot | None, Slot | None]:
        """Return the lower and the higher announcement with the same card, or None for either."""
        below, above, met = None, None, False
        for other in self.slots.values():
            if other == slot:
                met = True
            elif slot.figure.card and _build_card_key(other) == _build_card_key(slot):
                # In the table of figures, an uhu follows the ultimo with the same card.
                below, above = (below, other) if met else (other, above)
        return below, above

    def list_failing_choices(self, slot: Slot) -> tuple[tuple[str, str], ...]:
        """Return the choices that imply a failed figure, each with the reason."""
        conflicts = explain_conflicts("hu.told_without_tricks", *EMPTY_HANDED[slot.side])
        for ultimo in self.ultimos:
            if ultimo.card == slot.figure.card:
                last = [f"{ultimo.key}={choice}" for choice in ULTIMO_CHOICES]
                conflicts += explain_conflicts("hu.uhu_at_last", *last)
        return conflicts

    def build_slot_kontra_stepper(self, slot: Slot) -> Stepper:
        """Return the stepper of kontra to an announcement."""
        return self.build_kontra_stepper(
            f"{slot.name}_kontra", self.prefix_if_suited(slot, labels.label_kontra(slot.side))
        )

    @property
    def most_kontra(self) -> int:
        """The highest step of kontra at this table."""
        return self.rules.max_kontra

    def _build_ticks(self, figure: Figure, term: str, side: str) -> tuple[Chip | None, Chip | None]:
        label = labels.prefix_label(term, labels.label_made_by(side))
        if figure in self.ultimos:
            return self._build_ultimo_tick_chips(figure, label, side)
        if figure.own is not None:
            return self._build_club_figure_chip(figure, label, side), None
        if figure.key not in (TRULL, FOUR_KINGS):
            return None, None
        conflicts = explain_conflicts("hu.taken_without_tricks", *EMPTY_HANDED[side])
        if figure.key == TRULL:
            other = f"{PAGAT_ULTIMO}={OTHER[side]}_{MADE}"
            conflicts += explain_conflicts("hu.trull_without_pagat", other)
            lost_xxi = self._list_lost_xxi_choices(side)
            conflicts += explain_conflicts("hu.trull_with_catch", *lost_xxi)
        value = RECORD_SIDE[side]
        return self.build_chip(figure.key, value, "", label=label, conflicts=conflicts), None

    def _build_club_figure_chip(self, figure: Figure, label: str, side: str) -> Chip:
        """Return the chip for a side that made a figure invented by the club.

        If the figure cannot be silent, the chip is available only once the figure is announced.
        """
        never = () if can_be_silent(figure) else (f"{Slot(figure, side).name}!=on",)
        conflicts = explain_conflicts("hu.own_only_announced", *never)
        return self.build_chip(figure.key, RECORD_SIDE[side], "", label=label, conflicts=conflicts)

    def _build_ultimo_tick_chips(self, figure: Figure, label: str, side: str) -> tuple[Chip, Chip]:
        lost = labels.label_lost_by(side, self.words.term(figure.term))
        conflicts = explain_conflicts("hu.ultimo_without_tricks", *EMPTY_HANDED[side])
        if figure.key == PAGAT_ULTIMO:
            conflicts += explain_conflicts(
                "hu.trull_without_pagat", f"{TRULL}={RECORD_SIDE[OTHER[side]]}"
            )
        others = [ultimo.key for ultimo in self.ultimos if ultimo.key != figure.key]
        won = [f"{other}={which}_{MADE}" for other in others for which in SIDES]
        conflicts += explain_conflicts("hu.one_wins_last", *won)
        return (
            self.build_chip(figure.key, f"{side}_{MADE}", "", label=label, conflicts=conflicts),
            self.build_chip(figure.key, f"{side}_{LOST}", "", label=lost),
        )

    def _format_figure_points(self, figure: Figure) -> str:
        """Return the points for a figure under the table's rules, as text."""
        if figure.key == VOLAT and self.rules.volat_fixed:
            return _("points by the bid")
        silent, announced = self._find_figure_points(figure)
        sign = "×" if figure.times_game else ""
        if silent is None:
            return _("only announced: %(announced)s") % {"announced": f"{sign}{announced}"}
        if announced is None:
            return _("only silent: %(silent)s") % {"silent": silent}
        return _("%(silent)s · announced %(announced)s") % {
            "silent": f"{sign}{silent}",
            "announced": f"{sign}{announced}",
        }

    def _find_figure_points(self, figure: Figure) -> tuple[int | None, int | None]:
        """Return the points for a figure, silent and announced; None if impossible.

        A house rule sets them unless the game fixes them.
        """
        fixed = isinstance(figure.default, tuple) and figure.fixed
        option = figure.counts_as or figure.key
        worth: Any = figure.default if fixed else getattr(self.rules, option)
        silent, announced = worth
        return (None if figure.counts_as else silent), announced


def explain_conflicts(code: str, *choices: str) -> tuple[tuple[str, str], ...]:
    """Return these choices as conflicts, each with the sentence for `code` as the reason."""
    return build_conflicts(CONFLICT_REASONS[code], *choices)


def _build_card_key(slot: Slot) -> tuple[str | None, str | None, str]:
    """Return the card of an announcement, its suit and its side."""
    return slot.figure.card, slot.suit, slot.side
