"""The counts and links that the navigation bar of a club displays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import (
    Exists,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
)
from django.db.models.functions import Coalesce

from tarokk_club.club.confirmations.queries.confirmations import waiting_in
from tarokk_club.club.models import Club, Payment, Season, Session, Settlement, Transfer, User
from tarokk_club.club.models.seals import Kind, Statement
from tarokk_club.club.money.queries.money_book import pending_claim_condition
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.permissions import Right


@dataclass(frozen=True, slots=True)
class Places:
    """The counts and links of the navigation bar.

    tables: the number of open tables.
    table: the id of the latest open table.
    season: the id of the current season.
    money: the number of payments that the user has to make or confirm.
    objections: the number of open objections, if the user may answer them.
    """

    tables: int
    table: UUID | None
    season: UUID | None
    money: int
    objections: int


def load_nav_counts(club: Club, user: User, rights: Collection[Right]) -> Places:
    """Return the counts and links for this user in one query, or two if an objection is open."""
    marks = _build_subqueries(user, rights, today(club).isoformat())
    row = Club.objects.filter(pk=club.pk).annotate(**marks).values(*marks).get()
    return Places(
        tables=row["tables"],
        table=row["table"],
        season=row["season"],
        money=row["claims"] + row["plans"],
        objections=len(waiting_in(club)) if row["objects"] and Right.CORRECT in rights else 0,
    )


def _build_subqueries(
    user: User, rights: Collection[Right], day: str
) -> dict[str, Subquery | Exists]:
    mine = Session.objects.filter(club=OuterRef("pk"), closed=False, binned_at=None)
    running = Q(ends=None) | Q(ends__gte=day)
    seasons = Season.objects.filter(running, club=OuterRef("pk"), starts__lte=day)
    claims = Payment.objects.filter(pending_claim_condition(), club=OuterRef("pk"))
    if Right.SETTLE not in rights:
        claims = claims.filter(receiver__user=user)
    objects = Statement.objects.filter(
        session__club=OuterRef("pk"), session__binned_at=None, kind=Kind.OBJECT, followers=None
    )
    return {
        "tables": _count_subquery(mine),
        "table": Subquery(mine.order_by("-date", "-created_at").values("id")[:1]),
        "season": Subquery(seasons.order_by("-starts", "-id").values("id")[:1]),
        "claims": _count_subquery(claims),
        "plans": _count_subquery(_unpaid_transfers().filter(payer__user=user)),
        "objects": Exists(objects),
    }


@cache
def _unpaid_transfers() -> QuerySet[Transfer]:
    """Return the planned payments of the outer club that recorded payments do not cover yet."""
    later = Settlement.objects.filter(
        club=OuterRef("settlement__club"),
        currency=OuterRef("settlement__currency"),
        number__gt=OuterRef("settlement__number"),
        withdrawn_at=None,
        carried=True,
    )
    paid = Payment.objects.filter(transfer=OuterRef("pk"), reverses=None, reversed_by=None)
    paid_sum = paid.order_by().values("transfer").annotate(sum=Sum("amount")).values("sum")
    rows = Transfer.objects.filter(
        ~Exists(later), settlement__club=OuterRef("pk"), settlement__withdrawn_at=None
    )
    return rows.annotate(paid=Coalesce(Subquery(paid_sum), 0)).filter(amount__gt=F("paid"))


def _count_subquery(rows: QuerySet[Any]) -> Subquery:
    """Return a subquery for the number of rows; joins would multiply the other counts."""
    number = Func(F("pk"), function="COUNT", output_field=IntegerField())
    return Subquery(rows.order_by().annotate(how_many=number).values("how_many"))
