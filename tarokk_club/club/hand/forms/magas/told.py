"""Form rows for the further figures of Magas and Zebi: one group for each kind, one row for each
figure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.games.hungarian.cards import ANY_KING, KING
from scoring.games.hungarian.tables import (
    FACAN_CARDS,
    PAROS_FACAN,
    RANKS,
    SUITS,
    Figure,
)
from tarokk_club.club.hand.forms.ends import Announced
from tarokk_club.club.hand.forms.hand_form import SUIT_SIGNS, Chip, Native, Stepper
from tarokk_club.club.hand.forms.hungarian.announcing import Slot
from tarokk_club.club.hand.forms.hungarian.ends import EMPTY_HANDED
from tarokk_club.club.hand.forms.hungarian.figures import bars_of
from tarokk_club.club.hand.forms.hungarian.rivals import (
    HIGHER,
    LOWER,
    Card,
    compare_figures,
    find_clash,
    holding,
    in_suit,
)
from tarokk_club.club.hand.forms.illustrated.form import IllustratedForm
from tarokk_club.club.hand.forms.magas.words import (
    BIRDS,
    FIRST,
    FIRST_TRICK,
    GROUPS,
    KINGS,
    RIVALS,
    SPOKEN,
    SUITED,
    TAKES_PLACE,
    XXI,
)
from tarokk_club.club.hand.forms.sides import Named, bars
from tarokk_club.club.hand.forms.sides_words import (
    LOST,
    MADE,
    OURS,
    SIDES,
    announced_by,
    made_by_label,
)

VOID = "void"
PAIR = "pair"
# Fields of the first trick, by card; `pair` is the XXI against either card.
FIRST_FIELDS = {card: f"first_{card}" for card in (*FACAN_CARDS, PAIR)}
FIRST_FIGURES = {**FACAN_CARDS, PAIR: PAROS_FACAN}


@dataclass(frozen=True, slots=True)
class FurtherCells:
    """The fields of one side in a figure's row.

    said: fields shown once the figure is announced.
    suits, ranks: choices of the card.
    names: names of the card's fields, for their errors.
    """

    side: str
    horn: Chip
    said: Announced
    kontra: Stepper
    suits: tuple[Chip, ...]
    ranks: tuple[Chip, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FurtherRow:
    """The row of a figure that can be announced.

    native: its Hungarian name, if the reader's language has another.
    """

    key: str
    term: str
    native: Native | None
    worth: str
    cells: tuple[FurtherCells, ...]


@dataclass(frozen=True, slots=True)
class FirstRow:
    """The row of a silent figure of the first trick, for one card.

    ours, theirs: made and lost, for the declarer's side and for the opponents.
    """

    name: str
    text: str
    worth: str
    ours: tuple[Chip, Chip]
    theirs: tuple[Chip, Chip]
    holder: Named | None


@dataclass(frozen=True, slots=True)
class FigureGroup:
    """The figures of one kind, in a group that is open when one of them is announced."""

    title: str
    open: bool
    rows: tuple[FurtherRow, ...]
    first: tuple[FirstRow, ...] = ()


def group_of(figure: Figure) -> str:
    """Return the key of the group to which a figure belongs."""
    if figure.tricks == (1,):
        return FIRST
    if figure.voidable:
        return XXI
    if figure.card == KING or figure.among == ANY_KING:
        return KINGS
    return SUITED if figure.suited or figure.barred else BIRDS


class FurtherRows(IllustratedForm):
    """The part of the Magas and Zebi form that builds its rows."""

    def groups(self) -> list[FigureGroup]:
        """Return the groups of figures, in the order of the rules."""
        told = [figure for figure in self.allowed if figure.told and figure.own is None]
        found = []
        for key, title in GROUPS.items():
            figures = [figure for figure in told if group_of(figure) == key]
            if figures:
                first = tuple(self._first_rows()) if key == FIRST else ()
                rows = tuple(self._further(figure) for figure in figures)
                found.append(FigureGroup(str(title), self._any(figures, first), rows, first))
        return found

    def _any(self, figures: list[Figure], first: tuple[FirstRow, ...]) -> bool:
        """Return whether one of the figures is announced, recorded or has an error."""
        names = [slot.name for slot in self.slots.values() if slot.figure in figures]
        parts = ("", "_made", "_kontra", "_by", "_suit", "_rank")
        fields = [f"{name}{part}" for name in names for part in parts]
        fields += [row.name for row in first]
        shown = [*names, *(row.name for row in first)]
        wrong = any(self.faults_of(name) for name in fields)
        return wrong or any(self.displayed(name) for name in shown)

    def _further(self, figure: Figure) -> FurtherRow:
        return FurtherRow(
            key=figure.key,
            term=self.words.term(figure.term),
            native=self.native(figure.term),
            worth=self._further_worth(figure),
            cells=tuple(self._further_cells(Slot(figure, side)) for side in SIDES),
        )

    def _further_worth(self, figure: Figure) -> str:
        worth = figure.default if figure.fixed else getattr(self.rules, figure.key)
        sign = "×" if figure.times_game else ""
        if isinstance(worth, int):
            return f"{sign}{worth}"
        return _("%(silent)s · announced %(announced)s") % {
            "silent": worth[0],
            "announced": worth[1],
        }

    def _further_cells(self, slot: Slot) -> FurtherCells:
        said = self.below_announcement(slot)
        return FurtherCells(
            side=slot.side,
            horn=self.horn(slot),
            said=replace(said, void=self._void(slot)) if slot.figure.voidable else said,
            kontra=self.kontra_of(slot),
            suits=self._suits(slot) if slot.figure.suited else (),
            ranks=self._ranks(slot) if slot.figure.ranked else (),
            names=tuple(f"{slot.name}{part}" for part in ("_suit", "_rank")),
        )

    def _void(self, slot: Slot) -> Chip:
        label = _("%(figure)s: void, the skíz is on the same side")
        label = label % {"figure": self.term_of(slot)}
        return self.chip(f"{slot.name}_made", VOID, "–", label=label)

    def _suits(self, slot: Slot) -> tuple[Chip, ...]:
        return tuple(
            self.chip(
                f"{slot.name}_suit",
                suit,
                SUIT_SIGNS[suit],
                label=f"{self.term_of(slot)}: {self.words.term(f'suit.{suit}')}",
                bars=self._suit_bars(slot, suit),
            )
            for suit in SUITS
        )

    def _ranks(self, slot: Slot) -> tuple[Chip, ...]:
        return tuple(
            self.chip(
                f"{slot.name}_rank",
                rank,
                self.words.term(term),
                label=f"{self.term_of(slot)}: {self.words.term(term)}",
            )
            for rank, term in RANKS.items()
        )

    # --- what cannot stand beside what

    def horn(self, slot: Slot, text: object = "") -> Chip:
        """Return the chip that announces a figure, with the figures it replaces and those that rule
        it out.
        """
        lower: list[str] = []
        against: dict[str, list[str]] = {}
        for other in self._beside(slot):
            how = compare_figures(slot.figure, other.figure)
            if how == LOWER:
                lower.append(other.name)
            elif how is not None:
                against.setdefault(how, []).append(f"{other.name}=on")
        barred = tuple(("|".join(names), str(RIVALS[how])) for how, names in against.items())
        return self.chip(
            slot.name,
            "on",
            text,
            kind="checkbox",
            label=announced_by(slot.side, self.term_of(slot)),
            bars=barred + self.barred_otherwise(slot),
            raises=(*lower, str(TAKES_PLACE)) if lower else (),
        )

    def _beside(self, slot: Slot) -> list[Slot]:
        return [
            other
            for other in self.slots.values()
            if other.side == slot.side and other.figure.key != slot.figure.key
        ]

    def _suit_bars(self, slot: Slot, suit: str) -> tuple[tuple[str, str], ...]:
        """Return what rules out this suit of a figure, but not the figure itself."""
        against: dict[str, list[str]] = {}
        card = (suit, next(iter(RANKS)) if slot.figure.ranked else None)
        for other in self._beside(slot):
            if compare_figures(slot.figure, other.figure) is not None:
                continue
            ways: dict[str, list[Card]] = {}
            for another in in_suit(slot.figure, suit, other.figure):
                how = find_clash(slot.figure, other.figure, card, another) or HIGHER
                ways.setdefault(how, []).append(another)
            for how, cards in ways.items():
                against.setdefault(how, []).extend(holding(other, cards))
        return tuple(("|".join(names), str(RIVALS[how])) for how, names in against.items())

    # --- the first trick, silent

    def _first_rows(self) -> list[FirstRow]:
        return [self._first_row(card) for card in FIRST_FIELDS]

    def _first_row(self, card: str) -> FirstRow:
        figure = self.figures[FIRST_FIGURES[card]]
        silent = figure.default[0] if isinstance(figure.default, tuple) else None
        ours, theirs = (self._first_chips(card, figure, side) for side in SIDES)
        return FirstRow(
            name=FIRST_FIELDS[card],
            text=str(FIRST_TRICK[card]),
            worth=_("only silent: %(silent)s") % {"silent": silent},
            ours=ours,
            theirs=(theirs[1], theirs[0]),
            holder=self._first_holder(card) if card in FACAN_CARDS else None,
        )

    def _first_chips(self, card: str, figure: Figure, side: str) -> tuple[Chip, Chip]:
        name, text = FIRST_FIELDS[card], str(FIRST_TRICK[card])
        spoken = bars(SPOKEN, f"{Slot(figure, side).name}=on")
        empty = bars_of("hu.told_without_tricks", *EMPTY_HANDED[side])
        lost = (
            _("%(figure)s: lost by the declarer's side")
            if side == OURS
            else _("%(figure)s: lost by the opponents")
        )
        return (
            self.chip(
                name, f"{side}_{MADE}", "", label=made_by_label(side, text), bars=empty + spoken
            ),
            self.chip(name, f"{side}_{LOST}", "", label=lost % {"figure": text}, bars=spoken),
        )

    def _first_holder(self, card: str) -> Named:
        name = f"{FIRST_FIELDS[card]}_by"
        label = _("%(figure)s: the card was played by") % {"figure": FIRST_TRICK[card]}
        return Named(name, label, tuple(self.people(name)))
