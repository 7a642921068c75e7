"""Rows of the entry form of a Danish hand: a column for each player, a row for each event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.core.table import find_player_after, order_seats_from
from scoring.games.danish.record import (
    CAVALLERIE,
    KING,
    KING_LOST,
    KINGS,
    LOSING,
    MATADORS,
    MISSING,
    OTHER,
    PAGAT,
    PAGAT_LOST,
    PAGAT_WON,
    PLAYED,
    REASONS,
    TRUMPS,
    WINNING,
)
from scoring.games.danish.seats import find_players
from scoring.games.danish.tables import (
    COUNTED,
    KINGS_IN_DECK,
    LEVELS,
    POINTS_IN_DECK,
)
from tarokk_club.club.hand.forms.danish.columns import (
    Column,
    CountedRow,
    EventRow,
    Group,
    Levels,
    Pile,
    PlayerDeclarations,
)
from tarokk_club.club.hand.forms.danish.declared import (
    Conflicts,
    list_declared_conflicts,
    list_declared_kings_conflicts,
    list_declared_pagat_conflicts,
)
from tarokk_club.club.hand.forms.danish.tout import ToutForm, list_event_values
from tarokk_club.club.hand.forms.danish.words import (
    BAGUD_WORDS,
    CONFLICT_REASONS,
    COUNTED_WORDS,
    KING_LOST_WORDS,
    LAST_WORDS,
    LEVEL_WORDS,
    NOLO_WORDS,
    OUTCOME_WORDS,
    PAGAT_WORDS,
    RANK_WORDS,
    SUIT_WORDS,
    TOUT_WORDS,
)
from tarokk_club.club.hand.forms.hand_form import SUIT_SIGNS, Chip, Stepper

Words = tuple[Any, Any]
TICK, CROSS = "tick", "cross"


class DanishRows(ToutForm):
    """The rows of a Danish hand form; form.py has its fields and record."""

    @property
    def playing(self) -> tuple[str, ...]:
        """The three players of the hand, in seat order."""
        return find_players(self.table)

    @property
    def absent_players(self) -> tuple[str, ...]:
        """The players at the table who do not play."""
        return tuple(player for player in self.table.seats if player not in self.playing)

    @property
    def absent_names(self) -> list[str]:
        """The names of the players who do not play."""
        return [self.short[player] for player in self.absent_players]

    @property
    def counts_card_points(self) -> bool:
        """Whether the card points are counted."""
        return bool(self.table.rules.count)

    @property
    def declaring_order(self) -> list[str]:
        """All players at the table, the leader first and the dealer last."""
        order = order_seats_from(self.table.seats, self.table.dealer)
        return [*order[1:], order[0]]

    @property
    def columns(self) -> list[Column]:
        """The columns of the three players, in seat order."""
        leader = next(player for player in self.declaring_order if player in self.playing)
        notes = {leader: _("leads"), self.table.dealer: _("deals")}
        return [
            Column(player, self.short[player], notes.get(player, "")) for player in self.playing
        ]

    @property
    def outcomes(self) -> list[Chip]:
        """The chips of the outcomes: played, misdeal and abandoned."""
        now = self.get_displayed("outcome") or PLAYED
        return [
            self.build_chip("outcome", key, text, plain=key == PLAYED, on=key == now)
            for key, text in OUTCOME_WORDS.items()
        ]

    # --- declarations

    @property
    def declaration_controls(self) -> list[PlayerDeclarations]:
        """The controls for the declarations of each player."""
        return [self._build_player_declarations(column) for column in self.columns]

    def _build_player_declarations(self, column: Column) -> PlayerDeclarations:
        counted = tuple(self._build_counted_row(kind, column) for kind in COUNTED)
        levels = [self._build_levels(KINGS, _("Kings"), "", column)]
        levels += [
            self._build_levels(suit, words, SUIT_SIGNS[suit], column)
            for suit, words in SUIT_WORDS.items()
        ]
        names = [*(row.name for row in counted), *(row.name for row in levels)]
        opener = _("%(player)s declares") % {"player": column.name}
        count = sum(1 for name in names if self.get_displayed(name))
        return PlayerDeclarations(column, opener, counted, tuple(levels), count)

    def _build_counted_row(self, kind: str, column: Column) -> CountedRow:
        fewest, most, _lowest = COUNTED[kind]
        name, term = f"{kind}_{column.player}", COUNTED_WORDS[kind]
        values = {"player": column.name, "what": term}
        label = _("%(player)s declares: %(what)s") % values
        now = str(self.get_displayed(name) or "")
        steps = ["", *(str(count) for count in range(fewest, most + 1))]
        chips = tuple(
            self.build_chip(
                name,
                step,
                step or "–",
                on=step == now,
                conflicts=list_declared_conflicts(kind, column.player, step, self.playing)
                if step
                else (),
            )
            for step in steps
        )
        less = _("%(what)s: one less") % {"what": label}
        further = _("%(what)s: one more") % {"what": label}
        return CountedRow(
            term, name, Stepper(label, less, further, chips), self._build_pagat_chip(kind, column)
        )

    def _build_pagat_chip(self, kind: str, column: Column) -> Chip | None:
        """Return the checkbox for the pagat among the trumps; None for another declaration."""
        if kind != TRUMPS:
            return None
        name = f"with_pagat_{column.player}"
        on = bool(self.get_displayed(name))
        return self.build_chip(name, "on", _("with the pagat"), kind="checkbox", on=on)

    def _build_levels(self, kind: str, term: Any, sign: str, column: Column) -> Levels:
        name = f"{kind}_{column.player}"
        label = _("%(player)s declares: %(what)s, %(level)s")
        chips = [
            self.build_chip(
                name,
                level,
                words,
                small=LEVELS[level],
                label=label % {"player": column.name, "what": term, "level": words},
                conflicts=list_declared_conflicts(kind, column.player, level, self.playing),
            )
            for level, words in LEVEL_WORDS.items()
        ]
        return Levels(term, sign, tuple(chips), self._build_missing_chips(name, kind))

    def _build_missing_chips(self, name: str, kind: str) -> tuple[Chip, ...]:
        """Return the chips of the cards that half kings or a half cavallerie may lack."""
        signs: Mapping[str, Any] = SUIT_SIGNS if kind == KINGS else RANK_WORDS
        cards = MISSING[KINGS if kind == KINGS else CAVALLERIE]
        return tuple(
            self.build_chip(
                f"missing_{name}",
                card,
                signs[card],
                label=_("%(what)s is missing") % {"what": self.name_card(kind, card)},
            )
            for card in cards
        )

    def name_card(self, kind: str, card: str) -> str:
        """Return the suit of a king, or the rank of another court card, in words."""
        return self.words.term(f"suit.{card}" if kind == KINGS else f"da.rank.{card}")

    @property
    def reasons(self) -> list[Chip]:
        """The chips of the reasons for a misdeal, an optional choice."""
        return [
            self.build_chip("misdeal_reason", reason, self.words.term(f"da.{reason}"))
            for reason in REASONS
        ]

    @property
    def callers(self) -> list[Chip]:
        """The chips of the players who may have called a misdeal; the choice is optional."""
        return [self.build_chip("caller", player, self.short[player]) for player in self.playing]

    @property
    def hidden_declarations(self) -> str:
        """The declarations without a visible field, as JSON for a hidden field."""
        return str(self.get_displayed("also") or "")

    # --- before the last trick, and in it

    @property
    def in_play(self) -> Group:
        """The rows for kings and the pagat before the last trick."""
        kings = [self._build_king_row(place) for place in range(KINGS_IN_DECK)]
        lost = self._build_row(PAGAT_WORDS[PAGAT_LOST], CROSS, "pagat", PAGAT_LOST)
        words: Words = PAGAT_WORDS[PAGAT_WON]
        if not self.table.rules.pagat_won_pays:
            words = words[0], _("pays nothing here")
        won = self._build_row(words, TICK, "pagat", PAGAT_WON)
        return Group((*kings, lost, won), (self._build_clearing_chip("pagat", _("No pagat")),))

    def _build_king_row(self, place: int) -> EventRow:
        term, worth = KING_LOST_WORDS[place]
        chips = []
        for player in self.playing:
            name = f"{KING_LOST}_{player}_{place}"
            label, on = self._format_player_label(player, term), bool(self.get_displayed(name))
            conflicts = list_declared_kings_conflicts(player, self.playing)
            chips.append(
                self.build_chip(
                    name, "on", "", kind="checkbox", label=label, on=on, conflicts=conflicts
                )
            )
        return EventRow(term, worth, CROSS, tuple(chips), follows_choice=place > 0)

    @property
    def last_trick(self) -> Group:
        """The rows for the winner of the last trick and for the cards beaten in it."""
        won = [
            self._build_row(LAST_WORDS[card], TICK, "last", card) for card in (OTHER, KING, PAGAT)
        ]
        beaten = [self._build_bagud_row(card) for card in LOSING]
        nobody = [self._build_clearing_chip("last", _("Nobody won it"))]
        for player in self.playing:
            text = _("%(player)s: no bagud") % {"player": self.names[player]}
            nobody.append(self._build_clearing_chip(f"lost_{player}", text))
        return Group((*won, *beaten), tuple(nobody))

    def _build_row(self, words: Words, icon: str, name: str, kind: str) -> EventRow:
        """Return a row of chips for one field, whose values name an event and a player.

        words: the term of the event and the payment for it.
        """
        chips = [
            self.build_chip(
                name,
                f"{kind}_{player}",
                "",
                label=self._format_player_label(player, words[0]),
                conflicts=self._list_pagat_conflicts(name, player)
                if PAGAT in kind
                else self._list_king_conflicts(kind, player),
            )
            for player in self.playing
        ]
        return EventRow(words[0], words[1], icon, tuple(chips))

    def _list_king_conflicts(self, kind: str, player: str) -> Conflicts:
        """Return the choices that rule out a king winning the last trick; () for other cards."""
        if kind != KING:
            return ()
        beaten = [f"lost_{other}={PAGAT}" for other in self.playing]
        met = tuple((choice, str(CONFLICT_REASONS["king_beats_pagat"])) for choice in beaten)
        return met + list_declared_kings_conflicts(player, self.playing)

    def _build_bagud_row(self, card: str) -> EventRow:
        term, worth = BAGUD_WORDS[card]
        chips = []
        for player in self.playing:
            name = f"lost_{player}"
            conflicts = _build_conflicts(
                "winner_lost", list_event_values(WINNING, [player]), "last"
            )
            if card == KING:
                conflicts += list_declared_kings_conflicts(player, self.playing)
            if card == PAGAT:
                conflicts += self._list_pagat_conflicts(name, player)
                conflicts += _build_conflicts(
                    "king_beats_pagat", list_event_values((KING,), self.playing), "last"
                )
            chips.append(
                self.build_chip(
                    name,
                    card,
                    "",
                    label=self._format_player_label(player, term),
                    conflicts=conflicts,
                )
            )
        return EventRow(term, worth, CROSS, tuple(chips))

    def _list_pagat_conflicts(self, name: str, player: str) -> Conflicts:
        """Return the choices of other fields that already use the only pagat.

        name: the field of the choice that is ruled out.
        """
        played = list_event_values((PAGAT_LOST, PAGAT_WON), self.playing) if name != "pagat" else []
        won = list_event_values((PAGAT,), self.playing) if name != "last" else []
        conflicts = _build_conflicts("pagat_twice", played, "pagat") + _build_conflicts(
            "pagat_twice", won, "last"
        )
        beaten = [f"lost_{other}={PAGAT}" for other in self.playing if other != player]
        if name == "pagat":
            beaten.append(f"lost_{player}={PAGAT}")
        conflicts += tuple((choice, str(CONFLICT_REASONS["pagat_twice"])) for choice in beaten)
        return conflicts + list_declared_pagat_conflicts(player, self.playing)

    @property
    def tout_and_nolo(self) -> Group:
        """The rows for tout and nolo."""
        tout, nolo = [], []
        for player in self.playing:
            others = [other for other in self.playing if other != player]
            conflicts = _build_conflicts(
                "tout_lost_last", list_event_values(WINNING, others), "last"
            )
            conflicts += _build_conflicts(
                "tout_lost_one", list_event_values((PAGAT_WON,), others), "pagat"
            )
            conflicts += _build_conflicts(
                "tout_lost_one", list_event_values((PAGAT_LOST,), [player]), "pagat"
            )
            kings = [f"{KING_LOST}_{player}_{place}=on" for place in range(KINGS_IN_DECK)]
            conflicts += tuple((choice, str(CONFLICT_REASONS["tout_lost_one"])) for choice in kings)
            label = self._format_player_label(player, TOUT_WORDS[0])
            tout.append(self.build_chip("tout", player, "", label=label, conflicts=conflicts))
            conflicts = _build_conflicts(
                "nolo_won_last", list_event_values(WINNING, [player]), "last"
            )
            conflicts += _build_conflicts(
                "nolo_won_one", list_event_values((PAGAT_WON,), [player]), "pagat"
            )
            conflicts += ((f"{MATADORS}_{player}!=", str(CONFLICT_REASONS["nolo_won_one"])),)
            conflicts += _build_conflicts("nolo_with_tout", self.playing, "tout")
            label = self._format_player_label(player, NOLO_WORDS[0])
            nolo.append(self.build_chip("nolo", player, "", label=label, conflicts=conflicts))
        rows = EventRow(*TOUT_WORDS, TICK, tuple(tout)), EventRow(*NOLO_WORDS, TICK, tuple(nolo))
        nobody = (
            self._build_clearing_chip("tout", _("No tout")),
            self._build_clearing_chip("nolo", _("No nolo")),
        )
        return Group(rows, nobody)

    def _build_clearing_chip(self, name: str, text: str) -> Chip:
        return self.build_chip(name, "", text, on=not self.get_displayed(name), plain=True)

    # --- the count

    @property
    def piles(self) -> list[Pile]:
        """The inputs for the card points of the three players."""
        settles = find_player_after(self.table.seats, self.table.dealer)
        piles = []
        for player in self.playing:
            name = f"pile_{player}"
            value = self.get_displayed(name)
            text = "" if value is None else str(value)
            label = self._format_player_label(player, _("Card points"))
            piles.append(Pile(name, label, text, player == settles, bool(self.list_faults(name))))
        return piles

    @property
    def points_in_deck(self) -> int:
        """The number of card points in the deck, the sum of the three piles."""
        return POINTS_IN_DECK

    def _format_player_label(self, player: str, subject: Any) -> str:
        return _("%(player)s: %(what)s") % {"player": self.names[player], "what": subject}


def _build_conflicts(code: str, values: Iterable[str], name: str) -> Conflicts:
    """Return these values of a field as conflicts, each with the sentence for `code` as reason."""
    return tuple((f"{name}={value}", str(CONFLICT_REASONS[code])) for value in values)
