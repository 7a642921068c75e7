"""The counts and links that the navigation bar of a club displays."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import (
    DateField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    UUIDField,
)
from django.db.models.functions import Coalesce

from tarokk_club.club.confirmations.queries.confirmations import find_open_objection_ids
from tarokk_club.club.models import (
    Club,
    Payment,
    Player,
    Season,
    Session,
    Settlement,
    Transfer,
    User,
)
from tarokk_club.club.models.confirmations import Confirmation, ConfirmationKind
from tarokk_club.club.models.money import NOT_COUNTER_ENTRY
from tarokk_club.club.money.queries.balances.balance_sums import build_pending_claim_condition
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.prepared import Parameter, PreparedQuery, select_count


@dataclass(frozen=True, slots=True)
class NavCounts:
    """The counts and links of the navigation bar.

    tables: the number of open tables.
    table: the id of the latest open table.
    season: the id of the current season.
    claims: the number of claims that the user may confirm.
    plans: the number of planned payments that the user has to make.
    objections: the number of open objections, if the user may answer them.
    """

    tables: int
    table: UUID | None
    season: UUID | None
    claims: int
    plans: int
    objections: int

    @property
    def payment_count(self) -> int:
        """The number of payments that the user has to make or confirm."""
        return self.claims + self.plans


def load_nav_counts(club: Club, user: User, rights: Collection[Right]) -> NavCounts:
    """Return the counts and links for this user in one query, or two if an objection is open."""
    query = _FOR_SETTLERS if Right.SETTLE in rights else _FOR_MEMBERS
    row = query.first(club=club.pk, user=user.pk, day=get_today(club))
    return read_nav_counts(club, row, rights)


def read_nav_counts(club: Club, row: Mapping[str, Any], rights: Collection[Right]) -> NavCounts:
    """Return the counts and links in a row of `build_nav_counts_query`.

    Count the open objections in a second query if the user may answer them and there are any.
    """
    return NavCounts(
        tables=row["tables"],
        table=row["table"],
        season=row["season"],
        claims=row["claims"],
        plans=row["plans"],
        objections=len(find_open_objection_ids(club))
        if row["objects"] and Right.CORRECT in rights
        else 0,
    )


def build_nav_counts_query(
    *, settles: bool, more: Mapping[str, Any] | None = None
) -> QuerySet[Any, Any]:
    """Return a query for a club's row with the counts and ids of the navigation bar.

    Of objections it returns only whether any is open.

    settles: whether the user may confirm payments to other people too.
    more: further columns.
    """
    open_sessions = Session.objects.filter(club=OuterRef("pk"), closed=False, binned_at=None)
    running = Q(ends=None) | Q(ends__gte=DAY)
    seasons = Season.objects.filter(running, club=OuterRef("pk"), starts__lte=DAY)
    claims = Payment.objects.filter(build_pending_claim_condition(), club=OuterRef("pk"))
    if not settles:
        claims = claims.filter(receiver__user=USER)
    objections = Confirmation.objects.filter(
        session__club=OuterRef("pk"),
        session__binned_at=None,
        kind=ConfirmationKind.OBJECTION,
        followers=None,
    )
    columns: dict[str, Any] = {
        "tables": Subquery(select_count(open_sessions)),
        "table": Subquery(open_sessions.order_by("-date", "-created_at").values("id")[:1]),
        "season": Subquery(seasons.order_by("-starts", "-id").values("id")[:1]),
        "claims": Subquery(select_count(claims)),
        "plans": Subquery(select_count(_build_unpaid_transfers_query())),
        "objects": Exists(objections),
        **(more or {}),
    }
    rows: QuerySet[Any, Any] = Club.objects.filter(pk=CLUB).annotate(**columns).values(*columns)
    return rows


def _build_unpaid_transfers_query() -> QuerySet[Transfer]:
    """Return a subquery for the user's transfers in the club's current plans, without paid ones."""
    later = Settlement.objects.filter(
        club=OuterRef("settlement__club"),
        currency=OuterRef("settlement__currency"),
        number__gt=OuterRef("settlement__number"),
        withdrawn_at=None,
        carried=True,
    )
    paid = Payment.objects.filter(NOT_COUNTER_ENTRY, transfer=OuterRef("pk"), reversed_by=None)
    paid_sum = paid.order_by().values("transfer").annotate(sum=Sum("amount")).values("sum")
    # Not payer__user: a subquery spares SQLite the sums of what everybody else paid.
    rows = Transfer.objects.filter(
        ~Exists(later),
        payer__in=Player.objects.filter(user=USER),
        settlement__club=OuterRef("pk"),
        settlement__withdrawn_at=None,
    )
    return rows.annotate(paid=Coalesce(Subquery(paid_sum), 0)).filter(amount__gt=F("paid"))


CLUB, USER = Parameter("club", UUIDField()), Parameter("user", UUIDField())
DAY = Parameter("day", DateField())
_FOR_SETTLERS = PreparedQuery(partial(build_nav_counts_query, settles=True))
_FOR_MEMBERS = PreparedQuery(partial(build_nav_counts_query, settles=False))
