"""The page that draws all rounds of a tournament at once, shows them and checks the draw."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Tournament
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.tournaments.draw.stored_schedule import StoredSchedule
from tarokk_club.club.tournaments.queries.entrants import list_absent_names
from tarokk_club.club.tournaments.queries.next_draws import find_usable_schedule, load_draw_input
from tarokk_club.club.tournaments.usecases.rounds import draw_all_rounds
from tarokk_club.club.tournaments.words import explain_draw
from tarokk_club.club.values.draws import DrawKind, Publishing
from tarokk_club.club.writing.permissions import Right


@tournament_view(Right.READ, post=Right.DIRECT)
def show_schedule(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the seats of every round; POST draws the remaining rounds, ?compare checks the seed."""
    form = KeyForm(read_post(request))
    if "compare" in request.GET:
        _check_seed(request, tournament)
    if submit(
        request,
        form,
        lambda submission: draw_all_rounds(
            club_id=tournament.club_id, form=submission, tournament_id=tournament.id
        ),
    ):
        messages.success(request, _("The rounds are drawn."))
        return redirect("club:tournament_schedule", tournament.club.slug, tournament.id)
    hides = tournament.publishing == Publishing.WHEN_READY and Right.DIRECT not in request.rights
    context = _build_schedule_context(tournament, hides=hides) | {
        "form": form,
        "rights": request.rights,
    }
    return render_page(request, "club/tournaments/schedule.html", context)


def _check_seed(request: MemberRequest, tournament: Tournament) -> None:
    """Draw again from the seed of the schedule, if there is one, and report the result."""
    now = load_draw_input(tournament)
    schedule = find_usable_schedule(tournament, now)
    if schedule is None:
        return
    if schedule.matches_seed(now.past):
        messages.success(request, _("Drawn again from the seed: the same tables."))
    else:
        messages.warning(
            request,
            _("Drawn again from the seed: other tables. Earlier rounds were changed since."),
        )


def _build_schedule_context(tournament: Tournament, *, hides: bool) -> dict[str, Any]:
    """Return the context of the schedule page.

    hides: whether to leave out unpublished rounds.
    """
    now = load_draw_input(tournament)
    scheduled = tournament.draw_kind == DrawKind.SCHEDULE
    schedule = find_usable_schedule(tournament, now) if scheduled else None
    return {
        "club": tournament.club,
        "tournament": tournament,
        "schedule": schedule,
        "rounds": [
            row
            for row in (
                _build_named_rounds(schedule, load_names(tournament.club_id)) if schedule else []
            )
            if not hides or row["number"] < now.number
        ],
        "hides": hides,
        "scheduled": scheduled,
        "over": now.number > now.last,
        "enough": len(now.players) >= now.sizes[0],
        "next": now.number,
        "absent": list_absent_names(tournament),
        "begun": now.number > (schedule.first if schedule else 1),
        "how": explain_draw(tournament.draw_kind),
    }


def _build_named_rounds(schedule: StoredSchedule, names: dict[str, str]) -> list[dict[str, Any]]:
    """Return the rounds with names instead of ids."""
    return [
        {
            "number": number,
            "tables": [[names[player] for player in table] for table in seats.tables],
            "out": [names[player] for player in seats.out],
        }
        for number, seats in enumerate(schedule.rounds, start=schedule.first)
    ]
