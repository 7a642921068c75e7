"""Decorators that load the object of a page and check the user's rights.

Users who are neither members of the club nor arbiters of the object's tournament get a 404,
members without the right get a 403. The decorators store the access rule in the view's attribute
`access`, for the system check and the tests.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, cast
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db.models import CharField, Exists, OuterRef, QuerySet, UUIDField
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseNotAllowed
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tarokk_club.accounts.language import read_cookie_language
from tarokk_club.accounts.second_step import find_effective_roles, redirect_to_second_step
from tarokk_club.club.formatting.sentences import render_sentence
from tarokk_club.club.models import (
    Club,
    Entry,
    Membership,
    PlannedEvening,
    Session,
    Tournament,
    User,
)
from tarokk_club.club.models.tournaments import build_version_sum_subquery
from tarokk_club.club.pages.loading import (
    USER,
    AnyLoaded,
    Loader,
    LoadScope,
    compute_arbiter_rights,
    get_club_of_object,
)
from tarokk_club.club.writing.errors import NotSeatedError
from tarokk_club.club.writing.permissions import (
    BY_SEAT,
    Access,
    Open,
    Right,
    build_access,
    list_rights,
    may,
)
from tarokk_club.club.writing.removed_players import RemovedPlayers, replace_merged_players
from tarokk_club.database.prepared import Parameter
from tarokk_club.http.metrics import READING as READING_METHODS

_log = logging.getLogger("tarokk_club.requests")
View = Callable[..., HttpResponseBase]
ViewDecorator = Callable[[Callable[..., HttpResponseBase]], View]
# The lookup path from a session to the members of its club.
MINE = "club__memberships"
_ID, _SLUG = Parameter("id", UUIDField()), Parameter("slug", CharField())


def _select_club() -> QuerySet[Club]:
    """Return a query for the URL's club, annotated with whether the user has another club too."""
    elsewhere = Membership.objects.filter(user=USER).exclude(club=OuterRef("pk"))
    return Club.objects.filter(slug=_SLUG).annotate(has_others=Exists(elsewhere))


def _select_session() -> QuerySet[Session]:
    rows = Session.objects.select_related("club", "draft", "tournament_table")
    return rows.filter(id=_ID, club__slug=_SLUG)


def _select_entry() -> QuerySet[Entry]:
    rows = Entry.objects.select_related(
        "session__club", "session__draft", "session__tournament_table"
    )
    session = Parameter("session", UUIDField())
    return rows.filter(id=_ID, session_id=session, session__club__slug=_SLUG)


def _select_tournament() -> QuerySet[Tournament]:
    rows = Tournament.objects.select_related("club").filter(id=_ID, club__slug=_SLUG)
    return rows.annotate(played=build_version_sum_subquery("pk"))


def _select_evening() -> QuerySet[PlannedEvening]:
    rows = PlannedEvening.objects.select_related("club", "series")
    return rows.filter(id=_ID, club__slug=_SLUG)


_TABLE = "tournament_table__tournament"
_CLUB = Loader(_select_club, LoadScope("memberships"))
_SESSION = Loader(_select_session, LoadScope(MINE, session="pk", tournament=_TABLE))
_ENTRY = Loader(
    _select_entry, LoadScope(f"session__{MINE}", session="session", tournament=f"session__{_TABLE}")
)
_TOURNAMENT = Loader(_select_tournament, LoadScope(MINE, tournament="pk"))
_EVENING = Loader(_select_evening, LoadScope(MINE))


class MemberRequest(HttpRequest):
    """A request of a member of the requested club, or of an arbiter of its tournament.

    rights: the rights of the user in this club.
    is_visiting: whether the user is an arbiter of a tournament but not a member of the club.
    nav_counts: the counts of the navigation bar, only if the view has loaded them.
    seat: the id of the user's own player in the requested session, or None.
    renamed: the players in the form that were merged into others.
    """

    user: User
    club: Club
    rights: frozenset[Right]
    seat: UUID | None
    renamed: RemovedPlayers
    is_visiting: bool
    nav_counts: object


def public(view: View) -> View:
    """Declare that everybody may use a view."""
    return login_not_required(_set_access(view, Access(Open.PUBLIC, Open.PUBLIC)))


def public_reading(view: View) -> View:
    """Declare that everybody may use a view, which accepts only GET and HEAD."""
    return login_not_required(require_safe(_set_access(view, Access(Open.PUBLIC))))


def signed_in(view: View) -> View:
    """Declare that every signed-in user may use a view."""
    return _set_access(view, Access(Open.SIGNED_IN, Open.SIGNED_IN))


def club_view(get: Right | None = None, *, post: Right | None = None) -> ViewDecorator:
    """Return a decorator for a page of a club, `view(request, club, …)`.

    get, post: the rights required to read and to submit; see `build_access`.
    """
    access = build_access(get, post)

    def decorate(view: Callable[..., HttpResponseBase]) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, slug: str, **arguments: Any) -> HttpResponseBase:
            club = _CLUB.load(request, slug=slug)
            return _call_view(view, request, club, access, **arguments)

        return _set_access(wrapper, access)

    return decorate


def session_view(get: Right | None = None, *, post: Right | None = None) -> ViewDecorator:
    """Return a decorator for a page of a session, `view(request, session, …)`.

    The club, the draft and the tournament table of the session are loaded too.
    """
    access = build_access(get, post)

    def decorate(view: Callable[..., HttpResponseBase]) -> View:
        @wraps(view)
        def wrapper(
            request: HttpRequest, slug: str, session_id: UUID, **arguments: Any
        ) -> HttpResponseBase:
            session = _SESSION.load(request, id=session_id, slug=slug)
            return _call_view(view, request, session, access, **arguments)

        return _set_access(wrapper, access)

    return decorate


def entry_view(get: Right | None = None, *, post: Right | None = None) -> ViewDecorator:
    """Return a decorator for a page of an entry, `view(request, entry, …)`.

    The session of the entry is loaded too, with its club, draft and tournament table.
    """
    access = build_access(get, post)

    def decorate(view: Callable[..., HttpResponseBase]) -> View:
        @wraps(view)
        def wrapper(
            request: HttpRequest, slug: str, session_id: UUID, entry_id: UUID, **arguments: Any
        ) -> HttpResponseBase:
            entry = _ENTRY.load(request, id=entry_id, session=session_id, slug=slug)
            return _call_view(view, request, entry, access, **arguments)

        return _set_access(wrapper, access)

    return decorate


def tournament_view(get: Right | None = None, *, post: Right | None = None) -> ViewDecorator:
    """Return a decorator for a page of a tournament, `view(request, tournament, …)`.

    The tournament's club is loaded too; its `played` is the sum of its sessions' versions.
    """
    access = build_access(get, post)

    def decorate(view: Callable[..., HttpResponseBase]) -> View:
        @wraps(view)
        def wrapper(
            request: HttpRequest, slug: str, tournament_id: UUID, **arguments: Any
        ) -> HttpResponseBase:
            tournament = _TOURNAMENT.load(request, id=tournament_id, slug=slug)
            return _call_view(view, request, tournament, access, **arguments)

        return _set_access(wrapper, access)

    return decorate


def evening_view(get: Right | None = None, *, post: Right | None = None) -> ViewDecorator:
    """Return a decorator for a page of a planned evening, `view(request, evening, …)`.

    The club and the series of the evening are loaded too.
    """
    access = build_access(get, post)

    def decorate(view: Callable[..., HttpResponseBase]) -> View:
        @wraps(view)
        def wrapper(
            request: HttpRequest, slug: str, evening_id: UUID, **arguments: Any
        ) -> HttpResponseBase:
            evening = _EVENING.load(request, id=evening_id, slug=slug)
            return _call_view(view, request, evening, access, **arguments)

        return _set_access(wrapper, access)

    return decorate


def _call_view(
    view: View,
    request: HttpRequest,
    loaded: AnyLoaded,
    access: Access,
    **arguments: Any,
) -> HttpResponseBase:
    """Call the view if the user has the right for the request's method, else refuse the request.

    Redirect to the second step if only a passkey is missing.
    Raise Http404 if the API key is for another club, or a row was deleted after it was loaded.
    """
    if getattr(request, "key_club", get_club_of_object(loaded).id) != get_club_of_object(loaded).id:
        # An API key is for one club, even if its user belongs to other clubs too.
        raise Http404
    right = access.get if request.method in READING_METHODS else access.post
    if right is None:
        return HttpResponseNotAllowed(["GET", "HEAD"] if access.get else ["POST"])
    if _needs_second_step(request, loaded, right):
        return redirect_to_second_step(request)
    member = _authorise(request, loaded, right)
    # API clients send no form, and accessing request.POST would consume the body.
    is_form = request.method == "POST" and not hasattr(request, "key_rights")
    member.renamed = _replace_merged_players(member) if is_form else RemovedPlayers()
    try:
        response = view(member, loaded, **arguments)
    except ObjectDoesNotExist as error:
        # Another request has deleted a row since this one loaded it.
        _log.warning("gone", exc_info=True)
        raise Http404 from error
    if member.renamed and response.status_code == HTTPStatus.FOUND:
        report_merged_players(member)
    return response


def _replace_merged_players(request: MemberRequest) -> RemovedPlayers:
    """Replace merged players in the form, and return the replaced players."""
    present, gone = replace_merged_players(request.club.id, request.POST)
    request.POST = cast(Any, present)
    return gone


def report_merged_players(request: MemberRequest) -> None:
    """Add a message for each player of the form that was merged into another."""
    gone = request.renamed
    add_merge_messages(request, {pk: gone.build_message_values(pk) for pk in gone.merged})


def add_merge_messages(request: HttpRequest, merged: Mapping[str, Mapping[str, str]]) -> None:
    """Add a message for each merged player, unless the same message is already waiting.

    merged: the values of each message, by any key.
    """
    if not merged:
        return
    waiting: Any = messages.get_messages(request)
    texts = {str(message) for message in waiting}
    # Do not mark the messages as displayed; several queued hands may cause the same message.
    waiting.used = False
    for values in merged.values():
        sentence = render_sentence("merged_replaced", **values)
        if sentence not in texts:
            messages.info(request, sentence)


def _needs_second_step(request: HttpRequest, loaded: AnyLoaded, right: Right | Open) -> bool:
    """Return whether signing in with a passkey would give the member the right."""
    roles: list[str] = loaded.member_roles  # type: ignore[union-attr]
    effective = find_effective_roles(request, get_club_of_object(loaded), roles)
    if effective is roles or not isinstance(right, Right):
        return False
    return may(roles, right) and not may(effective, right)


def _authorise(request: HttpRequest, loaded: AnyLoaded, right: Right | Open) -> MemberRequest:
    """Set the user's rights, seat and club on the request, and return it.

    The time zone and, unless the user chose one, the language of the club are activated.

    Raise PermissionDenied if the right is missing.
    """
    held = loaded.member_roles  # type: ignore[union-attr]  # annotated by select_rows_of_member
    roles = find_effective_roles(request, get_club_of_object(loaded), held)
    member = cast(MemberRequest, request)
    member.seat = getattr(loaded, "own_seat", None)
    member.is_visiting = getattr(loaded, "is_visiting", False)
    by_role = list_rights(roles)
    held_rights = by_role | BY_SEAT if member.seat else by_role
    held_rights |= compute_arbiter_rights(loaded)
    member.rights = held_rights & getattr(request, "key_rights", held_rights)
    if right not in member.rights:
        if right in held_rights:
            raise PermissionDenied(_("This key does not allow that; make another one."))
        if right in BY_SEAT:
            raise NotSeatedError
        raise PermissionDenied(_("Your role in this club does not allow this."))
    # Display times in the club's time zone; the middleware `reset_time_zone` deactivates it.
    club = member.club = get_club_of_object(loaded)
    timezone.activate(ZoneInfo(club.time_zone))
    activate_club_language(member, club)
    return member


def activate_club_language(request: MemberRequest, club: Club) -> None:
    """Activate the club's language for users who have not chosen one."""
    chosen = request.user.language or read_cookie_language(request)
    if not chosen and club.language in dict(settings.LANGUAGES):
        translation.activate(club.language)


def _set_access(view: View, access: Access) -> View:
    view.access = access  # type: ignore[attr-defined]  # read by the system check
    return view
