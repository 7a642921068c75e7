"""Load the object of an address with the rights that the user has to it, or as for strangers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from django.db.models import (
    Exists,
    F,
    JSONField,
    OuterRef,
    QuerySet,
    Subquery,
    UUIDField,
    Value,
)
from django.http import Http404, HttpRequest

from tarokk_club.club.models import (
    Arbiter,
    Balance,
    Club,
    Entry,
    PlannedEvening,
    Session,
    Tournament,
)
from tarokk_club.club.writing.permissions import AT_DIRECTED_TABLE, DIRECTING, Right

Loaded = TypeVar("Loaded", Club, Session, Entry, Tournament, PlannedEvening)
AnyLoaded = Club | Session | Entry | Tournament | PlannedEvening
READ_ONLY = frozenset({Right.READ})


@dataclass(frozen=True, slots=True)
class LoadScope:
    """The lookup paths from an object to what decides who may open it.

    memberships: to the members of its club.
    session: to its session, "" for none; the user's own player there is read as well, and every
        player who sits or sat there has a balance.
    tournament: to the tournament whose arbiters may open it too, "" for none.
    """

    memberships: str
    session: str = ""
    tournament: str = ""


def _of_member(rows: QuerySet[Loaded], request: HttpRequest, scope: LoadScope) -> QuerySet[Loaded]:
    """Return the rows in clubs to which the user belongs, annotated with the user's roles."""
    memberships = scope.memberships
    if request.user.is_authenticated and request.user.is_service:
        memberships = memberships.removesuffix("memberships") + "service_grants"
    own = f"{memberships}__user"
    annotations: dict[str, Any] = {"member_roles": F(f"{memberships}__roles")}
    if scope.session:
        annotations["own_seat"] = _own_seat(scope.session, own)
    if scope.tournament:
        annotations["is_arbiter"] = _arbiters(request, scope.tournament)
    return rows.filter(**{own: request.user}).annotate(**annotations)


def _of_visitor(rows: QuerySet[Loaded], request: HttpRequest, scope: LoadScope) -> QuerySet[Loaded]:
    """Return the rows of tournaments of which the user is an arbiter from outside the club."""
    if not scope.tournament or not request.user.is_authenticated:
        return rows.none()
    return rows.filter(_arbiters(request, scope.tournament)).annotate(
        member_roles=Value([], output_field=JSONField()), is_arbiter=Value(value=True)
    )


def _arbiters(request: HttpRequest, tournament: str) -> Exists:
    rows = Arbiter.objects.filter(user=request.user.pk, ended_at=None)
    return Exists(rows.filter(tournament=OuterRef(tournament)))


@cache
def _own_seat(session: str, person: str) -> Subquery:
    """Return a subquery for the user's own player in a session, shared by all loaders of sessions.

    session: lookup path from the outer row to the session.
    person: lookup path from the outer row to the user.
    """
    totals = Balance.objects.filter(session=OuterRef(session), player__user=OuterRef(person))
    return Subquery(totals.values("player_id")[:1], output_field=UUIDField())


def load_for(rows: QuerySet[Loaded], request: HttpRequest, scope: LoadScope) -> Loaded:
    """Return the object with the roles of the user, or raise 404 for strangers.

    An arbiter's roles include `ARBITER` until the tournament ends.
    """
    mine: Any = _of_member(rows, request, scope).first()
    found: Any = mine or _of_visitor(rows, request, scope).first()
    if found is None:
        raise Http404
    if getattr(found, "is_arbiter", False):
        found.is_arbiter = _directs(found)
    if mine is None and not found.is_arbiter:
        raise Http404
    found.is_visiting = mine is None
    loaded: Loaded = found
    return loaded


def _directs(loaded: AnyLoaded) -> bool:
    """Return whether the tournament of which the user is an arbiter has not ended."""
    if isinstance(loaded, Tournament):
        return not loaded.has_ended()
    session = loaded.session if isinstance(loaded, Entry) else loaded
    return isinstance(session, Session) and not session.tournament_table.tournament.has_ended()


def arbiter_rights(loaded: AnyLoaded) -> frozenset[Right]:
    """Return what an arbiter may do here besides the own roles in the club.

    A table of a round whose result was final is only read.
    """
    if not getattr(loaded, "is_arbiter", False):
        return frozenset()
    if isinstance(loaded, Tournament):
        return DIRECTING
    session = loaded.session if isinstance(loaded, Entry) else loaded
    if not isinstance(session, Session):
        return frozenset()
    table = session.tournament_table
    return AT_DIRECTED_TABLE if table.round > table.tournament.guarded else READ_ONLY


def club_of(loaded: AnyLoaded) -> Club:
    if isinstance(loaded, Club):
        return loaded
    return loaded.session.club if isinstance(loaded, Entry) else loaded.club
