"""Rows of the entry form of a Romanian hand: contract and level, kontra, figures, tricks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext as _

from scoring.games.romanian.pool import POOL, compute_pool_at_deal
from scoring.games.romanian.record import HIGHEST_KONTRA
from scoring.games.romanian.rules import SharedRules
from scoring.games.romanian.tables import TABLES, TRICKS, Figure, Tables
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
    label_announced_by,
    label_failed_by,
    label_kontra,
    label_lost_by,
    label_made_by,
    prefix_label,
)
from tarokk_club.club.hand.forms.hand_form import SUIT_SIGNS, Chip, Stepper
from tarokk_club.club.hand.forms.romanian.words import (
    CONFLICT_REASONS,
    HONOUR_WORDS,
    MICHI,
    NATIVE,
    OUTCOME_WORDS,
    PASSED_OUT,
    PLAYED,
    SURRENDERED,
)
from tarokk_club.club.hand.forms.sides import ChipGroup, build_conflicts, build_stepper

EMPTY = {OURS: "tricks=none", THEIRS: "tricks=all"}
WITH_PARTNER = f"partner!=&partner!={ALONE}"
WITHOUT = "ro.nothing_without_tricks"
# Choices that leave the called king with the declarer's side.
_OUR_KING = (f"rege_ultimo={MADE}", "toti_regii=declarer")


@dataclass(frozen=True, slots=True)
class FigureCell:
    """A cell in a figure's row.

    picture: "tick", "horn" or "cross".
    auto: the side that makes the figure by winning all tricks, without a chip.
    """

    chip: Chip | None = None
    picture: str = ""
    auto: str = ""

    @property
    def name(self) -> str:
        """The name of the cell's field; "" if it has none."""
        return self.chip.name if self.chip else ""


@dataclass(frozen=True, slots=True)
class RomanianFigureRow:
    """The row of a figure.

    worth: the points for the figure in doi and unu, and in solo, as text.
    cells: made and announced by the declarer's side, announced and made by the opponents.
    lost: chips for a card beaten in the last trick, by side.
    announced: for each side that may announce it, the controls of the announcement and its kontra.
    choice: the field that records the side that made the figure; "" if there is none.
    """

    key: str
    term: str
    native: str
    worth: tuple[str, str]
    cells: tuple[FigureCell, FigureCell, FigureCell, FigureCell]
    lost: tuple[Chip, ...]
    announced: tuple[tuple[AnnouncedControls, Stepper], ...]
    choice: str

    @property
    def cells_with_sides(self) -> tuple[tuple[FigureCell, str], ...]:
        """The cells, each with its side."""
        return tuple(zip(self.cells, (OURS, OURS, THEIRS, THEIRS), strict=True))


class RomanianRows(AnnouncingForm):
    """The rows of a Romanian hand form; form.py has its fields and record."""

    kontra_terms: ClassVar[str] = "kontra.ro"
    tables: ClassVar[Tables] = TABLES

    @property
    def rules(self) -> SharedRules:
        """The house rules of the session."""
        rules: SharedRules = self.table.rules
        return rules

    @property
    def most_kontra(self) -> int:
        """The highest step of kontra."""
        return HIGHEST_KONTRA

    @property
    def outcomes(self) -> list[Chip]:
        """The chips of the outcomes that the table's rules allow."""
        michi = getattr(self.rules, "all_pass", "") == MICHI
        left_out = PASSED_OUT if michi else MICHI
        now = self.get_displayed("outcome") or PLAYED
        solo = _build_conflicts("ro.surrender_solo", "contract=solo")
        return [
            self.build_chip(
                "outcome",
                key,
                text,
                small=small,
                plain=key == PLAYED,
                on=key == now,
                conflicts=solo if key == SURRENDERED else (),
            )
            for key, (text, small) in OUTCOME_WORDS.items()
            if key in self.tables.outcomes and key != left_out
        ]

    @property
    def contracts(self) -> list[Chip]:
        """The chips of the contracts, with their values."""
        return [
            self.build_chip(
                "contract",
                key,
                self.words.term(f"contract.{key}"),
                small=contract.value,
                conflicts=_build_conflicts("ro.surrender_solo", f"outcome={SURRENDERED}")
                if key == "solo"
                else (),
            )
            for key, contract in self.tables.contracts.items()
            if getattr(self.rules, key, True)
        ]

    @property
    def levels(self) -> Stepper:
        """The stepper for the level of the contract."""
        offered = {chip.value: self.tables.contracts[chip.value] for chip in self.contracts}
        now = str(self.get_displayed("level") or 1)
        chips = [
            self.build_chip(
                "level",
                str(level),
                level,
                on=str(level) == now,
                conflicts=_build_conflicts(
                    "level",
                    *(
                        f"contract={key}"
                        for key, contract in offered.items()
                        if contract.levels < level
                    ),
                ),
            )
            for level in range(1, max(contract.levels for contract in offered.values()) + 1)
        ]
        return build_stepper(_("Level"), chips)

    @property
    def called_kings(self) -> list[Chip]:
        """The chips of the kings that can be called, by suit."""
        chips = []
        for suit, sign in SUIT_SIGNS.items():
            name = self.words.term(f"suit.{suit}")
            chips.append(self.build_chip("called", suit, sign, small=name, label=name))
        return chips

    @property
    def card_points_help(self) -> str:
        """The help text of the card points."""
        values = {"all": self.tables.card_points, "needed": self.tables.needed}
        return _("0 to %(all)s with the discards; %(needed)s win the game.") % values

    # --- the matrix of figures

    @property
    def figures(self) -> list[RomanianFigureRow]:
        """The rows of the figures that can be announced, in the order of the rules."""
        announceable = self.tables.announceable
        return [
            self._build_row(figure) for figure in self.tables.figures if figure.key in announceable
        ]

    def _build_row(self, figure: Figure) -> RomanianFigureRow:
        key, term = figure.key, self.words.term(figure.term)
        sides = [OURS] if key in ("pagat_ultimo", "rege_ultimo") else list(SIDES)
        ticks = [self._build_tick_cell(key, term, side=side) for side in SIDES]
        horns = [
            self._build_horn_cell(key, side) if side in sides else FigureCell() for side in SIDES
        ]
        native, choice = NATIVE.get(key, ""), next((cell.name for cell in ticks if cell.name), "")
        return RomanianFigureRow(
            key=key,
            term=term,
            native="" if native.casefold() == term.casefold() else native,
            worth=(self._format_figure_points(figure, 0), self._format_figure_points(figure, 1)),
            cells=(ticks[0], horns[0], horns[1], ticks[1]),
            lost=self._build_lost_pagat_chips(term) if key == "pagat_ultimo" else (),
            announced=tuple(self._build_announcement_controls(key, side) for side in sides),
            choice=choice,
        )

    def _format_figure_points(self, figure: Figure, column: int) -> str:
        """Return the points for a figure, as text.

        column: 0 for doi and unu, 1 for solo.
        """
        values = {"silent": figure.silent[column], "announced": figure.announced[column]}
        if figure.key == "pagat_ultimo" and POOL in self.table.pots:
            # The dealer's payment is included, as it can be won now.
            values["pool"] = compute_pool_at_deal(self.table)
            return _("%(silent)s · announced %(announced)s and the pool, %(pool)s") % values
        return _("%(silent)s · announced %(announced)s") % values

    def _build_tick_cell(self, key: str, term: str, *, side: str) -> FigureCell:
        label = prefix_label(term, label_made_by(side))
        empty = _build_conflicts(WITHOUT, EMPTY[side])
        if key == "rege_ultimo":
            return self._build_rege_cell(side)
        if key == "pagat_ultimo":
            other = _build_conflicts("ro.pagat_and_trula", f"trula={RECORD_SIDE[OTHER[side]]}")
            value = f"{side}_{MADE}"
            return FigureCell(
                self.build_chip(key, value, "", label=label, conflicts=empty + other), "tick"
            )
        if key == "trula":
            empty += _build_conflicts("ro.pagat_and_trula", f"pagat_ultimo={OTHER[side]}_{MADE}")
        if key in ("trula", "toti_regii"):
            return FigureCell(
                self.build_chip(key, RECORD_SIDE[side], "", label=label, conflicts=empty), "tick"
            )
        return FigureCell(auto=side) if key == "valat" else FigureCell()

    def _build_rege_cell(self, side: str) -> FigureCell:
        """Return the cell for a side that wins the called king in the last trick."""
        conflicts = _build_conflicts(WITHOUT, EMPTY[side])
        conflicts += _build_conflicts("ro.no_called_king", "called=")
        conflicts += _build_conflicts("talon", "king_abandoned=on")
        if side == OURS:
            label = _("The declarer's side takes the called king in the last trick")
            conflicts += _build_conflicts("king", "king_captured=on", "toti_regii=opponents")
            return FigureCell(
                self.build_chip("rege_ultimo", MADE, "", label=label, conflicts=conflicts), "tick"
            )
        label = _("The opponents take the called king in the last trick")
        conflicts += _build_conflicts("king", "toti_regii=declarer")
        return FigureCell(
            self.build_chip("rege_ultimo", LOST, "", label=label, conflicts=conflicts), "cross"
        )

    def _build_lost_pagat_chips(self, term: str) -> tuple[Chip, ...]:
        return tuple(
            self.build_chip("pagat_ultimo", f"{side}_{LOST}", "", label=label_lost_by(side, term))
            for side in SIDES
        )

    def _build_horn_cell(self, key: str, side: str) -> FigureCell:
        label = label_announced_by(side)
        conflicts = _build_conflicts("ro.no_called_king", "called=") if key == "rege_ultimo" else ()
        name = f"{key}_{side}"
        chip = self.build_chip(name, "on", "", kind="checkbox", label=label, conflicts=conflicts)
        return FigureCell(chip, "horn")

    def _build_figure_kontra_stepper(self, key: str, side: str) -> Stepper:
        return self.build_kontra_stepper(f"{key}_{side}_kontra", label_kontra(side))

    def _build_announcement_controls(
        self, key: str, side: str
    ) -> tuple[AnnouncedControls, Stepper]:
        label, lost = label_announced_by(side), label_failed_by(side)
        cells = self.build_announced_controls(f"{key}_{side}", label, lost)
        if key in ("pagat_ultimo", "rege_ultimo"):
            # The players who may announce it follow from the declarer and the called king.
            cells = replace(cells, announcers=())
        return cells, self._build_figure_kontra_stepper(key, side)

    @property
    def called_king_outcomes(self) -> list[Chip]:
        """The chips for recording the called king as captured or left in the talon."""
        worth = {figure.key: figure.silent for figure in self.tables.figures}
        words = {
            "king_captured": _("Captured by the opponents"),
            "king_abandoned": _("Left in the talon"),
        }
        conflicts = {
            "king_captured": _build_conflicts(WITHOUT, EMPTY[THEIRS])
            + _build_conflicts("king", *_OUR_KING),
            "king_abandoned": _build_conflicts("ro.abandoned_solo", "contract=solo")
            + _build_conflicts("ro.abandoned_partner", WITH_PARTNER)
            + _build_conflicts("king", "toti_regii=declarer")
            + _build_conflicts("talon", f"rege_ultimo={MADE}", f"rege_ultimo={LOST}"),
        }
        # If the declarer's side lost the king in the last trick, it was captured.
        fell = self.get_displayed("rege_ultimo") == LOST and not self.get_displayed(
            "king_abandoned"
        )
        on = {"king_captured": True} if fell else {}
        return [
            self.build_chip(
                key,
                "on",
                text,
                kind="checkbox",
                small=_("%(usual)s · in solo %(solo)s")
                % {"usual": worth[key][0], "solo": worth[key][1]},
                conflicts=conflicts[key],
                on=on.get(key),
            )
            for key, text in words.items()
        ]

    @property
    def pagat_players(self) -> list[Chip]:
        """The chips of the players who may have played the pagat to the last trick."""
        return self.build_player_chips("pagat_by")

    @property
    def revokers(self) -> list[Chip]:
        """The chips of the players who may have revoked."""
        return self.build_player_chips("revoke")

    # --- taroace, michi-michi, surrender

    @property
    def taroace(self) -> list[ChipGroup]:
        """The chips for the taroace that each player may declare."""
        return [
            ChipGroup(name, self.short[player], tuple(self._build_taroace_chips(name, player)))
            for player in self.table.seats
            for name in [f"taroace_{player}"]
        ]

    def _build_taroace_chips(self, name: str, player: str) -> list[Chip]:
        label = _("%(player)s: %(count)s taroace declared")
        return [
            self.build_chip(
                name,
                str(count),
                count,
                small=worth,
                label=label % {"player": self.names[player], "count": count},
            )
            for count, worth in self.tables.taroace.items()
        ]

    @property
    def trick_counters(self) -> list[tuple[str, Stepper]]:
        """The counters of a michi-michi: the name and the tricks of each player."""
        return [
            (self.short[player], self._build_trick_counter(player)) for player in self.table.seats
        ]

    def _build_trick_counter(self, player: str) -> Stepper:
        name = f"tricks_{player}"
        now = str(self.get_displayed(name) or 0)
        counts = range(TRICKS + 1)
        chips = [self.build_chip(name, str(count), count, on=str(count) == now) for count in counts]
        return build_stepper(_("Tricks of %(player)s") % {"player": self.names[player]}, chips)

    @property
    def required_tricks(self) -> int:
        """The number of tricks that the counters must add up to."""
        return TRICKS

    @property
    def counted_tricks(self) -> int:
        """The number of tricks counted so far."""
        counts = [str(self.get_displayed(f"tricks_{player}") or 0) for player in self.table.seats]
        return sum(int(count) for count in counts if count.isdecimal() and len(count) < 3)

    @property
    def honours(self) -> list[Chip]:
        """The yes and no chips for an honour held by a declarer who surrenders."""
        return [
            self.build_chip("honour_held", key, text, small=small)
            for key, (text, small) in HONOUR_WORDS.items()
        ]


def _build_conflicts(code: str, *choices: str) -> tuple[tuple[str, str], ...]:
    """Return these choices as conflicts, each with the sentence for `code` as the reason."""
    return build_conflicts(CONFLICT_REASONS[code], *choices)
