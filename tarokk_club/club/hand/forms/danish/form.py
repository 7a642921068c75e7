"""The entry form of a Danish hand: its fields, and their conversion to and from the record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.open_questions import OPEN, split_open_questions
from scoring.core.reader import Reader
from scoring.core.table import Table
from scoring.games.danish.record import (
    CAVALLERIE,
    HALF,
    KING_LOST,
    KINGS,
    LOSING,
    MISDEAL,
    MISSING,
    OTHER,
    OUTCOMES,
    PAGAT_LOST,
    PAGAT_WON,
    PLAYED,
    REASONS,
    SUITS,
    TRUMPS,
    WINNING,
    read_valid_parts,
    serialize_hand,
)
from scoring.games.danish.tables import COUNTED, KINGS_IN_DECK, LEVELS
from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.hand.forms.danish.rows import DanishRows
from tarokk_club.club.hand.forms.danish.tout import list_event_values, split_event_value
from tarokk_club.club.hand.forms.figure_labels import LOST, MADE
from tarokk_club.club.hand.forms.hand_form import HandSeating
from tarokk_club.club.hand.forms.sides import build_choice_field, build_flag_field

_PAGAT_EVENTS = (PAGAT_LOST, PAGAT_WON)
_DECLARED = (*COUNTED, KINGS, *SUITS)
_ALSO = "also"


class DanishForm(DanishRows):
    """The form of a Danish hand, in order: declarations, cards lost and won, last trick, count.

    order: names of the declaration and event fields in the order of entry.
    also: declarations that no field can hold, such as a player's second count of trumps.
    """

    template: ClassVar[str] = "club/hand/entry/danish/_fields.html"
    style: ClassVar[str] = "club/hand/entry-danish.css"
    script: ClassVar[str] = "club/hand/entry-danish.js"
    following: ClassVar[Any] = _("The last trick and the count are still to come.")

    def __init__(self, data: Any = None, *, seating: HandSeating, **options: Any) -> None:
        super().__init__(data, seating=seating, **options)
        seats = seating.table.seats
        self._declared: list[str] = []
        self._played: list[str] = []
        fields: dict[str, forms.Field] = {
            "outcome": build_choice_field(OUTCOMES),
            "announced_tout": build_flag_field(),
            "announced_tout_made": build_choice_field((MADE, LOST)),
            "misdeal_reason": build_choice_field(REASONS),
            "caller": build_choice_field(seats),
            "order": forms.CharField(required=False, max_length=4000),
            _ALSO: forms.CharField(required=False, max_length=10_000),
        }
        for player in seats:
            fields |= _build_declaration_fields(player)
        for player in seats:
            for place in range(KINGS_IN_DECK):
                fields[f"{KING_LOST}_{player}_{place}"] = build_flag_field()
        fields["pagat"] = build_choice_field(list_event_values(_PAGAT_EVENTS, seats))
        fields["last"] = build_choice_field(list_event_values(WINNING, seats))
        fields |= {f"lost_{player}": build_choice_field(LOSING) for player in seats}
        fields |= {"tout": build_choice_field(seats), "nolo": build_choice_field(seats)}
        fields |= {f"pile_{player}": _build_points_field() for player in seats}
        self.fields.update(fields)

    # --- from the fields to the record

    def read_hand(self) -> dict[str, Any]:
        """Return the game's part of the record as entered so far."""
        outcome = self.get_chosen("outcome") or PLAYED
        raw: dict[str, Any] = {} if outcome == PLAYED else {"outcome": outcome}
        if outcome == MISDEAL:
            misdeal = {"reason": self._read_misdeal_reason(), "player": self.get_chosen("caller")}
            return raw | {key: value for key, value in misdeal.items() if value}
        declarations, events = self._read_declarations(), self._read_events()
        self._declared, self._played = list(declarations), list(events)
        if declarations:
            raw["declarations"] = list(declarations.values())
        if events:
            raw["in_play"] = list(events.values())
        return raw | (self._read_results() if outcome == PLAYED else {})

    def _read_misdeal_reason(self) -> str:
        """Return the chosen reason for a misdeal, or ""."""
        if "misdeal_reason" in self.data:
            return self.get_chosen("misdeal_reason") or ""
        # Phones may hold hands of release 0.3.0, whose field had the name of a correction's reason.
        stored = self.data.get("reason", "")
        return stored if stored in REASONS else ""

    def _read_declarations(self) -> dict[str, Any]:
        """Return the declarations by field name, in the order of entry."""
        declarations: dict[str, Any] = {}
        for player in self.declaring_order:
            for kind in _DECLARED:
                name = f"{kind}_{player}"
                value = self.get_chosen(name)
                if value:
                    declarations[name] = {
                        "player": player,
                        **self._read_declaration(kind, player, value),
                    }
        declarations |= {
            f"{_ALSO}_{place}": item for place, item in enumerate(self._read_extra_declarations())
        }
        return self._sort_by_entry_order(declarations)

    def _read_declaration(self, kind: str, player: str, value: str) -> dict[str, Any]:
        lacks = value == HALF and self.get_chosen(f"missing_{kind}_{player}")
        missing = {"missing": lacks} if lacks else {}
        if kind in SUITS:
            return {"kind": CAVALLERIE, "suit": kind, "level": value, **missing}
        if kind == KINGS:
            return {"kind": KINGS, "level": value, **missing}
        pagat = kind == TRUMPS and self.get_chosen(f"with_pagat_{player}")
        return {"kind": kind, "count": int(value)} | ({"pagat": True} if pagat else {})

    def _read_extra_declarations(self) -> list[Any]:
        """Return the valid declarations of the hidden field `also`."""
        try:
            further = json.loads(self.get_chosen(_ALSO) or "[]")
        except (ValueError, RecursionError):
            return []
        record = read_valid_parts(Reader({"declarations": further}, []))
        return list(serialize_hand(record).get("declarations", ()))

    def _read_events(self) -> dict[str, Any]:
        """Return the events before the last trick by field name, in the order of entry."""
        events: dict[str, Any] = {}
        for player in self.declaring_order:
            for place in range(KINGS_IN_DECK):
                name = f"{KING_LOST}_{player}_{place}"
                if self.get_chosen(name):
                    events[name] = {"player": player, "event": KING_LOST}
        if self.get_chosen("pagat"):
            event, player = split_event_value(self.get_chosen("pagat"))
            events["pagat"] = {"player": player, "event": event}
        return self._sort_by_entry_order(events)

    def _sort_by_entry_order(self, items: dict[str, Any]) -> dict[str, Any]:
        tapped = [name for name in (self.get_chosen("order") or "").split() if name in items]
        return {name: items[name] for name in dict.fromkeys([*tapped, *items])}

    def _read_results(self) -> dict[str, Any]:
        raw: dict[str, Any] = {"announced_tout": True} if self.get_chosen("announced_tout") else {}
        raw |= {name: self.get_chosen(name) for name in ("tout", "nolo") if self.get_chosen(name)}
        if self.get_chosen("announced_tout"):
            result = self.find_tout_result(self.get_chosen)
            raw |= {"tout": self.table.dealer} if result == MADE else {}
            raw |= {} if result else {OPEN: [f"announced_tout.{MADE}"]}
        trick = self._read_last_trick()
        raw |= {"last_trick": trick} if trick else {}
        piles = {player: self.cleaned_data.get(f"pile_{player}") for player in self.table.seats}
        points = {
            player: pile_points for player, pile_points in piles.items() if pile_points is not None
        }
        return raw | ({"card_points": points} if points else {})

    def _read_last_trick(self) -> dict[str, Any]:
        """Return the last trick as entered so far; its winner may follow from a tout."""
        cards = {player: self.get_chosen(f"lost_{player}") for player in self.table.seats}
        lost = [{"player": player, "card": card} for player, card in cards.items() if card]
        raw: dict[str, Any] = {"lost": lost} if lost else {}
        if self.get_chosen("last"):
            card, winner = split_event_value(self.get_chosen("last"))
            return {"winner": winner, "with": card} | raw
        tout = self.get_chosen("tout")
        if (
            not tout
            and self.get_chosen("announced_tout")
            and self.find_tout_result(self.get_chosen) == MADE
        ):
            tout = self.table.dealer
        return {"winner": tout, "with": OTHER} | raw if lost and tout else raw

    # --- validation

    def clean(self) -> dict[str, Any]:
        """Require all fields that a recorded hand needs."""
        data: dict[str, Any] = super().clean() or {}
        if (data.get("outcome") or PLAYED) != PLAYED:
            return data
        raw = self.read_hand()
        for problem in split_open_questions(raw, {"announced_tout": {"figure": "da.tout"}})[1]:
            self.add_error("announced_tout_made", render_problem(problem, self.words))
        ended = raw.get("tout") or data.get("nolo")
        beaten = any(data.get(f"lost_{player}") for player in self.table.seats)
        if not data.get("last") and (not ended or (beaten and not raw.get("tout"))):
            self.add_error("last", _("Who won the last trick, and with what?"))
        self._require_piles(data)
        return data

    def _require_piles(self, data: Mapping[str, Any]) -> None:
        piles = [f"pile_{player}" for player in self.table.seats]
        filled = [name for name in piles if data.get(name) is not None or name in self.errors]
        if self.counts_card_points and not data.get("nolo") and len(filled) < 2:
            sentence = _("Count two piles; the third follows.")
            needed = [f"pile_{player}" for player in self.playing]
            self.add_error(next(name for name in needed if name not in filled), sentence)

    def find_field(self, path: str) -> str | None:
        """Return the form field for a path in the record; None if the page has none."""
        key, *keys_below = path.split(".")
        if key == "player":
            return "caller"
        name: str | None = None
        if key in ("declarations", "in_play"):
            names = self._declared if key == "declarations" else self._played
            name = (
                names[int(keys_below[0])]
                if keys_below and int(keys_below[0]) < len(names)
                else None
            )
        elif key == "last_trick":
            lost = [player for player in self.table.seats if self.get_chosen(f"lost_{player}")]
            name = (
                f"lost_{lost[int(keys_below[1])]}"
                if keys_below[:1] == ["lost"] and keys_below[1:]
                else "last"
            )
        elif key == "card_points":
            name = f"pile_{keys_below[0] if keys_below else self.playing[0]}"
        else:
            name = super().find_field(path)
        away = any(name and player in name for player in self.absent_players)
        return name if name in self.fields and not away else None

    # --- from a record to the fields

    @classmethod
    def build_initial(cls, raw: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """Return the form values for a hand event, which may be unfinished."""
        del table
        plain = ("outcome", "announced_tout", "tout", "nolo", "note")
        initial = {name: raw[name] for name in plain if raw.get(name)}
        if raw.get("outcome") == MISDEAL:
            initial |= {"misdeal_reason": raw.get("reason"), "caller": raw.get("player")}
        declared, also = _build_declared_initial(raw.get("declarations") or ())
        events = _build_events_initial(raw.get("in_play") or ())
        initial |= declared | events
        if also:
            initial[_ALSO] = json.dumps(also)
        names = [name for name in declared if not name.startswith(("with_pagat", "missing_"))]
        initial["order"] = " ".join([*names, *events])
        if raw.get("announced_tout") and not raw.get("tout") and not raw.get(OPEN):
            initial["announced_tout_made"] = LOST
        trick = raw.get("last_trick") or {}
        if trick.get("winner"):
            initial["last"] = f"{trick['with']}_{trick['winner']}"
        initial |= {f"lost_{item['player']}": item["card"] for item in trick.get("lost") or ()}
        points = raw.get("card_points") or {}
        return initial | {f"pile_{player}": pile_points for player, pile_points in points.items()}


def _build_declared_initial(items: Iterable[Mapping[str, Any]]) -> tuple[dict[str, Any], list[Any]]:
    """Return the form values of the declarations, and the declarations that have no field."""
    initial: dict[str, Any] = {}
    also: list[Any] = []
    for item in items:
        kind = item["suit"] if item["kind"] == CAVALLERIE else item["kind"]
        name = f"{kind}_{item['player']}"
        if name in initial:
            initial[f"{_ALSO}_{len(also)}"] = "on"
            also.append(dict(item))
            continue
        initial[name] = item.get("level") or str(item["count"])
        if item.get("missing"):
            initial[f"missing_{name}"] = item["missing"]
        if item.get("pagat"):
            initial[f"with_pagat_{item['player']}"] = "on"
    return initial, also


def _build_events_initial(items: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    initial: dict[str, Any] = {}
    for item in items:
        player, event = item["player"], item["event"]
        if event in _PAGAT_EVENTS:
            initial["pagat"] = f"{event}_{player}"
            continue
        places = [f"{KING_LOST}_{player}_{place}" for place in range(KINGS_IN_DECK)]
        free = [name for name in places if name not in initial]
        initial |= dict.fromkeys(free[:1], "on")
    return initial


def _build_declaration_fields(player: str) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {}
    for kind, (fewest, most, _lowest) in COUNTED.items():
        fields[f"{kind}_{player}"] = build_choice_field(
            [str(count) for count in range(fewest, most + 1)]
        )
    fields[f"with_pagat_{player}"] = build_flag_field()
    for kind in (KINGS, *SUITS):
        fields[f"{kind}_{player}"] = build_choice_field(tuple(LEVELS))
        fields[f"missing_{kind}_{player}"] = build_choice_field(
            MISSING[KINGS if kind == KINGS else CAVALLERIE]
        )
    return fields


def _build_points_field() -> forms.IntegerField:
    return forms.IntegerField(required=False, min_value=0, max_value=999)


FORM = DanishForm
