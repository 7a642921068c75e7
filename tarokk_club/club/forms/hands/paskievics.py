"""The entry form of a Hungarian hand: which fields it has, and the record that they say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.table import Table, order_from
from scoring.games.paskievics.auction import BIDS
from scoring.games.paskievics.record import (
    ALL,
    ANNULLED,
    CONCEDED,
    FAILED_TRIAL,
    NONE,
    OUTCOMES,
    PLAYED,
    SPLIT,
)
from scoring.games.paskievics.seats import sits_out, speaking_order
from scoring.games.paskievics.tables import (
    BANDS,
    CALLED,
    FOUR_KINGS,
    HIGHEST_KONTRA,
    HOLDINGS,
    PAGAT_ULTIMO,
    TALON_POINTS,
    TRULL,
    XXI_CATCH,
)
from tarokk_club.club.forms.hands.base import Seating
from tarokk_club.club.forms.hands.calls import calls_of, text_of, with_step
from tarokk_club.club.forms.hands.paskievics_rows import PaskievicsRows
from tarokk_club.club.forms.hands.paskievics_words import (
    ALONE,
    LOST,
    MADE,
    OURS,
    SIDES,
    TAROKK_CHOICES,
    THEIRS,
    ULTIMO_CHOICES,
)

_TAKEN = (TRULL, FOUR_KINGS)


class PaskievicsForm(PaskievicsRows):
    """A hand of Paskievics, in the order of the table: bidding, announcements, what was made."""

    template: ClassVar[str] = "club/entry/paskievics/_fields.html"
    step_template: ClassVar[str] = "club/entry/paskievics/_auction.html"
    usual: ClassVar[Mapping[str, Any]] = {"called": CALLED[-1]}

    def __init__(self, data: Any = None, *, seating: Seating, **options: Any) -> None:
        super().__init__(data, seating=seating, **options)
        self._announced: list[tuple[str, str]] = []
        players = list(seating.names)
        made: dict[str, forms.Field] = {
            "outcome": _one_of(OUTCOMES),
            "auction": forms.CharField(required=False, max_length=2000),
            "declarer": _one_of(players),
            "bid": _one_of(BIDS),
            "called": _one_of(CALLED),
            "partner": _one_of([*players, ALONE]),
            "kontra_game": _steps(),
            "result": _one_of(BANDS),
            "declarer_points": forms.IntegerField(required=False, min_value=0, max_value=999),
            "tricks": _one_of((ALL, NONE, SPLIT)),
            "order": forms.CharField(required=False, max_length=1000),
        }
        made |= self._figure_fields(players)
        made |= {f"tarokks_{player}": _one_of(TAROKK_CHOICES) for player in players}
        for card in TALON_POINTS:
            made |= {f"talon_{card}": _one_of(players), f"talon_{card}_late": _flag()}
        made |= {"by": _one_of(players), "holding": _one_of(HOLDINGS)}
        self.fields.update(made)

    def _figure_fields(self, players: list[str]) -> dict[str, forms.Field]:
        made: dict[str, forms.Field] = {}
        for key in self.figures:
            for side in SIDES:
                name = f"{key}_{side}"
                made[name] = _flag()
                made[f"{name}_kontra"] = _steps()
                made[f"{name}_by"] = _one_of(players)
        made |= {key: _one_of((DECLARER, OPPONENTS)) for key in _TAKEN}
        made[PAGAT_ULTIMO] = _one_of(ULTIMO_CHOICES)
        made |= {name: _one_of(players) for name in ("pagat_by", "catch_from", "catch_by")}
        return made

    # --- from the fields to the record

    def hand(self) -> dict[str, Any]:
        """The event's own keys so far."""
        outcome = self.said("outcome") or PLAYED
        if outcome == PLAYED:
            return self._played()
        raw: dict[str, Any] = {"outcome": outcome}
        if outcome == ANNULLED:
            return raw | self._told("by", "holding")
        if outcome == FAILED_TRIAL:
            # Only the last to speak can be left with a trial three.
            usual = {"declarer": speaking_order(self.table)[-1], "bid": BIDS[0]}
            return raw | usual | self._told("declarer", "bid")
        return raw | (self._told("declarer") | self._partner() if outcome == CONCEDED else {})

    def _told(self, *names: str) -> dict[str, Any]:
        return {name: self.said(name) for name in names if self.said(name) is not None}

    def _partner(self) -> dict[str, Any]:
        """The partner, null when the declarer is alone, left out while nobody knows."""
        partner = self.said("partner")
        return {"partner": None if partner == ALONE else partner} if partner else {}

    def _played(self) -> dict[str, Any]:
        calls = calls_of(self.said("auction"))
        raw: dict[str, Any] = {"auction": [list(call) for call in calls]} if calls else {}
        raw |= self._told("declarer", "bid", "called") | self._partner()
        if self._kontra("kontra_game"):
            raw["kontra_game"] = self._kontra("kontra_game")
        announced = self._announcements()
        raw |= {"announced": announced} if announced else {}
        tarokks = list(self._tarokks())
        raw |= {"tarokks": tarokks} if tarokks else {}
        raw |= self._points() | self._told("result", *_TAKEN)
        raw |= self._ultimo() | self._catch()
        talon = list(self._talon_honours())
        return raw | ({"talon_honours": talon} if talon else {})

    def _points(self) -> dict[str, Any]:
        points = self.cleaned_data.get("declarer_points")
        raw = {} if points is None else {"declarer_points": points}
        return raw | (self._told("tricks") if self.said("tricks") != SPLIT else {})

    def _kontra(self, name: str) -> int:
        return int(self.said(name) or 0)

    def _announcements(self) -> list[dict[str, Any]]:
        if self.said("declarer") is None:
            return []
        usual = [(key, side) for key in self.figures for side in SIDES]
        first = (self.said("order") or "").split()
        names = {f"{key}_{side}": (key, side) for key, side in usual if self.said(f"{key}_{side}")}
        self._announced = [names[name] for name in first if name in names]
        self._announced += [pair for pair in names.values() if pair not in self._announced]
        return [self._announcement(key, side) for key, side in self._announced]

    def _announcement(self, key: str, side: str) -> dict[str, Any]:
        kontra = self._kontra(f"{key}_{side}_kontra")
        item = {"figure": key, "by": self._announcer(key, side)}
        return item | ({"kontra": kontra} if kontra else {})

    def _announcer(self, key: str, side: str) -> str:
        """Who announced: as chosen, else the first of the side."""
        chosen = self.said(f"{key}_{side}_by")
        members = self.members(side)
        return str(chosen) if chosen in members else members[0]

    def members(self, side: str) -> list[str]:
        """Who plays on a side, the declarer or the next after him first; the declarer is known.

        While the partner is not known, everybody else counts as an opponent.
        """
        declarer, partner = self.said("declarer"), self.said("partner")
        if side == OURS:
            return [declarer] if partner in (None, ALONE) else [declarer, partner]
        seats = self.table.seats
        order = order_from(seats, declarer)[1:] if declarer in seats else seats
        ours = (declarer, partner, sits_out(self.table))
        return [player for player in order if player not in ours]

    def _tarokks(self) -> Iterable[dict[str, Any]]:
        for player in self.names:
            chosen = self.said(f"tarokks_{player}")
            if chosen:
                count, declared = TAROKK_CHOICES[chosen]
                item = {"player": player, "count": count}
                yield item | ({} if declared else {"declared": False})

    def _ultimo(self) -> dict[str, Any]:
        chosen = self.said(PAGAT_ULTIMO)
        if not chosen or self.said("declarer") is None:
            return {}
        side, how = chosen.split("_")
        by, members = self.said("pagat_by"), self.members(side)
        if by not in members:
            # Who announces the pagat holds it.
            said = self.said(f"{PAGAT_ULTIMO}_{side}")
            by = self._announcer(PAGAT_ULTIMO, side) if said else members[0]
        return {PAGAT_ULTIMO: {"by": by, "made": how == MADE}}

    def _catch(self) -> dict[str, Any]:
        """Who lost the XXI is always asked; who caught it only where it does not follow."""
        victim, by = self.said("catch_from"), self.said("catch_by")
        if not victim:
            return {}
        if by is None and self.said("declarer") and self.said("partner"):
            side = THEIRS if victim in self.members(OURS) else OURS
            members = self.members(side)
            if self.said(f"{XXI_CATCH}_{side}"):
                by = self._announcer(XXI_CATCH, side)
            elif len(members) == 1:
                by = members[0]
        return {XXI_CATCH: ({"by": by} if by else {}) | {"from": victim}}

    def _talon_honours(self) -> Iterable[dict[str, Any]]:
        for card in TALON_POINTS:
            player = self.said(f"talon_{card}")
            if player:
                item = {"player": player, "card": card}
                yield item | ({"late": True} if self.said(f"talon_{card}_late") else {})

    # --- what is wrong with it

    def clean(self) -> dict[str, Any]:
        """Ask for what the record of a played hand cannot do without."""
        data: dict[str, Any] = super().clean() or {}
        outcome = data.get("outcome") or PLAYED
        if outcome in (PLAYED, CONCEDED):
            self._ask("declarer", _("Choose the declarer."))
            self._ask("partner", _("Choose the partner, or that the declarer plays alone."))
        if outcome == PLAYED:
            self._ask("bid", _("Choose the bid."))
            if data.get("declarer_points") is None and "declarer_points" not in self.errors:
                self._ask("result", _("Choose the result, or fill in the card points."))
            if "by" not in self._catch().get(XXI_CATCH, {"by": None}):
                self._ask("catch_by", _("Choose who caught the XXI."))
        return data

    def _ask(self, name: str, sentence: Any) -> None:
        if not self.cleaned_data.get(name) and name not in self.errors:
            self.add_error(name, sentence)

    def field_of(self, path: str) -> str | None:
        """The form's field for a key of the record, also inside its lists."""
        head, *rest = path.split(".")
        if head == "announced" and len(rest) == 2 and int(rest[0]) < len(self._announced):
            key, side = self._announced[int(rest[0])]
            return f"{key}_{side}" + ("" if rest[1] == "figure" else f"_{rest[1]}")
        if head == "tarokks" and rest:
            chosen = [item["player"] for item in self._tarokks()]
            return f"tarokks_{chosen[int(rest[0])]}"
        if head == "talon_honours":
            cards = [item["card"] for item in self._talon_honours()]
            return f"talon_{cards[int(rest[0]) if rest else 0]}"
        if head == XXI_CATCH:
            return "catch_by" if rest == ["by"] else "catch_from"
        return super().field_of(path)

    # --- from a record to the fields

    @classmethod
    def initial_of(cls, raw: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """The choices that an event was made of; of a draft, as many as it has."""
        del table
        plain = ("outcome", "declarer", "bid", "called", "kontra_game", "result", "declarer_points")
        initial = {name: raw[name] for name in (*plain, "tricks", *_TAKEN) if name in raw}
        initial |= {name: raw[name] for name in ("by", "holding", "note") if name in raw}
        initial["called"] = raw.get("called", "")
        if "partner" in raw:
            initial["partner"] = raw["partner"] or ALONE
        initial["auction"] = text_of((call[0], call[1]) for call in raw.get("auction", ()))
        ours = {raw.get("declarer"), raw.get("partner")}
        initial |= cls._announced_initial(raw.get("announced", ()), ours)
        initial |= cls._facts_initial(raw, ours)
        return initial

    @classmethod
    def _announced_initial(
        cls, items: Iterable[Mapping[str, Any]], ours: set[Any]
    ) -> dict[str, Any]:
        initial: dict[str, Any] = {}
        order = []
        for item in items:
            name = f"{item['figure']}_{OURS if item['by'] in ours else THEIRS}"
            order.append(name)
            initial |= {name: "on", f"{name}_by": item["by"]}
            initial[f"{name}_kontra"] = item.get("kontra", 0)
        return initial | {"order": " ".join(order)}

    @classmethod
    def _facts_initial(cls, raw: Mapping[str, Any], ours: set[Any]) -> dict[str, Any]:
        initial: dict[str, Any] = {}
        for item in raw.get("tarokks", ()):
            chosen = str(item["count"]) + ("" if item.get("declared", True) else "c")
            initial[f"tarokks_{item['player']}"] = chosen
        pagat, catch = raw.get(PAGAT_ULTIMO), raw.get(XXI_CATCH)
        if pagat:
            side = OURS if pagat["by"] in ours else THEIRS
            initial[PAGAT_ULTIMO] = f"{side}_{MADE if pagat['made'] else LOST}"
            initial["pagat_by"] = pagat["by"]
        if catch:
            initial |= {"catch_by": catch.get("by"), "catch_from": catch.get("from")}
        for item in raw.get("talon_honours", ()):
            initial[f"talon_{item['card']}"] = item["player"]
            initial[f"talon_{item['card']}_late"] = "on" if item.get("late") else None
        return initial

    # --- the auction, call by call

    @classmethod
    def stepped(cls, data: QueryDict, seating: Seating) -> QueryDict:
        """The data after a call; who became declarer, his bid and the called card follow."""
        return with_step(data, seating.table)


def _one_of(values: Iterable[str]) -> forms.ChoiceField:
    return forms.ChoiceField(required=False, choices=[(value, value) for value in values])


def _steps() -> forms.ChoiceField:
    return _one_of([str(step) for step in range(HIGHEST_KONTRA + 1)])


def _flag() -> forms.BooleanField:
    return forms.BooleanField(required=False)
