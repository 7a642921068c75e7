"""Entering a tournament by its link: the list, the waiting list, and the way out."""

from datetime import timedelta
from uuid import uuid4

import pytest

from support.catalogue import row
from support.club_factories import House, a_form, codes
from support.entries import (
    a_link,
    accept_entries,
    guest_decisions,
    read_list,
    read_states,
    register_person,
)
from support.tournament_tables import a_tournament, begun
from tarokk_club.club.models import Entrant, Player, Registration, Tournament
from tarokk_club.club.registration.submitted import Acceptance
from tarokk_club.club.registration.usecases.registrations import (
    remove_registration,
    withdraw_registration,
)
from tarokk_club.club.registration.usecases.terms import revoke_registration_link
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.writing.errors import ConflictError, LinkGoneError, RefusedError

pytestmark = row("S98")


def test_the_first_have_a_place_and_the_others_wait_in_their_order(house: House) -> None:
    tournament = a_tournament(house, 4)
    link = a_link(house, tournament, places=6)

    for name in ("Éva", "Feri", "Gizi", "Hugó"):
        register_person(link, name)

    assert read_states(tournament) == [
        ("Éva", "place", 0),
        ("Feri", "place", 0),
        ("Gizi", "waiting", 1),
        ("Hugó", "waiting", 2),
    ]
    assert read_list(tournament).free_places == 0


def test_the_waiting_list_moves_up_after_a_withdrawal_or_removal(house: House) -> None:
    tournament = a_tournament(house, 4)
    link = a_link(house, tournament, places=6)
    eva, feri, gizi, hugo = (
        register_person(link, name) for name in ("Éva", "Feri", "Gizi", "Hugó")
    )
    accept_entries(house, tournament, *guest_decisions(eva))

    withdraw_registration(token=str(eva.token), key=uuid4())
    remove_registration(
        club_id=house.club.id,
        form=a_form(house.anna),
        tournament_id=tournament.id,
        registration_id=feri.id,
    )

    assert read_states(tournament) == [
        ("Éva", "withdrawn", 0),
        ("Feri", "removed", 0),
        ("Gizi", "place", 0),
        ("Hugó", "place", 0),
    ]
    assert tournament.entrants.count() == 4
    assert {gizi.id, hugo.id} == {
        row.registration.id for row in read_list(tournament).rows if row.is_acceptable
    }


def test_without_a_limit_there_is_no_waiting_list(house: House) -> None:
    tournament = a_tournament(house, 4)
    link = a_link(house, tournament)

    register_person(link, "Éva")

    assert read_states(tournament) == [("Éva", "place", 0)]
    assert read_list(tournament).free_places is None


def test_accepted_entrant_takes_part_as_a_guest_of_the_tournament(house: House) -> None:
    tournament = a_tournament(house, 4)
    link = a_link(house, tournament)
    eva = register_person(
        link, "Nagy Éva", club_name="Szeged", team="Baglyok", reduced=True, full_name=True
    )

    accept_entries(house, tournament, *guest_decisions(eva))

    entrant = Entrant.objects.get(player__name="Nagy Éva")
    assert entrant.player.guest
    assert (entrant.team, entrant.club_name) == ("Baglyok", "Szeged")
    assert (entrant.reduced, entrant.full_name) == (True, True)
    assert "Nagy Éva" in load_standing(tournament).entrants
    assert read_states(tournament) == [("Nagy Éva", "accepted", 0)]


def test_asks_about_a_namesake_in_the_club(house: House) -> None:
    tournament = a_tournament(house, 0)
    link = a_link(house, tournament)
    anna = register_person(link, "anna")
    row = read_list(tournament).find_row(anna.id)

    with pytest.raises(RefusedError) as refused:
        accept_entries(house, tournament, *guest_decisions(anna))

    assert row
    assert (row.namesake, row.is_acceptable) == (True, False)
    assert codes(refused) == [("player", "namesake_undecided")]
    assert not tournament.entrants.exists()


def test_the_same_person_is_entered_as_the_player_of_the_club(house: House) -> None:
    tournament = a_tournament(house, 0)
    anna = register_person(a_link(house, tournament), "Anna")
    player = Player.objects.get(pk=house.players["Anna"])

    accept_entries(house, tournament, Acceptance(registration_id=anna.id, player_id=player.id))

    assert tournament.entrants.get().player == player
    player.refresh_from_db()
    assert not player.guest


def test_namesake_of_a_player_is_entered_under_another_name(house: House) -> None:
    tournament = a_tournament(house, 0)
    anna = register_person(a_link(house, tournament), "Anna")

    accept_entries(house, tournament, Acceptance(registration_id=anna.id, name="Anna (Szeged)"))

    assert tournament.entrants.get().player.name == "Anna (Szeged)"


def test_second_person_of_a_name_must_add_a_distinction(house: House) -> None:
    tournament = a_tournament(house, 4)
    link = a_link(house, tournament)
    register_person(link, "Nagy Éva")

    with pytest.raises(RefusedError) as twice:
        register_person(link, "nagy éva")
    with pytest.raises(RefusedError) as taking_part:
        register_person(link, "Béla")
    register_person(link, "Nagy Éva", apart="Szeged")

    assert codes(twice) == codes(taking_part) == [("name", "registered_namesake")]
    assert [name for name, _state, _number in read_states(tournament)] == [
        "Nagy Éva",
        "Nagy Éva (Szeged)",
    ]


def test_a_form_that_is_sent_twice_registers_once(house: House) -> None:
    tournament = a_tournament(house, 4)
    link, key = a_link(house, tournament), uuid4()

    first, second = (register_person(link, "Éva", key=key) for _time in range(2))

    assert first == second
    assert Registration.objects.count() == 1


def test_a_link_that_was_taken_back_opens_nothing(house: House) -> None:
    tournament = a_tournament(house, 4)
    link = a_link(house, tournament)
    eva = register_person(link, "Éva")
    revoke_registration_link(
        club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id
    )

    with pytest.raises(LinkGoneError):
        register_person(link, "Feri")

    withdraw_registration(token=str(eva.token), key=uuid4())
    assert read_states(tournament) == [("Éva", "withdrawn", 0)]


def test_a_new_link_after_the_old_one_has_other_letters(house: House) -> None:
    tournament = a_tournament(house, 4)
    old = a_link(house, tournament)
    same = a_link(house, tournament, places=8)
    revoke_registration_link(
        club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id
    )

    new = a_link(house, tournament)

    assert same.token == old.token
    assert new.token != old.token


def test_refuses_entries_after_the_last_day(house: House) -> None:
    tournament = a_tournament(house, 4)
    link = a_link(house, tournament, last_day=tournament.date)

    with pytest.raises(ConflictError) as refused:
        register_person(link, "Éva")

    assert codes(refused) == [("", "registration_closed")]


def test_refuses_entries_and_withdrawals_after_the_first_round(house: House) -> None:
    tournament = a_tournament(house, 4)
    link = a_link(house, tournament)
    eva = register_person(link, "Éva")
    begun(house, tournament)

    with pytest.raises(ConflictError) as late:
        register_person(link, "Feri")
    with pytest.raises(ConflictError) as leaving:
        withdraw_registration(token=str(eva.token), key=uuid4())

    assert codes(late) == [("", "registration_closed")]
    assert codes(leaving) == [("", "registration_playing")]


def test_an_accepted_entrant_who_withdraws_leaves_the_tournament(house: House) -> None:
    tournament = a_tournament(house, 4)
    eva = register_person(a_link(house, tournament), "Éva")
    accept_entries(house, tournament, *guest_decisions(eva))
    version = Tournament.objects.get().version

    withdraw_registration(token=str(eva.token), key=uuid4())

    assert tournament.entrants.count() == 4
    assert Tournament.objects.get().version > version


def test_refuses_invalid_terms(house: House) -> None:
    tournament = a_tournament(house, 4)
    late = tournament.date + timedelta(days=1)

    with pytest.raises(RefusedError) as refused:
        a_link(house, tournament, fee=100, reduced_fee=100, last_day=late)

    assert codes(refused) == [
        ("reduced_fee", "reduced_not_lower"),
        ("last_day", "last_day_late"),
    ]


def test_waiting_list_is_limited(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tarokk_club.club.registration.queries.registrations.MOST_WAITING", 2)
    tournament = a_tournament(house, 4)
    link = a_link(house, tournament)
    register_person(link, "Éva")
    register_person(link, "Feri")

    with pytest.raises(ConflictError) as refused:
        register_person(link, "Gizi")

    assert codes(refused) == [("", "registrations_full")]


def test_names_that_cannot_be_stored_are_refused_at_their_field(house: House) -> None:
    link = a_link(house, a_tournament(house, 4))

    with pytest.raises(RefusedError) as refused:
        register_person(link, "\u200b", club_name="a\x00b")
    with pytest.raises(RefusedError) as long:
        register_person(link, "É" * 75, apart="Szeged")

    assert [field for field, _code in codes(refused)] == ["name", "club_name"]
    assert codes(long) == [("apart", "text_too_long")]
