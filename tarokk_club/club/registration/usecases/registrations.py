"""Register for a tournament, accept, remove and delete registrations, and import entrants."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import (
    Act,
    Club,
    Entrant,
    Player,
    Registration,
    RegistrationLink,
    Tournament,
)
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.registration.queries.registrations import (
    find_namesake,
    find_registration,
    find_registration_link,
    is_registration_open,
    load_registration_list,
    load_registration_terms,
)
from tarokk_club.club.registration.submitted import Acceptance, Applicant, Person
from tarokk_club.club.session.queries.sessions.final_results import are_entrants_final
from tarokk_club.club.session.usecases.entries import filter_active_players
from tarokk_club.club.tournaments.usecases.tournaments import (
    lock_tournament,
    save_tournament,
    write_to_tournament,
)
from tarokk_club.club.writing.errors import ConflictError, LinkGoneError, RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def normalise_applicant(applicant: Applicant, problems: list[Problem]) -> Applicant:
    """Return the applicant with normalised texts, and with `apart` in the name.

    Append any problems to `problems`.
    """
    name = read_name(applicant.name, problems)
    apart = _read_optional_name(applicant.apart, problems, field="apart")
    whole = f"{name} ({apart})" if name and apart else name
    if len(whole) > LONGEST_NAME:
        problems.append(Problem("text_too_long", "apart", {"highest": LONGEST_NAME}))
    return replace(
        applicant,
        name=whole,
        club_name=_read_optional_name(applicant.club_name, problems, field="club_name"),
        team=_read_optional_name(applicant.team, problems, field="team"),
    )


def _read_optional_name(text: str, problems: list[Problem], *, field: str) -> str:
    return read_name(text, problems, field=field) if text.strip() else ""


def register_applicant(*, token: str, key: UUID, applicant: Applicant) -> Registration:
    """Register an applicant by the public link and return the registration.

    key: key of the form, which becomes the id of the registration.

    Raise LinkGoneError if the link is not valid.
    Raise ConflictError if entries are closed or the waiting list is full.
    Raise RefusedError if the texts are not valid, or the name is on the list already.
    """
    link = find_registration_link(token)
    if link is None:
        raise LinkGoneError
    problems: list[Problem] = []
    normalised = normalise_applicant(applicant, problems)
    if problems:
        raise RefusedError(problems)
    content = {
        "do": "register",
        "tournament": str(link.tournament_id),
        "texts": [normalised.name, normalised.club_name, normalised.team],
        "choices": [normalised.reduced, normalised.full_name],
    }

    def create_registration(write: ClubWrite) -> Registration:
        tournament = _lock_open_tournament(write, link)
        _require_can_be_listed(tournament, normalised)
        registration = Registration(
            id=key,
            tournament=tournament,
            name=normalised.name,
            club_name=normalised.club_name,
            team=normalised.team,
            reduced=normalised.reduced,
            full_name=normalised.full_name,
            made_at=timezone.now(),
        )
        registration.set_token_hash()
        insert_with_client_id(registration)
        return registration

    # The holder of the link may register without an account, and may do nothing else.
    return write_to_club(
        link.club_id,
        Command(Submission(key=key, by=None), Right.CLAIM, content),
        create_registration,
        repeated=lambda _write: _require_registration(key),
    )


def _lock_open_tournament(write: ClubWrite, link: RegistrationLink) -> Tournament:
    tournament = lock_tournament(write, link.tournament_id)
    valid = RegistrationLink.objects.filter(pk=link.pk, revoked_at=None).exists()
    if not valid or write.club.suspended_at:
        raise LinkGoneError
    if not is_registration_open(tournament, load_registration_terms(tournament)):
        raise ConflictError([Problem("registration_closed", "")])
    return tournament


def _require_registration(registration_id: UUID) -> Registration:
    """Return the registration with this id.

    Raise LinkGoneError if the registration has been deleted.
    """
    registration = Registration.objects.filter(pk=registration_id).first()
    if registration is None:
        raise LinkGoneError
    return registration


def _require_can_be_listed(tournament: Tournament, applicant: Applicant) -> None:
    """Raise ConflictError if the list is full, or RefusedError if the name is on it already."""
    listed = load_registration_list(tournament, load_registration_terms(tournament))
    if listed.is_full:
        raise ConflictError([Problem("registrations_full", "")])
    if build_name_key(applicant.name) in listed.names:
        values = {"name": applicant.name}
        raise RefusedError([Problem("registered_namesake", "name", values)])


def withdraw_registration(*, token: str, key: UUID) -> Registration:
    """Withdraw the registration with this token and return it.

    An accepted player no longer takes part, and the next on the waiting list gets the place.

    token: token of the private link of the registration.

    Raise LinkGoneError if the link is not valid.
    Raise ConflictError if the tournament has begun.
    """
    current = find_registration(token)
    if current is None:
        raise LinkGoneError
    club_id = current.tournament.club_id
    content = {"do": "withdraw", "registration": str(current.pk)}

    def cancel_for_applicant(write: ClubWrite) -> Registration:
        tournament = lock_tournament(write, current.tournament_id)
        if tournament.has_begun():
            raise ConflictError([Problem("registration_playing", "")])
        cancel_registration(write, tournament, _require_registration(current.pk), removed=False)
        return _require_registration(current.pk)

    return write_to_club(
        club_id,
        Command(Submission(key=key, by=None), Right.CLAIM, content),
        cancel_for_applicant,
        repeated=lambda _write: _require_registration(current.pk),
    )


def cancel_registration(
    write: ClubWrite, tournament: Tournament, registration: Registration, *, removed: bool
) -> None:
    """Mark a registration as withdrawn or removed, and remove its player from the tournament.

    A registration that was already cancelled is left unchanged.

    removed: True if the organiser cancels the registration, False if the applicant does.
    """
    if registration.withdrawn_at is not None:
        return
    registration.withdrawn_at, registration.removed = timezone.now(), removed
    registration.save(update_fields=["withdrawn_at", "removed"])
    if registration.player_id:
        tournament.entrants.filter(player=registration.player_id).delete()
    if removed:
        save_tournament(write, tournament, Act.TOURNAMENT_CHANGED)
        return
    # A withdrawal by link has no account that the log could name.
    tournament.version += 1
    tournament.save(update_fields=["version"])


def accept_registrations(
    *, club_id: UUID, form: Submission, tournament_id: UUID, accepted: Sequence[Acceptance]
) -> Tournament:
    """Enter the people of these registrations and return the tournament.

    A registration whose player is an entrant already is skipped.
    accepted: the organiser's decision about each registration.

    Raise RefusedError if the name of a new guest is not valid or belongs to a player, or if the
        chosen player is archived or already takes part.
    Raise ConflictError if a registration was deleted or withdrawn, or the result is final.
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

    def accept_all(write: ClubWrite, tournament: Tournament) -> None:
        _require_not_final(tournament)
        for decision in accepted:
            _accept_registration(write, tournament, decision)
        save_tournament(write, tournament, Act.TOURNAMENT_CHANGED)

    return write_to_tournament(
        Command(form, Right.CORRECT, content),
        accept_all,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def _require_not_final(tournament: Tournament) -> None:
    if are_entrants_final(tournament):
        raise ConflictError([Problem("entries_over", "")])


def _accept_registration(write: ClubWrite, tournament: Tournament, decision: Acceptance) -> None:
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
    Raise RefusedError if the name of a new guest is not valid or belongs to a player, or if the
        player is archived or already takes part.
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
    namesake = None if problems else find_namesake(tournament, name)
    if namesake and tournament.entrants.filter(player=namesake, gone=False).exists():
        problems.append(Problem("entrant_taken", "player", {"name": namesake.name}))
    elif namesake:
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

    def cancel_for_organiser(write: ClubWrite, tournament: Tournament) -> None:
        registration = Registration.objects.get(pk=registration_id, tournament=tournament)
        if registration.player_id and tournament.find_last_round():
            raise ConflictError([Problem("tournament_has_begun", "")])
        cancel_registration(write, tournament, registration, removed=True)

    return write_to_tournament(
        Command(form, Right.CORRECT, content),
        cancel_for_organiser,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def import_entrants(
    *, club_id: UUID, form: Submission, tournament_id: UUID, people: Sequence[tuple[int, Person]]
) -> Tournament:
    """Enter all people of a table, or none if any of them is refused, and return the tournament.

    people: pairs of index and person.

    Raise RefusedError if a name is not valid or taken, or a person already takes part; the field
        of each problem ends with the index of the person.
    Raise ConflictError if the result is final.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {
        "do": "import_entrants",
        "tournament": str(tournament_id),
        "people": [person.build_content() for _number, person in people],
    }

    def enter_people(write: ClubWrite, tournament: Tournament) -> None:
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
        Command(form, Right.CORRECT, content),
        enter_people,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def delete_registrations(club: Club, players: Collection[UUID], names: Collection[str]) -> None:
    """Delete all registrations of these players or under these names."""
    keys = {build_name_key(name) for name in names}
    rows = Registration.objects.filter(tournament__club=club)
    matching = [pk for pk, name in rows.values_list("pk", "name") if build_name_key(name) in keys]
    rows.filter(Q(player__in=players) | Q(pk__in=matching)).delete()


def find_past_registrations(before: date) -> QuerySet[Registration]:
    """Return the registrations for tournaments before this day."""
    return Registration.objects.filter(tournament__date__lt=before)


def find_idle_guests(before: datetime) -> QuerySet[Player]:
    """Return the guests without an account, created before this time, to whom no row refers."""
    rows = Player.objects.filter(guest=True, user=None, created_at__lt=before)
    for relation in Player._meta.related_objects:
        model: Any = relation.related_model
        field = relation.field.name
        rows = rows.exclude(Exists(model._default_manager.filter(**{field: OuterRef("pk")})))
    return rows
