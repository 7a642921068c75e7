"""The years of the kitty: annual reports, the auditors' form, and the close of a year."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.kitty.forms import (
    CloseYearForm,
)
from tarokk_club.club.kitty.queries.year_figures import (
    find_year_to_close,
    list_club_years,
    load_closed_years,
)
from tarokk_club.club.kitty.queries.year_report import YearReport, build_year_report
from tarokk_club.club.kitty.usecases import (
    close_year,
)
from tarokk_club.club.models import Club
from tarokk_club.club.money.queries.balances.own_money import (
    require_all_money,
)
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.permissions import Right


@club_view(Right.READ)
def list_years(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the years of the club, closed and open."""
    require_all_money(club, request.user, request.rights)
    day, closed = get_today(club), load_closed_years(club.id)
    all_years = list_club_years(club.id, day)
    context = {
        "club": club,
        "years": [(year, closed.get(year)) for year in all_years],
        "next": find_year_to_close(all_years, closed, day),
        "rights": request.rights,
    }
    return render_page(request, "club/kitty/years.html", context)


def _load_report(request: MemberRequest, club: Club, year: int) -> tuple[YearReport, bool]:
    """Return the annual report, and whether the year can be closed.

    Raise Http404 for a year without entries, and PermissionDenied if the reader may not see it.
    """
    require_all_money(club, request.user, request.rights)
    day = get_today(club)
    all_years = list_club_years(club.id, day)
    if year not in all_years:
        raise Http404
    closed = load_closed_years(club.id)
    report = build_year_report(club, year, closed.get(year))
    return report, year == find_year_to_close(all_years, closed, day)


@club_view(Right.READ)
def show_annual_report(request: MemberRequest, club: Club, year: int) -> HttpResponseBase:
    """Show a printable page with the annual report of a year."""
    return _render_year(request, club, year, "year")


@club_view(Right.READ)
def show_auditors_form(request: MemberRequest, club: Club, year: int) -> HttpResponseBase:
    """Show the printable form on which two auditors note their checks."""
    return _render_year(request, club, year, "auditors")


def _render_year(request: MemberRequest, club: Club, year: int, name: str) -> HttpResponseBase:
    report, may_close = _load_report(request, club, year)
    context = {
        "club": club,
        "report": report,
        "year": year,
        "may_close": may_close,
        "size": "a4",
        "live": reverse("club:years", args=[club.slug]),
        "printed_on": get_today(club),
        "rights": request.rights,
    }
    return render_page(request, f"club/kitty/papers/{name}.html", context)


@club_view(Right.SETTLE)
def confirm_year_close(request: MemberRequest, club: Club, year: int) -> HttpResponseBase:
    """Show the figures of a year, and close it if the user confirms them."""
    report, _may_close = _load_report(request, club, year)
    form = CloseYearForm(read_post(request), initial={"seen": report.fingerprint})
    closed = submit(
        request,
        form,
        lambda submission: close_year(
            club_id=club.id, form=submission, year=year, digest=form.cleaned_data["seen"]
        ),
    )
    if closed:
        messages.success(request, _("The year %(year)s is closed.") % {"year": year})
        return redirect("club:year_paper", club.slug, year)
    if form.is_bound and form.status == 409:
        form = CloseYearForm(initial={"seen": report.fingerprint})
        messages.error(request, _("The figures have changed in the meantime. Check them again."))
    context = {"club": club, "report": report, "year": year, "form": form}
    return render_page(request, "club/kitty/close.html", context)
