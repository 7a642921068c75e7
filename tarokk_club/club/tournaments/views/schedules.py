"""The page with all rounds of a tournament that were drawn at once."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Tournament
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import page, posted, submit
from tarokk_club.club.tournaments.kept_schedule import StoredSchedule
from tarokk_club.club.tournaments.queries.entrants import absent_names
from tarokk_club.club.tournaments.queries.next_draws import load_draw_input, usable_schedule
from tarokk_club.club.tournaments.usecases.rounds import draw_all_rounds
from tarokk_club.club.tournaments.words import draw_sentences
from tarokk_club.club.values.draws import DrawKind, Publishing
from tarokk_club.club.writing.permissions import Right


@tournament_view(Right.READ, post=Right.DIRECT)
def tournament_schedule(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the seats of every round, compared with what their seed gives if the reader asks for it;
    a POST draws the remaining rounds.
    """
    form = KeyForm(posted(request))
    if "compare" in request.GET:
        _compare(request, tournament)
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
    context = _context(tournament, hides=hides) | {"form": form, "rights": request.rights}
    return page(request, "club/tournaments/schedule.html", context)


def _compare(request: MemberRequest, tournament: Tournament) -> None:
    """Draw again from the seed of the schedule, and add a message with the result."""
    now = load_draw_input(tournament)
    schedule = usable_schedule(tournament, now)
    if schedule is None:
        return
    if schedule.matches_seed(now.past):
        messages.success(request, _("Drawn again from the seed: the same tables."))
    else:
        messages.warning(
            request,
            _("Drawn again from the seed: other tables. Earlier rounds were changed since."),
        )


def _context(tournament: Tournament, *, hides: bool) -> dict[str, Any]:
    """Return the context of the page.

    hides: whether the reader sees only the rounds that are published.
    """
    now = load_draw_input(tournament)
    scheduled = tournament.draw_kind == DrawKind.SCHEDULE
    kept = usable_schedule(tournament, now) if scheduled else None
    return {
        "club": tournament.club,
        "tournament": tournament,
        "kept": kept,
        "rounds": [
            one
            for one in (_rounds(kept, names_in(tournament.club_id)) if kept else [])
            if not hides or one["number"] < now.number
        ],
        "hides": hides,
        "scheduled": scheduled,
        "over": now.number > now.last,
        "enough": len(now.players) >= now.sizes[0],
        "next": now.number,
        "absent": absent_names(tournament),
        "begun": now.number > (kept.first if kept else 1),
        "how": draw_sentences(tournament.draw_kind),
    }


def _rounds(schedule: StoredSchedule, names: dict[str, str]) -> list[dict[str, Any]]:
    """Return the rounds with names instead of ids."""
    return [
        {
            "number": number,
            "tables": [[names[one] for one in table] for table in seats.tables],
            "out": [names[one] for one in seats.out],
        }
        for number, seats in enumerate(schedule.rounds, start=schedule.first)
    ]
