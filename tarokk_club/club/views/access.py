"""Who may open which page: one loader per kind of object loads it and the right to it at once.

A stranger is answered as if the object did not exist; a member without the right gets a sentence.
The marker `access` on the view is what the system check and the tests of permissions look for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast
from uuid import UUID

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, Entry, Session, User
from tarokk_club.club.permissions import Right, may

Answer = Callable[..., HttpResponseBase]
Loaded = TypeVar("Loaded", Club, Session, Entry)
PUBLIC, SIGNED_IN = "public", "signed_in"


class MemberRequest(HttpRequest):
    """A request of a member of the club at hand; rights: what the member may do there."""

    user: User
    rights: frozenset[Right]


def public(view: Answer) -> Answer:
    """Everybody may open the page."""
    return login_not_required(_marked(view, PUBLIC))


def signed_in(view: Answer) -> Answer:
    """Everybody with an account may open the page."""
    return _marked(view, SIGNED_IN)


def club_view(right: Right) -> Callable[[Callable[..., HttpResponseBase]], Answer]:
    """A page of a club: view(request, club, …)."""

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **others: Any) -> HttpResponseBase:
            club = _found(_of_member(Club.objects.filter(slug=slug), request, "memberships"))
            return view(_admitted(request, club, right), club, **others)

        return _marked(guarded, right)

    return mark


def session_view(right: Right) -> Callable[[Callable[..., HttpResponseBase]], Answer]:
    """A page of a session: view(request, session, …), with its club and draft loaded."""

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, session_id: UUID, **others: Any
        ) -> HttpResponseBase:
            rows = Session.objects.select_related("club", "draft").filter(
                id=session_id, club__slug=slug
            )
            session = _found(_of_member(rows, request, "club__memberships"))
            return view(_admitted(request, session, right), session, **others)

        return _marked(guarded, right)

    return mark


def entry_view(right: Right) -> Callable[[Callable[..., HttpResponseBase]], Answer]:
    """A page of one entry: view(request, entry, …), with its session, club and draft loaded."""

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, session_id: UUID, entry_id: UUID, **others: Any
        ) -> HttpResponseBase:
            rows = Entry.objects.select_related("session__club", "session__draft").filter(
                id=entry_id, session_id=session_id, session__club__slug=slug
            )
            entry = _found(_of_member(rows, request, "session__club__memberships"))
            return view(_admitted(request, entry, right), entry, **others)

        return _marked(guarded, right)

    return mark


def _of_member(rows: QuerySet[Loaded], request: HttpRequest, memberships: str) -> QuerySet[Loaded]:
    """The rows of clubs that the person is a member of, each with the person's roles there."""
    mine = rows.filter(**{f"{memberships}__user": request.user})
    return mine.annotate(member_roles=F(f"{memberships}__roles"))


def _found(rows: QuerySet[Loaded]) -> Loaded:
    found = rows.first()
    if found is None:
        raise Http404
    return found


def _admitted(request: HttpRequest, loaded: Club | Session | Entry, right: Right) -> MemberRequest:
    """The request with the member's rights; refuses a member who lacks the one needed."""
    roles = loaded.member_roles  # type: ignore[union-attr]  # annotated by _of_member
    member = cast(MemberRequest, request)
    member.rights = frozenset(each for each in Right if may(roles, each))
    if right not in member.rights:
        raise PermissionDenied(_("Your role in this club does not allow this."))
    return member


def _marked(view: Answer, access: str) -> Answer:
    view.access = access  # type: ignore[attr-defined]  # read by the system check
    return view
