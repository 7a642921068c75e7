"""A settlement before it is made: what each gets, exact and payable, and who pays whom."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from scoring.core.accounts import add_to
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.settle import Transfer
from tarokk_club.club.base.collation import collation_key
from tarokk_club.club.base.player_names import names_in
from tarokk_club.club.models import Club, MoneyRules, Payment, Settlement
from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.models.money import KITTY, WhenSettled
from tarokk_club.club.money.queries.money_book import paid_elsewhere, waits
from tarokk_club.club.money.queries.open_balances import (
    EVENING,
    OPEN,
    SESSION,
    OpenItem,
    SettlingScope,
    Unsettled,
    unsettled_book,
)
from tarokk_club.club.money.queries.rounding_by_name import planned_by_name, rounded_by_name


@dataclass(frozen=True, slots=True)
class ShareRow:
    """What one account gets, minor units, + receives; name None: the kitty."""

    account: str
    name: str | None
    carried: int
    exact: int
    rounded: int


@dataclass(frozen=True, slots=True)
class Planned:
    """One transfer of the plan; a name of None: the kitty."""

    payer: str
    payer_name: str | None
    receiver: str
    receiver_name: str | None
    amount: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A settlement as it would be made now.

    items: what it takes in; shares: best first; left_out: sessions with money in their pots; seen:
    what a person who looked at it has seen, in short.
    """

    scope: SettlingScope
    items: tuple[OpenItem, ...]
    shares: tuple[ShareRow, ...]
    transfers: tuple[Planned, ...]
    left_out: tuple[OpenItem, ...]
    step: int
    seen: str

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to settle."""
        return not self.items and not any(share.exact for share in self.shares)

    @property
    def is_rounded(self) -> bool:
        """Whether anybody pays something else than the exact amount."""
        return any(share.exact != share.rounded for share in self.shares)


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be chosen on the page: evenings and sessions newest first, games, currencies."""

    evenings: tuple[date, ...]
    sessions: tuple[OpenItem, ...]
    games: tuple[str, ...]
    currencies: tuple[str, ...]


def money_rules_of(club_id: UUID) -> MoneyRules:
    """How a club settles; what is usual where it says nothing."""
    return MoneyRules.objects.filter(club=club_id).first() or MoneyRules(club_id=club_id)


@dataclass(frozen=True, slots=True)
class Before:
    """What is known before anything is settled.

    last: number of the newest settlement; claims: how many payments wait to be confirmed.
    """

    rules: MoneyRules
    last: int
    claims: int


def before_settling(club_id: UUID) -> Before:
    """What the page needs beside the amounts, in one query."""
    waiting = Payment.objects.filter(waits(), club=OuterRef("pk")).order_by().values("club")
    newest = Settlement.objects.filter(club=OuterRef("pk")).order_by("-number").values("number")
    club = (
        Club.objects.select_related("money_rules")
        .annotate(
            last=Coalesce(Subquery(newest[:1]), 0),
            claims=Coalesce(Subquery(waiting.annotate(many=Count("pk")).values("many")), 0),
        )
        .get(pk=club_id)
    )
    rules = getattr(club, "money_rules", None) or MoneyRules(club_id=club_id)
    return Before(rules, club.last, club.claims)


def step_of(club: Club, rules: MoneyRules, currency: str) -> int:
    """The smallest payment: as the club sets for its own currency, else as the coins allow."""
    own = rules.cash_step if currency == club.currency else None
    return own or CURRENCIES[currency].cash_step


def last_number(club_id: UUID) -> int:
    """The number of the club's newest settlement, 0 before the first."""
    newest = Settlement.objects.filter(club=club_id).order_by("-number")
    return newest.values_list("number", flat=True).first() or 0


def choices(club: Club, items: Iterable[OpenItem]) -> Choices:
    """What the items leave to choose from."""
    tables = sorted((one for one in items if one.source == "session"), key=lambda one: one.date)
    newest = tuple(reversed(tables))
    return Choices(
        evenings=tuple(dict.fromkeys(one.date for one in newest)),
        sessions=newest,
        games=tuple(sorted({one.game for one in newest if one.game})),
        currencies=tuple(dict.fromkeys([club.currency, *(one.currency for one in items)])),
    )


def first_scope(club: Club, rules: MoneyRules, items: Iterable[OpenItem]) -> SettlingScope:
    """What is offered first, by the custom of the club."""
    found = choices(club, items)
    mine = [one for one in found.sessions if one.currency == club.currency]
    if not mine or rules.when == WhenSettled.SEASON:
        return SettlingScope(what=OPEN, currency=club.currency, carry=True)
    last = mine[0]
    if rules.when == WhenSettled.HAND:
        return SettlingScope(what=SESSION, currency=club.currency, carry=True, session_id=last.id)
    return SettlingScope(
        what=EVENING, currency=club.currency, carry=True, first=last.date, last=last.date
    )


def propose(club: Club, scope: SettlingScope) -> Proposal:
    """The settlement of a scope as it would be made now."""
    return proposal_of(club, scope, rules=money_rules_of(club.id), found=unsettled_book(club.id))


def proposal_of(
    club: Club, scope: SettlingScope, *, rules: MoneyRules, found: Unsettled
) -> Proposal:
    """The same where rules and unsettled items have been read already."""
    wanted = [one for one in found.items if scope.covers(one)]
    left_out = tuple(one for one in wanted if one.in_pots)
    waiting = {one.session_id for one in left_out}
    taken = tuple(one for one in wanted if not waiting or one.session_id not in waiting)
    carried = _carried(club.id, scope, found)
    exact = dict(carried)
    for item in taken:
        add_to(exact, item.minor)
    step, hub = step_of(club, rules, scope.currency), rules.hub
    names = names_in(club.id)
    rounded = rounded_by_name(exact, names, step=step)
    transfers = planned_by_name(rounded, names, hub=hub)
    shares = _shares(exact, carried, rounded, names)
    return Proposal(
        scope=scope,
        items=taken,
        shares=shares,
        transfers=tuple(_planned(one, names) for one in transfers),
        left_out=left_out,
        step=step,
        seen=_seen(scope, taken, shares, transfers),
    )


def _carried(club_id: UUID, scope: SettlingScope, found: Unsettled) -> dict[str, int]:
    """What is open from before: all that was ever settled, less what was paid since."""
    if not scope.carry:
        return {}
    carried = dict(found.settled.get(scope.currency, {}))
    add_to(carried, paid_elsewhere(club_id).get(scope.currency, {}))
    return {account: minor for account, minor in carried.items() if minor}


def _shares(
    exact: Mapping[str, int],
    carried: Mapping[str, int],
    rounded: Mapping[str, int],
    names: Mapping[str, str],
) -> tuple[ShareRow, ...]:
    rows = [
        ShareRow(account, names.get(account), carried.get(account, 0), minor, rounded[account])
        for account, minor in exact.items()
        if minor or carried.get(account) or account != KITTY
    ]
    return tuple(
        sorted(rows, key=lambda row: (row.name is None, -row.exact, collation_key(row.name or "")))
    )


def _planned(transfer: Transfer, names: Mapping[str, str]) -> Planned:
    payer, receiver = transfer.payer, transfer.receiver
    return Planned(payer, names.get(payer), receiver, names.get(receiver), transfer.amount)


def _seen(
    scope: SettlingScope,
    items: Iterable[OpenItem],
    shares: Iterable[ShareRow],
    transfers: Iterable[Transfer],
) -> str:
    said = {
        "scope": scope.facts() | {"currency": scope.currency, "carry": scope.carry},
        "items": [[one.source, str(one.id), sorted(one.minor.items())] for one in items],
        "shares": sorted([row.account, row.carried, row.exact, row.rounded] for row in shares),
        "transfers": [[one.payer, one.receiver, one.amount] for one in transfers],
    }
    return fingerprint(said)[:20]
