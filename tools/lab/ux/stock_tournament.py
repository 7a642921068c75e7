"""A tournament of the demonstration club with one round played and the next to be drawn."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

# The points of the four seats at each table.
TABLE_POINTS = (12, 4, -5, -11)
PLAYERS = 8


@dataclass(frozen=True, slots=True)
class DemoTournament:
    """The ids that the pages of the tournament need.

    table: the session of one of its tables.
    """

    tournament: UUID
    table: UUID
    penalty: UUID


def create_demo_tournament(club: Any, form: Callable[[Any], Any]) -> DemoTournament:
    """Create the tournament, then draw and play its first round.

    form: function that returns a new submission by the club's owner.
    """
    from tarokk_club.club.tournaments.usecases.entrants import enter_players
    from tarokk_club.club.tournaments.usecases.tournaments import make_tournament

    tournament = make_tournament(club_id=club.id, form=form(club), plan=plan_demo_tournament(club))
    players = list(club.players.order_by("created_at").values_list("pk", flat=True)[:PLAYERS])
    enter_players(club_id=club.id, form=form(club), tournament_id=tournament.id, players=players)
    table = _play_round(club, form, tournament)
    return DemoTournament(tournament.id, table, _give_penalty(club, form, tournament, players[0]))


def plan_demo_tournament(club: Any) -> Any:
    """Return the plan of a tournament of three rounds."""
    from django.utils import timezone

    from scoring.document import read_head
    from tarokk_club.club.tournaments.usecases.tournaments import TournamentPlan
    from tarokk_club.club.values.table_points import Reckoning

    today = timezone.localdate()
    seats = [
        str(player_id)
        for player_id in club.players.order_by("created_at").values_list("pk", flat=True)
    ]
    head = read_head(
        {
            "format": "tarokk-session",
            "version": 1,
            "game": "paskievics",
            "rules": {"preset": "tournament"},
            "players": seats[:4],
            "dealer": seats[3],
            "date": today.isoformat(),
            "events": [],
        }
    )
    return TournamentPlan(
        name="Spring cup",
        day=today,
        rounds=3,
        turns=4,
        minutes=0,
        reckoning=Reckoning.TABLE,
        head=head,
    )


def _give_penalty(club: Any, form: Callable[[Any], Any], tournament: Any, player: UUID) -> UUID:
    from tarokk_club.club.tournaments.usecases.penalties import PenaltyPlan, give_penalty

    submission = replace(form(club), reason="Came to the second deal")
    plan = PenaltyPlan(player=player, round=1, half_points=1, points=0)
    give_penalty(club_id=club.id, form=submission, tournament_id=tournament.id, plan=plan)
    key: UUID = submission.key
    return key


def _play_round(club: Any, form: Callable[[Any], Any], tournament: Any) -> UUID:
    """Play a round and return the id of the session of one of its tables."""
    from django.utils import timezone

    from tarokk_club.club.session.usecases.events import record_event
    from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables
    from tarokk_club.club.tournaments.queries.next_draws import compute_next_draw
    from tarokk_club.club.tournaments.usecases.rounds import SeenDraw, start_round

    tournament.refresh_from_db()
    seen = SeenDraw(
        number=0, fingerprint=compute_next_draw(tournament, 0).fingerprint, day=timezone.localdate()
    )
    start_round(club_id=club.id, form=form(club), tournament_id=tournament.id, seen=seen)
    for table in load_counting_tables(tournament):
        points = dict(zip(table.session.seats, TABLE_POINTS, strict=True))
        for raw in (
            {"type": "hand", "outcome": "passed_out"},
            {"type": "adjust", "points": points, "note": "As the table wrote it down"},
            {"type": "end"},
        ):
            record_event(session_id=table.session.pk, form=form(club), raw=raw)
    return UUID(str(table.session.pk))
