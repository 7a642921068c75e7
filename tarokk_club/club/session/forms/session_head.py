"""Forms for the start and the settings of a session."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.problem import RefusedError
from scoring.document import Head, Stake
from scoring.games import GAMES
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.formatting.labels import GAME_NAMES
from tarokk_club.club.pages.forms import ReasonForm
from tarokk_club.club.pages.widgets import Chips, Day, LongSelect
from tarokk_club.club.people.forms.founding import list_currency_choices
from tarokk_club.club.session.forms.house_rules import list_preset_choices
from tarokk_club.club.session.forms.rules_form import RulesForm, set_choices

SEAT = "seat_"
# A draw is displayed and never submitted.
DRAWN = "drawn"
FEWEST_DRAWING = 2
# A longer list of players gets a search by name.
MOST_LISTED = 20
# From the pagat to the XXI: every game on the site has these cards.
TAROKKS = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"),
    *("XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI"),
)
MOST_SEATS = max(game.most for game in GAMES.values())


class GameForm(RulesForm):
    """A form for the game, house rules and stake.

    games: key and name of each game offered.
    """

    per_point = forms.CharField(
        label=_("Stake for one point"),
        required=False,
        max_length=20,
        help_text=_("Leave it empty where nobody plays for money."),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    currency = forms.ChoiceField(
        label=_("Currency"), choices=list_currency_choices, widget=LongSelect
    )

    def read_head(self, data: Mapping[str, Any]) -> Head:
        """Return the head of a session document, without seats; add faults to the fields."""
        rules, preset = self.read_rules(data)
        return Head(
            game=self.played,
            rules=rules,
            preset=preset,
            players=(),
            dealer="",
            title=None,
            day=data.get("date"),
            stake=self._read_stake(data),
            events=[],
        )

    def _read_stake(self, data: Mapping[str, Any]) -> Stake | None:
        # Accept a decimal comma as well as a point.
        amount = (data.get("per_point") or "").strip().replace(",", ".")
        currency = data.get("currency")
        if not amount or not currency:
            return None
        try:
            read_amount(amount, CURRENCIES[currency], field="per_point")
        except RefusedError as refused:
            self.show_problems(refused.problems)
            return None
        return Stake(currency, amount)


class HeadForm(GameForm, ReasonForm):
    """A form for the date, table, seats, first dealer, game, house rules and stake of a session.

    players: id and name of each player who may take a seat.
    often: ids of the players shown in a long list before the user searches.
    """

    date = forms.DateField(label=_("Date"), widget=Day())
    title = forms.CharField(
        label=_("Name of the table"),
        required=False,
        max_length=80,
        help_text=_("Only where several tables play on one evening."),
    )
    dealer = forms.ChoiceField(label=_("Who deals first?"), widget=Chips)

    def __init__(
        self,
        *args: Any,
        players: Sequence[tuple[str, str]],
        often: Collection[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.players = tuple(players)
        self.often = {SEAT + player for player in often}
        seats = [(str(number), str(number)) for number in range(1, MOST_SEATS + 1)]
        set_choices(self.fields["dealer"], seats)
        for player, name in self.players:
            self.fields[SEAT + player] = forms.ChoiceField(
                label=name, required=False, choices=[("", "–"), *seats]
            )

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        """The fields for the players' seat numbers."""
        return [self[SEAT + player] for player, _name in self.players]

    @property
    def chosen_count(self) -> int:
        """The number of players with a seat."""
        return sum(bool(field.value()) for field in self.seat_fields)

    @property
    def is_long(self) -> bool:
        """Whether the list of players is so long that it needs a search."""
        return len(self.players) > MOST_LISTED

    @property
    def rules_name(self) -> str:
        """The name of the chosen house rules, or of the game if it has only one set."""
        names = dict(list_preset_choices(self.played, self.sets))
        return str(names.get(self["preset"].value()) or GAME_NAMES[self.played.key])

    @property
    def drawn_cards(self) -> list[tuple[str, str]]:
        """The name and the drawn card of each player, in the order of the seats."""
        names = dict(self.players)
        return [(names[player], card) for player, card in self.initial.get(DRAWN, ())]

    @property
    def lacks_players_to_draw(self) -> bool:
        """Whether a draw was requested before enough players were chosen."""
        return DRAWN in self.initial and not self.drawn_cards

    def clean(self) -> dict[str, Any]:
        """Build the head of a session document from the fields, and add it as `head`."""
        data: dict[str, Any] = super().clean() or {}
        seats = self._read_seats(data)
        # A number may be left out, so the dealer is found by the number, not by the order.
        dealers = [player for player in seats if data[SEAT + player] == data.get("dealer")]
        if seats and data.get("dealer") and not dealers:
            self.add_error("dealer", _("Nobody sits there; choose one of the seats taken."))
        head = self.read_head(data)
        if not self.errors:
            data["head"] = replace(
                head, players=tuple(seats), dealer=dealers[0], title=data["title"]
            )
        return data

    def _read_seats(self, data: Mapping[str, Any]) -> list[str]:
        places = {
            player: int(data[SEAT + player])
            for player, _name in self.players
            if data.get(SEAT + player)
        }
        order = sorted(places, key=lambda player: places[player])
        game = self.played
        if not game.fewest <= len(order) <= game.most:
            text = _("Choose %(fewest)s to %(most)s players; you chose %(count)s.")
            if game.fewest == game.most:
                text = _("This game needs %(needed)s players; you chose %(count)s.")
            values = {"fewest": game.fewest, "most": game.most, "needed": game.most}
            values["count"] = len(order)
            self.add_error(None, forms.ValidationError(text, code="seats", params=values))
        elif len(set(places.values())) != len(places):
            self.add_error(None, _("Two players have the same seat; give each one its own."))
        return order


def draw_seats(typed: Mapping[str, Any], players: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the values with seats and dealer drawn at random among the chosen players.

    Each player draws a tarokk, as is the custom (S0, "Choice of seats"). They are seated by rank:
    the highest leads from the first seat, and the lowest deals from the last. If fewer than
    FEWEST_DRAWING players are chosen, nothing is drawn.
    """
    seated = [player for player, _name in players if typed.get(SEAT + player)][: len(TAROKKS)]
    cards = secrets.SystemRandom().sample(range(len(TAROKKS)), len(seated))
    ranks = sorted(zip(cards, seated, strict=True), reverse=True)
    seated = [player for _card, player in ranks]
    drawn = dict(typed)
    if len(seated) < FEWEST_DRAWING:
        return drawn | {DRAWN: []}
    drawn[DRAWN] = [(player, TAROKKS[card]) for card, player in ranks]
    for place, player in enumerate(seated, start=1):
        drawn[SEAT + player] = str(place)
    drawn["dealer"] = str(len(seated))
    return drawn
