"""Load the object of an address with the rights that the user has to it, or as for strangers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

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
from tarokk_club.database.prepared import Parameter, PreparedQuery

Loaded = TypeVar("Loaded", Club, Session, Entry, Tournament, PlannedEvening)
AnyLoaded = Club | Session | Entry | Tournament | PlannedEvening
READ_ONLY = frozenset({Right.READ})
# The id of the user for whom the object is loaded.
USER = Parameter("user", UUIDField())


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


class Loader(Generic[Loaded]):
    """The loader of one kind of object; its queries are prepared once in each process.

    rows: returns the objects of an address, whose values are parameters.
    """

    def __init__(self, rows: Callable[[], QuerySet[Loaded]], scope: LoadScope) -> None:
        grants = replace(scope, memberships=scope.memberships.removesuffix("memberships"))
        grants = replace(grants, memberships=f"{grants.memberships}service_grants")
        self._of_member = PreparedQuery(lambda: of_member(rows(), scope)[:1])
        self._of_service = PreparedQuery(lambda: of_member(rows(), grants)[:1])
        visited = PreparedQuery(lambda: _of_visitor(rows(), scope.tournament)[:1])
        self._of_visitor = visited if scope.tournament else None

    def load(self, request: HttpRequest, **place: object) -> Loaded:
        """Return the object with the roles of the user, or raise 404 for strangers.

        place: the values of the address.

        An arbiter's roles include `ARBITER` until the tournament ends.
        """
        is_service = request.user.is_authenticated and request.user.is_service
        query = self._of_service if is_service else self._of_member
        mine: Any = query.first(user=request.user.pk, **place)
        found = mine or self._visited(request, place)
        if found is None:
            raise Http404
        if getattr(found, "is_arbiter", False):
            found.is_arbiter = _directs(found)
        if mine is None and not found.is_arbiter:
            raise Http404
        found.is_visiting = mine is None
        loaded: Loaded = found
        return loaded

    def _visited(self, request: HttpRequest, place: dict[str, object]) -> Any:
        """Return the object if the user is an arbiter of its tournament, else None."""
        if not self._of_visitor or not request.user.is_authenticated:
            return None
        return self._of_visitor.first(user=request.user.pk, **place)


def of_member(rows: QuerySet[Loaded], scope: LoadScope) -> QuerySet[Loaded]:
    """Return the rows in clubs to which the user belongs, annotated with the user's roles."""
    own = f"{scope.memberships}__user"
    annotations: dict[str, Any] = {"member_roles": F(f"{scope.memberships}__roles")}
    if scope.session:
        annotations["own_seat"] = _own_seat(scope.session, own)
    if scope.tournament:
        annotations["is_arbiter"] = _arbiters(scope.tournament)
    return rows.filter(**{own: USER}).annotate(**annotations)


def _of_visitor(rows: QuerySet[Loaded], tournament: str) -> QuerySet[Loaded]:
    """Return the rows of tournaments of which the user is an arbiter from outside the club."""
    return rows.filter(_arbiters(tournament)).annotate(
        member_roles=Value([], output_field=JSONField()), is_arbiter=Value(value=True)
    )


def _arbiters(tournament: str) -> Exists:
    rows = Arbiter.objects.filter(user=USER, ended_at=None)
    return Exists(rows.filter(tournament=OuterRef(tournament)))


def _own_seat(session: str, person: str) -> Subquery:
    """Return a subquery for the user's own player in a session.

    session: lookup path from the outer row to the session.
    person: lookup path from the outer row to the user.
    """
    totals = Balance.objects.filter(session=OuterRef(session), player__user=OuterRef(person))
    return Subquery(totals.values("player_id")[:1], output_field=UUIDField())


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
