"""The calendar feed of a club, and the page with its private link."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tarokk_club.club.calendar.exports import render_evenings_ics
from tarokk_club.club.calendar.queries.feeds import (
    find_calendar_link,
    find_calendar_link_of_user,
    load_feed_evenings,
    load_feed_state,
)
from tarokk_club.club.calendar.usecases.calendar_links import (
    make_calendar_link,
    revoke_calendar_link,
)
from tarokk_club.club.models import CalendarLink, Club, PlannedEvening
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.fragment_cache import compute_etag, get_club_cache_values
from tarokk_club.club.pages.link_pages import (
    MINUTE,
    build_absolute_url,
    count_guess,
    forbid_indexing,
    is_local_only,
    render_link_gone,
    render_too_many,
)
from tarokk_club.club.pages.loaders import MemberRequest, club_view, public
from tarokk_club.club.pages.responses import render_page, submit
from tarokk_club.club.writing.permissions import Right

FEED_PAGE = "club/calendar/feed.html"


@club_view(Right.READ, post=Right.CLAIM)
def show_feed_link(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the member's private link; a POST creates a new one."""
    form = KeyForm(request.POST if request.method == "POST" else None)
    created = submit(
        request, form, lambda submission: make_calendar_link(club_id=club.id, form=submission)
    )
    if created:
        return redirect("club:calendar_feed", club.slug)
    return _render_feed_page(request, club, form)


@club_view(post=Right.CLAIM)
def revoke_feed_link(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Revoke the member's private link."""
    form = KeyForm(request.POST)
    if submit(
        request, form, lambda submission: revoke_calendar_link(club_id=club.id, form=submission)
    ):
        messages.success(request, _("The calendar link no longer works."))
        return redirect("club:calendar_feed", club.slug)
    return _render_feed_page(request, club, form)


def _render_feed_page(request: MemberRequest, club: Club, form: KeyForm) -> HttpResponseBase:
    link = find_calendar_link_of_user(club, request.user)
    context: dict[str, Any] = {"club": club, "form": form, "link": link, "renewal": KeyForm()}
    token = link.token if link else None
    if token:
        address = build_absolute_url(request, reverse("club:calendar_file", args=[token]))
        context |= {
            "address": address,
            # The webcal scheme makes a phone open its calendar app instead of the browser.
            "webcal": urlsplit(address)._replace(scheme="webcal").geturl(),
            "local": is_local_only(address),
        }
    return render_page(request, FEED_PAGE, context)


@public
def serve_calendar_file(request: HttpRequest, token: str) -> HttpResponseBase:
    """Serve the calendar file of a private link, or 304 if the file has not changed.

    An invalid link gets a 404, and too many guesses from one IP address a 429. A valid link still
    works after them.
    """
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    link = find_calendar_link(token)
    if link is None:
        response: HttpResponseBase = render_link_gone(request)
        if not count_guess(request):
            response = render_too_many(request, seconds=MINUTE)
    else:
        response = _serve_feed(request, link)
    response.headers["Referrer-Policy"] = "no-referrer"
    return forbid_indexing(response)


def _serve_feed(request: HttpRequest, link: CalendarLink) -> HttpResponseBase:
    club = link.club
    _activate_locale(link)
    state = load_feed_state(club)
    around = (club.name, club.language, request.get_host(), request.is_secure())
    tag = compute_etag("calendar", link.pk, state, *get_club_cache_values(club), *around)
    if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        return HttpResponse(status=304, headers={"ETag": tag})

    def build_url(evening: PlannedEvening) -> str:
        return build_absolute_url(request, reverse("club:evening", args=[club.slug, evening.pk]))

    content = render_evenings_ics(club, load_feed_evenings(club, state), build_url)
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{club.slug}.ics"'
    response.headers["ETag"] = tag
    return response


def _activate_locale(link: CalendarLink) -> None:
    """Activate the club's time zone, and the language of the member or else of the club."""
    timezone.activate(ZoneInfo(link.club.time_zone))
    chosen = link.made_by.language if link.made_by else ""
    language = chosen or link.club.language
    if language in dict(settings.LANGUAGES):
        translation.activate(language)
