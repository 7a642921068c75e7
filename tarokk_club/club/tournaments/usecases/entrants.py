"""Set the entrants of a tournament, their teams and clubs, and their consent to full names."""

from collections.abc import Collection, Mapping
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Entrant, Tournament
from tarokk_club.club.session.queries.sessions.final_results import (
    are_entrants_final,
    was_ever_final,
)
from tarokk_club.club.session.usecases.entries import filter_active_players
from tarokk_club.club.tournaments.queries.entrants import load_seated_player_ids
from tarokk_club.club.tournaments.usecases.corrections import TournamentChange, record_correction
from tarokk_club.club.tournaments.usecases.tournaments import save_tournament, write_to_tournament
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


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

    def save_entrants(write: ClubWrite, tournament: Tournament) -> None:
        if filter_active_players(club_id, chosen) != set(chosen):
            raise RefusedError([Problem("no_such_player", "players")])
        change = _compare_entrants(tournament, set(players))
        corrected = bool(change) and are_entrants_final(tournament)
        if corrected:
            record_correction(write, tournament, change)
        removed = tournament.entrants.exclude(player__in=set(players))
        removed.filter(player__in=load_seated_player_ids(tournament)).update(gone=True)
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
        Command(form, Right.CORRECT, content),
        save_entrants,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def _compare_entrants(tournament: Tournament, players: set[UUID]) -> TournamentChange:
    rows = tournament.entrants.filter(gone=False)
    entrants = set(rows.values_list("player_id", flat=True))
    return TournamentChange(entered=players - entrants, left=entrants - players)


# The names of a player's team and club, "" for none.
Sides = tuple[str, str]


def set_teams_and_clubs(
    *, club_id: UUID, form: Submission, tournament_id: UUID, sides: Mapping[UUID, Sides]
) -> Tournament:
    """Set the team and club of each of these entrants and return the tournament.

    Names that differ only in capitals are treated as equal, and the first spelling is used.

    Raise RefusedError if a name is not valid.
    Raise ConflictError if a team or club changes although the result is or was final.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    named = {str(player): list(side) for player, side in sorted(sides.items())}
    content = {"do": "name_sides", "tournament": str(tournament_id), "sides": named}

    def save_sides(write: ClubWrite, tournament: Tournament) -> None:
        normalised = _normalise_sides(sides)
        changed = []
        for entrant in tournament.entrants.filter(player__in=sides).order_by("pk"):
            team, club_name = normalised[entrant.player_id]
            if (entrant.team, entrant.club_name) != (team, club_name):
                entrant.team, entrant.club_name = team, club_name
                changed.append(entrant)
        if changed and was_ever_final(tournament):
            raise ConflictError([Problem("result_stands", "")])
        Entrant.objects.bulk_update(changed, ["team", "club_name"])
        save_tournament(write, tournament, Act.TOURNAMENT_CHANGED)

    return write_to_tournament(
        Command(form, Right.CORRECT, content),
        save_sides,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def _normalise_sides(sides: Mapping[UUID, Sides]) -> dict[UUID, Sides]:
    problems: list[Problem] = []
    teams: dict[str, str] = {}
    clubs: dict[str, str] = {}
    normalised = {}
    for player, (team, club_name) in sides.items():
        normalised[player] = (
            _normalise_name(team, teams, problems, f"team_{player}"),
            _normalise_name(club_name, clubs, problems, f"club_{player}"),
        )
    if problems:
        raise RefusedError(problems)
    return normalised


def _normalise_name(text: str, names: dict[str, str], problems: list[Problem], field: str) -> str:
    if not text.strip():
        return ""
    name = read_name(text, problems, field=field)
    return names.setdefault(name.casefold(), name)


def set_name_consents(
    *, club_id: UUID, form: Submission, tournament_id: UUID, players: Collection[UUID]
) -> Tournament:
    """Record that exactly these entrants agree to full names, and return the tournament.

    Entrants with an account agree for themselves: the organiser cannot add the consent of
    somebody else who has an account, only withdraw it.

    Raise RefusedError if such a consent is added, or a player does not take part.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    chosen = set(players)
    content = {
        "do": "show_full_names",
        "tournament": str(tournament_id),
        "players": sorted(map(str, chosen)),
    }

    def save_consents(write: ClubWrite, tournament: Tournament) -> None:
        entrants = tournament.entrants.all()
        if entrants.filter(player__in=chosen).count() != len(chosen):
            raise RefusedError([Problem("no_such_player", "players")])
        added = entrants.filter(player__in=chosen, full_name=False)
        own_account = {form.by.pk} if form.by else set()
        if added.exclude(player__user=None).exclude(player__user__in=own_account).exists():
            raise RefusedError([Problem("own_choice", "players")])
        added.update(full_name=True)
        entrants.exclude(player__in=chosen).update(full_name=False)
        save_tournament(write, tournament, Act.TOURNAMENT_CHANGED)

    return write_to_tournament(
        Command(form, Right.CORRECT, content),
        save_consents,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def record_name_consent(
    *, club_id: UUID, form: Submission, entrant_id: int, agreed: bool
) -> Entrant:
    """Record whether the user agrees to be shown with the full name, and return the entrant.

    Raise ForbiddenError if the entrant is not the user.
    Raise Entrant.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "record_name_consent", "entrant": entrant_id, "agreed": agreed}

    def require_own_entrant(write: ClubWrite) -> Entrant:
        entrant = Entrant.objects.select_related("player").get(
            pk=entrant_id, tournament__club=write.club
        )
        if form.by is None or entrant.player.user_id != form.by.pk:
            raise ForbiddenError(Right.CLAIM)
        return entrant

    def save_consent(write: ClubWrite) -> Entrant:
        entrant = require_own_entrant(write)
        entrant.full_name = agreed
        entrant.save(update_fields=["full_name"])
        return entrant

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        save_consent,
        repeated=require_own_entrant,
    )
