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
from tarokk_club.club.money.bank_lines import BankLine
from tarokk_club.club.money.payer_names import fold_words, name_match_level
from tarokk_club.club.money.queries.open_balances import OpenFee, open_fees
from tarokk_club.club.money.queries.paid_transfers import open_transfer_amounts
from tarokk_club.club.money.queries.standing import valid_plans
from tarokk_club.club.money.queries.transfer_plan import money_rules_of
from tarokk_club.club.people.queries.clubs import active_players
from tarokk_club.club.writing.gone_players import former_names

_MOST_GENERATIONS = 20


@dataclass(frozen=True, slots=True)
class Match:
    """A statement line with the planned payment that it may be.

    transfer: None if there is no match.
    left: the open amount of that payment, minor units.
    key: the key of the form that records it.
    is_booked: whether it was already recorded from a statement.
    """

    line: BankLine
    transfer: Transfer | None
    left: int
    key: UUID
    is_booked: bool = False

    @property
    def is_part(self) -> bool:
        """Whether it pays only a part of the open amount."""
        return abs(self.line.minor) < self.left


@dataclass(frozen=True, slots=True)
class OpenMoney:
    """The possible targets of a line: planned payments through the bank, fees, players.

    transfers: each with its open amount.
    players: id and name.
    till: the player who keeps the till; None for the kitty.
    """

    transfers: tuple[tuple[Transfer, int], ...]
    fees: tuple[OpenFee, ...]
    players: tuple[tuple[str, str], ...]
    till: UUID | None
    former: Mapping[UUID, Sequence[str]] = field(default_factory=dict)

    def comes_in(self, transfer: Transfer) -> bool:
        """Return whether the till receives the transfer."""
        return transfer.receiver_id in (None, self.till)


def money_to_match(club: Club) -> OpenMoney:
    """Return all of the club's payments, fees and players that a bank line may match."""
    till = money_rules_of(club.id).till_player_id
    rows = Transfer.objects.filter(settlement__in=valid_plans(club.id))
    known = rows.select_related("settlement", "payer", "receiver").order_by("place")
    ends = {None, till}
    through = [one for one in known if {one.payer_id, one.receiver_id} & ends]
    return OpenMoney(
        transfers=tuple(open_transfer_amounts(through)),
        fees=open_fees(club.id),
        players=tuple(active_players(club)),
        till=till,
        former=former_names(club.id),
    )


def bank_matches(club: Club, lines: Sequence[BankLine], money: OpenMoney) -> tuple[Match, ...]:
    """Return every line with at most one planned payment, and no payment for two lines."""
    open_ones = list(money.transfers)
    names = _names(money)
    found = []
    for line, (key, booked) in zip(lines, _keys(club, lines), strict=True):
        one = None
        if line.is_there and not booked:
            one = _matching(line, open_ones, money, names)
        if one:
            open_ones.remove(one)
        transfer, left = one or (None, 0)
        found.append(Match(line, transfer, left, key, booked))
    return tuple(found)


def _keys(club: Club, lines: Sequence[BankLine]) -> list[tuple[UUID, bool]]:
    """Return the key of each line, and whether the line is recorded already.

    A line whose payment was undone gets a new key. This takes two queries, and two more for each
    time that a payment was undone.
    """
    keys: dict[int, tuple[UUID, bool]] = {}
    waiting = list(range(len(lines)))
    for generation in range(_MOST_GENERATIONS):
        again = f" {generation}" if generation else ""
        made = {at: uuid5(club.id, f"bank {lines[at].mark}{again}") for at in waiting}
        rows = WriteKey.objects.filter(pk__in=made.values())
        used = set(rows.values_list("pk", flat=True))
        undone = _undone(club, used)
        keys |= {at: (key, key in used) for at, key in made.items()}
        waiting = [at for at, key in made.items() if key in undone]
        if not waiting:
            break
    return [keys[at] for at in range(len(lines))]


def _undone(club: Club, used: set[UUID]) -> set[UUID]:
    """Return those of the keys whose payment was undone."""
    if not used:
        return set()
    transfers = Transfer.objects.filter(settlement__club=club).values_list("pk", flat=True)
    places = list(transfers)
    made = {uuid5(key, str(pk)): key for key in used for pk in places} | {key: key for key in used}
    rows = Payment.objects.filter(club=club, reversed_by__isnull=False, reverses=None)
    return {made[pk] for pk in rows.values_list("pk", flat=True) if pk in made}


def _names(money: OpenMoney) -> dict[UUID, tuple[str, ...]]:
    """Return the names of every possible player by id, including the names of merged players."""
    people = {UUID(player): name for player, name in money.players}
    for transfer, _left in money.transfers:
        people |= {one.pk: one.name for one in (transfer.payer, transfer.receiver) if one}
    return {pk: (name, *money.former.get(pk, ())) for pk, name in people.items()}


def _matching(
    line: BankLine,
    open_ones: Iterable[tuple[Transfer, int]],
    money: OpenMoney,
    names: Mapping[UUID, Sequence[str]],
) -> tuple[Transfer, int] | None:
    """Return the only payment that the line can be, with its open amount; None if several fit
    equally well.
    """
    named = _named(line, names)
    fits = []
    for transfer, left in open_ones:
        other = transfer.payer_id if money.comes_in(transfer) else transfer.receiver_id
        rank = named.get(other, 0) if other else 0
        if rank and _fits(line, transfer, left, comes_in=money.comes_in(transfer)):
            numbered = is_numbered(line.text, transfer.settlement.number)
            # Accept a partial payment only if the text refers to the settlement.
            if numbered or abs(line.minor) == left:
                fits.append((abs(line.minor) == left, numbered, rank, (transfer, left)))
    best = max((one[:3] for one in fits), default=None)
    chosen = [one[3] for one in fits if one[:3] == best]
    return chosen[0] if len(chosen) == 1 else None


def _fits(line: BankLine, transfer: Transfer, left: int, *, comes_in: bool) -> bool:
    same = line.currency == transfer.settlement.currency and comes_in == (line.minor > 0)
    return same and 0 < abs(line.minor) <= left


def _named(line: BankLine, names: Mapping[UUID, Sequence[str]]) -> dict[UUID, int]:
    """Return the players named in the line, each with the certainty of the match.

    "Anna" is not a match where "Kovács Anna" is.
    """
    said = (line.name, line.text)
    found: dict[UUID, tuple[int, frozenset[str]]] = {}
    for player, called in names.items():
        for name in called:
            rank = name_match_level(name, said)
            if rank > found.get(player, (0,))[0]:
                found[player] = rank, frozenset(fold_words(name))
    words = [each for _rank, each in found.values()]
    return {
        player: rank
        for player, (rank, mine) in found.items()
        if not any(mine < other for other in words)
    }


def is_numbered(text: str, number: int) -> bool:
    """Return whether a text refers to the settlement: its number beside the word for it, in any
    language.
    """
    said = f" {' '.join(fold_words(text))} "
    return any(
        re.search(rf" {word} (?:no |nr |num |sz |szam )?{number} ", said)
        or f" {number} {word} " in said
        for word in _settlement_words()
    )


@cache
def _settlement_words() -> frozenset[str]:
    """Return the word for a settlement in each language of the site, as banks may write it."""
    found = set()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            said = _("Settlement %(number)s, %(name)s") % {"number": "", "name": ""}
        found.add(" ".join(fold_words(said)))
    return frozenset(word for word in found if word)
