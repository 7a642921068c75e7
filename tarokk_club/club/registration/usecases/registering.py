"""Register for a tournament by its link, and withdraw."""

from dataclasses import replace
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Registration, RegistrationLink, Tournament
from tarokk_club.club.models.people import name_key
from tarokk_club.club.registration.queries.registrations import (
    is_begun,
    registration_link_of,
    registration_list,
    registration_of,
    takes_entries,
    terms_of,
)
from tarokk_club.club.registration.submitted import Applicant
from tarokk_club.club.tournaments.usecases.tournaments import lock_tournament, save_tournament
from tarokk_club.club.writing.errors import ConflictError, LinkGoneError, RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def read_applicant(applicant: Applicant, problems: list[Problem]) -> Applicant:
    """Return the applicant with normalised texts; any fault is appended to the problems."""
    name = read_name(applicant.name, problems)
    apart = _optional(applicant.apart, problems, field="apart")
    whole = f"{name} ({apart})" if name and apart else name
    if len(whole) > LONGEST_NAME:
        problems.append(Problem("text_too_long", "apart", {"highest": LONGEST_NAME}))
    return replace(
        applicant,
        name=whole,
        club_name=_optional(applicant.club_name, problems, field="club_name"),
        team=_optional(applicant.team, problems, field="team"),
    )


def _optional(text: str, problems: list[Problem], *, field: str) -> str:
    return read_name(text, problems, field=field) if text.strip() else ""


def register(*, token: str, key: UUID, applicant: Applicant) -> Registration:
    """Register somebody who holds the link and return the registration; the key becomes its id.

    Raise LinkGoneError if the link opens nothing.
    Raise ConflictError if entries are closed or the waiting list is full.
    Raise RefusedError if the texts are not valid, or the name is on the list already.
    """
    link = registration_link_of(token)
    if link is None:
        raise LinkGoneError
    problems: list[Problem] = []
    read = read_applicant(applicant, problems)
    if problems:
        raise RefusedError(problems)
    content = {
        "do": "register",
        "tournament": str(link.tournament_id),
        "texts": [read.name, read.club_name, read.team],
        "choices": [read.reduced, read.full_name],
    }

    def change(write: ClubWrite) -> Registration:
        tournament = _open_tournament(write, link)
        _check_list(tournament, read)
        registration = Registration(
            id=key,
            tournament=tournament,
            name=read.name,
            club_name=read.club_name,
            team=read.team,
            reduced=read.reduced,
            full_name=read.full_name,
            made_at=timezone.now(),
        )
        registration.make_token()
        add_new(registration)
        return registration

    # A link stands for no account: whoever holds it may do this one thing.
    return write_to_club(
        link.club_id,
        Command(Submission(key=key, by=None), Right.CLAIM, content),
        change,
        repeated=lambda _write: _registration(key),
    )


def _open_tournament(write: ClubWrite, link: RegistrationLink) -> Tournament:
    tournament = lock_tournament(write, link.tournament_id)
    valid = RegistrationLink.objects.filter(pk=link.pk, revoked_at=None).exists()
    if not valid or write.club.suspended_at:
        raise LinkGoneError
    if not takes_entries(tournament, terms_of(tournament)):
        raise ConflictError([Problem("registration_closed", "")])
    return tournament


def _registration(key: UUID) -> Registration:
    """Return the registration that the same form made before.

    Raise LinkGoneError if it was erased since.
    """
    found = Registration.objects.filter(pk=key).first()
    if found is None:
        raise LinkGoneError
    return found


def _check_list(tournament: Tournament, applicant: Applicant) -> None:
    listed = registration_list(tournament, terms_of(tournament))
    if listed.full:
        raise ConflictError([Problem("registrations_full", "")])
    if name_key(applicant.name) in listed.names:
        values = {"name": applicant.name}
        raise RefusedError([Problem("registered_namesake", "name", values)])


def withdraw(*, token: str, key: UUID) -> Registration:
    """Withdraw the registration of whoever holds its own link, and return it.

    Somebody who was accepted no longer takes part. The next on the waiting list gets the place.

    Raise LinkGoneError if the link opens nothing.
    Raise ConflictError if the tournament has begun.
    """
    found = registration_of(token)
    if found is None:
        raise LinkGoneError
    club_id, content = found.tournament.club_id, {"do": "withdraw", "registration": str(found.pk)}

    def change(write: ClubWrite) -> Registration:
        tournament = lock_tournament(write, found.tournament_id)
        if is_begun(tournament):
            raise ConflictError([Problem("registration_playing", "")])
        take_off_list(write, tournament, _registration(found.pk), removed=False)
        return _registration(found.pk)

    return write_to_club(
        club_id,
        Command(Submission(key=key, by=None), Right.CLAIM, content),
        change,
        repeated=lambda _write: _registration(found.pk),
    )


def take_off_list(
    write: ClubWrite, tournament: Tournament, registration: Registration, *, removed: bool
) -> None:
    """Take a registration off the list, and its entrant out of the tournament.

    removed: whether the organiser does it.
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
    # The log names accounts; somebody who withdraws by a link has none.
    tournament.version += 1
    tournament.save(update_fields=["version"])
