"""How the entry form of a Hungarian hand is drawn: its rows of chips, its matrix of figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.games.paskievics.auction import Turn, next_calls
from scoring.games.paskievics.record import CONCEDED, PLAYED, SPLIT
from scoring.games.paskievics.rules import PaskievicsRules
from scoring.games.paskievics.seats import sits_out, speaking_order
from scoring.games.paskievics.tables import (
    BANDS,
    BIDS,
    CALLED,
    DOUBLE,
    FIGURES,
    FOUR_KINGS,
    HOLDINGS,
    PAGAT_ULTIMO,
    TALON_POINTS,
    TRULL,
    VOLAT,
    Figure,
)
from tarokk_club.club.forms.hands.base import Chip, HandForm, Stepper
from tarokk_club.club.forms.hands.calls import calls_of
from tarokk_club.club.forms.hands.paskievics_words import (
    ALONE,
    BARRED,
    CALL_WORDS,
    EMPTY_HANDED,
    LOST,
    MADE,
    OTHER,
    OURS,
    OUTCOME_WORDS,
    RECORD_SIDE,
    RESULT_WORDS,
    SIDES,
    TAROKK_WORDS,
    THEIRS,
    TRICK_WORDS,
)


@dataclass(frozen=True, slots=True)
class SideCells:
    """One side's part of a figure's row. tick: None where the result says whether it was made;
    lost: of the pagat, beaten in the last trick; who: those who may have announced it.
    """

    side: str
    horn: Chip
    tick: Chip | None
    lost: Chip | None
    kontra: Stepper
    who: tuple[Chip, ...]

    @property
    def who_name(self) -> str:
        """The field that says who announced."""
        return self.who[0].name


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One row of the matrix; worth: what the figure pays, silent and announced."""

    key: str
    term: str
    worth: str
    ours: SideCells
    theirs: SideCells


@dataclass(frozen=True, slots=True)
class Named:
    """A few chips under a name."""

    name: str
    text: str
    chips: tuple[Chip, ...]


class PaskievicsRows(HandForm):
    """The drawing half of the form; its fields and its record are in the other half."""

    figures: ClassVar[Mapping[str, Figure]] = FIGURES

    @property
    def rules(self) -> PaskievicsRules:
        """The house rules of the session."""
        rules: PaskievicsRules = self.table.rules
        return rules

    def outcomes(self) -> list[Chip]:
        """What else can become of a hand than being played; one tap each."""
        offered = [
            key for key in OUTCOME_WORDS if key != CONCEDED or self.rules.concede_trull_three
        ]
        now = self.shown("outcome") or PLAYED
        return [
            self.chip("outcome", key, OUTCOME_WORDS[key], plain=key == PLAYED, on=key == now)
            for key in offered
        ]

    def people(self, name: str, **more: Any) -> list[Chip]:
        """A choice among those at the table, in seat order; who sits out is shown but greyed."""
        away = sits_out(self.table)
        return [
            self.chip(
                name,
                player,
                self.names[player],
                small=_("deals") if player == self.table.dealer else "",
                seat=place,
                off=player == away,
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

    def bids(self) -> list[Chip]:
        """The four contracts with their values."""
        return [
            self.chip("bid", key, self.words.term(f"bid.{key}"), small=bid.value)
            for key, bid in BIDS.items()
        ]

    def called_cards(self) -> list[Chip]:
        """The tarokks that can be called, the highest first."""
        label = gettext_lazy("Called card: %(card)s")
        return [
            self.chip("called", card, card, label=label % {"card": card})
            for card in reversed(CALLED)
        ]

    def results(self) -> list[Chip]:
        """The six bands of the result, from worst to best."""
        return [
            self.chip(
                "result",
                key,
                RESULT_WORDS[key][0],
                small=RESULT_WORDS[key][1],
                label=RESULT_WORDS[key][2],
            )
            for key in BANDS
        ]

    def trick_chips(self) -> list[Chip]:
        """The tricks beside exact card points."""
        now = self.shown("tricks") or SPLIT
        return [self.chip("tricks", key, text, on=key == now) for key, text in TRICK_WORDS.items()]

    def game_kontra(self) -> Stepper:
        """Kontra to the game."""
        return self._stepper("kontra_game", _("Kontra to the game"))

    def _stepper(self, name: str, label: str) -> Stepper:
        now = str(self.shown(name) or 0)
        steps = [str(step) for step in range(self.rules.max_kontra + 1)]
        chips = [
            self.chip(
                name,
                step,
                f"×{1 << int(step)}" if int(step) else "–",
                small=self.words.term(f"kontra.{max(1, int(step))}"),
                on=step == now,
            )
            for step in steps
        ]
        less = _("%(what)s: one step less") % {"what": label}
        further = _("%(what)s: one step more") % {"what": label}
        return Stepper(label, less, further, tuple(chips))

    def rows(self) -> list[FigureRow]:
        """The matrix of figures, in the order of the sheet."""
        return [self._row(self.figures[key]) for key in self._row_order()]

    def _row_order(self) -> list[str]:
        first = (TRULL, FOUR_KINGS)
        return [*first, *(key for key in self.figures if key not in first)]

    def _row(self, figure: Figure) -> FigureRow:
        term = self.words.term(figure.term)
        cells = {side: self._cells(figure, term, side) for side in SIDES}
        return FigureRow(figure.key, term, self._worth(figure), cells[OURS], cells[THEIRS])

    def _cells(self, figure: Figure, term: str, side: str) -> SideCells:
        name = f"{figure.key}_{side}"
        ours = side == OURS
        horn = (
            _("%(figure)s: announced by the declarer's side")
            if ours
            else _("%(figure)s: announced by the opponents")
        )
        kontra = (
            _("Kontra to %(figure)s of the declarer's side")
            if ours
            else _("Kontra to %(figure)s of the opponents")
        )
        tick, lost = self._ticks(figure, term, side)
        return SideCells(
            side=side,
            horn=self.chip(name, "on", "", kind="checkbox", label=horn % {"figure": term}),
            tick=tick,
            lost=lost,
            kontra=self._stepper(f"{name}_kontra", kontra % {"figure": term}),
            who=tuple(self.people(f"{name}_by")),
        )

    def _ticks(self, figure: Figure, term: str, side: str) -> tuple[Chip | None, Chip | None]:
        made = (
            _("%(figure)s: made by the declarer's side")
            if side == OURS
            else _("%(figure)s: made by the opponents")
        )
        label = made % {"figure": term}
        if figure.key == PAGAT_ULTIMO:
            lost = (
                _("The declarer's side lost the pagat in the last trick")
                if side == OURS
                else _("The opponents lost the pagat in the last trick")
            )
            values = f"{side}_{MADE}", f"{side}_{LOST}"
            bars = _bars("hu.ultimo_without_tricks", *EMPTY_HANDED[side])
            bars += _bars("hu.trull_without_pagat", f"trull={RECORD_SIDE[OTHER[side]]}")
            return (
                self.chip(PAGAT_ULTIMO, values[0], "", label=label, bars=bars),
                self.chip(PAGAT_ULTIMO, values[1], "", label=lost),
            )
        if figure.key not in (TRULL, FOUR_KINGS):
            return None, None
        bars = _bars("hu.taken_without_tricks", *EMPTY_HANDED[side])
        if figure.key == TRULL:
            other = f"{PAGAT_ULTIMO}={OTHER[side]}_{MADE}"
            bars += _bars("hu.trull_without_pagat", other)
        return self.chip(figure.key, RECORD_SIDE[side], "", label=label, bars=bars), None

    def _worth(self, figure: Figure) -> str:
        """What a figure pays by the rules of this table."""
        if figure.key == VOLAT and self.rules.volat_fixed:
            return _("points by the bid")
        silent, announced = getattr(self.rules, figure.key)
        sign = "×" if figure.key in (DOUBLE, VOLAT) else ""
        return _("%(silent)s · announced %(announced)s") % {
            "silent": f"{sign}{silent}",
            "announced": f"{sign}{announced}",
        }

    def losers(self) -> list[Chip]:
        """Who lost the XXI, and so becomes the mayor."""
        return self.people("catch_from")

    def catchers(self) -> list[Chip]:
        """Who caught it."""
        return self.people("catch_by")

    def pagat_players(self) -> list[Chip]:
        """Who played the pagat to the last trick."""
        return self.people("pagat_by")

    def tarokks(self) -> list[Named]:
        """Eight and nine tarokks of each player."""
        away = sits_out(self.table)
        return [
            Named(name, self.names[player], tuple(self._tarokk_chips(name, player)))
            for player in self.table.seats
            if player != away
            for name in [f"tarokks_{player}"]
        ]

    def _tarokk_chips(self, name: str, player: str) -> list[Chip]:
        label = _("%(player)s: %(tarokks)s")
        return [
            self.chip(
                name, key, text, label=label % {"player": self.names[player], "tarokks": text}
            )
            for key, text in TAROKK_WORDS.items()
        ]

    def talon_honours(self) -> list[Named]:
        """Who drew each honour from the talon, where the dealer is paid for it."""
        if not self.rules.talon_honours_to_dealer or sits_out(self.table) is None:
            return []
        return [
            Named(f"talon_{card}", self.words.term(f"card.{card}"), tuple(self._talon_chips(card)))
            for card in TALON_POINTS
        ]

    def _talon_chips(self, card: str) -> list[Chip]:
        late = self.chip(f"talon_{card}_late", "on", _("paid late"), kind="checkbox")
        return [*self.people(f"talon_{card}"), late]

    def annullers(self) -> list[Chip]:
        """Who annulled the hand, if that is to be kept."""
        return self.people("by")

    def holdings(self) -> list[Chip]:
        """The cards that allow a hand to be annulled."""
        return [self.chip("holding", key, self.words.term(term)) for key, term in HOLDINGS.items()]

    def trial(self) -> str:
        """Who is left with a trial three: the last to speak."""
        return speaking_order(self.table)[-1]

    def called_now(self) -> str:
        """The called card as the page shows it."""
        return str(self.shown("called") or "–")

    def points_text(self) -> str:
        """The exact card points as they were typed."""
        points = self.shown("declarer_points")
        return "" if points is None else str(points)

    # --- the auction

    def now(self) -> dict[str, str]:
        """What an auction may have decided, for the script to mark."""
        names = ("outcome", "declarer", "bid", "called")
        return {name: str(self.shown(name) or "") for name in names}

    def auction_text(self) -> str:
        """The calls so far, as the form sends them on."""
        return str(self.shown("auction") or "")

    def calls(self) -> list[tuple[str, str]]:
        """The calls so far in words: the player's name and what he said."""
        return [
            (self.names.get(player, player), str(CALL_WORDS[call]))
            for player, call in calls_of(self.auction_text())
        ]

    def turn(self) -> Named | None:
        """Who speaks next, with every legal call; None when the auction is over."""
        calls = calls_of(self.auction_text())
        order = speaking_order(self.table)
        turn: Turn | None = next_calls(calls, order=order, rules=self.rules)
        if turn is None:
            return None
        chips = [
            Chip(
                name="step",
                value=f"{turn.player} {choice.call}",
                text=CALL_WORDS[choice.call],
                small=_("shows %(card)s") % {"card": choice.shows} if choice.shows else "",
            )
            for choice in turn.choices
        ]
        return Named("auction", self.names[turn.player], tuple(chips))


def _bars(code: str, *choices: str) -> tuple[tuple[str, str], ...]:
    """The choices that make another one impossible, each with the reason."""
    return tuple((choice, str(BARRED[code])) for choice in choices)
