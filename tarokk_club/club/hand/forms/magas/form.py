"""The entry form of a Magas hand: the Illustrated form with more figures and the first trick."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from scoring.core.open_questions import BY, OPEN
from scoring.core.table import Table
from scoring.games.hungarian.tables import FACAN_CARDS, PAROS_FACAN, RANKS, SUITS, Figure
from scoring.games.magas.tables import FIGURES
from tarokk_club.club.hand.forms.figure_labels import (
    LOST,
    MADE,
    OURS,
    RECORD_SIDE,
    THEIRS,
    ULTIMO_CHOICES,
)
from tarokk_club.club.hand.forms.hand_form import HandSeating
from tarokk_club.club.hand.forms.hungarian.announcement_slots import allows_one_suit_per_side
from tarokk_club.club.hand.forms.magas.further_rows import (
    FIRST_FIELDS,
    PAIR,
    VOID,
    FurtherRows,
)
from tarokk_club.club.hand.forms.sides import build_choice_field, join_names


class MagasForm(FurtherRows):
    """The entry form of a hand of Magas tarokk; Zebi inherits it with other figures."""

    template: ClassVar[str] = "club/hand/entry/magas/_fields.html"
    style: ClassVar[str] = "club/hand/entry-magas.css"
    figures: ClassVar[Mapping[str, Figure]] = FIGURES

    def __init__(self, data: Any = None, *, seating: HandSeating, **options: Any) -> None:
        super().__init__(data, seating=seating, **options)
        players = list(seating.table.everyone)
        for name, slot in self.slots.items():
            if slot.has_suit_field:
                self.fields[f"{name}_suit"] = build_choice_field(SUITS)
            if slot.figure.ranked:
                self.fields[f"{name}_rank"] = build_choice_field(RANKS)
            if slot.figure.voidable:
                self.fields[f"{name}_made"] = build_choice_field((MADE, LOST, VOID))
        for card, name in FIRST_FIELDS.items():
            self.fields[name] = build_choice_field(ULTIMO_CHOICES)
            if card in FACAN_CARDS:
                self.fields[f"{name}_by"] = build_choice_field(players)

    # --- from the fields to the record

    def read_announcement(self, name: str, by: str) -> dict[str, Any]:
        """Return the announcement of a field for the record, with its suit, rank and void mark."""
        item = super().read_announcement(name, by)
        for part in ("suit", "rank"):
            chosen = self.get_chosen(f"{name}_{part}") if f"{name}_{part}" in self.fields else None
            item |= {part: chosen} if chosen else {}
        if self.get_chosen(f"{name}_made") == VOID:
            del item["made"]
            item["void"] = True
        return item

    def read_played_hand(self) -> dict[str, Any]:
        """Return the part of the record that describes a played hand, with its first trick."""
        raw = super().read_played_hand()
        facan = list(self._read_facan())
        raw |= {"facan": facan} if facan else {}
        pair = self.get_chosen(FIRST_FIELDS[PAIR])
        if pair:
            side, how = pair.split("_")
            raw[PAROS_FACAN] = {"by": RECORD_SIDE[side], "made": how == MADE}
        return raw

    def _list_first_trick_fields(self) -> list[str]:
        """Return the chosen fields of single cards in the first trick, in the order of entry."""
        return self.list_chosen_in_entry_order(FIRST_FIELDS[card] for card in FACAN_CARDS)

    def _read_facan(self) -> Iterable[dict[str, Any]]:
        if self.get_chosen("declarer") is None:
            return
        cards = {FIRST_FIELDS[card]: card for card in FACAN_CARDS}
        for place, name in enumerate(self._list_first_trick_fields()):
            side, how = self.get_chosen(name).split("_")
            by, members = self.get_chosen(f"{name}_by"), self.list_members(side)
            if by not in members:
                decided = len(members) == 1 and (self.has_chosen_partner or side == THEIRS)
                self.undecided_keys += [] if decided else [f"facan.{place}.{BY}"]
                by = members[0]
            yield {"card": cards[name], "by": by, "made": how == MADE}

    # --- validation

    def clean(self) -> dict[str, Any]:
        """Also require the suit and rank of each announced figure whose row has fields for them."""
        data = super().clean()
        sentences = {
            "suit": _("Choose the suit: %(figure)s."),
            "rank": _("Choose the card: %(figure)s."),
        }
        for name, slot in self.slots.items():
            for part, sentence in sentences.items():
                if data.get(name) and f"{name}_{part}" in self.fields:
                    self.check_filled(f"{name}_{part}", sentence % {"figure": self.name_slot(slot)})
        return data

    def find_field(self, path: str) -> str | None:
        """Return the form field for a path in the record, including the first trick."""
        key, *keys_below = path.split(".")
        if key == "facan" and keys_below:
            name = next(iter(self._list_first_trick_fields()[int(keys_below[0]) :]), None)
            return f"{name}_{BY}" if name and keys_below[1:] == [BY] else name
        if key == PAROS_FACAN:
            return FIRST_FIELDS[PAIR]
        name = super().find_field(path)
        return name.removesuffix("_void") + "_made" if name and name.endswith("_void") else name

    # --- from a record to the fields

    @classmethod
    def name_announced_field(cls, item: Mapping[str, Any], ours: Collection[Any]) -> str:
        """Return the field name of a recorded announcement; a suit in another field is left out."""
        figure = cls.figures.get(item["figure"])
        suit = None if figure is None or allows_one_suit_per_side(figure) else item.get("suit")
        return join_names(item["figure"], suit, OURS if item["by"] in ours else THEIRS)

    @classmethod
    def build_initial(cls, raw: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """Return the form values for a hand event, which may be unfinished."""
        initial = super().build_initial(raw, table)
        ours = {raw.get("declarer"), raw.get("partner")}
        for item in raw.get("announced", ()):
            name = cls.name_announced_field(item, ours)
            initial |= {f"{name}_{part}": item[part] for part in ("suit", "rank") if part in item}
            initial |= {f"{name}_made": VOID} if item.get("void") else {}
        first_trick = []
        for place, item in enumerate(raw.get("facan", ())):
            name = FIRST_FIELDS[item["card"]]
            side = OURS if item["by"] in ours else THEIRS
            initial[name] = f"{side}_{MADE if item['made'] else LOST}"
            if f"facan.{place}.{BY}" not in (raw.get(OPEN) or ()):
                initial[f"{name}_by"] = item["by"]
            first_trick.append(name)
        pair = raw.get(PAROS_FACAN)
        if pair:
            sides = {recorded: side for side, recorded in RECORD_SIDE.items()}
            how = MADE if pair["made"] else LOST
            initial[FIRST_FIELDS[PAIR]] = f"{sides[pair['by']]}_{how}"
        return initial | {"order": " ".join([initial["order"], *first_trick]).strip()}


FORM = MagasForm
