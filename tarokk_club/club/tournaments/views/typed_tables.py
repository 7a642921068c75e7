"""The page on which the organiser types the totals of a table without a phone."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _

from tarokk_club.club.models import Balance, Tournament, TournamentTable
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.tournaments.side_forms import TableTotalsForm
from tarokk_club.club.tournaments.usecases.tables import end_table_with_totals
from tarokk_club.club.tournaments.views.setup import redirect_to_tournament
from tarokk_club.club.writing.permissions import Right


@tournament_view(Right.DIRECT)
def enter_table_totals(
    request: MemberRequest, tournament: Tournament, session_id: UUID
) -> HttpResponseBase:
    """Show the form for the totals of a table; a POST closes the table with these totals."""
    table = _get_table_or_404(tournament, session_id)
    form = _build_totals_form(request, table)
    if submit(
        request,
        form,
        lambda submission: end_table_with_totals(
            session_id=session_id,
            form=submission,
            totals=form.read_totals(),
            note=form.cleaned_data["note"],
        ),
    ):
        messages.success(request, _("The totals are recorded, and the table is closed."))
        return redirect_to_tournament(tournament)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "session": table.session,
        "table": table,
        "form": form,
    }
    return render_page(request, "club/tournaments/table.html", context)


def _get_table_or_404(tournament: Tournament, session_id: UUID) -> TournamentTable:
    tables = tournament.tables.filter(session=session_id, session__binned_at=None)
    table = tables.select_related("session").first()
    if table is None:
        raise Http404
    return table


def _build_totals_form(request: MemberRequest, table: TournamentTable) -> TableTotalsForm:
    session, names = table.session, load_names(table.session.club_id)
    rows = Balance.objects.filter(session=session).values_list("player_id", "points")
    points = {str(player): won for player, won in rows.order_by("pk")}
    seats = [player for player in session.seats if player in points]
    seats += [player for player in points if player not in seats]
    initial = {"version": session.version}
    if session.hands_count or any(points.values()):
        initial |= {f"points_{player}": points[player] for player in seats}
    return TableTotalsForm(
        read_post(request), seats=[(player, names[player]) for player in seats], initial=initial
    )
