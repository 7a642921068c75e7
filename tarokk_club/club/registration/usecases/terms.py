"""Set the terms of registration for a tournament, and create and revoke its public link."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, RegistrationLink, RegistrationTerms, Tournament
from tarokk_club.club.models.members import revoke_links
from tarokk_club.club.registration.queries.registrations import load_open_registration_link
from tarokk_club.club.registration.submitted import Terms
from tarokk_club.club.tournaments.usecases.tournaments import (
    lock_tournament,
    save_tournament,
    write_to_tournament,
)
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def open_registration(
    *, club_id: UUID, form: Submission, tournament_id: UUID, terms: Terms
) -> RegistrationLink:
    """Save the terms, create a link unless there is one, and return the link.

    A new link has the form's key as its id.

    Raise RefusedError if the terms are not valid.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {
        "do": "open_registration",
        "tournament": str(tournament_id),
        **terms.build_content(),
    }

    def save_terms_and_link(write: ClubWrite) -> RegistrationLink:
        tournament = lock_tournament(write, tournament_id)
        _save_terms(tournament, terms)
        save_tournament(write, tournament, Act.TOURNAMENT_CHANGED)
        return load_open_registration_link(tournament) or _make_link(write, tournament)

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        save_terms_and_link,
        repeated=lambda write: _load_current_link(write, tournament_id),
    )


def _save_terms(tournament: Tournament, terms: Terms) -> None:
    problems: list[Problem] = []
    text = terms.reduced_for.strip()
    reduced_for = read_name(text, problems, field="reduced_for") if text else ""
    if terms.reduced_fee and terms.reduced_fee >= terms.fee:
        problems.append(Problem("reduced_not_lower", "reduced_fee"))
    if terms.last_day and terms.last_day > tournament.date:
        problems.append(Problem("last_day_late", "last_day"))
    if problems:
        raise RefusedError(problems)
    RegistrationTerms.objects.update_or_create(
        tournament=tournament,
        defaults={
            "places": terms.places,
            "last_day": terms.last_day,
            "currency": terms.currency,
            "fee": terms.fee,
            "reduced_fee": terms.reduced_fee,
            "reduced_for": reduced_for,
        },
    )


def _make_link(write: ClubWrite, tournament: Tournament) -> RegistrationLink:
    link = RegistrationLink(
        id=write.form.key,
        club=write.club,
        tournament=tournament,
        made_by=write.form.by,
        made_at=timezone.now(),
    )
    link.set_token_hash()
    insert_with_client_id(link)
    write.log(Act.ENTRY_LINK, {"tournament": str(tournament.id)})
    return link


def _load_current_link(write: ClubWrite, tournament_id: UUID) -> RegistrationLink:
    link = load_open_registration_link(lock_tournament(write, tournament_id))
    return link or RegistrationLink.objects.get(pk=write.form.key)


def revoke_registration_link(*, club_id: UUID, form: Submission, tournament_id: UUID) -> Tournament:
    """Revoke the link of the tournament and return the tournament; registrations remain.

    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "revoke_registration_link", "tournament": str(tournament_id)}

    def revoke_all_links(write: ClubWrite, tournament: Tournament) -> None:
        links = RegistrationLink.objects.filter(tournament=tournament)
        if revoke_links(links, at=timezone.now()):
            write.log(Act.ENTRY_LINK_GONE, {"tournament": str(tournament.id)})

    return write_to_tournament(
        Command(form, Right.CORRECT, content),
        revoke_all_links,
        club_id=club_id,
        tournament_id=tournament_id,
    )
