"""Loaders of the object of a URL, together with the roles of the user."""

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
    """The lookup paths from an object to the rows that decide who may access it.

    memberships: the path to the memberships of its club.
    session: the path to its session; "" for none. The user's own player there is loaded too.
    tournament: the path to the tournament whose arbiters have access too; "" for none.
    """

    memberships: str
    session: str = ""
    tournament: str = ""


class Loader(Generic[Loaded]):
    """A loader for one kind of object; its queries are prepared once in each process.

    rows: returns the queryset of the objects of a URL, with parameters for the values in it.
    """

    def __init__(self, rows: Callable[[], QuerySet[Loaded]], scope: LoadScope) -> None:
        grants = replace(scope, memberships=scope.memberships.removesuffix("memberships"))
        grants = replace(grants, memberships=f"{grants.memberships}service_grants")
        self._for_member = PreparedQuery(lambda: select_rows_of_member(rows(), scope)[:1])
        self._for_service = PreparedQuery(lambda: select_rows_of_member(rows(), grants)[:1])
        for_arbiter = PreparedQuery(lambda: _select_rows_of_arbiter(rows(), scope.tournament)[:1])
        self._for_arbiter = for_arbiter if scope.tournament else None

    def load(self, request: HttpRequest, **place: object) -> Loaded:
        """Return the object of a URL, with the user's roles in `member_roles`.

        `is_arbiter` is true if the user directs the object's tournament and it has not ended.

        place: the values in the URL.

        Raise Http404 if there is no such object, or the user is neither a member of the club nor
        such an arbiter.
        """
        is_service = request.user.is_authenticated and request.user.is_service
        query = self._for_service if is_service else self._for_member
        own_row: Any = query.first(user=request.user.pk, **place)
        row = own_row or self._load_for_arbiter(request, place)
        if row is None:
            raise Http404
        if getattr(row, "is_arbiter", False):
            row.is_arbiter = _is_tournament_open(row)
        if own_row is None and not row.is_arbiter:
            raise Http404
        row.is_visiting = own_row is None
        loaded: Loaded = row
        return loaded

    def _load_for_arbiter(self, request: HttpRequest, place: dict[str, object]) -> Any:
        """Return the object if the user is an arbiter of its tournament, else None."""
        if not self._for_arbiter or not request.user.is_authenticated:
            return None
        return self._for_arbiter.first(user=request.user.pk, **place)


def select_rows_of_member(rows: QuerySet[Loaded], scope: LoadScope) -> QuerySet[Loaded]:
    """Return the rows in clubs of the user, annotated with the user's roles.

    If the scope has their paths, also with the user's own player and whether the user is arbiter.
    """
    user_path = f"{scope.memberships}__user"
    annotations: dict[str, Any] = {"member_roles": F(f"{scope.memberships}__roles")}
    if scope.session:
        annotations["own_seat"] = _build_own_seat_subquery(scope.session, user_path)
    if scope.tournament:
        annotations["is_arbiter"] = _build_arbiter_condition(scope.tournament)
    return rows.filter(**{user_path: USER}).annotate(**annotations)


def _select_rows_of_arbiter(rows: QuerySet[Loaded], tournament: str) -> QuerySet[Loaded]:
    """Return the rows of tournaments that the user directs as an arbiter."""
    return rows.filter(_build_arbiter_condition(tournament)).annotate(
        member_roles=Value([], output_field=JSONField()), is_arbiter=Value(value=True)
    )


def _build_arbiter_condition(tournament: str) -> Exists:
    rows = Arbiter.objects.filter(user=USER, ended_at=None)
    return Exists(rows.filter(tournament=OuterRef(tournament)))


def _build_own_seat_subquery(session: str, person: str) -> Subquery:
    """Return a subquery for the id of the user's own player in a session.

    session: the lookup path from the outer row to the session.
    person: the lookup path from the outer row to the user.
    """
    totals = Balance.objects.filter(session=OuterRef(session), player__user=OuterRef(person))
    return Subquery(totals.values("player_id")[:1], output_field=UUIDField())


def _is_tournament_open(loaded: AnyLoaded) -> bool:
    """Return whether the tournament of the loaded object has not ended."""
    if isinstance(loaded, Tournament):
        return not loaded.has_ended()
    session = loaded.session if isinstance(loaded, Entry) else loaded
    return isinstance(session, Session) and not session.tournament_table.tournament.has_ended()


def compute_arbiter_rights(loaded: AnyLoaded) -> frozenset[Right]:
    """Return the rights that the user has as an arbiter, in addition to those of a member.

    A table is read-only if the result of its round has been final.
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


def get_club_of_object(loaded: AnyLoaded) -> Club:
    """Return the club of the object that a loader returned."""
    if isinstance(loaded, Club):
        return loaded
    return loaded.session.club if isinstance(loaded, Entry) else loaded.club
