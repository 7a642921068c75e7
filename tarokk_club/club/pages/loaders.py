"""Who may open which page: one loader per kind of object loads it and the right to it at once.

A stranger is answered as if the object did not exist; a member without the right gets a sentence.
The marker `access` on the view is what the system check and the tests of permissions look for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, UUIDField
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseNotAllowed
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tarokk_club.accounts.language import cookie_language
from tarokk_club.accounts.second_step import roles_now, to_second_step
from tarokk_club.club.formatting.sentences import sentence_of
from tarokk_club.club.models import (
    Balance,
    Club,
    Entry,
    Membership,
    PlannedEvening,
    Session,
    Tournament,
    User,
)
from tarokk_club.club.models.tournaments import session_version_sum
from tarokk_club.club.writing.errors import NotSeatedError
from tarokk_club.club.writing.gone_players import GonePlayers, read_as_present
from tarokk_club.club.writing.permissions import BY_SEAT, Access, Open, Right, asked_for, may

Answer = Callable[..., HttpResponseBase]
# From a session to who belongs to its club.
MINE = "club__memberships"
Loaded = TypeVar("Loaded", Club, Session, Entry, Tournament, PlannedEvening)
AnyLoaded = Club | Session | Entry | Tournament | PlannedEvening
Guarded = Callable[[Callable[..., HttpResponseBase]], Answer]


class MemberRequest(HttpRequest):
    """A request of a member of the club at hand; rights: what the member may do there; seat: the
    member's own player in the session at hand; renamed: players of the form who were merged away.
    """

    user: User
    club: Club
    rights: frozenset[Right]
    seat: UUID | None
    renamed: GonePlayers


def public(view: Answer) -> Answer:
    """Everybody may open the page."""
    return login_not_required(_marked(view, Access(Open.PUBLIC, Open.PUBLIC)))


def public_reading(view: Answer) -> Answer:
    """Everybody may read the page; it takes no form."""
    return login_not_required(require_safe(_marked(view, Access(Open.PUBLIC))))


def signed_in(view: Answer) -> Answer:
    """Everybody with an account may open the page."""
    return _marked(view, Access(Open.SIGNED_IN, Open.SIGNED_IN))


def club_view(get: Right | None = None, *, post: Right | None = None) -> Guarded:
    """A page of a club: view(request, club, …); post: the right to send it a form, if another."""
    access = asked_for(get, post)

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **others: Any) -> HttpResponseBase:
            club = _found(_of_member(_clubs(slug, request.user), request, "memberships"))
            return _answer(view, request, club, access, **others)

        return _marked(guarded, access)

    return mark


def _clubs(slug: str, user: Any) -> QuerySet[Club]:
    """The club at the address, and whether the person belongs to another one, too."""
    others = Membership.objects.filter(user=user.pk).exclude(club=OuterRef("pk"))
    return Club.objects.filter(slug=slug).annotate(has_others=Exists(others))


def session_view(get: Right | None = None, *, post: Right | None = None) -> Guarded:
    """A page of a session: view(request, session, …), with its club and draft loaded, and which
    table of a tournament it is.
    """
    access = asked_for(get, post)

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, session_id: UUID, **others: Any
        ) -> HttpResponseBase:
            rows = Session.objects.select_related("club", "draft", "tournament_table")
            place = {"id": session_id, "club__slug": slug}
            session = _found(_of_member(rows, request, MINE, session="pk", **place))
            return _answer(view, request, session, access, **others)

        return _marked(guarded, access)

    return mark


def entry_view(get: Right | None = None, *, post: Right | None = None) -> Guarded:
    """A page of one entry: view(request, entry, …), with its session, club and draft loaded."""
    access = asked_for(get, post)

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, session_id: UUID, entry_id: UUID, **others: Any
        ) -> HttpResponseBase:
            rows = Entry.objects.select_related("session__club", "session__draft")
            place = {"id": entry_id, "session_id": session_id, "session__club__slug": slug}
            mine = _of_member(rows, request, f"session__{MINE}", session="session", **place)
            entry = _found(mine)
            return _answer(view, request, entry, access, **others)

        return _marked(guarded, access)

    return mark


def tournament_view(get: Right | None = None, *, post: Right | None = None) -> Guarded:
    """A page of a tournament: view(request, tournament, …), with its club and the sum of the
    versions of its sessions loaded, as `played`.
    """
    access = asked_for(get, post)

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, tournament_id: UUID, **others: Any
        ) -> HttpResponseBase:
            rows = Tournament.objects.select_related("club").filter(
                id=tournament_id, club__slug=slug
            )
            mine = _of_member(rows, request, "club__memberships")
            found = _found(mine.annotate(played=session_version_sum("pk")))
            return _answer(view, request, found, access, **others)

        return _marked(guarded, access)

    return mark


def evening_view(get: Right | None = None, *, post: Right | None = None) -> Guarded:
    """A page of a planned evening: view(request, evening, …), with its club and series loaded."""
    access = asked_for(get, post)

    def mark(view: Callable[..., HttpResponseBase]) -> Answer:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, evening_id: UUID, **others: Any
        ) -> HttpResponseBase:
            rows = PlannedEvening.objects.select_related("club", "series")
            place: dict[str, Any] = {"id": evening_id, "club__slug": slug}
            evening = _found(_of_member(rows, request, MINE, **place))
            return _answer(view, request, evening, access, **others)

        return _marked(guarded, access)

    return mark


def _of_member(
    rows: QuerySet[Loaded],
    request: HttpRequest,
    memberships: str,
    session: str = "",
    **place: Any,
) -> QuerySet[Loaded]:
    """The rows at a place in clubs that the person is a member of, each with the person's roles
    there.

    session: the way to a session, where the person's own player in it is told, too: whoever sits or
    sat has a total.
    """
    told: dict[str, Any] = {"member_roles": F(f"{memberships}__roles")}
    if session:
        told["own_seat"] = _own_seat(session, f"{memberships}__user")
    return rows.filter(**{f"{memberships}__user": request.user}, **place).annotate(**told)


@cache
def _own_seat(session: str, person: str) -> Subquery:
    """Made once, as every page of a session asks the same; person: of the row that was loaded."""
    totals = Balance.objects.filter(session=OuterRef(session), player__user=OuterRef(person))
    return Subquery(totals.values("player_id")[:1], output_field=UUIDField())


def _found(rows: QuerySet[Loaded]) -> Loaded:
    found = rows.first()
    if found is None:
        raise Http404
    return found


def _answer(
    view: Answer,
    request: HttpRequest,
    loaded: AnyLoaded,
    access: Access,
    **others: Any,
) -> HttpResponseBase:
    """What the view answers to a member who has the right for this kind of request."""
    if getattr(request, "key_club", _club_of(loaded).id) != _club_of(loaded).id:
        # A key is for one club, whichever others its person belongs to.
        raise Http404
    right = access.post if request.method == "POST" else access.get
    if right is None:
        return HttpResponseNotAllowed(["GET", "HEAD"] if access.get else ["POST"])
    if _needs_second_step(request, loaded, right):
        return to_second_step(request)
    member = _admitted(request, loaded, right)
    # A program sends no form: to look for one would use up the body that the view reads.
    is_form = request.method == "POST" and not hasattr(request, "key_club")
    member.renamed = _name_present(member) if is_form else GonePlayers()
    answer = view(member, loaded, **others)
    if member.renamed and answer.status_code == HTTPStatus.FOUND:
        say_renamed(member)
    return answer


def _name_present(request: MemberRequest) -> GonePlayers:
    """Let the form name the players whom its merged ones were merged into; who they are."""
    present, gone = read_as_present(request.club.id, request.POST)
    request.POST = cast(Any, present)
    return gone


def say_renamed(request: MemberRequest) -> None:
    """Say on the next page which players of the form were merged into others."""
    gone = request.renamed
    say_merged(request, {one: gone.values_of(one) for one in gone.merged})


def say_merged(request: HttpRequest, merged: Mapping[str, Mapping[str, str]]) -> None:
    """Say in whose place others stand now; merged: what to say of each, by whatever names it."""
    if not merged:
        return
    waiting: Any = messages.get_messages(request)
    said = {str(one) for one in waiting}
    # Looked at and not yet shown: several hands that waited may say the same.
    waiting.used = False
    for values in merged.values():
        sentence = sentence_of("merged_replaced", **values)
        if sentence not in said:
            messages.info(request, sentence)


def _needs_second_step(request: HttpRequest, loaded: AnyLoaded, right: Right | Open) -> bool:
    """Whether the member would have the right, had a passkey been shown."""
    roles: list[str] = loaded.member_roles  # type: ignore[union-attr]
    now = roles_now(request, _club_of(loaded), roles)
    if now is roles or not isinstance(right, Right):
        return False
    return may(roles, right) and not may(now, right)


def _admitted(request: HttpRequest, loaded: AnyLoaded, right: Right | Open) -> MemberRequest:
    """The request with the member's rights; refuses a member who lacks the one needed."""
    held = loaded.member_roles  # type: ignore[union-attr]  # annotated by _of_member
    roles = roles_now(request, _club_of(loaded), held)
    member = cast(MemberRequest, request)
    member.seat = getattr(loaded, "own_seat", None)
    by_role = frozenset(each for each in Right if may(roles, each))
    held_rights = by_role | BY_SEAT if member.seat else by_role
    member.rights = held_rights & getattr(request, "key_rights", held_rights)
    if right not in member.rights:
        if right in held_rights:
            raise PermissionDenied(_("This key is not for that; make another one."))
        if right in BY_SEAT:
            raise NotSeatedError
        raise PermissionDenied(_("Your role in this club does not allow this."))
    # Times are shown by the clock on the club's wall; `own_time` takes it down again.
    club = member.club = _club_of(loaded)
    timezone.activate(ZoneInfo(club.time_zone))
    _speak(member, club)
    return member


def _speak(request: MemberRequest, club: Club) -> None:
    """Use the language of the club for whoever chose none themselves."""
    chosen = request.user.language or cookie_language(request)
    if not chosen and club.language in dict(settings.LANGUAGES):
        translation.activate(club.language)


def _club_of(loaded: AnyLoaded) -> Club:
    if isinstance(loaded, Club):
        return loaded
    return loaded.session.club if isinstance(loaded, Entry) else loaded.club


def _marked(view: Answer, access: Access) -> Answer:
    view.access = access  # type: ignore[attr-defined]  # read by the system check
    return view
