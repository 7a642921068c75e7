"""The badges of the club's navigation bar: open items of the user in its four sections."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import (
    DateField,
    Exists,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    UUIDField,
)
from django.db.models.functions import Coalesce

from tarokk_club.club.confirmations.queries.confirmations import find_open_objection_ids
from tarokk_club.club.models import Club, Payment, Season, Session, Settlement, Transfer, User
from tarokk_club.club.models.seals import Kind, Statement
from tarokk_club.club.money.queries.money_book import pending_claim_condition
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.prepared import Parameter, PreparedQuery


@dataclass(frozen=True, slots=True)
class Places:
    """The counts and links of the navigation bar.

    tables: the number of open tables.
    table: the id of the one that began last.
    season: the id of the present season.
    money: the number of payments that the user has to make or confirm next.
    objections: the number of open objections that the user has to answer.
    """

    tables: int
    table: UUID | None
    season: UUID | None
    money: int
    objections: int


def places_of(club: Club, user: User, rights: Collection[Right]) -> Places:
    """Return the badges for this user, in one query; in two if there is an open objection."""
    query = _FOR_SETTLERS if Right.SETTLE in rights else _FOR_MEMBERS
    row = query.first(club=club.pk, user=user.pk, day=today(club))
    return Places(
        tables=row["tables"],
        table=row["table"],
        season=row["season"],
        money=row["claims"] + row["plans"],
        objections=len(find_open_objection_ids(club))
        if row["objects"] and Right.CORRECT in rights
        else 0,
    )


def _counts(*, settles: bool) -> QuerySet[Any, Any]:
    """Return the row of a club with all counts and links.

    settles: whether the user may confirm payments to anybody, not only to themselves.
    """
    mine = Session.objects.filter(club=OuterRef("pk"), closed=False, binned_at=None)
    running = Q(ends=None) | Q(ends__gte=_DAY)
    seasons = Season.objects.filter(running, club=OuterRef("pk"), starts__lte=_DAY)
    claims = Payment.objects.filter(pending_claim_condition(), club=OuterRef("pk"))
    if not settles:
        claims = claims.filter(receiver__user=_USER)
    objects = Statement.objects.filter(
        session__club=OuterRef("pk"), session__binned_at=None, kind=Kind.OBJECT, followers=None
    )
    marks: dict[str, Any] = {
        "tables": _count_subquery(mine),
        "table": Subquery(mine.order_by("-date", "-created_at").values("id")[:1]),
        "season": Subquery(seasons.order_by("-starts", "-id").values("id")[:1]),
        "claims": _count_subquery(claims),
        "plans": _count_subquery(_to_pay().filter(payer__user=_USER)),
        "objects": Exists(objects),
    }
    rows: QuerySet[Any, Any] = Club.objects.filter(pk=_CLUB).annotate(**marks).values(*marks)
    return rows


def _to_pay() -> QuerySet[Transfer]:
    """Return the club's planned payments that are not fully covered by recorded or claimed
    payments.
    """
    later = Settlement.objects.filter(
        club=OuterRef("settlement__club"),
        currency=OuterRef("settlement__currency"),
        number__gt=OuterRef("settlement__number"),
        withdrawn_at=None,
        carried=True,
    )
    paid = Payment.objects.filter(transfer=OuterRef("pk"), reverses=None, reversed_by=None)
    said = paid.order_by().values("transfer").annotate(sum=Sum("amount")).values("sum")
    rows = Transfer.objects.filter(
        ~Exists(later), settlement__club=OuterRef("pk"), settlement__withdrawn_at=None
    )
    return rows.annotate(said=Coalesce(Subquery(said), 0)).filter(amount__gt=F("said"))


def _count_subquery(rows: QuerySet[Any]) -> Subquery:
    """Return the row count as a subquery, since a join would multiply the other counts."""
    number = Func(F("pk"), function="COUNT", output_field=IntegerField())
    return Subquery(rows.order_by().annotate(how_many=number).values("how_many"))


_CLUB, _USER = Parameter("club", UUIDField()), Parameter("user", UUIDField())
_DAY = Parameter("day", DateField())
_FOR_SETTLERS = PreparedQuery(partial(_counts, settles=True))
_FOR_MEMBERS = PreparedQuery(partial(_counts, settles=False))
