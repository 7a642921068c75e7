"""A proposed settlement: exact and payable amounts of each account, and the transfers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from scoring.core.accounts import add_amounts
from scoring.ledger.fewest_transfers import Transfer
from tarokk_club.club.models import Club, MoneyRules, Payment, Settlement
from tarokk_club.club.models.chain import compute_fingerprint
from tarokk_club.club.models.money import KITTY, WhenSettled
from tarokk_club.club.money.queries.balances.balance_figures import Figures, list_scored_games
from tarokk_club.club.money.queries.balances.balance_sums import build_pending_claim_condition
from tarokk_club.club.money.queries.money_rules import find_smallest_payment, load_money_rules
from tarokk_club.club.money.queries.settlements.rounding_by_name import (
    plan_transfers_by_name,
    round_amounts_by_name,
)
from tarokk_club.club.money.queries.settlements.unsettled_items import (
    EVENING,
    OPEN,
    SESSION,
    OpenItem,
    SettlingScope,
    UnsettledAmounts,
    load_unsettled_amounts,
)
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.names.player_names import load_names


@dataclass(frozen=True, slots=True)
class ShareRow:
    """The balance of one account in a settlement, in minor units, positive if receivable.

    name: None for the kitty.
    rounded: the amount payable in cash.
    """

    account: str
    name: str | None
    figures: Figures
    rounded: int

    @property
    def carried(self) -> int:
        """The amount carried over from before."""
        return self.figures.carried

    @property
    def exact(self) -> int:
        """The exact amount due."""
        return self.figures.due


@dataclass(frozen=True, slots=True)
class PlannedTransfer:
    """A transfer of a proposed plan.

    payer_name, receiver_name: None for the kitty.
    """

    payer: str
    payer_name: str | None
    receiver: str
    receiver_name: str | None
    amount: int


@dataclass(frozen=True, slots=True)
class OpenDay:
    """A day with open amounts that the proposal leaves out.

    amount: the sum of the amounts to receive, in minor units.
    """

    day: date
    amount: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A settlement before it is saved.

    items: the included sessions, charges and payments.
    shares: best first.
    left_out: sessions that are still open or have money in their pots.
    other_days: other open amounts, by day.
    before: the open amount of earlier settlements and free payments; 0 if it is carried over.
    step: the smallest payment, in minor units.
    digest: fingerprint of the proposal; the form submits it to confirm the proposal.
    """

    scope: SettlingScope
    items: tuple[OpenItem, ...]
    shares: tuple[ShareRow, ...]
    transfers: tuple[PlannedTransfer, ...]
    left_out: tuple[OpenItem, ...]
    other_days: tuple[OpenDay, ...]
    before: int
    step: int
    digest: str

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
        return list_scored_games(share.figures for share in self.shares)


@dataclass(frozen=True, slots=True)
class ScopeChoices:
    """The choices of scope: evenings and sessions (newest first), games and currencies."""

    evenings: tuple[date, ...]
    sessions: tuple[OpenItem, ...]
    games: tuple[str, ...]
    currencies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettlingContext:
    """The state of a club before it settles.

    last: number of the newest settlement.
    claims: the number of payments that await confirmation.
    """

    rules: MoneyRules
    last: int
    claims: int


def load_settling_context(club_id: UUID) -> SettlingContext:
    """Return the rules, the last settlement's number and the count of open claims, in one query."""
    waiting = (
        Payment.objects.filter(build_pending_claim_condition(), club=OuterRef("pk"))
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


def find_last_settlement_number(club_id: UUID) -> int:
    """Return the number of the club's newest settlement; 0 before the first."""
    newest = Settlement.objects.filter(club=club_id).order_by("-number")
    return newest.values_list("number", flat=True).first() or 0


def build_scope_choices(club: Club, items: Iterable[OpenItem]) -> ScopeChoices:
    """Return the choices of scope for these unsettled items."""
    tables = sorted(
        (item for item in items if item.source == "session"), key=lambda item: item.date
    )
    newest = tuple(reversed(tables))
    return ScopeChoices(
        evenings=tuple(dict.fromkeys(item.date for item in newest)),
        sessions=newest,
        games=tuple(sorted({item.game for item in newest if item.game})),
        currencies=tuple(dict.fromkeys([club.currency, *(item.currency for item in items)])),
    )


def choose_first_scope(club: Club, rules: MoneyRules, items: Iterable[OpenItem]) -> SettlingScope:
    """Return the scope to propose first, according to the club's rules."""
    offered = build_scope_choices(club, items)
    at_table = rules.when == WhenSettled.HAND
    candidates = [session for session in offered.sessions if session.currency == club.currency]
    # Propose an open session only if there is no closed one.
    mine = [
        candidate for candidate in candidates if at_table or not candidate.is_session_open
    ] or candidates
    if not mine or rules.when == WhenSettled.SEASON:
        return SettlingScope(what=OPEN, currency=club.currency, carry=True)
    last = mine[0]
    if rules.when == WhenSettled.HAND:
        return SettlingScope(what=SESSION, currency=club.currency, carry=True, session_id=last.id)
    return SettlingScope(
        what=EVENING, currency=club.currency, carry=True, first=last.date, last=last.date
    )


def propose_settlement(club: Club, scope: SettlingScope) -> Proposal:
    """Return the proposed settlement of a scope."""
    return build_proposal(
        club, scope, rules=load_money_rules(club.id), unsettled=load_unsettled_amounts(club.id)
    )


def build_proposal(
    club: Club, scope: SettlingScope, *, rules: MoneyRules, unsettled: UnsettledAmounts
) -> Proposal:
    """Return the proposed settlement of a scope, from loaded rules and unsettled items."""
    wanted = [item for item in unsettled.items if scope.covers(item)]
    at_table = scope.what == SESSION and rules.when == WhenSettled.HAND
    left_out = tuple(
        item for item in wanted if item.in_pots or (item.is_session_open and not at_table)
    )
    waiting = {item.session_id for item in left_out}
    included = tuple(
        item for item in wanted if not item.session_id or item.session_id not in waiting
    )
    before = unsettled.sum_open_amounts(scope.currency)
    figures = _sum_figures(included, before if scope.carry else {})
    exact = {account: row.due for account, row in figures.items()}
    step, hub = find_smallest_payment(club, rules, scope.currency), rules.hub
    names = load_names(club.id)
    rounded = round_amounts_by_name(exact, names, step=step)
    transfers = plan_transfers_by_name(rounded, names, hub=hub)
    shares = _build_shares(figures, rounded, names)
    excluded = [
        item for item in unsettled.items if item not in wanted and item.currency == scope.currency
    ]
    return Proposal(
        scope=scope,
        items=included,
        shares=shares,
        transfers=tuple(_build_planned_transfer(transfer, names) for transfer in transfers),
        left_out=left_out,
        other_days=_list_other_days(excluded),
        before=0
        if scope.carry
        else _sum_positive_balances([before, *_list_free_amounts(excluded)]),
        step=step,
        digest=_compute_proposal_digest(scope, included, shares, transfers),
    )


def _sum_figures(items: Iterable[OpenItem], carried: Mapping[str, int]) -> dict[str, Figures]:
    """Return the figures of the items and the carried amounts, by account."""
    figures_by_account = {account: Figures(carried=minor) for account, minor in carried.items()}
    for item in items:
        for account, minor in item.minor.items():
            row = figures_by_account.get(account, Figures()).with_amount(item.source, minor)
            if item.per_point:
                row = row.with_points(item.game, minor // item.per_point)
            figures_by_account[account] = row
    return figures_by_account


def _list_free_amounts(items: Iterable[OpenItem]) -> list[dict[str, int]]:
    return [item.minor for item in items if item.is_free]


def _list_other_days(items: Iterable[OpenItem]) -> tuple[OpenDay, ...]:
    """Return the days of these items with the sum to receive on each, oldest first.

    Open sessions, free payments and days with a sum of 0 are left out.
    """
    days: dict[date, list[dict[str, int]]] = {}
    for item in items:
        if not item.is_free and not item.is_session_open:
            days.setdefault(item.date, []).append(item.minor)
    open_days = [OpenDay(day, _sum_positive_balances(moved)) for day, moved in sorted(days.items())]
    return tuple(day for day in open_days if day.amount)


def _sum_positive_balances(moves: Iterable[Mapping[str, int]]) -> int:
    """Add up the moves by account, and return the sum of the positive balances."""
    together: dict[str, int] = {}
    for moved in moves:
        add_amounts(together, dict(moved))
    return sum(minor for minor in together.values() if minor > 0)


def _build_shares(
    figures: Mapping[str, Figures], rounded: Mapping[str, int], names: Mapping[str, str]
) -> tuple[ShareRow, ...]:
    rows = [
        ShareRow(account, names.get(account), mine, rounded[account])
        for account, mine in figures.items()
        if account != KITTY or not mine.is_all_zero
    ]
    return tuple(
        sorted(rows, key=lambda row: (row.name is None, -row.exact, build_sort_key(row.name or "")))
    )


def _build_planned_transfer(transfer: Transfer, names: Mapping[str, str]) -> PlannedTransfer:
    payer, receiver = transfer.payer, transfer.receiver
    return PlannedTransfer(payer, names.get(payer), receiver, names.get(receiver), transfer.amount)


def _compute_proposal_digest(
    scope: SettlingScope,
    items: Iterable[OpenItem],
    shares: Iterable[ShareRow],
    transfers: Iterable[Transfer],
) -> str:
    content = {
        "scope": scope.to_json() | {"currency": scope.currency, "carry": scope.carry},
        "items": [[item.source, str(item.id), sorted(item.minor.items())] for item in items],
        "shares": sorted([row.account, *row.figures.amounts, row.rounded] for row in shares),
        "transfers": [
            [transfer.payer, transfer.receiver, transfer.amount] for transfer in transfers
        ],
    }
    return compute_fingerprint(content)[:20]
