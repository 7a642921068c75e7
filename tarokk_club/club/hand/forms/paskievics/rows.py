"""Rows of the entry form of a Hungarian hand: its chips and its matrix of figures."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.games.hungarian.auction import Turn, next_calls
from scoring.games.hungarian.record import ANNULLED, CONCEDED, FAILED_TRIAL, PLAYED
from scoring.games.hungarian.seats import find_player_sitting_out, speaking_order
from scoring.games.hungarian.tables import (
    BANDS,
    BIDS,
    CALLED,
    HOLDINGS,
    TALON_POINTS,
)
from tarokk_club.club.hand.forms.hand_form import Chip, Native
from tarokk_club.club.hand.forms.hungarian.announcing import OTHER_STEP
from tarokk_club.club.hand.forms.hungarian.calls import calls_of
from tarokk_club.club.hand.forms.hungarian.figures import bars_of
from tarokk_club.club.hand.forms.hungarian.kontras import KontraRows
from tarokk_club.club.hand.forms.paskievics.words import (
    CALL_WORDS,
    OUTCOME_WORDS,
    RESULT_WORDS,
    TAROKK_CHOICES,
    TAROKK_WORDS,
)
from tarokk_club.club.hand.forms.sides import Named


class PaskievicsRows(KontraRows):
    """The part of the form that builds its rows; fields and record are in form.py."""

    def outcomes(self) -> list[Chip]:
        """Return the chips for hands that were not played."""
        now = self.displayed("outcome") or PLAYED
        off = {CONCEDED: not self.rules.concede_trull_three, ANNULLED: not self.rules.annul}
        offered = [key for key in OUTCOME_WORDS if key == now or not off.get(key)]
        other = bars_of("hu.trial_not_last", f"declarer!=&declarer!={self.trial()}")
        return [
            self.chip(
                "outcome",
                key,
                OUTCOME_WORDS[key],
                plain=key == PLAYED,
                on=key == now,
                bars=other if key == FAILED_TRIAL else (),
            )
            for key in offered
        ]

    def declarers(self) -> list[Chip]:
        """Return the chips of possible declarers; of a trial three only the last player to
        speak.
        """
        barred = bars_of("hu.trial_not_last", f"outcome={FAILED_TRIAL}")
        return [
            chip if chip.off or chip.value == self.trial() else replace(chip, bars=barred)
            for chip in super().declarers()
        ]

    def declarer_native(self) -> Native | None:
        """Return the players' own word for the declarer."""
        return self.spoken(gettext_lazy("Declarer"))

    @property
    def away(self) -> str | None:
        """Return the dealer of five players, who sits out."""
        return find_player_sitting_out(self.table)

    def bids(self) -> list[Chip]:
        """Return the chips of the four contracts, with their values."""
        return [
            self.chip(
                "bid",
                key,
                self.words.term(f"bid.{key}"),
                small=bid.value,
                native=self.native(f"bid.{key}"),
            )
            for key, bid in BIDS.items()
        ]

    def called_cards(self) -> list[Chip]:
        """Return the chips of the tarokks that can be called, the highest first."""
        label = gettext_lazy("Called card: %(card)s")
        return [
            self.chip("called", card, card, label=label % {"card": card})
            for card in reversed(CALLED)
        ]

    def results(self) -> list[Chip]:
        """Return the chips of the six results, from worst to best."""
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

    def announcing(self, name: str) -> list[Chip]:
        """Return the chips of the players who may have made an announcement; by some house rules
        nobody announces both double and volat.
        """
        chips, slot = super().announcing(name), self.slots[name]
        if self.rules.double_and_volat_by_one or slot.figure.key not in OTHER_STEP:
            return chips
        beside = (f"{key}_{slot.side}" for key in OTHER_STEP[slot.figure.key])
        others = [other for other in beside if other in self.slots]
        return [
            replace(
                chip,
                bars=bars_of(
                    "hu.double_and_volat",
                    *(f"{other}=on&{other}_by={chip.value}" for other in others),
                ),
            )
            for chip in chips
        ]

    def tarokks(self) -> list[Named]:
        """Return the chips for eight and nine tarokks of each player."""
        return [
            Named(name, self.short[player], tuple(self._tarokk_chips(name, player)))
            for player in self.table.seats
            if player != self.away
            for name in [f"tarokks_{player}"]
        ]

    def _tarokk_chips(self, name: str, player: str) -> list[Chip]:
        label = _("%(player)s: %(tarokks)s")
        others = [f"tarokks_{one}" for one in self.table.seats if one not in (player, self.away)]
        # Three with eight or more would hold more tarokks than there are.
        both = "|".join(f"{one}!=&{other}!=" for one, other in combinations(others, 2))
        return [
            self.chip(
                name,
                key,
                TAROKK_CHOICES[key][0],
                small=small,
                label=label % {"player": self.names[player], "tarokks": words},
                bars=bars_of("hu.too_many_tarokks", both),
            )
            for key, (small, words) in TAROKK_WORDS.items()
        ]

    def talon_honours(self) -> list[Named]:
        """Return the chips of the players who drew each honour from the talon, where the dealer is
        paid for it.
        """
        if not self.rules.talon_honours_to_dealer or self.away is None:
            return []
        return [
            Named(f"talon_{card}", self.words.term(f"card.{card}"), tuple(self._talon_chips(card)))
            for card in TALON_POINTS
        ]

    def _talon_chips(self, card: str) -> list[Chip]:
        late = self.chip(f"talon_{card}_late", "on", _("paid late"), kind="checkbox")
        return [*self.people(f"talon_{card}"), late]

    def annullers(self) -> list[Chip]:
        """Return the chips of the players who may have annulled the hand; the choice is
        optional.
        """
        return self.people("by")

    def holdings(self) -> list[Chip]:
        """Return the chips of the holdings that allow a hand to be annulled at this table, and of
        the one recorded.
        """
        return [
            self.chip("holding", key, self.words.term(term), native=self.native(term))
            for key, term in HOLDINGS.items()
            if key in self.rules.annul or key == self.displayed("holding")
        ]

    def trial(self) -> str:
        """Return the player who is left with a trial three: the last to speak."""
        return speaking_order(self.table)[-1]

    def called_now(self) -> str:
        """Return the called card as the page shows it."""
        return str(self.displayed("called") or "–")

    # --- the auction

    def now(self) -> dict[str, str]:
        """Return what the auction may have decided, for the script to mark."""
        names = ("outcome", "declarer", "bid", "called", "partner")
        return {name: str(self.displayed(name) or "") for name in names}

    def auction_text(self) -> str:
        """Return the calls so far, as the form submits them."""
        return str(self.displayed("auction") or "")

    def calls(self) -> list[tuple[str, str]]:
        """Return the calls so far: the player's name and the call in words."""
        return [
            (self.names.get(player, player), str(CALL_WORDS[call]))
            for player, call in calls_of(self.auction_text())
        ]

    def turn(self) -> Named | None:
        """Return the player whose turn it is with every legal call; None when the auction is
        over.
        """
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
                native=self.spoken(CALL_WORDS[choice.call]),
                small=_("shows %(card)s") % {"card": choice.shows} if choice.shows else "",
            )
            for choice in turn.choices
        ]
        return Named("auction", self.short[turn.player], tuple(chips))
