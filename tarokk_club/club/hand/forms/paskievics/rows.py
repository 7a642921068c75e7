"""Rows and chips of the entry form of a Paskievics hand."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.games.hungarian.auction import Turn, find_next_turn
from scoring.games.hungarian.record import ANNULLED, CONCEDED, FAILED_TRIAL, PLAYED
from scoring.games.hungarian.seats import find_player_sitting_out, list_speaking_order
from scoring.games.hungarian.tables import (
    BANDS,
    BIDS,
    CALLED,
    HOLDINGS,
    TALON_POINTS,
)
from tarokk_club.club.hand.forms.hand_form import Chip, Native, find_native_label
from tarokk_club.club.hand.forms.hungarian.announcement_slots import OTHER_STEP
from tarokk_club.club.hand.forms.hungarian.calls import parse_calls
from tarokk_club.club.hand.forms.hungarian.figures import HUNGARIAN, explain_conflicts
from tarokk_club.club.hand.forms.hungarian.playing_alone import PlayingAloneRows
from tarokk_club.club.hand.forms.paskievics.words import (
    CALL_WORDS,
    OUTCOME_WORDS,
    RESULT_WORDS,
    TAROKK_CHOICES,
    TAROKK_WORDS,
)
from tarokk_club.club.hand.forms.sides import ChipGroup


class PaskievicsRows(PlayingAloneRows):
    """The rows of a Paskievics hand form; form.py has its fields and record."""

    @property
    def outcomes(self) -> list[Chip]:
        """The chips of the outcomes that the table's rules allow, and of the chosen outcome."""
        now = self.get_displayed("outcome") or PLAYED
        off = {CONCEDED: not self.rules.concede_trull_three, ANNULLED: not self.rules.annul}
        offered = [key for key in OUTCOME_WORDS if key == now or not off.get(key)]
        other = explain_conflicts(
            "hu.trial_not_last", f"declarer!=&declarer!={self.trial_three_player}"
        )
        return [
            self.build_chip(
                "outcome",
                key,
                OUTCOME_WORDS[key],
                plain=key == PLAYED,
                on=key == now,
                conflicts=other if key == FAILED_TRIAL else (),
            )
            for key in offered
        ]

    @property
    def declarers(self) -> list[Chip]:
        """The chips of the possible declarers.

        A failed trial three rules out all but the last player to speak.
        """
        conflicts = explain_conflicts("hu.trial_not_last", f"outcome={FAILED_TRIAL}")
        return [
            chip
            if chip.off or chip.value == self.trial_three_player
            else replace(chip, conflicts=conflicts)
            for chip in super().declarers
        ]

    @property
    def declarer_native(self) -> Native | None:
        """The Hungarian word for the declarer; None if the reader's word is the same."""
        return _find_hungarian_label(gettext_lazy("Declarer"))

    @property
    def player_sitting_out(self) -> str | None:
        """The player who sits out: the dealer at a table of five; else None."""
        return find_player_sitting_out(self.table)

    @property
    def bids(self) -> list[Chip]:
        """The chips of the four contracts, with their values."""
        return [
            self.build_chip(
                "bid",
                key,
                self.words.term(f"bid.{key}"),
                small=bid.value,
                native=self.find_native_term(f"bid.{key}"),
            )
            for key, bid in BIDS.items()
        ]

    @property
    def called_cards(self) -> list[Chip]:
        """The chips of the tarokks that can be called, the highest first."""
        label = gettext_lazy("Called card: %(card)s")
        return [
            self.build_chip("called", card, card, label=label % {"card": card})
            for card in reversed(CALLED)
        ]

    @property
    def results(self) -> list[Chip]:
        """The chips of the six results, from worst to best."""
        return [
            self.build_chip(
                "result",
                key,
                RESULT_WORDS[key][0],
                small=RESULT_WORDS[key][1],
                label=RESULT_WORDS[key][2],
            )
            for key in BANDS
        ]

    def build_announcer_chips(self, name: str) -> list[Chip]:
        """Return the chips of all players at the table, for the announcer of a field.

        A house rule may bar each player from announcing both double and volat.
        """
        chips, slot = super().build_announcer_chips(name), self.slots[name]
        if self.rules.double_and_volat_by_one or slot.figure.key not in OTHER_STEP:
            return chips
        beside = (f"{key}_{slot.side}" for key in OTHER_STEP[slot.figure.key])
        others = [other for other in beside if other in self.slots]
        return [
            replace(
                chip,
                conflicts=explain_conflicts(
                    "hu.double_and_volat",
                    *(f"{other}=on&{other}_by={chip.value}" for other in others),
                ),
            )
            for chip in chips
        ]

    @property
    def tarokks(self) -> list[ChipGroup]:
        """The chips for eight and nine tarokks of each player."""
        return [
            ChipGroup(name, self.short[player], tuple(self._build_tarokk_chips(name, player)))
            for player in self.table.seats
            if player != self.player_sitting_out
            for name in [f"tarokks_{player}"]
        ]

    def _build_tarokk_chips(self, name: str, player: str) -> list[Chip]:
        label = _("%(player)s: %(tarokks)s")
        absent = (player, self.player_sitting_out)
        others = [f"tarokks_{other}" for other in self.table.seats if other not in absent]
        # Three players with eight tarokks each would hold more than the deck has.
        both = "|".join(f"{first}!=&{second}!=" for first, second in combinations(others, 2))
        return [
            self.build_chip(
                name,
                key,
                TAROKK_CHOICES[key][0],
                small=small,
                label=label % {"player": self.names[player], "tarokks": words},
                conflicts=explain_conflicts("hu.too_many_tarokks", both),
            )
            for key, (small, words) in TAROKK_WORDS.items()
        ]

    @property
    def talon_honours(self) -> list[ChipGroup]:
        """The chips for the player who drew each honour from the talon.

        The list is empty unless the rules pay a dealer who sits out for these honours.
        """
        if not self.rules.talon_honours_to_dealer or self.player_sitting_out is None:
            return []
        return [
            ChipGroup(
                f"talon_{card}",
                self.words.term(f"card.{card}"),
                tuple(self._build_talon_chips(card)),
            )
            for card in TALON_POINTS
        ]

    def _build_talon_chips(self, card: str) -> list[Chip]:
        late = self.build_chip(f"talon_{card}_late", "on", _("paid late"), kind="checkbox")
        return [*self.build_player_chips(f"talon_{card}"), late]

    @property
    def annulling_players(self) -> list[Chip]:
        """The chips of the players who may have annulled the hand, an optional choice."""
        return self.build_player_chips("by")

    @property
    def holdings(self) -> list[Chip]:
        """The chips of the holdings that allow annulment here, and of the recorded holding."""
        return [
            self.build_chip(
                "holding", key, self.words.term(term), native=self.find_native_term(term)
            )
            for key, term in HOLDINGS.items()
            if key in self.rules.annul or key == self.get_displayed("holding")
        ]

    @property
    def trial_three_player(self) -> str:
        """The only player who can be left with a failed trial three: the last to speak."""
        return list_speaking_order(self.table)[-1]

    @property
    def displayed_called_card(self) -> str:
        """The displayed choice of the called card, or a dash."""
        return str(self.get_displayed("called") or "–")

    # --- the auction

    @property
    def auction_values(self) -> dict[str, str]:
        """The displayed values of the fields that an auction sets, for the script."""
        names = ("outcome", "declarer", "bid", "called", "partner")
        return {name: str(self.get_displayed(name) or "") for name in names}

    @property
    def auction_text(self) -> str:
        """The calls so far, as the form submits them."""
        return str(self.get_displayed("auction") or "")

    @property
    def calls(self) -> list[tuple[str, str]]:
        """The calls so far: the player's name and the call in words."""
        return [
            (self.names.get(player, player), str(CALL_WORDS[call]))
            for player, call in parse_calls(self.auction_text)
        ]

    @property
    def next_turn(self) -> ChipGroup | None:
        """The next player to speak, with chips of the legal calls; None if the auction is over."""
        calls = parse_calls(self.auction_text)
        order = list_speaking_order(self.table)
        turn: Turn | None = find_next_turn(calls, order=order, rules=self.rules)
        if turn is None:
            return None
        chips = [
            Chip(
                name="step",
                value=f"{turn.player} {choice.call}",
                text=CALL_WORDS[choice.call],
                native=_find_hungarian_label(CALL_WORDS[choice.call]),
                small=_("shows %(card)s") % {"card": choice.shows} if choice.shows else "",
            )
            for choice in turn.choices
        ]
        return ChipGroup("auction", self.short[turn.player], tuple(chips))


def _find_hungarian_label(text: object) -> Native | None:
    """Return a lazily translated text in Hungarian; None if the reader's text is the same."""
    return find_native_label(HUNGARIAN, partial(str, text))
