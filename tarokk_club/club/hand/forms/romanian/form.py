"""The entry form of a Romanian hand: its fields, and their conversion to and from the record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.open_questions import BY, OPEN
from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.table import Table
from scoring.games.romanian.record import HIGHEST_KONTRA, SUITS
from scoring.games.romanian.tables import TRICKS
from tarokk_club.club.hand.forms.announced_results import ImpliedResults
from tarokk_club.club.hand.forms.figure_labels import (
    ALL_TRICKS,
    ALONE,
    LOST,
    MADE,
    NO_TRICK,
    OURS,
    SIDES,
    SOME_TRICKS,
    THEIRS,
    TRICK_WORDS,
    ULTIMO_CHOICES,
)
from tarokk_club.club.hand.forms.hand_form import HandSeating
from tarokk_club.club.hand.forms.romanian.implied_results import VALAT, list_romanian_results
from tarokk_club.club.hand.forms.romanian.rows import RomanianRows
from tarokk_club.club.hand.forms.romanian.words import MICHI, NO, PLAYED, SURRENDERED, YES
from tarokk_club.club.hand.forms.sides import (
    build_choice_field,
    build_count_field,
    build_flag_field,
)

_TAKEN_CARDS = ("trula", "toti_regii")
_SPOKEN = ("outcome", "declarer", "contract", "level", "called", "kontra_game", "note")
_PLAIN = (*_SPOKEN, "declarer_points", "tricks", "revoke", *_TAKEN_CARDS)
_KING = ("king_captured", "king_abandoned")


class RomanianForm(RomanianRows):
    """The form of a Romanian hand: contract and level, announcements, kontra, results."""

    template: ClassVar[str] = "club/hand/entry/romanian/_fields.html"
    style: ClassVar[str] = "club/hand/entry-romanian.css"
    following: ClassVar[Any] = _("The amounts come with declarer, contract and card points.")

    def __init__(self, data: Any = None, *, seating: HandSeating, **options: Any) -> None:
        super().__init__(data, seating=seating, **options)
        players = list(seating.table.everyone)
        contracts = self.tables.contracts
        highest = max(contract.levels for contract in contracts.values())
        fields: dict[str, forms.Field] = {
            "outcome": build_choice_field(self.tables.outcomes),
            "declarer": build_choice_field(players),
            "contract": build_choice_field(contracts),
            "level": build_choice_field([str(level) for level in range(1, highest + 1)]),
        }
        if self.tables.called_king:
            fields |= {
                "called": build_choice_field(SUITS),
                "partner": build_choice_field([*players, ALONE]),
            }
        fields |= {
            "kontra_game": build_count_field(HIGHEST_KONTRA),
            "declarer_points": forms.IntegerField(required=False, min_value=0, max_value=999),
            "tricks": build_choice_field(TRICK_WORDS),
            "order": forms.CharField(required=False, max_length=1000),
        }
        self.fields.update(
            fields | self._build_figure_fields(players) | self._build_other_fields(self.table.seats)
        )

    def _build_figure_fields(self, players: list[str]) -> dict[str, forms.Field]:
        fields = self.build_slot_fields(players, most_kontra=HIGHEST_KONTRA)
        fields |= {key: build_choice_field((DECLARER, OPPONENTS)) for key in _TAKEN_CARDS}
        fields["pagat_ultimo"] = build_choice_field(ULTIMO_CHOICES)
        fields |= {
            name: build_choice_field(players) for name in ("pagat_by", "catch_from", "catch_by")
        }
        if self.tables.called_king:
            fields["rege_ultimo"] = build_choice_field((MADE, LOST))
            fields |= {key: build_flag_field() for key in _KING}
        fields["revoke"] = build_choice_field(players)
        return fields

    def _build_other_fields(self, players: Sequence[str]) -> dict[str, forms.Field]:
        counts = [str(count) for count in self.tables.taroace]
        fields: dict[str, forms.Field] = {
            f"taroace_{player}": build_choice_field(counts) for player in players
        }
        if MICHI in self.tables.outcomes:
            fields |= {f"tricks_{player}": build_count_field(TRICKS) for player in players}
            # This field only displays errors about the sum of all counters.
            fields["tricks_taken"] = forms.CharField(required=False, max_length=10)
        if SURRENDERED in self.tables.outcomes:
            fields["honour_held"] = build_choice_field((YES, NO))
        return fields

    # --- results and announcers of figures

    def list_implied_results(self, name: str) -> ImpliedResults:
        """Return the choices that decide the result of an announcement, each with that result."""
        return list_romanian_results(name)

    def is_decided_by_result(self, name: str) -> bool:
        """Return whether the result of the announcement follows from the hand's tricks."""
        return name.startswith(VALAT)

    def map_figure_names(self) -> Mapping[str, Mapping[str, str]]:
        """Return the values that name each figure in a sentence, by the figure's key."""
        return {figure.key: {"figure": figure.term} for figure in self.tables.figures}

    def list_possible_announcers(self, name: str) -> list[str]:
        """Return the players who may have made the announcement.

        On the declarer's side only the declarer announces pagat ultimo, and only the holder of
        the called king announces rege ultimo.
        """
        if name == f"pagat_ultimo_{OURS}":
            return self.list_members(OURS)[:1]
        may = super().list_possible_announcers(name)
        return may[-1:] if name == f"rege_ultimo_{OURS}" else may

    # --- from the fields to the record

    def read_unplayed_hand(self, outcome: str) -> dict[str, Any]:
        """Return the record of an unplayed hand without its `outcome`."""
        if outcome == MICHI:
            return {"tricks_taken": self._read_tricks_taken()}
        if outcome == SURRENDERED:
            held = self.get_chosen("honour_held")
            honours = {"honour_held": held == YES} if held else {}
            return self.collect_values("declarer") | self._read_contract() | honours
        return {}

    def _read_tricks_taken(self) -> dict[str, int]:
        counts = {
            player: int(self.get_chosen(f"tricks_{player}") or 0) for player in self.table.seats
        }
        return {player: count for player, count in counts.items() if count}

    def _read_contract(self) -> dict[str, Any]:
        level = int(self.get_chosen("level") or 1)
        return self.collect_values("contract") | ({"level": level} if level > 1 else {})

    def read_played_hand(self) -> dict[str, Any]:
        """Return the part of the record that describes a played hand."""
        raw = self.collect_values("declarer") | self._read_contract()
        if self.tables.called_king:
            raw |= self.collect_values("called") | self.read_partner()
        if self.count_kontra_steps("kontra_game"):
            raw["kontra_game"] = self.count_kontra_steps("kontra_game")
        announced = self.read_announcements()
        raw |= {"announced": announced} if announced else {}
        declared = [
            {"player": name.partition("_")[2], "count": int(self.get_chosen(name))}
            for name in self._list_declared_taroace()
        ]
        raw |= {"declarations": declared} if declared else {}
        return raw | self._read_results()

    def _list_declared_taroace(self) -> list[str]:
        """Return the fields of the declared taroace, in the order of the record."""
        return self.list_chosen_in_entry_order(f"taroace_{player}" for player in self.table.seats)

    def _read_results(self) -> dict[str, Any]:
        points, tricks = self.cleaned_data.get("declarer_points"), self.get_chosen("tricks")
        raw = {} if points is None else {"declarer_points": points}
        # All points or none means all tricks or none, and the document must record the tricks.
        if points in (0, self.tables.card_points) and tricks in (None, SOME_TRICKS):
            tricks = ALL_TRICKS if points else NO_TRICK
        raw |= {"tricks": tricks} if tricks not in (None, SOME_TRICKS) else {}
        raw |= (
            self.collect_values(*_TAKEN_CARDS, "revoke")
            | self.read_catch("luna_prinsa")
            | self._read_pagat()
        )
        if self.tables.called_king:
            king = self.get_chosen("rege_ultimo")
            raw |= {"rege_ultimo": {"made": king == MADE}} if king else {}
            raw |= self.collect_values(*_KING)
            if king == LOST and not raw.get("king_abandoned"):
                raw["king_captured"] = True
        return raw

    def _read_pagat(self) -> dict[str, Any]:
        chosen = self.get_chosen("pagat_ultimo")
        if not chosen or self.get_chosen("declarer") is None:
            return {}
        side, how = chosen.split("_")
        by = self._find_holder(side)
        if by is None:
            self.undecided_keys.append(f"pagat_ultimo.{BY}")
        return {"pagat_ultimo": {"by": by or self.list_members(side)[0], "made": how == MADE}}

    def _find_holder(self, side: str) -> str | None:
        """Return the player of a side who played the pagat to the last trick; None while unknown.

        A player who announced pagat ultimo holds the pagat.
        """
        members = self.list_members(side)
        by = self.get_chosen("pagat_by")
        if by in members:
            return str(by)
        if self.get_chosen(f"pagat_ultimo_{side}"):
            return self.find_announcer(f"pagat_ultimo_{side}")
        return members[0] if len(members) == 1 and self.has_chosen_partner else None

    def list_slot_names(self) -> list[str]:
        """Return the field name of each possible announcement."""
        return [f"{figure}_{side}" for figure in self.tables.announceable for side in SIDES]

    # --- validation

    def clean(self) -> dict[str, Any]:
        """Require all fields that a recorded hand needs."""
        data: dict[str, Any] = super().clean() or {}
        outcome = data.get("outcome") or PLAYED
        if outcome in (PLAYED, SURRENDERED):
            self.check_filled("declarer", _("Choose the declarer."))
            self.check_filled("contract", _("Choose the contract."))
        if outcome == SURRENDERED:
            self.check_filled(
                "honour_held", _("Say whether the declarer holds skiz, luna or pagat.")
            )
        if outcome == PLAYED:
            self._require_played_fields(data)
        tricks_counted = sum(self._read_tricks_taken().values()) if outcome == MICHI else TRICKS
        if tricks_counted < TRICKS:
            sentence = _("Tricks counted: %(taken)s of %(all)s.")
            self.add_error("tricks_taken", sentence % {"taken": tricks_counted, "all": TRICKS})
        return data

    def _require_played_fields(self, data: Mapping[str, Any]) -> None:
        if self.tables.called_king:
            self.check_filled("partner", _("Choose the partner, or that the declarer plays alone."))
        if (
            data.get("declarer_points") is None
            and data.get("tricks") in ("", SOME_TRICKS)
            and "declarer_points" not in self.errors
        ):
            self.add_error("declarer_points", _("Fill in the card points of the declarer's side."))
        self.require_catcher("luna_prinsa", _("Choose who caught the luna."))
        self.require_undecided_fields()

    def find_field(self, path: str) -> str | None:
        """Return the form field for a path in the record, including items of its lists."""
        key, *keys_below = path.split(".")
        if key == "announced" and len(keys_below) == 2:
            return self.find_announced_field(*keys_below)
        if key == "declarations" and keys_below:
            return next(iter(self._list_declared_taroace()[int(keys_below[0]) :]), None)
        if key == "luna_prinsa":
            return "catch_by" if keys_below == ["by"] else "catch_from"
        if key == "pagat_ultimo" and keys_below == ["by"]:
            return "pagat_by"
        if key == "tricks_taken" and keys_below:
            path = f"tricks_{keys_below[0]}"
        return super().find_field(path)

    # --- from a record to the fields

    @classmethod
    def build_initial(cls, raw: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """Return the form values for a hand event, which may be unfinished."""
        del table
        initial = {name: raw[name] for name in _PLAIN if name in raw}
        initial |= {name: "on" for name in _KING if raw.get(name)}
        if "partner" in raw:
            initial["partner"] = raw["partner"] or ALONE
        for player, tricks in raw.get("tricks_taken", {}).items():
            initial[f"tricks_{player}"] = tricks
        if "honour_held" in raw:
            initial["honour_held"] = YES if raw["honour_held"] else NO
        ours = {raw.get("declarer"), raw.get("partner")}
        places = raw.get(OPEN) or ()
        initial |= cls.build_announced_initial(raw.get("announced", ()), ours, places)
        initial |= cls._build_results_initial(raw, ours) | cls._build_declared_initial(raw, initial)
        return initial | cls.build_announced_results_initial(raw, initial, list_romanian_results)

    @classmethod
    def _build_results_initial(cls, raw: Mapping[str, Any], ours: set[Any]) -> dict[str, Any]:
        initial: dict[str, Any] = {}
        pagat, king, luna = (raw.get(key) for key in ("pagat_ultimo", "rege_ultimo", "luna_prinsa"))
        if pagat:
            side = OURS if pagat["by"] in ours else THEIRS
            initial["pagat_ultimo"] = f"{side}_{MADE if pagat['made'] else LOST}"
            if f"pagat_ultimo.{BY}" not in (raw.get(OPEN) or ()):
                initial["pagat_by"] = pagat["by"]
        if king:
            initial["rege_ultimo"] = MADE if king["made"] else LOST
        if luna:
            initial |= {"catch_by": luna.get("by"), "catch_from": luna.get("from")}
        return initial

    @classmethod
    def _build_declared_initial(
        cls, raw: Mapping[str, Any], before: Mapping[str, Any]
    ) -> dict[str, Any]:
        items: Iterable[Mapping[str, Any]] = raw.get("declarations", ())
        declared = {f"taroace_{item['player']}": item["count"] for item in items}
        return {**declared, "order": " ".join([before["order"], *declared]).strip()}


FORM = RomanianForm
