"""Every write about registrations for tournaments."""

from collections.abc import Callable
from uuid import UUID, uuid4

from support.entries import a_link, accept_entries, guest_decisions, register_person
from support.tournament_tables import a_tournament
from support.write_paths import Act, Scene
from tarokk_club.club.models import Tournament
from tarokk_club.club.registration.submitted import Acceptance, Applicant, Person, Terms
from tarokk_club.club.registration.usecases.check_in import (
    check_in,
    check_in_everybody,
    switch_check_in,
    switch_reduced_fee,
    take_entry_fee,
)
from tarokk_club.club.registration.usecases.registrations import (
    accept_registrations,
    import_entrants,
    register_applicant,
    remove_registration,
    withdraw_registration,
)
from tarokk_club.club.registration.usecases.terms import open_registration, revoke_registration_link


def opening(on: Scene) -> Act:
    one = a_tournament(on.world.house, 4).id
    terms = Terms(
        places=8, last_day=None, currency="HUF", fee=200, reduced_fee=100, reduced_for="diákok"
    )
    return lambda: open_registration(club_id=on.club, form=on.form, tournament_id=one, terms=terms)


def taking_back_the_link(on: Scene) -> Act:
    one = a_tournament(on.world.house, 4)
    a_link(on.world.house, one)
    return lambda: revoke_registration_link(club_id=on.club, form=on.form, tournament_id=one.id)


def registering(on: Scene) -> Act:
    link, key = a_link(on.world.house, a_tournament(on.world.house, 4)), uuid4()
    applicant = Applicant(name="Nagy Éva", club_name="Szeged")
    return lambda: register_applicant(token=str(link.token), key=key, applicant=applicant)


def withdrawing(on: Scene) -> Act:
    """Withdraw a person who was accepted."""
    house, one, key = on.world.house, a_tournament(on.world.house, 4), uuid4()
    eva = register_person(a_link(house, one), "Nagy Éva")
    accept_entries(house, one, *guest_decisions(eva))
    return lambda: withdraw_registration(token=str(eva.token), key=key)


def accepting(on: Scene) -> Act:
    """Accept a guest and a player of the club."""
    house, one = on.world.house, a_tournament(on.world.house, 4)
    link = a_link(house, one)
    eva, cili = register_person(link, "Nagy Éva"), register_person(link, "Cili")
    known = Acceptance(registration_id=cili.id, player_id=on.player("Cili"))
    decisions = [*guest_decisions(eva), known]
    return lambda: accept_registrations(
        club_id=on.club, form=on.form, tournament_id=one.id, accepted=decisions
    )


def removing(on: Scene) -> Act:
    house, one = on.world.house, a_tournament(on.world.house, 4)
    eva = register_person(a_link(house, one), "Nagy Éva")
    return lambda: remove_registration(
        club_id=on.club, form=on.form, tournament_id=one.id, registration_id=eva.id
    )


def importing(on: Scene) -> Act:
    one = a_tournament(on.world.house, 4).id
    people = [(0, Person(name="Nagy Éva", rating=1500)), (1, Person(name="Kiss Feri"))]
    return lambda: import_entrants(club_id=on.club, form=on.form, tournament_id=one, people=people)


def beginning_the_check_in(on: Scene) -> Act:
    one = a_tournament(on.world.house, 4).id
    return lambda: switch_check_in(club_id=on.club, form=on.form, tournament_id=one, on=True)


def _somebody(on: Scene) -> tuple[Tournament, UUID]:
    return a_tournament(on.world.house, 4), on.player("Csaba")


def checking_in(on: Scene) -> Act:
    one, who = _somebody(on)
    return lambda: check_in(
        club_id=on.club, form=on.form, tournament_id=one.id, player_id=who, arrived=True
    )


def checking_everybody_in(on: Scene) -> Act:
    one = a_tournament(on.world.house, 4).id
    return lambda: check_in_everybody(club_id=on.club, form=on.form, tournament_id=one)


def reducing(on: Scene) -> Act:
    one, who = _somebody(on)
    return lambda: switch_reduced_fee(
        club_id=on.club, form=on.form, tournament_id=one.id, player_id=who, reduced=True
    )


def paying_at_the_door(on: Scene) -> Act:
    one, who = _somebody(on)
    a_link(on.world.house, one, fee=200)
    return lambda: take_entry_fee(form=on.form, tournament=one, player_id=who)


# Use case to the acts that test it.
REGISTRATION_ACTS: dict[str, list[Callable[[Scene], Act]]] = {
    "open_registration": [opening],
    "revoke_registration_link": [taking_back_the_link],
    "register_applicant": [registering],
    "withdraw_registration": [withdrawing],
    "accept_registrations": [accepting],
    "remove_registration": [removing],
    "import_entrants": [importing],
    "switch_check_in": [beginning_the_check_in],
    "check_in": [checking_in],
    "check_in_everybody": [checking_everybody_in],
    "switch_reduced_fee": [reducing],
    "take_entry_fee": [paying_at_the_door],
}
