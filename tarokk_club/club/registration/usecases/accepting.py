"""Enter people into a tournament, from their registrations or from an imported table."""

from collections.abc import Sequence
from uuid import UUID, uuid5

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Entrant, Player, Registration, Tournament
from tarokk_club.club.registration.queries.registrations import find_namesake
from tarokk_club.club.registration.submitted import Accepted, Person
from tarokk_club.club.registration.usecases.registering import cancel_registration
from tarokk_club.club.session.queries.prescribed import are_entrants_final
from tarokk_club.club.session.usecases.entries import filter_active_players
from tarokk_club.club.tournaments.usecases.tournaments import save_tournament, write_to_tournament
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission


def accept_registrations(
    *, club_id: UUID, form: Submission, tournament_id: UUID, accepted: Sequence[Accepted]
) -> Tournament:
    """Enter the people of these registrations and return the tournament.

    accepted: the organiser's decision about each registration.

    Raise RefusedError if the name of a new guest is not valid or belongs to a player, or if the
        chosen player is archived or already takes part.
    Raise ConflictError if a registration was withdrawn meanwhile, or the result is final.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {
        "do": "accept_registrations",
        "tournament": str(tournament_id),
        "accepted": [
            [str(decision.registration_id), decision.name, str(decision.player_id or "")]
            for decision in accepted
        ],
    }

    def change(write: ClubWrite, tournament: Tournament) -> None:
        _require_not_final(tournament)
        for decision in accepted:
            _accept_registration(write, tournament, decision)
        save_tournament(write, tournament, Act.TOURNAMENT_CHANGED)

    return write_to_tournament(
        Command(form, Right.CORRECT, content), change, club_id=club_id, tournament_id=tournament_id
    )


def _require_not_final(tournament: Tournament) -> None:
    if are_entrants_final(tournament):
        raise ConflictError([Problem("entries_over", "")])


def _accept_registration(write: ClubWrite, tournament: Tournament, decision: Accepted) -> None:
    registration = tournament.registrations.filter(pk=decision.registration_id).first()
    if registration is None or registration.withdrawn_at is not None:
        raise ConflictError([Problem("registration_gone", "")])
    player_id = registration.player_id
    if player_id and tournament.entrants.filter(player=player_id).exists():
        # Another request has accepted the registration meanwhile.
        return
    person = Person(
        name=decision.name or registration.name,
        player_id=decision.player_id,
        club_name=registration.club_name,
        team=registration.team,
        reduced=registration.reduced,
        full_name=registration.full_name,
    )
    registration.player_id = _enter_person(write, tournament, person, registration.id)
    registration.save(update_fields=["player"])


def _enter_person(write: ClubWrite, tournament: Tournament, person: Person, key: UUID) -> UUID:
    """Make a person an entrant and return the id of the player.

    key: id from which the id of a new guest is derived.
    """
    player_id = person.player_id or _create_guest(write, tournament, person, key)
    if person.player_id and not filter_active_players(write.club.id, [str(player_id)]):
        raise RefusedError([Problem("no_such_player", "player")])
    entrant, created = Entrant.objects.get_or_create(tournament=tournament, player_id=player_id)
    if not created and not entrant.gone:
        raise RefusedError([Problem("entrant_taken", "player", {"name": person.name})])
    entrant.gone, entrant.reduced = False, person.reduced
    entrant.team, entrant.club_name = (
        person.team or entrant.team,
        (person.club_name or entrant.club_name),
    )
    entrant.rating = person.rating
    # Players with an account decide themselves whether the full name is displayed.
    has_account = Player.objects.filter(pk=player_id).exclude(user=None).exists()
    entrant.full_name = entrant.full_name or (person.full_name and not has_account)
    entrant.save()
    return player_id


def _create_guest(write: ClubWrite, tournament: Tournament, person: Person, key: UUID) -> UUID:
    problems: list[Problem] = []
    name = read_name(person.name, problems)
    if not problems and find_namesake(tournament, name):
        problems.append(Problem("namesake_undecided", "player"))
    if problems:
        raise RefusedError(problems)
    guest = Player(id=uuid5(write.form.key, str(key)), club=write.club, name=name, guest=True)
    guest.save(force_insert=True)
    return guest.id


def remove_registration(
    *, club_id: UUID, form: Submission, tournament_id: UUID, registration_id: UUID
) -> Tournament:
    """Remove a registration together with its entrant, and return the tournament.

    Raise ConflictError if the registration was accepted and a round has begun.
    Raise Tournament.DoesNotExist, Registration.DoesNotExist, and the errors of the unit of work.
    """
    content = {
        "do": "remove_registration",
        "tournament": str(tournament_id),
        "registration": str(registration_id),
    }

    def change(write: ClubWrite, tournament: Tournament) -> None:
        registration = Registration.objects.get(pk=registration_id, tournament=tournament)
        if registration.player_id and tournament.find_last_round():
            raise ConflictError([Problem("tournament_has_begun", "")])
        cancel_registration(write, tournament, registration, removed=True)

    return write_to_tournament(
        Command(form, Right.CORRECT, content), change, club_id=club_id, tournament_id=tournament_id
    )


def import_entrants(
    *, club_id: UUID, form: Submission, tournament_id: UUID, people: Sequence[tuple[int, Person]]
) -> Tournament:
    """Enter all people of a table, or none if any of them is refused, and return the tournament.

    people: pairs of row number and person.

    Raise RefusedError if a name is not valid or taken, or a person already takes part; the field
        of each problem ends with the row number.
    Raise ConflictError if the result is final.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {
        "do": "import_entrants",
        "tournament": str(tournament_id),
        "people": [person.build_content() for _number, person in people],
    }

    def change(write: ClubWrite, tournament: Tournament) -> None:
        _require_not_final(tournament)
        problems: list[Problem] = []
        for number, person in people:
            try:
                _enter_person(write, tournament, person, uuid5(form.key, f"person {number}"))
            except RefusedError as refused:
                problems += [
                    Problem(problem.code, f"{problem.field}_{number}", problem.values)
                    for problem in refused.problems
                ]
        if problems:
            raise RefusedError(problems)
        save_tournament(write, tournament, Act.TOURNAMENT_CHANGED)

    return write_to_tournament(
        Command(form, Right.CORRECT, content), change, club_id=club_id, tournament_id=tournament_id
    )
