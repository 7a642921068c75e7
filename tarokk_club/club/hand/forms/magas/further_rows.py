"""Form rows for the additional figures of Magas and Zebi, grouped by kind."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.games.hungarian.figure_cards import ANY_KING, KING
from scoring.games.hungarian.tables import (
    FACAN_CARDS,
    PAROS_FACAN,
    RANKS,
    SUITS,
    Figure,
)
from tarokk_club.club.hand.forms.announced_results import AnnouncedControls
from tarokk_club.club.hand.forms.figure_labels import (
    LOST,
    MADE,
    OURS,
    SIDES,
    label_announced_by,
    label_made_by,
    prefix_label,
)
from tarokk_club.club.hand.forms.hand_form import SUIT_SIGNS, Chip, Native, Stepper
from tarokk_club.club.hand.forms.hungarian.announcement_slots import Slot
from tarokk_club.club.hand.forms.hungarian.exclusive_announcements import (
    HIGHER,
    LOWER,
    Card,
    find_clash,
    find_figure_conflict,
    list_cards_ruling_out_suit,
    list_matching_choices,
)
from tarokk_club.club.hand.forms.hungarian.figures import explain_conflicts
from tarokk_club.club.hand.forms.hungarian.implied_results import EMPTY_HANDED
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
from tarokk_club.club.hand.forms.sides import ChipGroup, build_conflicts

VOID = "void"
PAIR = "pair"
# Fields of the first trick, by card; `pair` is the XXI against either card.
FIRST_FIELDS = {card: f"first_{card}" for card in (*FACAN_CARDS, PAIR)}
FIRST_FIGURES = {**FACAN_CARDS, PAIR: PAROS_FACAN}


@dataclass(frozen=True, slots=True)
class FurtherCells:
    """The controls of one side in a figure's row.

    announced: controls displayed once the figure is announced.
    suits: chips for the suit of the card.
    ranks: chips for the rank of the card.
    names: names of the suit and rank fields, for their errors.
    """

    side: str
    horn: Chip
    announced: AnnouncedControls
    kontra: Stepper
    suits: tuple[Chip, ...]
    ranks: tuple[Chip, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FurtherRow:
    """The row of a figure that can be announced.

    native: its Hungarian name, if different from `term`.
    """

    key: str
    term: str
    native: Native | None
    worth: str
    cells: tuple[FurtherCells, ...]


@dataclass(frozen=True, slots=True)
class FirstTrickRow:
    """The row of a silent figure of the first trick, for one card.

    ours: chips of the declarer's side: made, lost.
    theirs: chips of the opponents: lost, made.
    holder: chips for the player who played the card; None for the pair.
    """

    name: str
    text: str
    worth: str
    ours: tuple[Chip, Chip]
    theirs: tuple[Chip, Chip]
    holder: ChipGroup | None


@dataclass(frozen=True, slots=True)
class FigureGroup:
    """The rows of the figures of one kind.

    open: whether the group is expanded, because a figure in it is chosen or has an error.
    first: rows of the silent figures of the first trick.
    """

    title: str
    open: bool
    rows: tuple[FurtherRow, ...]
    first: tuple[FirstTrickRow, ...] = ()


def find_figure_group(figure: Figure) -> str:
    """Return the key of the group to which a figure belongs."""
    if figure.tricks == (1,):
        return FIRST
    if figure.voidable:
        return XXI
    if figure.card == KING or figure.among == ANY_KING:
        return KINGS
    return SUITED if figure.suited or figure.refused_after_volat else BIRDS


class FurtherRows(IllustratedForm):
    """The part of the Magas and Zebi form that builds its rows."""

    @property
    def groups(self) -> list[FigureGroup]:
        """The groups of figures, in the order of the rules."""
        announced = [figure for figure in self.allowed if figure.has_result and figure.own is None]
        groups: list[FigureGroup] = []
        for key, title in GROUPS.items():
            figures = [figure for figure in announced if find_figure_group(figure) == key]
            if figures:
                first = tuple(self._build_first_trick_rows()) if key == FIRST else ()
                rows = tuple(self._build_further_row(figure) for figure in figures)
                groups.append(
                    FigureGroup(str(title), self._has_choice_or_error(figures, first), rows, first)
                )
        return groups

    def _has_choice_or_error(self, figures: list[Figure], first: tuple[FirstTrickRow, ...]) -> bool:
        """Return whether a figure is recorded, announced or silent, or a field has an error."""
        names = [slot.name for slot in self.slots.values() if slot.figure in figures]
        parts = ("", "_made", "_kontra", "_by", "_suit", "_rank")
        fields = [f"{name}{part}" for name in names for part in parts]
        fields += [row.name for row in first]
        wrong = any(self.list_faults(name) for name in fields)
        return wrong or any(
            self.get_displayed(name) for name in [*names, *(row.name for row in first)]
        )

    def _build_further_row(self, figure: Figure) -> FurtherRow:
        return FurtherRow(
            key=figure.key,
            term=self.words.term(figure.term),
            native=self.find_native_term(figure.term),
            worth=self._format_further_figure_points(figure),
            cells=tuple(self._build_further_cells(Slot(figure, side)) for side in SIDES),
        )

    def _format_further_figure_points(self, figure: Figure) -> str:
        worth = figure.default if figure.fixed else getattr(self.rules, figure.key)
        sign = "×" if figure.times_game else ""
        if isinstance(worth, int):
            return f"{sign}{worth}"
        return _("%(silent)s · announced %(announced)s") % {
            "silent": worth[0],
            "announced": worth[1],
        }

    def _build_further_cells(self, slot: Slot) -> FurtherCells:
        below = self.build_slot_controls(slot)
        return FurtherCells(
            side=slot.side,
            horn=self.build_announcement_chip(slot),
            announced=replace(below, void=self._build_void_chip(slot))
            if slot.figure.voidable
            else below,
            kontra=self.build_slot_kontra_stepper(slot),
            suits=self._build_suit_chips(slot) if slot.figure.suited else (),
            ranks=self._build_rank_chips(slot) if slot.figure.ranked else (),
            names=tuple(f"{slot.name}{part}" for part in ("_suit", "_rank")),
        )

    def _build_void_chip(self, slot: Slot) -> Chip:
        label = _("void, the skíz is on the same side")
        return self.build_chip(f"{slot.name}_made", VOID, "–", label=label)

    def _build_suit_chips(self, slot: Slot) -> tuple[Chip, ...]:
        return tuple(
            self.build_chip(
                f"{slot.name}_suit",
                suit,
                SUIT_SIGNS[suit],
                label=self.words.term(f"suit.{suit}"),
                conflicts=self._list_suit_conflicts(slot, suit),
            )
            for suit in SUITS
        )

    def _build_rank_chips(self, slot: Slot) -> tuple[Chip, ...]:
        return tuple(
            self.build_chip(
                f"{slot.name}_rank",
                rank,
                self.words.term(term),
                label=self.words.term(term),
            )
            for rank, term in RANKS.items()
        )

    # --- announcements that exclude each other

    def build_announcement_chip(self, slot: Slot, text: object = "") -> Chip:
        """Return the chip announcing a figure, with the figures it replaces or that exclude it."""
        lower: list[str] = []
        against: dict[str, list[str]] = {}
        for other in self._list_other_slots(slot):
            how = find_figure_conflict(slot.figure, other.figure)
            if how == LOWER:
                lower.append(other.name)
            elif how is not None:
                against.setdefault(how, []).append(f"{other.name}=on")
        conflicts = tuple(("|".join(names), str(RIVALS[how])) for how, names in against.items())
        return self.build_chip(
            slot.name,
            "on",
            text,
            kind="checkbox",
            label=self.prefix_if_suited(slot, label_announced_by(slot.side)),
            conflicts=conflicts + self.list_rule_conflicts(slot),
            raises=(*lower, str(TAKES_PLACE)) if lower else (),
        )

    def _list_other_slots(self, slot: Slot) -> list[Slot]:
        return [
            other
            for other in self.slots.values()
            if other.side == slot.side and other.figure.key != slot.figure.key
        ]

    def _list_suit_conflicts(self, slot: Slot, suit: str) -> tuple[tuple[str, str], ...]:
        """Return the choices that rule out only this suit of a figure, with the reasons."""
        against: dict[str, list[str]] = {}
        card = (suit, next(iter(RANKS)) if slot.figure.ranked else None)
        for other in self._list_other_slots(slot):
            if find_figure_conflict(slot.figure, other.figure) is not None:
                continue
            cards_by_clash: dict[str, list[Card]] = {}
            for another in list_cards_ruling_out_suit(slot.figure, suit, other.figure):
                clash = find_clash(slot.figure, other.figure, card, another) or HIGHER
                cards_by_clash.setdefault(clash, []).append(another)
            for clash, cards in cards_by_clash.items():
                against.setdefault(clash, []).extend(list_matching_choices(other, cards))
        return tuple(("|".join(names), str(RIVALS[clash])) for clash, names in against.items())

    # --- the first trick, silent

    def _build_first_trick_rows(self) -> list[FirstTrickRow]:
        return [self._build_first_trick_row(card) for card in FIRST_FIELDS]

    def _build_first_trick_row(self, card: str) -> FirstTrickRow:
        figure = self.figures[FIRST_FIGURES[card]]
        silent = figure.default[0] if isinstance(figure.default, tuple) else None
        ours, theirs = (self._build_first_trick_chips(card, figure, side) for side in SIDES)
        return FirstTrickRow(
            name=FIRST_FIELDS[card],
            text=str(FIRST_TRICK[card]),
            worth=_("only silent: %(silent)s") % {"silent": silent},
            ours=ours,
            theirs=(theirs[1], theirs[0]),
            holder=self._build_first_trick_holder_chips(card) if card in FACAN_CARDS else None,
        )

    def _build_first_trick_chips(self, card: str, figure: Figure, side: str) -> tuple[Chip, Chip]:
        name, text = FIRST_FIELDS[card], str(FIRST_TRICK[card])
        spoken = build_conflicts(SPOKEN, f"{Slot(figure, side).name}=on")
        empty = explain_conflicts("hu.told_without_tricks", *EMPTY_HANDED[side])
        lost = (
            _("%(figure)s: lost by the declarer's side")
            if side == OURS
            else _("%(figure)s: lost by the opponents")
        )
        return (
            self.build_chip(
                name,
                f"{side}_{MADE}",
                "",
                label=prefix_label(text, label_made_by(side)),
                conflicts=empty + spoken,
            ),
            self.build_chip(
                name, f"{side}_{LOST}", "", label=lost % {"figure": text}, conflicts=spoken
            ),
        )

    def _build_first_trick_holder_chips(self, card: str) -> ChipGroup:
        name = f"{FIRST_FIELDS[card]}_by"
        label = _("%(figure)s: the card was played by") % {"figure": FIRST_TRICK[card]}
        return ChipGroup(name, label, tuple(self.build_player_chips(name)))
