"""Choose the players who take part in a tournament."""

from collections.abc import Collection
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Entrant, Tournament
from tarokk_club.club.session.queries.prescribed import are_entrants_final
from tarokk_club.club.session.usecases.entries import filter_active_players
from tarokk_club.club.tournaments.queries.entrants import load_seated_players
from tarokk_club.club.tournaments.usecases.corrections import (
    TournamentChange,
    record_correction,
)
from tarokk_club.club.tournaments.usecases.tournaments import save_tournament, write_to_tournament
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission


def enter_players(
    *, club_id: UUID, form: Submission, tournament_id: UUID, players: Collection[UUID]
) -> Tournament:
    """Make exactly these players the entrants and return the tournament.

    Removed entrants who have already played keep their results, their team and their club.

    Raise RefusedError if somebody is not a player of the club or is archived, or if the result
        is final and the form gives no reason.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    chosen = sorted({str(player) for player in players})
    content = {
        "do": "enter_players",
        "tournament": str(tournament_id),
        "players": chosen,
        "reason": form.reason,
    }

    def enter(write: ClubWrite, tournament: Tournament) -> None:
        if filter_active_players(club_id, chosen) != set(chosen):
            raise RefusedError([Problem("no_such_player", "players")])
        change = _compare_entrants(tournament, set(players))
        corrected = bool(change) and are_entrants_final(tournament)
        if corrected:
            record_correction(write, tournament, change)
        removed = tournament.entrants.exclude(player__in=set(players))
        removed.filter(player__in=load_seated_players(tournament)).update(gone=True)
        removed.filter(gone=False).delete()
        tournament.entrants.filter(player__in=set(players)).update(gone=False)
        known_entrants = set(tournament.entrants.values_list("player_id", flat=True))
        Entrant.objects.bulk_create(
            Entrant(tournament=tournament, player_id=player)
            for player in sorted(set(players) - known_entrants)
        )
        act = Act.TOURNAMENT_CORRECTED if corrected else Act.TOURNAMENT_CHANGED
        save_tournament(write, tournament, act)

    return write_to_tournament(
        Command(form, Right.CORRECT, content), enter, club_id=club_id, tournament_id=tournament_id
    )


def _compare_entrants(tournament: Tournament, players: set[UUID]) -> TournamentChange:
    rows = tournament.entrants.filter(gone=False)
    entrants = set(rows.values_list("player_id", flat=True))
    return TournamentChange(entered=players - entrants, left=entrants - players)
