"""The entry form of a Paskievics hand: its fields, and their conversion to and from the record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.core.open_questions import BY, OPEN
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.table import Table
from scoring.games.hungarian.auction import BIDS
from scoring.games.hungarian.own_figures import map_figure_values
from scoring.games.hungarian.record import (
    ALL,
    ALONE_DISCARDED,
    ALONE_OWN,
    ANNULLED,
    CONCEDED,
    FAILED_TRIAL,
    NONE,
    OUTCOMES,
    PLAYED,
    SPLIT,
)
from scoring.games.hungarian.seats import list_speaking_order
from scoring.games.hungarian.tables import (
    BANDS,
    CALLED,
    CARD_POINTS,
    FOUR_KINGS,
    HIGHEST_KONTRA,
    HOLDINGS,
    TALON_POINTS,
    TRULL,
    VOLAT,
    XXI_CATCH,
    Figure,
)
from tarokk_club.club.hand.forms.announced_results import ImpliedResults
from tarokk_club.club.hand.forms.figure_labels import (
    ALONE,
    LOST,
    MADE,
    OURS,
    RECORD_SIDE,
    SIDES,
    THEIRS,
    TRICK_WORDS,
    ULTIMO_CHOICES,
)
from tarokk_club.club.hand.forms.hand_form import STEP, HandSeating
from tarokk_club.club.hand.forms.hungarian.announcement_slots import (
    OTHER_STEP,
    Slot,
    build_slots,
    filter_ultimos,
)
from tarokk_club.club.hand.forms.hungarian.calls import (
    apply_auction_step,
    format_calls,
    parse_calls,
)
from tarokk_club.club.hand.forms.hungarian.implied_results import (
    is_decided_by_result,
    list_hungarian_results,
)
from tarokk_club.club.hand.forms.hungarian.kontra_speakers import KONTRAS
from tarokk_club.club.hand.forms.paskievics.rows import PaskievicsRows
from tarokk_club.club.hand.forms.paskievics.words import TAROKK_CHOICES
from tarokk_club.club.hand.forms.sides import (
    build_choice_field,
    build_count_field,
    build_flag_field,
)

_TAKEN_CARDS = (TRULL, FOUR_KINGS)
_SPEAKERS = "club/hand/entry/paskievics/_kontras.html"
# The tricks implied by these card points of the declarer's side.
FOLLOWING_TRICKS: Mapping[int | None, str] = MappingProxyType({0: NONE, CARD_POINTS: ALL})


class PaskievicsForm(PaskievicsRows):
    """The form of a Paskievics hand, in the order of play: bidding, announcements, results."""

    template: ClassVar[str] = "club/hand/entry/paskievics/_fields.html"
    style: ClassVar[str] = "club/hand/entry-hungarian.css"
    script: ClassVar[str] = "club/hand/entry-hungarian.js"
    step_template: ClassVar[str] = "club/hand/entry/paskievics/_auction.html"
    usual: ClassVar[Mapping[str, Any]] = {"called": CALLED[-1]}
    repeats: ClassVar[tuple[str, ...]] = ("declarer", "bid", "partner")
    following: ClassVar[Any] = _("Tap declarer, bid and result.")

    def __init__(self, data: Any = None, *, seating: HandSeating, **options: Any) -> None:
        super().__init__(data, seating=seating, **options)
        players = list(seating.table.everyone)
        fields: dict[str, forms.Field] = {
            "outcome": build_choice_field(OUTCOMES),
            "auction": forms.CharField(required=False, max_length=2000),
            "declarer": build_choice_field(players),
            "bid": build_choice_field(BIDS),
            "called": build_choice_field(CALLED),
            "partner": build_choice_field([*players, ALONE]),
            "kontra_game": build_count_field(HIGHEST_KONTRA),
            "result": build_choice_field(BANDS),
            "declarer_points": forms.IntegerField(required=False, min_value=0, max_value=999),
            "tricks": build_choice_field(TRICK_WORDS),
            "order": forms.CharField(required=False, max_length=1000),
            "alone": build_choice_field((ALONE_OWN, ALONE_DISCARDED)),
            "discarded_by": build_choice_field(players),
        }
        fields |= self._build_figure_fields(players) | self.build_speaker_fields(players)
        fields |= {
            f"tarokks_{player}": build_choice_field(TAROKK_CHOICES) for player in self.table.seats
        }
        for card in TALON_POINTS:
            fields |= {
                f"talon_{card}": build_choice_field(players),
                f"talon_{card}_late": build_flag_field(),
            }
        fields |= {"by": build_choice_field(players), "holding": build_choice_field(HOLDINGS)}
        self.fields.update(fields)

    def _build_figure_fields(self, players: list[str]) -> dict[str, forms.Field]:
        fields = self.build_slot_fields(players, most_kontra=HIGHEST_KONTRA)
        for name, slot in self.slots.items():
            if slot.has_result_marks:
                fields[f"{name}_made"] = build_choice_field((MADE, LOST))
        club_figures = [figure.key for figure in self.allowed if figure.own is not None]
        fields |= {
            key: build_choice_field((DECLARER, OPPONENTS)) for key in (*_TAKEN_CARDS, *club_figures)
        }
        for figure in self.ultimos:
            fields |= {
                figure.key: build_choice_field(ULTIMO_CHOICES),
                f"{figure.card}_by": build_choice_field(players),
            }
        fields |= {name: build_choice_field(players) for name in ("catch_from", "catch_by")}
        return fields

    # --- results of announced figures

    def list_implied_results(self, name: str) -> ImpliedResults:
        """Return the choices that decide the result of an announcement, each with that result."""
        return list_hungarian_results(self.slots[name], self.ultimos)

    def is_decided_by_result(self, name: str) -> bool:
        """Return whether the result of the announcement follows from the hand's result."""
        return is_decided_by_result(self.slots[name].figure)

    def map_figure_names(self) -> Mapping[str, Mapping[str, str]]:
        """Return the values that name each figure in a sentence, by the figure's key."""
        return map_figure_values(self.figures, self.rules)

    # --- from the fields to the record

    def read_unplayed_hand(self, outcome: str) -> dict[str, Any]:
        """Return the record of an unplayed hand without its `outcome`."""
        if outcome == ANNULLED:
            return self.collect_values("by", "holding")
        if outcome == FAILED_TRIAL:
            # Only the last player to speak can be left with a trial three.
            usual = {"declarer": list_speaking_order(self.table)[-1], "bid": BIDS[0]}
            return usual | self.collect_values("declarer", "bid")
        return self.collect_values("declarer") | self.read_partner() if outcome == CONCEDED else {}

    def read_played_hand(self) -> dict[str, Any]:
        """Return the part of the record that describes a played hand."""
        calls = parse_calls(self.get_chosen("auction"))
        raw: dict[str, Any] = {"auction": [list(call) for call in calls]} if calls else {}
        raw |= self.collect_values("declarer", "bid", "called") | self.read_partner()
        if self.count_kontra_steps("kontra_game"):
            raw["kontra_game"] = self.count_kontra_steps("kontra_game")
        announced = self.read_announcements()
        raw |= {"announced": announced} if announced else {}
        raw |= self.read_reason_to_play_alone(raw)
        kontras = self.read_kontra_speakers()
        raw |= {"kontras": kontras} if kontras else {}
        tarokks = list(self._read_tarokks())
        raw |= {"tarokks": tarokks} if tarokks else {}
        raw |= self._read_points_and_tricks() | self.collect_values("result", *_TAKEN_CARDS)
        for figure in self.ultimos:
            raw |= self._read_ultimo(figure)
        raw |= self.read_catch(XXI_CATCH)
        club_figures = self._read_silent_club_figures()
        raw |= {"own": club_figures} if club_figures else {}
        talon = list(self._read_talon_honours())
        return raw | ({"talon_honours": talon} if talon else {})

    def _read_points_and_tricks(self) -> dict[str, Any]:
        points = self.cleaned_data.get("declarer_points")
        raw = {} if points is None else {"declarer_points": points}
        if self.get_chosen("tricks") not in (None, SPLIT):
            return raw | self.collect_values("tricks")
        # A side with no card points, or with all of them, took no tricks or all of them.
        return raw | ({"tricks": FOLLOWING_TRICKS[points]} if points in FOLLOWING_TRICKS else {})

    @property
    def displayed_tricks(self) -> str:
        """The displayed choice of tricks, or the tricks implied by the card points."""
        tricks = super().displayed_tricks
        text = self.points_text.strip()
        short = text.isdecimal() and len(text) < 10
        points = int(text) if short and tricks == SPLIT else None
        return FOLLOWING_TRICKS.get(points, tricks)

    def list_slot_names(self) -> Iterable[str]:
        """Return the field name of each announcement that is possible at this table."""
        return self.slots

    def list_possible_announcers(self, name: str) -> list[str]:
        """Return the players of the side who may have made the announcement.

        A house rule may exclude the announcer of the double from announcing volat.
        """
        may, slot = super().list_possible_announcers(name), self.slots[name]
        if self.rules.double_and_volat_by_one or slot.figure.key != VOLAT or len(may) < 2:
            return may
        doubles = [f"{key}_{slot.side}" for key in OTHER_STEP[VOLAT]]
        chosen = [name for name in doubles if name in self.slots and self.get_chosen(name)]
        announcers = [self.find_announcer(name) for name in chosen]
        return [member for member in may if member not in announcers]

    def read_announcement(self, name: str, by: str) -> dict[str, Any]:
        """Return the announcement of a field for the record, with its suit and separate result."""
        slot = self.slots[name]
        item = super().read_announcement(name, by) | {"figure": slot.figure.key}
        result = self.find_announced_result(name) if slot.figure.has_result else ""
        item |= {"made": result == MADE} if result else {}
        return item | ({"suit": slot.suit} if slot.suit else {})

    def _read_silent_club_figures(self) -> dict[str, str]:
        """Return the figures invented by the club that a side made silently, with that side."""
        silent = {}
        for figure in self.allowed:
            side_choice = self.get_chosen(figure.key) if figure.own is not None else None
            spoken = [side for side in SIDES if self.get_chosen(Slot(figure, side).name)]
            if side_choice and side_choice not in [RECORD_SIDE[side] for side in spoken]:
                silent[figure.key] = side_choice
        return silent

    def _read_tarokks(self) -> Iterable[dict[str, Any]]:
        for player in self.names:
            chosen = self.get_chosen(f"tarokks_{player}")
            if chosen:
                count, declared = TAROKK_CHOICES[chosen]
                item = {"player": player, "count": count}
                yield item | ({} if declared else {"declared": False})

    def _read_ultimo(self, figure: Figure) -> dict[str, Any]:
        chosen = self.get_chosen(figure.key)
        if not chosen or self.get_chosen("declarer") is None:
            return {}
        side, how = chosen.split("_")
        by = self._find_holder(figure, side)
        if by is None:
            self.undecided_keys.append(f"{figure.key}.{BY}")
        return {figure.key: {"by": by or self.list_members(side)[0], "made": how == MADE}}

    def _find_holder(self, figure: Figure, side: str) -> str | None:
        """Return the player of a side who played an ultimo's card last; None while unknown."""
        members = self.list_members(side)
        by = self.get_chosen(f"{figure.card}_by")
        if by in members:
            return str(by)
        # A player who announces a figure of this card holds it.
        for name, slot in self.slots.items():
            if slot.figure.card == figure.card and slot.side == side and self.get_chosen(name):
                return self.find_announcer(name)
        return members[0] if len(members) == 1 and self.has_chosen_partner else None

    def _read_talon_honours(self) -> Iterable[dict[str, Any]]:
        for card in TALON_POINTS:
            player = self.get_chosen(f"talon_{card}")
            if player:
                item = {"player": player, "card": card}
                yield item | ({"late": True} if self.get_chosen(f"talon_{card}_late") else {})

    # --- validation

    def clean(self) -> dict[str, Any]:
        """Require all fields that a recorded hand needs."""
        data: dict[str, Any] = super().clean() or {}
        outcome = data.get("outcome") or PLAYED
        if outcome in (PLAYED, CONCEDED):
            self.check_filled("declarer", _("Choose the declarer."))
            self.check_filled("partner", _("Choose the partner, or that the declarer plays alone."))
        if outcome == PLAYED:
            self.check_filled("bid", _("Choose the bid."))
            if data.get("declarer_points") is None and "declarer_points" not in self.errors:
                self.check_filled("result", _("Choose the result, or fill in the card points."))
            self.require_catcher(XXI_CATCH, _("Choose who caught the XXI."))
            self.require_undecided_fields()
            self.require_speakers()
        return data

    def find_field(self, path: str) -> str | None:
        """Return the form field for a path in the record, including items of its lists."""
        key, *keys_below = path.split(".")
        if key == "announced" and len(keys_below) == 2:
            return self.find_announced_field(*keys_below)
        if key == KONTRAS and len(keys_below) == 3:
            return self.find_kontra_field(keys_below[0], keys_below[2])
        if key == "own" and keys_below:
            return ".".join(keys_below)
        if key == "tarokks" and keys_below:
            chosen = [item["player"] for item in self._read_tarokks()]
            return f"tarokks_{chosen[int(keys_below[0])]}"
        if key == "talon_honours":
            cards = [item["card"] for item in self._read_talon_honours()]
            return f"talon_{cards[int(keys_below[0]) if keys_below else 0]}"
        if keys_below == [BY] and key in {figure.key for figure in self.ultimos}:
            return f"{self.figures[key].card}_by"
        if key == XXI_CATCH:
            return "catch_by" if keys_below == ["by"] else "catch_from"
        return super().find_field(path)

    # --- from a record to the fields

    @classmethod
    def list_players_to_carry_over(cls, raw: Mapping[str, Any]) -> set[str]:
        """Return the ids of the declarer and, if there is one, of the partner."""
        return {raw["declarer"], raw["partner"]} - {None}

    @classmethod
    def build_initial(cls, raw: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """Return the form values for a hand event, which may be unfinished."""
        del table
        plain = ("outcome", "declarer", "bid", "called", "kontra_game", "result", "declarer_points")
        initial = {name: raw[name] for name in (*plain, "tricks", *_TAKEN_CARDS) if name in raw}
        recorded = ("by", "holding", "note", "alone", "discarded_by")
        initial |= {name: raw[name] for name in recorded if name in raw}
        initial["called"] = raw.get("called", "")
        if "partner" in raw:
            initial["partner"] = raw["partner"] or ALONE
        initial["auction"] = format_calls((call[0], call[1]) for call in raw.get("auction", ()))
        ours = {raw.get("declarer"), raw.get("partner")}
        initial |= cls.build_announced_initial(raw.get("announced", ()), ours, raw.get(OPEN) or ())
        cls.add_kontra_speaker_values(raw, str(initial["order"]).split(), initial)
        for item in raw.get("announced", ()):
            if item["figure"].startswith(OWN_PREFIX) and item.get("made"):
                # The tick in the figure's row already records the result.
                del initial[f"{cls.name_announced_field(item, ours)}_made"]
        initial |= cls._build_results_initial(raw, ours)
        slots, ultimos = build_slots(cls.figures.values()), filter_ultimos(cls.figures.values())
        return initial | cls.build_announced_results_initial(
            raw, initial, lambda name: list_hungarian_results(slots[name], ultimos)
        )

    @classmethod
    def _build_results_initial(cls, raw: Mapping[str, Any], ours: set[Any]) -> dict[str, Any]:
        initial: dict[str, Any] = {}
        for item in raw.get("tarokks", ()):
            chosen = str(item["count"]) + ("" if item.get("declared", True) else "c")
            initial[f"tarokks_{item['player']}"] = chosen
        for figure in filter_ultimos(cls.figures.values()):
            ultimo = raw.get(figure.key)
            if ultimo:
                side = OURS if ultimo["by"] in ours else THEIRS
                initial[figure.key] = f"{side}_{MADE if ultimo['made'] else LOST}"
                if f"{figure.key}.{BY}" not in (raw.get(OPEN) or ()):
                    initial[f"{figure.card}_by"] = ultimo["by"]
        catch = raw.get(XXI_CATCH)
        if catch:
            initial |= {"catch_by": catch.get("by"), "catch_from": catch.get("from")}
        initial |= raw.get("own", {})
        for item in raw.get("announced", ()):
            if item["figure"].startswith(OWN_PREFIX) and item.get("made"):
                initial[item["figure"]] = DECLARER if item["by"] in ours else OPPONENTS
        for item in raw.get("talon_honours", ()):
            initial[f"talon_{item['card']}"] = item["player"]
            initial[f"talon_{item['card']}_late"] = "on" if item.get("late") else None
        return initial

    # --- the auction, call by call

    @classmethod
    def apply_step(cls, data: QueryDict, seating: HandSeating) -> QueryDict:
        """Return the data after an auction or reordering step; the kontra step changes nothing."""
        form = cls(data, seating=seating)
        if data.get(STEP) == KONTRAS:
            return data.copy()
        return (
            form.reorder_announcements(data)
            if form.is_reorder_request(data)
            else apply_auction_step(data, seating.table)
        )

    @classmethod
    def choose_step_template(cls, step: str) -> str:
        """Return the template of the fragment for a step: the kontra speakers or the auction."""
        return _SPEAKERS if step == KONTRAS else cls.step_template


FORM = PaskievicsForm
