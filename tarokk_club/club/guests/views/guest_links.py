"""Pages to create, show, renew and revoke guest links, and to choose the names that guests see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.guests.forms import GuestLinkForm, GuestNamesForm
from tarokk_club.club.guests.queries import (
    LinkTargets,
    is_link_open,
    is_season_unfinished,
    load_link_targets,
    load_open_guest_links,
)
from tarokk_club.club.guests.usecases import (
    LinkTarget,
    create_guest_link,
    renew_guest_link,
    revoke_guest_link,
    set_guest_naming,
)
from tarokk_club.club.models import Club, GuestLink, Season, Session
from tarokk_club.club.models.guests import TARGETS, LinkLifetime
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.link_pages import build_absolute_url, is_local_only
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.permissions import Right

SESSION, SEASON, TOURNAMENT = TARGETS


@club_view(Right.INVITE)
def list_guest_links(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the valid guest links of the club."""
    return _render_list(request, club, GuestNamesForm(initial={"names": club.guest_names}))


@club_view(post=Right.CLUB)
def choose_guest_names(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Choose initials or full names for the players on guest pages."""
    form = GuestNamesForm(request.POST)
    if submit(
        request,
        form,
        lambda submission: set_guest_naming(
            club_id=club.id, form=submission, naming=Naming(form.cleaned_data["names"])
        ),
    ):
        messages.success(request, _("Saved."))
        return redirect("club:guests", club.slug)
    return _render_list(request, club, form)


def _render_list(request: MemberRequest, club: Club, form: GuestNamesForm) -> HttpResponseBase:
    context = {
        "club": club,
        "links": load_open_guest_links(club),
        "naming": Naming(club.guest_names).label,
        "form": form,
        "rights": request.rights,
    }
    return render_page(request, "club/guests/list.html", context)


@club_view(Right.INVITE)
def create_link(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Create a guest link and redirect to its page."""
    form = _build_form(request, club)
    link = submit(
        request,
        form,
        lambda submission: create_guest_link(
            club_id=club.id, form=submission, target=_read_target(form)
        ),
    )
    if link:
        return redirect("club:guest_link", club.slug, link.id)
    context = {"club": club, "form": form, "naming": Naming(club.guest_names).label}
    return render_page(request, "club/guests/new.html", context)


@club_view(Right.INVITE)
def show_guest_link(request: MemberRequest, club: Club, guest_id: UUID) -> HttpResponseBase:
    """Show a guest link, with its QR code if it is valid."""
    return _render_link(request, club, _get_link_or_404(club, guest_id), KeyForm())


def _build_post_view(write: Callable[..., GuestLink], then: Callable[..., HttpResponseBase]) -> Any:
    """Return a view that calls the use case `write` for a link, and `then` if that succeeds."""

    @club_view(post=Right.INVITE)
    def view(request: MemberRequest, club: Club, guest_id: UUID) -> HttpResponseBase:
        link, form = _get_link_or_404(club, guest_id), KeyForm(request.POST)
        changed = submit(
            request,
            form,
            lambda submission: write(club_id=club.id, form=submission, link_id=link.id),
        )
        if changed:
            return then(request, club, changed)
        return _render_link(request, club, link, form)

    return view


def _redirect_after_revoking(
    request: MemberRequest, club: Club, _link: GuestLink
) -> HttpResponseBase:
    messages.success(request, _("The guest link no longer works."))
    return redirect("club:guests", club.slug)


def _redirect_after_renewing(
    request: MemberRequest, club: Club, link: GuestLink
) -> HttpResponseBase:
    messages.success(request, _("This is the new link; the old one has ended."))
    return redirect("club:guest_link", club.slug, link.id)


revoke_link = _build_post_view(revoke_guest_link, _redirect_after_revoking)
renew_link = _build_post_view(renew_guest_link, _redirect_after_renewing)


def _get_link_or_404(club: Club, guest_id: UUID) -> GuestLink:
    rows = GuestLink.objects.select_related(
        "club", "season", "session__season", "tournament", "made_by"
    )
    return get_object_or_404(rows, pk=guest_id, club=club)


def _render_link(
    request: MemberRequest, club: Club, link: GuestLink, form: KeyForm
) -> HttpResponseBase:
    context: dict[str, Any] = {
        "club": club,
        "link": link,
        "form": form,
        "renewal": KeyForm(),
        "naming": Naming(club.guest_names).label,
    }
    if is_link_open(link) and link.token:
        context["address"] = build_absolute_url(request, reverse("club:guest", args=[link.token]))
        context["local"] = is_local_only(context["address"])
    return render_page(request, "club/guests/link.html", context)


# --- the form of a new link


def _build_form(request: MemberRequest, club: Club) -> GuestLinkForm:
    wished = request.POST.get("what") or request.GET.get("what", "")
    kind, _colon, wished_id = wished.partition(":")
    wished_pk = read_id(wished_id) if kind in (SESSION, TOURNAMENT) else None
    targets = load_link_targets(club, wished_pk)
    ends: dict[str, Season] = {f"{SEASON}:{row.id}": row for row in targets.seasons}
    ends |= {f"{SESSION}:{row.id}": row.season for row in targets.sessions if row.season}
    chosen = wished or next(iter(ends), "")
    # A link to a tournament cannot end with a season.
    without = {LinkLifetime.SEASON} if kind == TOURNAMENT and request.method != "POST" else set()
    span = (
        LinkLifetime.SEASON if is_season_unfinished(ends.get(chosen), club) else LinkLifetime.WEEK
    )
    return GuestLinkForm(
        read_post(request),
        pages=_build_page_choices(targets),
        spans=[(span.value, span.label) for span in LinkLifetime if span not in without],
        initial={"what": chosen, "lasting": span.value, "language": ""},
    )


def _build_page_choices(targets: LinkTargets) -> list[tuple[str, Any]]:
    seasons = [
        (f"{SEASON}:{row.id}", _("Season %(season)s") % {"season": row.name})
        for row in targets.seasons
    ]
    sessions = [(f"{SESSION}:{row.id}", _format_session_label(row)) for row in targets.sessions]
    tournaments = [
        (f"{TOURNAMENT}:{row.id}", f"{row.name} · {format_plain_date(row.date)}")
        for row in targets.tournaments
    ]
    pages: list[tuple[str, Any]] = [
        (_("Standings"), seasons),
        (_("The sheet of a session"), sessions),
        (_("The projector's page of a tournament"), tournaments),
    ]
    return [(label, choices) for label, choices in pages if choices]


def _format_session_label(session: Session) -> str:
    parts = [format_plain_date(session.date), session.table_name, label_game(session.game)]
    return " · ".join(part for part in parts if part)


def _read_target(form: GuestLinkForm) -> LinkTarget:
    data = form.cleaned_data
    kind, _colon, chosen = data["what"].partition(":")
    return LinkTarget(
        session_id=UUID(chosen) if kind == SESSION else None,
        season_id=UUID(chosen) if kind == SEASON else None,
        tournament_id=UUID(chosen) if kind == TOURNAMENT else None,
        lasting=LinkLifetime(data["lasting"]),
        language=data["language"],
    )
