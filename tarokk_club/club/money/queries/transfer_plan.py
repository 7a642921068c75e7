"""A proposed settlement: exact and payable amounts of each account, and the transfers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from scoring.core.accounts import add_to
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.settle import Transfer
from tarokk_club.club.models import Club, MoneyRules, Payment, Settlement
from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.models.money import KITTY, WhenSettled
from tarokk_club.club.money.queries.balance_figures import Figures, games_scored
from tarokk_club.club.money.queries.money_book import pending_claim_condition
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
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.names.player_names import names_in


@dataclass(frozen=True, slots=True)
class ShareRow:
    """The balance of one account, minor units, + receives; name None: the kitty.

    rounded: the amount payable in cash.
    """

    account: str
    name: str | None
    figures: Figures
    rounded: int

    @property
    def carried(self) -> int:
        """The amount open from before."""
        return self.figures.carried

    @property
    def exact(self) -> int:
        """The exact amount due."""
        return self.figures.due


@dataclass(frozen=True, slots=True)
class Planned:
    """A transfer of the plan; a name of None is the kitty."""

    payer: str
    payer_name: str | None
    receiver: str
    receiver_name: str | None
    amount: int


@dataclass(frozen=True, slots=True)
class OpenDay:
    """A day that the plan leaves out.

    amount: the sum that changes hands for it, minor units.
    """

    day: date
    amount: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A settlement as it would be saved now.

    items: the included sources.
    shares: best first.
    left_out: sessions that are still open or have money in their pots.
    other_days: other open amounts, by day.
    before: the amount of earlier settlements and free payments, if it is not carried over.
    seen: a digest of what the reader has seen.
    """

    scope: SettlingScope
    items: tuple[OpenItem, ...]
    shares: tuple[ShareRow, ...]
    transfers: tuple[Planned, ...]
    left_out: tuple[OpenItem, ...]
    other_days: tuple[OpenDay, ...]
    before: int
    step: int
    seen: str

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to settle."""
        return not self.items and not any(share.exact for share in self.shares)

    @property
    def is_rounded(self) -> bool:
        """Whether any payable amount differs from the exact amount."""
        return any(share.exact != share.rounded for share in self.shares)

    @property
    def games(self) -> tuple[str, ...]:
        """The games whose points are included in the money."""
        return games_scored(share.figures for share in self.shares)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices on the page: evenings and sessions newest first, games, currencies."""

    evenings: tuple[date, ...]
    sessions: tuple[OpenItem, ...]
    games: tuple[str, ...]
    currencies: tuple[str, ...]


def money_rules_of(club_id: UUID) -> MoneyRules:
    """Return the money rules of a club, or unsaved default rules."""
    return MoneyRules.objects.filter(club=club_id).first() or MoneyRules(club_id=club_id)


@dataclass(frozen=True, slots=True)
class SettlingContext:
    """The state of a club before it settles.

    last: number of the newest settlement.
    claims: the number of payments that await confirmation.
    """

    rules: MoneyRules
    last: int
    claims: int


def before_settling(club_id: UUID) -> SettlingContext:
    """Return the state that the page needs beside the amounts, in one query."""
    waiting = (
        Payment.objects.filter(pending_claim_condition(), club=OuterRef("pk"))
        .order_by()
        .values("club")
    )
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
    return SettlingContext(rules, club.last, club.claims)


def step_of(club: Club, rules: MoneyRules, currency: str) -> int:
    """Return the smallest payment: set by the club for its own currency, else determined by the
    coins.
    """
    own = rules.cash_step if currency == club.currency else None
    return own or CURRENCIES[currency].cash_step


def last_number(club_id: UUID) -> int:
    """Return the number of the club's newest settlement; 0 before the first."""
    newest = Settlement.objects.filter(club=club_id).order_by("-number")
    return newest.values_list("number", flat=True).first() or 0


def choices(club: Club, items: Iterable[OpenItem]) -> Choices:
    """Return the choices that the items offer."""
    tables = sorted((one for one in items if one.source == "session"), key=lambda one: one.date)
    newest = tuple(reversed(tables))
    return Choices(
        evenings=tuple(dict.fromkeys(one.date for one in newest)),
        sessions=newest,
        games=tuple(sorted({one.game for one in newest if one.game})),
        currencies=tuple(dict.fromkeys([club.currency, *(one.currency for one in items)])),
    )


def first_scope(club: Club, rules: MoneyRules, items: Iterable[OpenItem]) -> SettlingScope:
    """Return the scope to offer first, according to the club's rules."""
    found = choices(club, items)
    at_table = rules.when == WhenSettled.HAND
    known = [one for one in found.sessions if one.currency == club.currency]
    # Prefer ended tables: an open table is proposed only if no ended one waits.
    mine = [one for one in known if at_table or not one.is_played] or known
    if not mine or rules.when == WhenSettled.SEASON:
        return SettlingScope(what=OPEN, currency=club.currency, carry=True)
    last = mine[0]
    if rules.when == WhenSettled.HAND:
        return SettlingScope(what=SESSION, currency=club.currency, carry=True, session_id=last.id)
    return SettlingScope(
        what=EVENING, currency=club.currency, carry=True, first=last.date, last=last.date
    )


def propose(club: Club, scope: SettlingScope) -> Proposal:
    """Return the settlement of a scope as it would be saved now."""
    return proposal_of(
        club, scope, rules=money_rules_of(club.id), unsettled=unsettled_book(club.id)
    )


def proposal_of(
    club: Club, scope: SettlingScope, *, rules: MoneyRules, unsettled: Unsettled
) -> Proposal:
    """Return the proposal from rules and unsettled items that are already loaded."""
    wanted = [one for one in unsettled.items if scope.covers(one)]
    at_table = scope.what == SESSION and rules.when == WhenSettled.HAND
    left_out = tuple(one for one in wanted if one.in_pots or (one.is_played and not at_table))
    waiting = {one.session_id for one in left_out}
    taken = tuple(one for one in wanted if not one.session_id or one.session_id not in waiting)
    before = unsettled.before(scope.currency)
    figures = _figures(taken, before if scope.carry else {})
    exact = {account: row.due for account, row in figures.items()}
    step, hub = step_of(club, rules, scope.currency), rules.hub
    names = names_in(club.id)
    rounded = rounded_by_name(exact, names, step=step)
    transfers = planned_by_name(rounded, names, hub=hub)
    shares = _shares(figures, rounded, names)
    others = [
        one for one in unsettled.items if one not in wanted and one.currency == scope.currency
    ]
    return Proposal(
        scope=scope,
        items=taken,
        shares=shares,
        transfers=tuple(_planned(one, names) for one in transfers),
        left_out=left_out,
        other_days=_other_days(others),
        before=0 if scope.carry else _changes_hands([before, *_free(others)]),
        step=step,
        seen=_seen(scope, taken, shares, transfers),
    )


def _figures(items: Iterable[OpenItem], carried: Mapping[str, int]) -> dict[str, Figures]:
    """Return the figures by account."""
    found = {account: Figures(carried=minor) for account, minor in carried.items()}
    for item in items:
        for account, minor in item.minor.items():
            mine = found.get(account, Figures()).plus(item.source, minor)
            if item.per_point:
                mine = mine.scored(item.game, minor // item.per_point)
            found[account] = mine
    return found


def _free(items: Iterable[OpenItem]) -> list[dict[str, int]]:
    return [one.minor for one in items if one.is_free]


def _other_days(items: Iterable[OpenItem]) -> tuple[OpenDay, ...]:
    """Return the other open days, oldest first, with the sum that changes hands for each."""
    days: dict[date, list[dict[str, int]]] = {}
    for item in items:
        if not item.is_free and not item.is_played:
            days.setdefault(item.date, []).append(item.minor)
    found = [OpenDay(day, _changes_hands(moved)) for day, moved in sorted(days.items())]
    return tuple(one for one in found if one.amount)


def _changes_hands(moves: Iterable[Mapping[str, int]]) -> int:
    """Return the sum of the positive balances after all moves are added up."""
    together: dict[str, int] = {}
    for moved in moves:
        add_to(together, dict(moved))
    return sum(minor for minor in together.values() if minor > 0)


def _shares(
    figures: Mapping[str, Figures], rounded: Mapping[str, int], names: Mapping[str, str]
) -> tuple[ShareRow, ...]:
    rows = [
        ShareRow(account, names.get(account), mine, rounded[account])
        for account, mine in figures.items()
        if account != KITTY or not mine.is_nothing
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
        "shares": sorted([row.account, *row.figures.amounts, row.rounded] for row in shares),
        "transfers": [[one.payer, one.receiver, one.amount] for one in transfers],
    }
    return fingerprint(said)[:20]
