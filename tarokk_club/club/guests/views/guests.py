"""What guests see behind a link, read-only: one page, and for a sheet its rules and scoreboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.safestring import SafeString

from tarokk_club.accounts.language import cookie_language
from tarokk_club.club.finale.fragments import render_finale_picture
from tarokk_club.club.guests.queries import guest_link_of, is_open
from tarokk_club.club.models import Club, GuestLink, Season, Session, Tournament
from tarokk_club.club.pages.fragment_cache import lazy
from tarokk_club.club.pages.link_pages import MINUTE, absolute, gone, may_guess, too_many, unlisted
from tarokk_club.club.pages.loaders import Answer, public
from tarokk_club.club.pages.polling import not_modified_lately, polled, remember_etag
from tarokk_club.club.pages.responses import page
from tarokk_club.club.people.queries.players import guest_names
from tarokk_club.club.seasons.fragments import compute_leaderboard_key, render_leaders
from tarokk_club.club.seasons.queries.final_tables import load_season_table
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.seasons.words import explain_rules
from tarokk_club.club.sheet.fragments import (
    compute_sheet_etag,
    live_fragment_cache_key,
    render_live_fragment,
)
from tarokk_club.club.tournaments.queries.my_table import find_my_table
from tarokk_club.club.tournaments.queries.open_tables import find_tables_to_close
from tarokk_club.club.tournaments.queries.tournaments import load_standing
from tarokk_club.club.tournaments.queries.wall import paginate_if_crowded, read_wall_query
from tarokk_club.club.tournaments.views.tournaments import (
    build_wall_context,
    compute_tournament_tag,
)
from tarokk_club.club.values.ids import digest
from tarokk_club.database.replica_reads import prefer_replica

LONGEST_NAME = 80


def guest_view(view: Callable[[HttpRequest, GuestLink], HttpResponseBase]) -> Answer:
    """Decorate a page for the holder of a link: view(request, link).

    Attempts to guess tokens never block a valid link from the same address.
    """

    @wraps(view)
    def guarded(request: HttpRequest, token: str) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        link = guest_link_of(token)
        if link and is_open(link):
            _activate_language(request, link)
            response = _read(view, request, link, token)
        else:
            response = _refused(request, link)
        # The address is a secret, so no referrer is sent.
        response.headers["Referrer-Policy"] = "no-referrer"
        return unlisted(response)

    return public(guarded)


def _read(
    view: Callable[[HttpRequest, GuestLink], HttpResponseBase],
    request: HttpRequest,
    link: GuestLink,
    token: str,
) -> HttpResponseBase:
    """Return what the link shows, from a replica if there is one; its validity comes from the main
    database.
    """

    def there() -> HttpResponseBase:
        again = guest_link_of(token)
        if again is None:
            raise Http404
        return view(request, again)

    return prefer_replica(request, there, lambda: view(request, link))


def guest_poll(view: Callable[[HttpRequest, GuestLink], HttpResponseBase]) -> Answer:
    """Decorate the part of a guest page that changes, which is looked up once a second for all
    followers.

    For that long, a link that was revoked or has ended may still answer that nothing is new.
    """
    asked = guest_view(view)

    @wraps(asked)
    def polled_by_many(request: HttpRequest, token: str) -> HttpResponseBase:
        facts = (cookie_language(request), _wanted(request), read_wall_query(request.GET).mark)
        known = not_modified_lately(request, *facts)
        if known is not None:
            known.headers["Referrer-Policy"] = "no-referrer"
            return unlisted(known)
        answer = asked(request, token)
        remember_etag(request, answer, *facts)
        return answer

    return polled_by_many


def _refused(request: HttpRequest, link: GuestLink | None) -> HttpResponse:
    """Return the same answer for a link that ended and for one that never existed, but count only
    the latter as a guess.

    Otherwise phones that followed a revoked link would block their whole room.
    """
    if link is None and not may_guess(request):
        return too_many(request, seconds=MINUTE)
    return gone(request)


def _activate_language(request: HttpRequest, link: GuestLink) -> None:
    """Activate the club's time zone, and the language of the link, else the browser's, else the
    club's.
    """
    timezone.activate(ZoneInfo(link.club.time_zone))
    language = link.language or cookie_language(request) or link.club.language
    if language in dict(settings.LANGUAGES):
        translation.activate(language)


@guest_view
def guest(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Show the sheet of a session, the standings of a season, or the projector page of a
    tournament.
    """
    names = guest_names(link.club, link.tournament)
    if link.session:
        context = _sheet_context(request, link, link.session, names)
        return page(request, "club/guests/sheet.html", context)
    if link.tournament:
        context = _tournament_context(request, link, link.tournament, names)
        return page(request, "club/guests/tournament.html", context)
    if link.season is None:
        return gone(request)
    context = season_context(link.club, link.season, names)
    return page(request, "club/guests/standings.html", context)


def season_context(club: Club, season: Season, names: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of the standings of a season for strangers, without money."""
    table = lazy(lambda: load_season_table(club, season, Filters(), names=names).seen_by(()))

    def leaders() -> list[SafeString]:
        board = table.board
        return render_leaders(club, season, board, board.rows, {"guest": True})

    return {
        "club": club,
        "season": season,
        "table": table,
        "leaders": lazy(leaders),
        "rules": lazy(lambda: explain_rules(table.board.rules, club.currency)),
        "guest": True,
        "kept": compute_leaderboard_key(club, season, names, reader=("guest",)),
    }


@guest_poll
def guest_live(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Return the part of the sheet or tournament that changes; 304 while it did not."""
    session, tournament = link.session, link.tournament
    names = guest_names(link.club, link.tournament)
    if session:
        tag = guest_tag(link, session, names)
        return polled(request, tag, lambda: _sheet_context(request, link, session, names))
    if tournament:
        return polled(
            request,
            _tournament_tag(request, link, tournament, names),
            lambda: _tournament_context(request, link, tournament, names),
            template="club/tournaments/_live.html",
        )
    return gone(request)


@guest_view
def guest_picture(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Return the picture that a chat shows beside a link to a sheet."""
    if link.session is None:
        return gone(request)
    picture = render_finale_picture(link.session, guest_names(link.club))
    return HttpResponse(picture, content_type="image/png")


def guest_tag(link: GuestLink, session: Session, names: Mapping[str, str], *more: str) -> str:
    """Return an ETag that changes with every name too, so that a hidden name disappears from phones
    that follow.

    more: what distinguishes another page of the same link from its sheet.
    """
    return compute_sheet_etag(session, " ".join(("guest", str(link.id), _called(names), *more)))


def _called(names: Mapping[str, str]) -> str:
    return digest(sorted(names.items()))


def _sheet_context(
    request: HttpRequest, link: GuestLink, session: Session, names: Mapping[str, str]
) -> dict[str, Any]:
    # Each link has its own address of the rules, so the cache is per link.
    shared = {"guest": True, "rules_href": reverse("club:guest_rules", args=[link.token])}
    kept = live_fragment_cache_key(session, names, f"guest {link.id}")
    return {
        "club": link.club,
        "session": session,
        **shared,
        "board_href": reverse("club:guest_board", args=[link.token]),
        "picture": absolute(request, reverse("club:guest_picture", args=[link.token])),
        "live": render_live_fragment(request, session, shared, kept=kept, names=names),
        "live_href": reverse("club:guest_live", args=[link.token]),
        "tag": guest_tag(link, session, names),
    }


def _wanted(request: HttpRequest) -> str:
    """Return the name by which a guest searches for a table, cut to the longest name."""
    return " ".join(request.GET.get("name", "").split())[:LONGEST_NAME]


def _tournament_context(
    request: HttpRequest, link: GuestLink, tournament: Tournament, names: Mapping[str, str]
) -> dict[str, Any]:
    standing, wanted = load_standing(tournament, names=names), _wanted(request)
    live, query = reverse("club:guest_live", args=[link.token]), read_wall_query(request.GET)
    # What was looked for must not be turned away.
    query = query if wanted else paginate_if_crowded(standing, query)
    return {
        "club": link.club,
        "tournament": tournament,
        "standing": standing,
        "waiting": [(one, None) for one in find_tables_to_close(standing)],
        "guest": True,
        "wanted": wanted,
        "found": find_my_table(standing, wanted),
        "find_href": reverse("club:guest", args=[link.token]),
        "wall_href": reverse("club:guest", args=[link.token]),
        "live_href": f"{live}?{urlencode({'name': wanted})}" if wanted else live,
        "tag": _tournament_tag(request, link, tournament, names),
        **build_wall_context(standing, query, live),
    }


def _tournament_tag(
    request: HttpRequest, link: GuestLink, tournament: Tournament, names: Mapping[str, str]
) -> str:
    played = link.played  # type: ignore[attr-defined]  # annotated by guest_link_of
    wanted = (_wanted(request), read_wall_query(request.GET).mark)
    return compute_tournament_tag(tournament, played, f"guest {link.id}", _called(names), *wanted)
