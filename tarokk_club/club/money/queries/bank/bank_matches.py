"""Matching of bank statement lines to planned payments, fees and players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from uuid import UUID, uuid5

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, Payment, Transfer, WriteKey
from tarokk_club.club.models.money import NOT_COUNTER_ENTRY
from tarokk_club.club.money.bank_lines import BankLine
from tarokk_club.club.money.payer_names import normalise_words, rate_name_match
from tarokk_club.club.money.queries.balances.account_balances import find_valid_plans
from tarokk_club.club.money.queries.money_rules import load_money_rules
from tarokk_club.club.money.queries.settlements.paid_transfers import iter_open_transfers
from tarokk_club.club.money.queries.settlements.unsettled_items import OpenFee, load_open_fees
from tarokk_club.club.people.queries.clubs import list_active_players
from tarokk_club.club.writing.removed_players import load_former_names

_MOST_GENERATIONS = 20


@dataclass(frozen=True, slots=True)
class Match:
    """A statement line with the planned payment that matches it.

    transfer: None if there is no match.
    left: the open amount of that payment, minor units.
    key: the idempotency key for recording the line.
    is_recorded: whether the line was already recorded from a statement.
    """

    line: BankLine
    transfer: Transfer | None
    left: int
    key: UUID
    is_recorded: bool = False

    @property
    def is_partial(self) -> bool:
        """Whether the line pays only a part of the open amount."""
        return abs(self.line.minor) < self.left


@dataclass(frozen=True, slots=True)
class OpenMoney:
    """The possible matches of a bank line: planned payments, open fees and players.

    transfers: planned payments to or from the keeper of the club's money, with open amounts.
    players: pairs of id and name.
    till: the player who keeps the club's money; None for the kitty.
    former: names of merged players, by id of the remaining player.
    """

    transfers: tuple[tuple[Transfer, int], ...]
    fees: tuple[OpenFee, ...]
    players: tuple[tuple[str, str], ...]
    till: UUID | None
    former: Mapping[UUID, Sequence[str]] = field(default_factory=dict)

    def is_incoming(self, transfer: Transfer) -> bool:
        """Return whether the keeper of the club's money receives the transfer."""
        return transfer.receiver_id in (None, self.till)


def load_money_to_match(club: Club) -> OpenMoney:
    """Return the club's planned payments, fees and players that a bank line may match."""
    till = load_money_rules(club.id).till_player_id
    rows = Transfer.objects.filter(settlement__in=find_valid_plans(club.id))
    transfers = rows.select_related("settlement", "payer", "receiver").order_by("place")
    ends = {None, till}
    through = [
        transfer for transfer in transfers if {transfer.payer_id, transfer.receiver_id} & ends
    ]
    return OpenMoney(
        transfers=tuple(iter_open_transfers(through)),
        fees=load_open_fees(club.id),
        players=tuple(list_active_players(club)),
        till=till,
        former=load_former_names(club.id),
    )


def match_bank_lines(club: Club, lines: Sequence[BankLine], money: OpenMoney) -> tuple[Match, ...]:
    """Return a match for every line; each planned payment is matched at most once."""
    open_transfers = list(money.transfers)
    names = _collect_names(money)
    matches = []
    for line, (key, is_recorded) in zip(lines, _find_line_keys(club, lines), strict=True):
        match = None
        if line.is_booked and not is_recorded:
            match = _find_best_match(line, open_transfers, money, names)
        if match:
            open_transfers.remove(match)
        transfer, open_amount = match or (None, 0)
        matches.append(Match(line, transfer, open_amount, key, is_recorded))
    return tuple(matches)


def _find_line_keys(club: Club, lines: Sequence[BankLine]) -> list[tuple[UUID, bool]]:
    """Return the idempotency key of each line, and whether the line is already recorded.

    A line whose payment was undone gets a new key. This takes up to three queries, and three more
    for each time that a payment was undone.
    """
    keys: dict[int, tuple[UUID, bool]] = {}
    waiting = list(range(len(lines)))
    for generation in range(_MOST_GENERATIONS):
        again = f" {generation}" if generation else ""
        keys_by_place = {
            at: uuid5(club.id, f"bank {lines[at].fingerprint}{again}") for at in waiting
        }
        rows = WriteKey.objects.filter(pk__in=keys_by_place.values())
        used = set(rows.values_list("pk", flat=True))
        undone = _find_undone_keys(club, used)
        keys |= {at: (key, key in used) for at, key in keys_by_place.items()}
        waiting = [at for at, key in keys_by_place.items() if key in undone]
        if not waiting:
            break
    return [keys[at] for at in range(len(lines))]


def _find_undone_keys(club: Club, used: set[UUID]) -> set[UUID]:
    """Return the keys in `used` whose payment was undone."""
    if not used:
        return set()
    transfers = Transfer.objects.filter(settlement__club=club).values_list("pk", flat=True)
    places = list(transfers)
    keys_by_place = {uuid5(key, str(pk)): key for key in used for pk in places} | {
        key: key for key in used
    }
    rows = Payment.objects.filter(NOT_COUNTER_ENTRY, club=club, reversed_by__isnull=False)
    return {keys_by_place[pk] for pk in rows.values_list("pk", flat=True) if pk in keys_by_place}


def _collect_names(money: OpenMoney) -> dict[UUID, tuple[str, ...]]:
    """Return the names of every possible player by id, including the names of merged players."""
    people = {UUID(player): name for player, name in money.players}
    for transfer, _left in money.transfers:
        people |= {
            player.pk: player.name for player in (transfer.payer, transfer.receiver) if player
        }
    return {pk: (name, *money.former.get(pk, ())) for pk, name in people.items()}


def _find_best_match(
    line: BankLine,
    open_transfers: Iterable[tuple[Transfer, int]],
    money: OpenMoney,
    names: Mapping[UUID, Sequence[str]],
) -> tuple[Transfer, int] | None:
    """Return the best match for a line, with its open amount; None without a match or for a tie."""
    named = _find_named_players(line, names)
    fits = []
    for transfer, open_amount in open_transfers:
        other_party = transfer.payer_id if money.is_incoming(transfer) else transfer.receiver_id
        rank = named.get(other_party, 0) if other_party else 0
        if rank and _is_possible_match(
            line, transfer, open_amount, comes_in=money.is_incoming(transfer)
        ):
            numbered = mentions_settlement(line.text, transfer.settlement.number)
            # Accept a partial payment only if the text refers to the settlement.
            if numbered or abs(line.minor) == open_amount:
                fits.append(
                    (abs(line.minor) == open_amount, numbered, rank, (transfer, open_amount))
                )
    best = max((fit[:3] for fit in fits), default=None)
    chosen = [fit[3] for fit in fits if fit[:3] == best]
    return chosen[0] if len(chosen) == 1 else None


def _is_possible_match(
    line: BankLine, transfer: Transfer, open_amount: int, *, comes_in: bool
) -> bool:
    is_same_direction = line.currency == transfer.settlement.currency and comes_in == (
        line.minor > 0
    )
    return is_same_direction and 0 < abs(line.minor) <= open_amount


def _find_named_players(line: BankLine, names: Mapping[UUID, Sequence[str]]) -> dict[UUID, int]:
    """Return the players named in the line, each with the certainty of the match.

    If "Kovács Anna" matches, "Anna" does not.
    """
    texts = (line.name, line.text)
    matches: dict[UUID, tuple[int, frozenset[str]]] = {}
    for player, called in names.items():
        for name in called:
            rank = rate_name_match(name, texts)
            if rank > matches.get(player, (0,))[0]:
                matches[player] = rank, frozenset(normalise_words(name))
    words = [each for _rank, each in matches.values()]
    return {
        player: rank
        for player, (rank, mine) in matches.items()
        if not any(mine < other for other in words)
    }


def mentions_settlement(text: str, number: int) -> bool:
    """Return whether a text has the settlement's number next to the word "settlement".

    The word may be in any language of the site.
    """
    plain = f" {' '.join(normalise_words(text))} "
    return any(
        re.search(rf" {word} (?:no |nr |num |sz |szam )?{number} ", plain)
        or f" {number} {word} " in plain
        for word in _collect_settlement_words()
    )


@cache
def _collect_settlement_words() -> frozenset[str]:
    """Return the word for "settlement" in each language of the site, in plain letters."""
    words = set()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            example = _("Settlement %(number)s, %(name)s") % {"number": "", "name": ""}
        words.add(" ".join(normalise_words(example)))
    return frozenset(word for word in words if word)
