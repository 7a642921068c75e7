"""What waits at the four places of a club for the person who looks: the marks of the bar."""

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
from tarokk_club.club.money.queries.money_book import waits
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.permissions import Right


@dataclass(frozen=True, slots=True)
class Places:
    """tables: how many are open; table: the one that began last; season: that of today; money: how
    many payments the person makes or confirms next; objections: open ones that the person answers.
    """

    tables: int
    table: UUID | None
    season: UUID | None
    money: int
    objections: int


def places_of(club: Club, user: User, rights: Collection[Right]) -> Places:
    """In one query, and a second one where somebody objected to something."""
    marks = _marks(user, rights, today(club).isoformat())
    row = Club.objects.filter(pk=club.pk).annotate(**marks).values(*marks).get()
    return Places(
        tables=row["tables"],
        table=row["table"],
        season=row["season"],
        money=row["claims"] + row["plans"],
        objections=len(waiting_in(club)) if row["objects"] and Right.CORRECT in rights else 0,
    )


def _marks(user: User, rights: Collection[Right], day: str) -> dict[str, Subquery | Exists]:
    mine = Session.objects.filter(club=OuterRef("pk"), closed=False, binned_at=None)
    running = Q(ends=None) | Q(ends__gte=day)
    seasons = Season.objects.filter(running, club=OuterRef("pk"), starts__lte=day)
    claims = Payment.objects.filter(waits(), club=OuterRef("pk"))
    if Right.SETTLE not in rights:
        claims = claims.filter(receiver__user=user)
    objects = Statement.objects.filter(
        session__club=OuterRef("pk"), session__binned_at=None, kind=Kind.OBJECT, followers=None
    )
    return {
        "tables": _how_many(mine),
        "table": Subquery(mine.order_by("-date", "-created_at").values("id")[:1]),
        "season": Subquery(seasons.order_by("-starts", "-id").values("id")[:1]),
        "claims": _how_many(claims),
        "plans": _how_many(_to_pay().filter(payer__user=user)),
        "objects": Exists(objects),
    }


@cache
def _to_pay() -> QuerySet[Transfer]:
    """The planned payments of the club of which something is neither paid nor said to be."""
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


def _how_many(rows: QuerySet[Any]) -> Subquery:
    """As a subquery: a join would multiply what is counted beside it."""
    number = Func(F("pk"), function="COUNT", output_field=IntegerField())
    return Subquery(rows.order_by().annotate(how_many=number).values("how_many"))
