"""How somebody stands: what a plan asks for now, what is not settled yet, and both together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import Settlement, Transfer
from tarokk_club.club.models.money import KITTY, player_or_kitty
from tarokk_club.club.money.queries.balance_figures import Figures, settled_figures
from tarokk_club.club.money.queries.money_book import open_balances
from tarokk_club.club.money.queries.open_balances import unsettled
from tarokk_club.club.money.queries.paid_transfers import left_of

# Currency -> account -> minor units, + is to get.
Asked = dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class AskedBy:
    """A settlement whose plan holds; left: what the account still pays (-) or gets by it."""

    id: UUID
    number: int
    figures: Figures
    rounded: int
    left: int


@dataclass(frozen=True, slots=True)
class Standing:
    """One account in one currency. now: by the plans that hold; rest: the figures of what is not
    settled yet, its `carried` being what rounding or older plans left open.
    """

    currency: str
    asked: tuple[AskedBy, ...]
    rest: Figures

    @property
    def now(self) -> int:
        """To pay (-) or to get now."""
        return sum(one.left for one in self.asked)

    @property
    def unsettled(self) -> int:
        """What is not settled yet."""
        return self.rest.due

    @property
    def altogether(self) -> int:
        """What is open of both."""
        return self.now + self.unsettled


def plans_that_hold(club_id: UUID) -> list[Settlement]:
    """The settlements whose plan no later one took over, newest first."""
    found: list[Settlement] = []
    over: set[str] = set()
    rows = Settlement.objects.filter(club=club_id, withdrawn_at=None).order_by("-number")
    for one in rows:
        if one.currency not in over:
            found.append(one)
        if one.carried:
            over.add(one.currency)
    return found


def asked_now(club_id: UUID) -> Asked:
    """What the plans that hold still ask of every account, or give to it."""
    found: Asked = defaultdict(lambda: defaultdict(int))
    plans = {one.id: one for one in plans_that_hold(club_id)}
    transfers = list(Transfer.objects.filter(settlement__in=plans))
    for transfer, left in left_of(transfers):
        accounts = found[plans[transfer.settlement_id].currency]
        accounts[_account(transfer.payer_id)] -= left
        accounts[_account(transfer.receiver_id)] += left
    return found


def player_standings(
    club_id: UUID, account: str, currencies: Iterable[str]
) -> tuple[Standing, ...]:
    """How the account stands in these currencies."""
    codes = tuple(currencies)
    if not codes:
        return ()
    items, book = unsettled(club_id), open_balances(club_id)
    asked = _asked_by(club_id, account)
    found = []
    for code in codes:
        rest = Figures()
        for item in items:
            if item.currency == code and item.minor.get(account):
                rest = rest.plus(item.source, item.minor[account])
                if item.per_point:
                    rest = rest.scored(item.game, item.minor[account] // item.per_point)
        mine = tuple(one for one, currency in asked if currency == code)
        total = book.get(code, {}).get(account, 0)
        left = total - sum(one.left for one in mine) - rest.due
        found.append(Standing(code, mine, rest.carrying(left)))
    return tuple(found)


def _asked_by(club_id: UUID, account: str) -> list[tuple[AskedBy, str]]:
    """Oldest first, each with its currency; without those that ask nothing of the account."""
    found = []
    for one in reversed(plans_that_hold(club_id)):
        mine = settled_figures(one).get(account)
        share = one.shares.filter(player=player_or_kitty(account)).first()
        if mine is None or share is None:
            continue
        transfers = [
            each
            for each in one.transfers.all()
            if account in (_account(each.payer_id), _account(each.receiver_id))
        ]
        left = sum(
            much if _account(each.receiver_id) == account else -much
            for each, much in left_of(transfers)
        )
        if left:
            found.append((AskedBy(one.id, one.number, mine, share.rounded, left), one.currency))
    return found


def _account(player_id: UUID | None) -> str:
    return str(player_id) if player_id else KITTY
