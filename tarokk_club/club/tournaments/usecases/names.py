"""Set the teams and clubs of a tournament, and choose whose full names its page shows."""

from collections.abc import Collection, Mapping
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Entrant, Tournament
from tarokk_club.club.session.queries.prescribed import is_guarded
from tarokk_club.club.tournaments.usecases.tournaments import save_tournament, write_to_tournament
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

# The team and club of a player, "" for none.
Sides = tuple[str, str]


def name_sides(
    *, club_id: UUID, form: Submission, tournament_id: UUID, sides: Mapping[UUID, Sides]
) -> Tournament:
    """Set the teams and clubs of these entrants and return the tournament; others keep theirs.

    Spellings that differ only in capitals are one name, in its first spelling.

    Raise RefusedError if a name is not valid.
    Raise ConflictError if the result is final, or was before.
    Raise Tournament.DoesNotExist, and what the unit of work raises.
    """
    told = {str(player): list(side) for player, side in sorted(sides.items())}
    content = {"do": "name_sides", "tournament": str(tournament_id), "sides": told}

    def change(write: ClubWrite, tournament: Tournament) -> None:
        read = _read(sides)
        changed = []
        for entrant in tournament.entrants.filter(player__in=sides).order_by("pk"):
            team, club_name = read[entrant.player_id]
            if (entrant.team, entrant.club_name) != (team, club_name):
                entrant.team, entrant.club_name = team, club_name
                changed.append(entrant)
        if changed and is_guarded(tournament):
            raise ConflictError([Problem("result_stands", "")])
        Entrant.objects.bulk_update(changed, ["team", "club_name"])
        save_tournament(write, tournament, Act.TOURNAMENT_CHANGED)

    return write_to_tournament(
        Command(form, Right.CORRECT, content), change, club_id=club_id, tournament_id=tournament_id
    )


def _read(sides: Mapping[UUID, Sides]) -> dict[UUID, Sides]:
    problems: list[Problem] = []
    teams: dict[str, str] = {}
    clubs: dict[str, str] = {}
    found = {}
    for player, (team, club_name) in sides.items():
        found[player] = (
            _name(team, teams, problems, f"team_{player}"),
            _name(club_name, clubs, problems, f"club_{player}"),
        )
    if problems:
        raise RefusedError(problems)
    return found


def _name(text: str, names: dict[str, str], problems: list[Problem], field: str) -> str:
    if not text.strip():
        return ""
    name = read_name(text, problems, field=field)
    return names.setdefault(name.casefold(), name)


def show_full_names(
    *, club_id: UUID, form: Submission, tournament_id: UUID, players: Collection[UUID]
) -> Tournament:
    """Show the full names of these entrants and of no others, and return the tournament.

    Entrants with an account must agree themselves; for them this can only withdraw the
    agreement.

    Raise RefusedError if such an entrant is added, or somebody does not take part.
    Raise Tournament.DoesNotExist, and what the unit of work raises.
    """
    chosen = set(players)
    content = {
        "do": "show_full_names",
        "tournament": str(tournament_id),
        "players": sorted(map(str, chosen)),
    }

    def change(write: ClubWrite, tournament: Tournament) -> None:
        entrants = tournament.entrants.all()
        if entrants.filter(player__in=chosen).count() != len(chosen):
            raise RefusedError([Problem("no_such_player", "players")])
        told = entrants.filter(player__in=chosen, full_name=False)
        own = {form.by.pk} if form.by else set()
        if told.exclude(player__user=None).exclude(player__user__in=own).exists():
            raise RefusedError([Problem("own_choice", "players")])
        told.update(full_name=True)
        entrants.exclude(player__in=chosen).update(full_name=False)
        save_tournament(write, tournament, Act.TOURNAMENT_CHANGED)

    return write_to_tournament(
        Command(form, Right.CORRECT, content), change, club_id=club_id, tournament_id=tournament_id
    )


def record_name_consent(
    *, club_id: UUID, form: Submission, entrant_id: int, agreed: bool
) -> Entrant:
    """Record whether the user agrees to the full name of their own entrant, and return the entrant.

    Raise ForbiddenError if the entrant is another player.
    Raise Entrant.DoesNotExist, and what the unit of work raises.
    """
    content = {"do": "record_name_consent", "entrant": entrant_id, "agreed": agreed}

    def own_entrant(write: ClubWrite) -> Entrant:
        entrant = Entrant.objects.select_related("player").get(
            pk=entrant_id, tournament__club=write.club
        )
        if form.by is None or entrant.player.user_id != form.by.pk:
            raise ForbiddenError(Right.CLAIM)
        return entrant

    def change(write: ClubWrite) -> Entrant:
        entrant = own_entrant(write)
        entrant.full_name = agreed
        entrant.save(update_fields=["full_name"])
        return entrant

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        change,
        repeated=own_entrant,
    )
