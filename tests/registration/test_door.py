"""Check-in at the door: only arrived players are drawn, and payments are listed."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from support.club_factories import House, a_form, a_user, codes
from support.club_web import forms_in, text_of
from support.entries import a_link, accept_entries, guest_decisions, place_url, register_person
from support.tournament_tables import a_tournament, begun, create_players
from tarokk_club.club.models import Charge, Payment, Role, Tournament
from tarokk_club.club.registration.queries.check_in import FeeState, load_check_in_list
from tarokk_club.club.registration.usecases.check_in import (
    check_in,
    check_in_everybody,
    switch_check_in,
)
from tarokk_club.club.tournaments.queries.next_draws import load_draw_input
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.writing.errors import ConflictError


@pytest.fixture
def organiser(house: House) -> Client:
    client = Client()
    client.force_login(house.anna)
    return client


def opened(house: House, tournament: Tournament, *, on: bool = True) -> Tournament:
    """The tournament after Anna began the check-in."""
    return switch_check_in(
        club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id, on=on
    )


def arrived(house: House, tournament: Tournament, *players: UUID, here: bool = True) -> None:
    """Let Anna check these in."""
    for player in players:
        check_in(
            club_id=house.club.id,
            form=a_form(house.anna),
            tournament_id=tournament.id,
            player_id=player,
            arrived=here,
        )


def drawn(tournament: Tournament) -> set[str]:
    tournament.refresh_from_db()
    return set(load_draw_input(tournament).players)


def person(row: Any) -> Any:
    return place_url(row[0], "door_person", row[1])


def test_without_check_in_everybody_is_drawn(house: House) -> None:
    tournament = a_tournament(house, 8)

    assert len(drawn(tournament)) == 8


def test_with_check_in_only_present_players_are_drawn(house: House) -> None:
    tournament, players = a_tournament(house, 8), create_players(house, 8)
    opened(house, tournament)
    arrived(house, tournament, *players[:5])
    arrived(house, tournament, players[0], here=False)

    assert drawn(tournament) == {str(one) for one in players[1:5]}
    opened(house, tournament, on=False)
    assert len(drawn(tournament)) == 8


def test_checks_all_players_in_at_once(house: House) -> None:
    tournament = opened(house, a_tournament(house, 8))

    check_in_everybody(club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id)

    assert len(drawn(tournament)) == 8


def test_an_absent_player_does_not_count_as_sitting_out(house: House) -> None:
    tournament, players = opened(house, a_tournament(house, 6)), create_players(house, 6)
    arrived(house, tournament, *players[:4])
    begun(house, tournament)
    arrived(house, tournament, players[4])
    tournament.refresh_from_db()

    now = load_standing(tournament).current_round

    assert now
    assert now.out == ()


def test_refuses_to_check_in_a_non_entrant(house: House) -> None:
    tournament = opened(house, a_tournament(house, 4))

    with pytest.raises(ConflictError) as refused:
        arrived(house, tournament, create_players(house, 5)[4])

    assert codes(refused) == [("", "entrant_gone")]


def test_finds_a_name_and_checks_it_in_with_one_tap(organiser: Client, house: House) -> None:
    tournament = opened(house, a_tournament(house, 5))
    page = organiser.get(place_url(tournament, "door"), {"name": "bela"})
    form = next(one for one in forms_in(page) if str(house.players["Béla"]) in one.action)

    answer = organiser.post(form.action, form.sent)
    again = organiser.post(form.action, form.sent)

    assert "Csaba" not in text_of(page)
    assert (answer.status_code, again.status_code) == (302, 302)
    assert [row.name for row in load_check_in_list(tournament).rows if row.arrived_at] == ["Béla"]
    assert "1 of 5 are here." in text_of(organiser.get(place_url(tournament, "door")))


def test_the_code_of_an_entry_leads_to_its_player(organiser: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    eva = register_person(a_link(house, tournament), "Nagy Éva")
    path = place_url(tournament, "door_person", eva.id)

    waiting = organiser.get(path)
    accept_entries(house, tournament, *guest_decisions(eva))
    there = organiser.get(path)

    assert "Not among those who take part" in text_of(waiting)
    assert "Not here yet." in text_of(there)
    assert organiser.get(place_url(tournament, "door_person", uuid4())).status_code == 404


def test_every_entrant_has_a_code_to_print(organiser: Client, house: House) -> None:
    tournament = a_tournament(house, 4)

    page = text_of(organiser.get(place_url(tournament, "door_codes")))

    assert page.count("<svg") >= 4
    assert "Csaba" in page


def test_the_fee_is_paid_at_the_door_once(organiser: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    a_link(house, tournament, fee=200, reduced_fee=100)
    csaba = house.players["Csaba"]
    page = organiser.get(place_url(tournament, "door_person", csaba))
    form = next(one for one in forms_in(page) if one.action.endswith("/paid/"))

    taps = [organiser.post(form.action, form.sent).status_code for _tap in range(2)]
    later = organiser.post(form.action, {**form.sent, "key": str(uuid4())})

    row = load_check_in_list(tournament).find_row(UUID(csaba))
    assert row
    assert taps == [302, 302]
    assert later.status_code == 422
    assert (row.fee.state, row.fee.amount) == (FeeState.PAID, 200)
    assert Charge.objects.get().amount == Payment.objects.get().amount == 200
    assert load_check_in_list(tournament).unpaid_count == 3


def test_reduced_fee_is_paid_at_the_door(organiser: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    a_link(house, tournament, fee=200, reduced_fee=100)
    csaba = house.players["Csaba"]
    for action in ("/reduced/", "/paid/"):
        page = organiser.get(place_url(tournament, "door_person", csaba))
        form = next(one for one in forms_in(page) if one.action.endswith(action))
        organiser.post(form.action, form.sent)

    assert Payment.objects.get().amount == 100


def test_a_fee_that_was_charged_before_is_paid_at_the_door(organiser: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    fee = {"key": str(uuid4()), "currency": "HUF", "fee": "300", "date": "2026-11-18"}
    organiser.post(
        place_url(tournament, "tournament_money"), {**fee, "players": house.players["Csaba"]}
    )
    row = load_check_in_list(tournament).find_row(UUID(house.players["Csaba"]))

    page = organiser.get(place_url(tournament, "door_person", house.players["Csaba"]))
    form = next(one for one in forms_in(page) if one.action.endswith("/paid/"))
    taps = [organiser.post(form.action, form.sent).status_code for _tap in range(2)]

    after = load_check_in_list(tournament).find_row(UUID(house.players["Csaba"]))
    assert row
    assert after
    assert taps == [302, 302]
    assert (row.fee.state, after.fee.state) == (FeeState.OPEN, FeeState.PAID)
    assert Charge.objects.count() == Payment.objects.count() == 1


def test_the_draw_page_names_absent_players(organiser: Client, house: House) -> None:
    tournament, players = opened(house, a_tournament(house, 5)), create_players(house, 5)
    arrived(house, tournament, *players[:4])

    page = text_of(organiser.get(place_url(tournament, "tournament_round")))

    assert "1 player is not here yet and is not drawn" in page
    assert "Cili" in page


def test_treasurer_cannot_open_the_check_in(house: House) -> None:
    tournament, client = a_tournament(house, 4), Client()
    client.force_login(a_user("kati", club=house.club, roles=(Role.TREASURER,)))
    csaba = place_url(tournament, "door_person", house.players["Csaba"])

    assert client.get(place_url(tournament, "door")).status_code == 403
    assert client.post(csaba, {"key": str(uuid4()), "on": "1"}).status_code == 403


@pytest.mark.parametrize("fields", [{}, {"on": "x"}, {"key": "x", "on": "1"}])
def test_invalid_input_never_breaks_the_check_in(
    organiser: Client, house: House, fields: dict[str, str]
) -> None:
    tournament = a_tournament(house, 4)
    csaba = house.players["Csaba"]
    pages = [
        *(place_url(tournament, name) for name in ("door_switch", "door_all")),
        *(place_url(tournament, f"door_{name}", csaba) for name in ("person", "reduced", "paid")),
    ]

    assert {organiser.post(path, fields).status_code for path in pages} <= {302, 422}
