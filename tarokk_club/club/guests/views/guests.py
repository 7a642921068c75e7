"""The read-only pages behind a guest link."""

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

from tarokk_club.accounts.language import read_cookie_language
from tarokk_club.club.finale.fragments import render_finale_picture
from tarokk_club.club.guests.queries import find_guest_link, is_link_open
from tarokk_club.club.models import Club, GuestLink, Season, Session, Tournament
from tarokk_club.club.pages.fragment_cache import make_lazy
from tarokk_club.club.pages.link_pages import (
    MINUTE,
    build_absolute_url,
    count_guess,
    forbid_indexing,
    render_link_gone,
    render_too_many,
)
from tarokk_club.club.pages.loaders import View, public
from tarokk_club.club.pages.polling import cache_etag, respond_if_not_modified, respond_to_poll
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.people.queries.players import load_names_for_guests
from tarokk_club.club.seasons.fragments import compute_leaderboard_key, render_leaderboard_rows
from tarokk_club.club.seasons.queries.final_tables import load_season_table
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.seasons.words import explain_rules
from tarokk_club.club.sheet.fragments import (
    compute_live_fragment_key,
    compute_sheet_etag,
    render_live_fragment,
)
from tarokk_club.club.tournaments.queries.my_table import find_seats_by_name
from tarokk_club.club.tournaments.queries.open_tables import find_tables_to_close
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.queries.wall import paginate_if_crowded, read_wall_query
from tarokk_club.club.tournaments.views.tournaments import (
    build_wall_context,
    compute_tournament_etag,
)
from tarokk_club.club.values.ids import compute_digest
from tarokk_club.database.replica_reads import prefer_replica

LONGEST_NAME = 80


def guest_view(view: Callable[[HttpRequest, GuestLink], HttpResponseBase]) -> View:
    """Decorate `view(request, link)`, which is called only with a valid guest link.

    Guessed tokens from the same IP address never block a valid link.
    """

    @wraps(view)
    def guarded(request: HttpRequest, token: str) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        link = find_guest_link(token)
        if link and is_link_open(link):
            _activate_locale(request, link)
            response = _call_view_on_replica(view, request, link, token)
        else:
            response = _render_refused_link(request, link)
        # The URL is a secret, so no referrer is sent.
        response.headers["Referrer-Policy"] = "no-referrer"
        return forbid_indexing(response)

    return public(guarded)


def _call_view_on_replica(
    view: Callable[[HttpRequest, GuestLink], HttpResponseBase],
    request: HttpRequest,
    link: GuestLink,
    token: str,
) -> HttpResponseBase:
    """Return the view's response from a replica if possible.

    The caller has already checked the link in the main database.
    """

    def read_replica() -> HttpResponseBase:
        replica_link = find_guest_link(token)
        if replica_link is None:
            raise Http404
        return view(request, replica_link)

    return prefer_replica(request, read_replica, lambda: view(request, link))


def guest_poll(view: Callable[[HttpRequest, GuestLink], HttpResponseBase]) -> View:
    """Decorate the polled fragment of a guest page; a 304 is cached for one second for all clients.

    For that second, a link that has just ended may still respond with 304.
    """
    guarded = guest_view(view)

    @wraps(guarded)
    def cached_poll(request: HttpRequest, token: str) -> HttpResponseBase:
        facts = (
            read_cookie_language(request),
            _read_wanted_name(request),
            read_wall_query(request.GET).cache_key,
        )
        not_modified = respond_if_not_modified(request, *facts)
        if not_modified is not None:
            not_modified.headers["Referrer-Policy"] = "no-referrer"
            return forbid_indexing(not_modified)
        response = guarded(request, token)
        cache_etag(request, response, *facts)
        return response

    return cached_poll


def _render_refused_link(request: HttpRequest, link: GuestLink | None) -> HttpResponse:
    """Render the page for a link that has ended or never existed, or for too many guesses.

    Only unknown tokens count as guesses; otherwise phones that still poll an ended link would
    block their network.
    """
    if link is None and not count_guess(request):
        return render_too_many(request, seconds=MINUTE)
    return render_link_gone(request)


def _activate_locale(request: HttpRequest, link: GuestLink) -> None:
    """Activate the club's time zone, and the language of the link, else of the cookie or club."""
    timezone.activate(ZoneInfo(link.club.time_zone))
    language = link.language or read_cookie_language(request) or link.club.language
    if language in dict(settings.LANGUAGES):
        translation.activate(language)


@guest_view
def show_guest_page(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Show the session, season or tournament of the link."""
    names = load_names_for_guests(link.club, link.tournament)
    if link.session:
        context = _build_sheet_context(request, link, link.session, names)
        return render_page(request, "club/guests/sheet.html", context)
    if link.tournament:
        context = _build_tournament_context(request, link, link.tournament, names)
        return render_page(request, "club/guests/tournament.html", context)
    if link.season is None:
        return render_link_gone(request)
    context = build_season_context(link.club, link.season, names)
    return render_page(request, "club/guests/standings.html", context)


def build_season_context(club: Club, season: Season, names: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of a season's standings for guests, without money."""
    table = make_lazy(
        lambda: load_season_table(club, season, Filters(), names=names).limit_money_to(())
    )

    def render_rows() -> list[SafeString]:
        board = table.board
        return render_leaderboard_rows(club, season, board, board.rows, {"guest": True})

    return {
        "club": club,
        "season": season,
        "table": table,
        "leaders": make_lazy(render_rows),
        "rules": make_lazy(lambda: explain_rules(table.board.rules, club.currency)),
        "guest": True,
        "fragment_key": compute_leaderboard_key(club, season, names, reader=("guest",)),
    }


@guest_poll
def poll_guest_page(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Return the polled fragment of the session or tournament; 304 if nothing has changed."""
    session, tournament = link.session, link.tournament
    names = load_names_for_guests(link.club, link.tournament)
    if session:
        tag = compute_guest_sheet_etag(link, session, names)
        return respond_to_poll(
            request, tag, lambda: _build_sheet_context(request, link, session, names)
        )
    if tournament:
        return respond_to_poll(
            request,
            _compute_guest_tournament_etag(request, link, tournament, names),
            lambda: _build_tournament_context(request, link, tournament, names),
            template="club/tournaments/_live.html",
        )
    return render_link_gone(request)


@guest_view
def show_guest_picture(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Return the preview image that chat programs display for a link to a session."""
    if link.session is None:
        return render_link_gone(request)
    picture = render_finale_picture(link.session, load_names_for_guests(link.club))
    return HttpResponse(picture, content_type="image/png")


def compute_guest_sheet_etag(
    link: GuestLink, session: Session, names: Mapping[str, str], *more: str
) -> str:
    """Return the ETag of a page of the link's session; it also changes with any displayed name.

    more: texts that distinguish other pages of the link from its sheet.
    """
    return compute_sheet_etag(
        session, " ".join(("guest", str(link.id), _digest_names(names), *more))
    )


def _digest_names(names: Mapping[str, str]) -> str:
    return compute_digest(sorted(names.items()))


def _build_sheet_context(
    request: HttpRequest, link: GuestLink, session: Session, names: Mapping[str, str]
) -> dict[str, Any]:
    # The cache is per link, as each link has its own URL of the rules.
    shared = {"guest": True, "rules_href": reverse("club:guest_rules", args=[link.token])}
    fragment_key = compute_live_fragment_key(session, names, f"guest {link.id}")
    return {
        "club": link.club,
        "session": session,
        **shared,
        "board_href": reverse("club:guest_board", args=[link.token]),
        "picture": build_absolute_url(request, reverse("club:guest_picture", args=[link.token])),
        "live": render_live_fragment(request, session, shared, cache_key=fragment_key, names=names),
        "live_href": reverse("club:guest_live", args=[link.token]),
        "tag": compute_guest_sheet_etag(link, session, names),
    }


def _read_wanted_name(request: HttpRequest) -> str:
    """Return the name for which the guest searches, cut to the maximum length of a name."""
    return " ".join(request.GET.get("name", "").split())[:LONGEST_NAME]


def _build_tournament_context(
    request: HttpRequest, link: GuestLink, tournament: Tournament, names: Mapping[str, str]
) -> dict[str, Any]:
    standing, wanted = load_standing(tournament, names=names), _read_wanted_name(request)
    live, query = reverse("club:guest_live", args=[link.token]), read_wall_query(request.GET)
    # A search result must not be paged away.
    query = query if wanted else paginate_if_crowded(standing, query)
    return {
        "club": link.club,
        "tournament": tournament,
        "standing": standing,
        "waiting": [(table, None) for table in find_tables_to_close(standing)],
        "guest": True,
        "wanted": wanted,
        "found": find_seats_by_name(standing, wanted),
        "find_href": reverse("club:guest", args=[link.token]),
        "wall_href": reverse("club:guest", args=[link.token]),
        "live_href": f"{live}?{urlencode({'name': wanted})}" if wanted else live,
        "tag": _compute_guest_tournament_etag(request, link, tournament, names),
        **build_wall_context(standing, query, live),
    }


def _compute_guest_tournament_etag(
    request: HttpRequest, link: GuestLink, tournament: Tournament, names: Mapping[str, str]
) -> str:
    played = link.played  # type: ignore[attr-defined]  # annotated by find_guest_link
    wanted = (_read_wanted_name(request), read_wall_query(request.GET).cache_key)
    return compute_tournament_etag(
        tournament, played, f"guest {link.id}", _digest_names(names), *wanted
    )
