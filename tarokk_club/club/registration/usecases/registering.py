"""Register for a tournament by its public link, and withdraw a registration."""

from dataclasses import replace
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Registration, RegistrationLink, Tournament
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.registration.queries.registrations import (
    find_registration,
    find_registration_link,
    is_registration_open,
    load_registration_list,
    load_terms,
)
from tarokk_club.club.registration.submitted import Applicant
from tarokk_club.club.tournaments.usecases.tournaments import lock_tournament, save_tournament
from tarokk_club.club.writing.errors import ConflictError, LinkGoneError, RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def normalise_applicant(applicant: Applicant, problems: list[Problem]) -> Applicant:
    """Return the applicant with normalised texts, and append all problems found."""
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

    def change(write: ClubWrite) -> Registration:
        tournament = _lock_open_tournament(write, link)
        _check_list_accepts(tournament, normalised)
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
        registration.make_token()
        add_new(registration)
        return registration

    # The holder of the link may register without an account, and may do nothing else.
    return write_to_club(
        link.club_id,
        Command(Submission(key=key, by=None), Right.CLAIM, content),
        change,
        repeated=lambda _write: _get_registration(key),
    )


def _lock_open_tournament(write: ClubWrite, link: RegistrationLink) -> Tournament:
    tournament = lock_tournament(write, link.tournament_id)
    valid = RegistrationLink.objects.filter(pk=link.pk, revoked_at=None).exists()
    if not valid or write.club.suspended_at:
        raise LinkGoneError
    if not is_registration_open(tournament, load_terms(tournament)):
        raise ConflictError([Problem("registration_closed", "")])
    return tournament


def _get_registration(key: UUID) -> Registration:
    """Return the registration that an earlier submission of the form created.

    Raise LinkGoneError if the registration was erased since.
    """
    registration = Registration.objects.filter(pk=key).first()
    if registration is None:
        raise LinkGoneError
    return registration


def _check_list_accepts(tournament: Tournament, applicant: Applicant) -> None:
    """Raise ConflictError if the list is full, and RefusedError if the name is on it already."""
    listed = load_registration_list(tournament, load_terms(tournament))
    if listed.full:
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

    def change(write: ClubWrite) -> Registration:
        tournament = lock_tournament(write, current.tournament_id)
        if tournament.has_begun():
            raise ConflictError([Problem("registration_playing", "")])
        cancel_registration(write, tournament, _get_registration(current.pk), removed=False)
        return _get_registration(current.pk)

    return write_to_club(
        club_id,
        Command(Submission(key=key, by=None), Right.CLAIM, content),
        change,
        repeated=lambda _write: _get_registration(current.pk),
    )


def cancel_registration(
    write: ClubWrite, tournament: Tournament, registration: Registration, *, removed: bool
) -> None:
    """Mark a registration as withdrawn or removed, and remove its player from the tournament.

    removed: whether the organiser removes the registration, instead of the applicant.
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
