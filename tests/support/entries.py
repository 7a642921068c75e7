"""Registration for tournaments in tests: terms, link, and registered people."""

from typing import Any
from uuid import UUID, uuid4

from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_form
from support.tournament_tables import a_tournament
from tarokk_club.club.models import Registration, RegistrationLink, Tournament
from tarokk_club.club.registration.queries.registrations import (
    RegistrationList,
    load_registration_list,
    load_registration_terms,
)
from tarokk_club.club.registration.submitted import Acceptance, Applicant, Terms
from tarokk_club.club.registration.usecases.registrations import (
    accept_registrations,
    register_applicant,
)
from tarokk_club.club.registration.usecases.terms import open_registration


def a_link(house: House, tournament: Tournament, **changes: Any) -> RegistrationLink:
    """Open the registration as Anna, by default without limit and fee; return the link.

    changes: terms to replace.
    """
    told: dict[str, Any] = {
        "places": 0,
        "last_day": None,
        "currency": "HUF",
        "fee": 0,
        "reduced_fee": 0,
        "reduced_for": "",
    }
    return open_registration(
        club_id=house.club.id,
        form=a_form(house.anna),
        tournament_id=tournament.id,
        terms=Terms(**told | changes),
    )


def register_person(link: RegistrationLink, name: str, **more: Any) -> Registration:
    """Register a person by the link."""
    key = more.pop("key", None) or uuid4()
    return register_applicant(
        token=str(link.token), key=key, applicant=Applicant(name=name, **more)
    )


def accept_entries(house: House, tournament: Tournament, *decisions: Acceptance) -> None:
    """Accept registrations as Anna."""
    accept_registrations(
        club_id=house.club.id,
        form=a_form(house.anna),
        tournament_id=tournament.id,
        accepted=decisions,
    )


def guest_decisions(*registrations: Registration) -> list[Acceptance]:
    """Return decisions that accept each registration as a guest."""
    return [Acceptance(registration_id=one.id) for one in registrations]


def read_list(tournament: Tournament) -> RegistrationList:
    """Return the registration list as the organiser sees it."""
    return load_registration_list(tournament, load_registration_terms(tournament))


def read_states(tournament: Tournament) -> list[tuple[str, str, int]]:
    """Return the name, the state and the place on the waiting list of each registration."""
    return [
        (row.registration.name, row.state.value, row.number) for row in read_list(tournament).rows
    ]


def submit_entry(
    client: Client, link: RegistrationLink, key: UUID | None = None, **fields: str
) -> Any:
    """Submit the registration form of a link and return the response."""
    path = reverse("club:enter_tournament", args=[link.token])
    return client.post(path, {"key": str(key or uuid4()), **fields})


def place_url(tournament: Tournament, name: str, *ids: object) -> str:
    """Return the path of a page of the tournament."""
    return reverse(f"club:{name}", args=[tournament.club.slug, tournament.id, *ids])


def entry_pages(house: House) -> dict[str, dict[str, Any]]:
    """Return the path values of the pages about registrations and check-in, by route."""
    tournament = a_tournament(house, 4)
    link = a_link(house, tournament)
    eva = register_person(link, "Nagy Éva")
    there = {"tournament_id": tournament.pk}
    entry = there | {"registration_id": eva.pk}
    person = there | {"person_id": house.players["Csaba"]}
    return {
        "club:enter_tournament": {"token": link.token},
        "club:own_registration": {"token": eva.token},
        "club:registration": entry,
        "club:registration_remove": entry,
        "club:door_person": person,
        "club:door_reduced": person,
        "club:door_paid": person,
    }
