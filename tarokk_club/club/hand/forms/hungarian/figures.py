"""The figures of a Hungarian hand as they are drawn: a row for each, with the marks of both
sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.games.hungarian.own import all_figures
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.seats import speaking_order
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
from tarokk_club.club.hand.forms.announcing import AnnouncingForm
from tarokk_club.club.hand.forms.ends import Announced
from tarokk_club.club.hand.forms.hand_form import (
    STEP,
    Chip,
    HandSeating,
    Native,
    Stepper,
    native_of,
)
from tarokk_club.club.hand.forms.hungarian.announcing import (
    OTHER_STEP,
    Slot,
    is_silent,
    slots_of,
    ultimos_of,
)
from tarokk_club.club.hand.forms.hungarian.ends import EMPTY_HANDED
from tarokk_club.club.hand.forms.hungarian.speaking import (
    EARLIER,
    LATER,
    SHOW,
    Spoken,
    list_spoken,
    move_spoken,
)
from tarokk_club.club.hand.forms.paskievics.words import BARRED, RAISED
from tarokk_club.club.hand.forms.sides import Named, bars
from tarokk_club.club.hand.forms.sides_words import (
    ALONE,
    LOST,
    MADE,
    OTHER,
    OURS,
    RECORD_SIDE,
    SIDES,
    THEIRS,
    ULTIMO_CHOICES,
    announced_by,
    failed_by,
    kontra_to,
    lost_by,
    made_by_label,
)

MOST_USED = (TRULL, FOUR_KINGS, PAGAT_ULTIMO, XXI_CATCH, DOUBLE, VOLAT)
HUNGARIAN = "hu"


@dataclass(frozen=True, slots=True)
class SideCells:
    """The cells of one side in a figure's row.

    horn, kontra, said: None where the figure is never announced.
    tick: None where the result decides whether it was made.
    lost: of an ultimo, its card beaten in the last trick.
    said: fields shown once it is announced.
    """

    side: str
    horn: Chip | None
    tick: Chip | None
    lost: Chip | None
    kontra: Stepper | None
    said: Announced | None


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A row of the matrix.

    native: its Hungarian name, if the reader has another.
    worth: what the figure pays, silent and announced.
    holder: who played its card to the last trick.
    """

    key: str
    term: str
    native: Native | None
    worth: str
    ours: SideCells
    theirs: SideCells
    holder: Named | None


class FigureRows(AnnouncingForm):
    """The matrix of figures.

    slots: every announcement that the rules of the table allow, by the name of its field.
    """

    figures: ClassVar[Mapping[str, Figure]] = FIGURES

    def __init__(self, data: Any = None, *, seating: HandSeating, **options: Any) -> None:
        super().__init__(data, seating=seating, **options)
        self.allowed = [
            figure
            for figure in all_figures(self.figures, self.rules).values()
            if figure.rule is None or getattr(self.rules, figure.rule)
        ]
        self.slots = slots_of(self.allowed)
        self.ultimos = ultimos_of(self.allowed)

    @property
    def rules(self) -> HungarianRules:
        """The house rules of the session."""
        rules: HungarianRules = self.table.rules
        return rules

    def native(self, term: str) -> Native | None:
        """Return the Hungarian word for a term, if the reader has another."""
        return native_of(HUNGARIAN, partial(self.words.term, term))

    def spoken(self, text: object) -> Native | None:
        """Return the same for a lazily translated text."""
        return native_of(HUNGARIAN, partial(str, text))

    def rows(self) -> list[FigureRow]:
        """Return the rows of the matrix, the most used first, so that they fit above the fold."""
        shown = [figure for figure in self.allowed if figure.own is not None or not figure.told]
        shown.sort(
            key=lambda one: MOST_USED.index(one.key) if one.key in MOST_USED else len(MOST_USED)
        )
        return [self._row(figure) for figure in shown]

    def _row(self, figure: Figure) -> FigureRow:
        term = self.name_of(figure)
        cells = {side: self._cells(figure, term, side) for side in SIDES}
        return FigureRow(
            key=figure.key,
            term=term,
            native=None if figure.own is not None else self.native(figure.term),
            worth=self._worth(figure),
            ours=cells[OURS],
            theirs=cells[THEIRS],
            holder=self._holders(figure, term) if figure in self.ultimos else None,
        )

    def _holders(self, figure: Figure, term: str) -> Named:
        name = f"{figure.card}_by"
        label = _("%(figure)s: the card was played to the last trick by") % {"figure": term}
        return Named(name, label, tuple(self.people(name)))

    def _cells(self, figure: Figure, term: str, side: str) -> SideCells:
        slot = Slot(figure, side)
        tick, lost = self._ticks(figure, term, side)
        if slot.name not in self.slots:
            return SideCells(side, None, tick, lost, None, None)
        return SideCells(
            side, self.horn(slot), tick, lost, self.kontra_of(slot), self.below_announcement(slot)
        )

    def below_announcement(self, slot: Slot) -> Announced:
        """Return what is below an announcement, with its tick if it has no other."""
        term = self.term_of(slot)
        said = self.announced_cells(
            slot.name,
            announced_by(slot.side, term),
            failed_by(slot.side, term),
            made_by_label(slot.side, term) if slot.told else "",
        )
        if said.made is None:
            return said
        return replace(said, made=replace(said.made, bars=self.disproofs(slot)))

    # --- the order of speaking

    def spoken_names(self) -> list[str]:
        """Return the fields of the announcements in the order of speaking, as the page shows
        them.
        """
        chosen = [name for name in self.slots if self.displayed(name)]
        said = [name for name in str(self.displayed("order") or "").split() if name in chosen]
        return list(dict.fromkeys([*said, *chosen]))

    def speaking(self) -> list[Spoken]:
        """Return the announcements in the order of speaking; empty while there is no order."""
        names = self.spoken_names()
        texts = {
            name: announced_by(self.slots[name].side, self.term_of(self.slots[name]))
            for name in names
        }
        return list_spoken(names, self.slots, texts)

    @staticmethod
    def is_order_step(data: QueryDict) -> bool:
        """Return whether a button of the order of speaking was pressed."""
        return data.get(STEP, "").partition(" ")[0] in (EARLIER, LATER, SHOW)

    def in_new_order(self, data: QueryDict) -> QueryDict:
        """Return the data with the order of speaking after its button."""
        after, names = data.copy(), self.spoken_names()
        others = [name for name in data.get("order", "").split() if name not in names]
        moved = move_spoken(names, data.get(STEP, ""), self.slots)
        after["order"] = " ".join([*others, *moved])
        return after

    def name_of(self, figure: Figure) -> str:
        """Return the name of the figure; a club's own is named as it was typed."""
        return self.words.term(figure.term) if figure.own is None else figure.own

    def term_of(self, slot: Slot) -> str:
        """Return the name of an announcement, with its suit."""
        term = self.name_of(slot.figure)
        if slot.suit is None:
            return term
        values = {"figure": term, "suit": self.words.term(f"suit.{slot.suit}")}
        return _("%(figure)s in %(suit)s") % values

    def horn(self, slot: Slot, text: Any = "") -> Chip:
        """Return the chip that announces a figure.

        text: in place of the picture.
        """
        below, above = self._rivals(slot)
        return self.chip(
            slot.name,
            "on",
            text,
            kind="checkbox",
            label=announced_by(slot.side, self.term_of(slot)),
            bars=(bars_of("hu.same_card", f"{above.name}=on") if above else ())
            + self.barred_otherwise(slot),
            raises=(below.name, str(RAISED)) if below else (),
        )

    def barred_otherwise(self, slot: Slot) -> tuple[tuple[str, str], ...]:
        """Return what else rules out an announcement by the rules of the table, each with the
        reason.
        """
        found: tuple[tuple[str, str], ...] = ()
        if self.rules.opponents_bonus_needs_kontra and slot.side == THEIRS:
            found += bars_of("hu.needs_kontra", "kontra_game=0")
        if slot.figure.waits:
            found += bars_of("hu.waits", *self._leading(slot.side))
        if slot.figure.barred:
            # What was said before the volat stays; a further tap would come after it.
            found += bars_of("hu.after_volat", f"{VOLAT}_{slot.side}=on&{slot.name}!=on")
        if not self.rules.double_and_volat_by_one and slot.side == OURS:
            # A lone declarer is the only player of the side.
            others = [f"{key}_{slot.side}" for key in OTHER_STEP.get(slot.figure.key, ())]
            alone = [f"{name}=on&partner={ALONE}" for name in others if name in self.slots]
            found += bars_of("hu.double_and_volat", *alone)
        return found

    def _leading(self, side: str) -> tuple[str, ...]:
        """The choices by which this side leads to the first trick."""
        leader = speaking_order(self.table)[0]
        if side == OURS:
            return f"declarer={leader}", f"partner={leader}"
        return (f"declarer!=&declarer!={leader}&partner!=&partner!={leader}",)

    def _lost_xxi(self, side: str) -> Iterator[str]:
        """The choices by which a player of this side lost the XXI."""
        for player in self.table.seats:
            lost = f"catch_from={player}"
            if side == OURS:
                yield f"{lost}&declarer={player}"
                yield f"{lost}&partner={player}"
            else:
                yield f"{lost}&declarer!=&declarer!={player}&partner!=&partner!={player}"

    def _rivals(self, slot: Slot) -> tuple[Slot | None, Slot | None]:
        """Return the ultimo that this uhu replaces, and the uhu that replaces this ultimo."""
        below, above, met = None, None, False
        for other in self.slots.values():
            if other == slot:
                met = True
            elif slot.figure.card and _holds(other) == _holds(slot):
                # The table has the uhu after the ultimo with the same card.
                below, above = (below, other) if met else (other, above)
        return below, above

    def disproofs(self, slot: Slot) -> tuple[tuple[str, str], ...]:
        """Return the choices by which a figure has failed, each with the reason."""
        found = bars_of("hu.told_without_tricks", *EMPTY_HANDED[slot.side])
        for ultimo in self.ultimos:
            if ultimo.card == slot.figure.card:
                last = [f"{ultimo.key}={choice}" for choice in ULTIMO_CHOICES]
                found += bars_of("hu.uhu_at_last", *last)
        return found

    def kontra_of(self, slot: Slot) -> Stepper:
        """Return the stepper of kontra to an announcement."""
        return self.stepper(f"{slot.name}_kontra", kontra_to(slot.side, self.term_of(slot)))

    @property
    def most_kontra(self) -> int:
        """The highest step of kontra at this table."""
        return self.rules.max_kontra

    def _ticks(self, figure: Figure, term: str, side: str) -> tuple[Chip | None, Chip | None]:
        label = made_by_label(side, term)
        if figure in self.ultimos:
            return self._ultimo_ticks(figure, label, side)
        if figure.own is not None:
            return self._club_figure_chip(figure, label, side), None
        if figure.key not in (TRULL, FOUR_KINGS):
            return None, None
        barred = bars_of("hu.taken_without_tricks", *EMPTY_HANDED[side])
        if figure.key == TRULL:
            other = f"{PAGAT_ULTIMO}={OTHER[side]}_{MADE}"
            barred += bars_of("hu.trull_without_pagat", other)
            barred += bars_of("hu.trull_with_catch", *self._lost_xxi(side))
        return self.chip(figure.key, RECORD_SIDE[side], "", label=label, bars=barred), None

    def _club_figure_chip(self, figure: Figure, label: str, side: str) -> Chip:
        """Return the chip for the side that made a club's own figure; one that is never silent must
        be announced.
        """
        never = () if is_silent(figure) else (f"{Slot(figure, side).name}!=on",)
        barred = bars_of("hu.own_only_announced", *never)
        return self.chip(figure.key, RECORD_SIDE[side], "", label=label, bars=barred)

    def _ultimo_ticks(self, figure: Figure, label: str, side: str) -> tuple[Chip, Chip]:
        lost = lost_by(side, self.words.term(figure.term))
        barred = bars_of("hu.ultimo_without_tricks", *EMPTY_HANDED[side])
        if figure.key == PAGAT_ULTIMO:
            barred += bars_of("hu.trull_without_pagat", f"{TRULL}={RECORD_SIDE[OTHER[side]]}")
        others = [one.key for one in self.ultimos if one.key != figure.key]
        won = [f"{other}={which}_{MADE}" for other in others for which in SIDES]
        barred += bars_of("hu.one_wins_last", *won)
        return (
            self.chip(figure.key, f"{side}_{MADE}", "", label=label, bars=barred),
            self.chip(figure.key, f"{side}_{LOST}", "", label=lost),
        )

    def _worth(self, figure: Figure) -> str:
        """Return what a figure pays by the rules of this table, as text."""
        if figure.key == VOLAT and self.rules.volat_fixed:
            return _("points by the bid")
        silent, announced = self._worths(figure)
        sign = "×" if figure.times_game else ""
        if silent is None:
            return _("only announced: %(announced)s") % {"announced": f"{sign}{announced}"}
        if announced is None:
            return _("only silent: %(silent)s") % {"silent": silent}
        return _("%(silent)s · announced %(announced)s") % {
            "silent": f"{sign}{silent}",
            "announced": f"{sign}{announced}",
        }

    def _worths(self, figure: Figure) -> tuple[int | None, int | None]:
        """Return what a figure pays silent and announced: by an option, unless its table says
        so.
        """
        fixed = isinstance(figure.default, tuple) and figure.fixed
        worth: Any = (
            figure.default if fixed else getattr(self.rules, figure.counts_as or figure.key)
        )
        silent, announced = worth
        return (None if figure.counts_as else silent), announced


def bars_of(code: str, *choices: str) -> tuple[tuple[str, str], ...]:
    """Return the choices that rule another one out, each with the reason."""
    return bars(BARRED[code], *choices)


def _holds(slot: Slot) -> tuple[str | None, str | None, str]:
    """Return the card that an announcement is about, and its side."""
    return slot.figure.card, slot.suit, slot.side
