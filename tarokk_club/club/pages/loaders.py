"""Access to pages: one loader for each kind of object loads it together with the user's right to
it.

A user who is not a member gets the same response as if the object did not exist; a member
without the right gets an explanation. The system check and the permission tests read the marker
`access` on the view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, cast
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db.models import CharField, Exists, OuterRef, QuerySet, UUIDField
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseNotAllowed
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tarokk_club.accounts.language import cookie_language
from tarokk_club.accounts.second_step import effective_roles, redirect_to_second_step
from tarokk_club.club.formatting.sentences import sentence_of
from tarokk_club.club.models import (
    Club,
    Entry,
    Membership,
    PlannedEvening,
    Session,
    Tournament,
    User,
)
from tarokk_club.club.models.tournaments import session_version_sum
from tarokk_club.club.pages.loading import (
    USER,
    AnyLoaded,
    Loader,
    LoadScope,
    arbiter_rights,
    club_of,
)
from tarokk_club.club.writing.errors import NotSeatedError
from tarokk_club.club.writing.gone_players import GonePlayers, replace_merged_players
from tarokk_club.club.writing.permissions import (
    BY_SEAT,
    Access,
    Open,
    Right,
    build_access,
    may,
)
from tarokk_club.database.prepared import Parameter
from tarokk_club.http.metrics import READING as READING_METHODS

Answer = Callable[..., HttpResponseBase]
Guarded = Callable[[Callable[..., HttpResponseBase]], Answer]
# The lookup path from a session to the members of its club.
MINE = "club__memberships"
_ID, _SLUG = Parameter("id", UUIDField()), Parameter("slug", CharField())


def _clubs() -> QuerySet[Club]:
    """Return the club of the URL, annotated with whether the user also belongs to another club."""
    others = Membership.objects.filter(user=USER).exclude(club=OuterRef("pk"))
    return Club.objects.filter(slug=_SLUG).annotate(has_others=Exists(others))


def _sessions() -> QuerySet[Session]:
    rows = Session.objects.select_related("club", "draft", "tournament_table")
    return rows.filter(id=_ID, club__slug=_SLUG)


def _entries() -> QuerySet[Entry]:
    rows = Entry.objects.select_related("session__club", "session__draft")
    session = Parameter("session", UUIDField())
    return rows.filter(id=_ID, session_id=session, session__club__slug=_SLUG)


def _tournaments() -> QuerySet[Tournament]:
    rows = Tournament.objects.select_related("club").filter(id=_ID, club__slug=_SLUG)
    return rows.annotate(played=session_version_sum("pk"))


def _evenings() -> QuerySet[PlannedEvening]:
    rows = PlannedEvening.objects.select_related("club", "series")
    return rows.filter(id=_ID, club__slug=_SLUG)


_TABLE = "tournament_table__tournament"
_CLUB = Loader(_clubs, LoadScope("memberships"))
_SESSION = Loader(_sessions, LoadScope(MINE, session="pk", tournament=_TABLE))
_ENTRY = Loader(
    _entries, LoadScope(f"session__{MINE}", session="session", tournament=f"session__{_TABLE}")
)
_TOURNAMENT = Loader(_tournaments, LoadScope(MINE, tournament="pk"))
_EVENING = Loader(_evenings, LoadScope(MINE))


class MemberRequest(HttpRequest):
    """A request of a member of the requested club.

    rights: rights of the member in this club.
    is_visiting: whether an arbiter of a tournament of the club is no member of it.
    seat: id of the member's own player in the requested session, or None.
    renamed: players in the form that were merged into others.
    """

    user: User
    club: Club
    rights: frozenset[Right]
    seat: UUID | None
    renamed: GonePlayers
    is_visiting: bool


def public(view: Answer) -> Answer:
    """Mark a view as open to everybody."""
    return login_not_required(_marked(view, Access(Open.PUBLIC, Open.PUBLIC)))


def public_reading(view: Answer) -> Answer:
    """Mark a view as open to everybody for reading only."""
    return login_not_required(require_safe(_marked(view, Access(Open.PUBLIC))))


def signed_in(view: Answer) -> Answer:
    """Mark a view as open to everybody with an account."""
    return _marked(view, Access(Open.SIGNED_IN, Open.SIGNED_IN))


def club_view(get: Right | None = None, *, post: Right | None = None) -> Guarded:
    """Return a decorator for a page of a club: view(request, club, …).

    post: right to submit its form, if different from `get`.
    """
    access = build_access(get, post)

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **others: Any) -> HttpResponseBase:
            club = _CLUB.load(request, slug=slug)
            return _answer(view, request, club, access, **others)

        return _marked(guarded, access)

    return mark


def session_view(get: Right | None = None, *, post: Right | None = None) -> Guarded:
    """Return a decorator for a page of a session: view(request, session, …).

    Its club, its draft and its table in a tournament are loaded as well.
    """
    access = build_access(get, post)

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, session_id: UUID, **others: Any
        ) -> HttpResponseBase:
            session = _SESSION.load(request, id=session_id, slug=slug)
            return _answer(view, request, session, access, **others)

        return _marked(guarded, access)

    return mark


def entry_view(get: Right | None = None, *, post: Right | None = None) -> Guarded:
    """Return a decorator for a page of an entry: view(request, entry, …).

    Its session, club and draft are loaded as well.
    """
    access = build_access(get, post)

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, session_id: UUID, entry_id: UUID, **others: Any
        ) -> HttpResponseBase:
            entry = _ENTRY.load(request, id=entry_id, session=session_id, slug=slug)
            return _answer(view, request, entry, access, **others)

        return _marked(guarded, access)

    return mark


def tournament_view(get: Right | None = None, *, post: Right | None = None) -> Guarded:
    """Return a decorator for a page of a tournament: view(request, tournament, …).

    Its club is loaded as well, and the sum of its sessions' versions as `played`.
    """
    access = build_access(get, post)

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, tournament_id: UUID, **others: Any
        ) -> HttpResponseBase:
            found = _TOURNAMENT.load(request, id=tournament_id, slug=slug)
            return _answer(view, request, found, access, **others)

        return _marked(guarded, access)

    return mark


def evening_view(get: Right | None = None, *, post: Right | None = None) -> Guarded:
    """Return a decorator for a page of a planned evening: view(request, evening, …).

    Its club and series are loaded as well.
    """
    access = build_access(get, post)

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, evening_id: UUID, **others: Any
        ) -> HttpResponseBase:
            evening = _EVENING.load(request, id=evening_id, slug=slug)
            return _answer(view, request, evening, access, **others)

        return _marked(guarded, access)

    return mark


def _answer(
    view: Answer,
    request: HttpRequest,
    loaded: AnyLoaded,
    access: Access,
    **others: Any,
) -> HttpResponseBase:
    """Return the view's response if the member has the right for this method, else refuse."""
    if getattr(request, "key_club", club_of(loaded).id) != club_of(loaded).id:
        # An API key is for one club, even if its user belongs to others.
        raise Http404
    right = access.get if request.method in READING_METHODS else access.post
    if right is None:
        return HttpResponseNotAllowed(["GET", "HEAD"] if access.get else ["POST"])
    if _needs_second_step(request, loaded, right):
        return redirect_to_second_step(request)
    member = _admitted(request, loaded, right)
    # API clients send no form, and reading request.POST would consume the body.
    is_form = request.method == "POST" and not hasattr(request, "key_rights")
    member.renamed = _name_present(member) if is_form else GonePlayers()
    answer = view(member, loaded, **others)
    if member.renamed and answer.status_code == HTTPStatus.FOUND:
        say_renamed(member)
    return answer


def _name_present(request: MemberRequest) -> GonePlayers:
    """Replace merged players in the form by those they were merged into, and return the merged
    ones.
    """
    present, gone = replace_merged_players(request.club.id, request.POST)
    request.POST = cast(Any, present)
    return gone


def say_renamed(request: MemberRequest) -> None:
    """Add a message for each player of the form that was merged into another."""
    gone = request.renamed
    say_merged(request, {one: gone.values_of(one) for one in gone.merged})


def say_merged(request: HttpRequest, merged: Mapping[str, Mapping[str, str]]) -> None:
    """Add a message for each merged player, unless the same message is already queued.

    merged: values of the message, by any key.
    """
    if not merged:
        return
    waiting: Any = messages.get_messages(request)
    said = {str(one) for one in waiting}
    # Read without marking as shown: several queued hands may cause the same message.
    waiting.used = False
    for values in merged.values():
        sentence = sentence_of("merged_replaced", **values)
        if sentence not in said:
            messages.info(request, sentence)


def _needs_second_step(request: HttpRequest, loaded: AnyLoaded, right: Right | Open) -> bool:
    """Return whether the member lacks the right only because the sign-in used no passkey."""
    roles: list[str] = loaded.member_roles  # type: ignore[union-attr]
    now = effective_roles(request, club_of(loaded), roles)
    if now is roles or not isinstance(right, Right):
        return False
    return may(roles, right) and not may(now, right)


def _admitted(request: HttpRequest, loaded: AnyLoaded, right: Right | Open) -> MemberRequest:
    """Return the request with the member's rights, or refuse a member who lacks the right
    needed.
    """
    held = loaded.member_roles  # type: ignore[union-attr]  # annotated by _of_member
    roles = effective_roles(request, club_of(loaded), held)
    member = cast(MemberRequest, request)
    member.seat = getattr(loaded, "own_seat", None)
    member.is_visiting = getattr(loaded, "is_visiting", False)
    by_role = frozenset(each for each in Right if may(roles, each))
    held_rights = by_role | BY_SEAT if member.seat else by_role
    held_rights |= arbiter_rights(loaded)
    member.rights = held_rights & getattr(request, "key_rights", held_rights)
    if right not in member.rights:
        if right in held_rights:
            raise PermissionDenied(_("This key is not for that; make another one."))
        if right in BY_SEAT:
            raise NotSeatedError
        raise PermissionDenied(_("Your role in this club does not allow this."))
    # Show times in the club's time zone; `own_time` deactivates it again.
    club = member.club = club_of(loaded)
    timezone.activate(ZoneInfo(club.time_zone))
    _speak(member, club)
    return member


def _speak(request: MemberRequest, club: Club) -> None:
    """Fall back to the club's language for users who have not chosen one."""
    chosen = request.user.language or cookie_language(request)
    if not chosen and club.language in dict(settings.LANGUAGES):
        translation.activate(club.language)


def _marked(view: Answer, access: Access) -> Answer:
    view.access = access  # type: ignore[attr-defined]  # read by the system check
    return view
