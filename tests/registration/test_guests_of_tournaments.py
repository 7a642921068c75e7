"""Guests of tournaments are stored apart from the club, and deleted later."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from support.catalogue import row
from support.club_factories import House, a_form
from support.club_web import text_of
from support.entries import a_link, accept_entries, guest_decisions, place_url, register_person
from support.tournament_tables import a_tournament, begun, close_with_points, create_players
from tarokk_club.club.models import Player, Registration, Season, Tournament
from tarokk_club.club.people.queries.clubs import (
    list_active_players,
    list_club_players_without_account,
)
from tarokk_club.club.privacy.queries.personal import collect_player_data
from tarokk_club.club.privacy.usecases.clearing import delete_outdated_rows
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.seasons.queries.leaderboard import load_leaderboard
from tarokk_club.club.session.queries.players.seating import load_session_seating
from tarokk_club.club.statistics.queries.standings import load_club_standings

pytestmark = row("S99")


def a_guest(house: House, tournament: Tournament, name: str = "Nagy Éva") -> Player:
    """Somebody who entered by the link and was accepted."""
    one = register_person(a_link(house, tournament), name, club_name="Szeged")
    accept_entries(house, tournament, *guest_decisions(one))
    return Player.objects.get(name=name)


def a_played(house: House) -> tuple[Tournament, Player]:
    """A table of Anna, Béla, Csaba and the guest, who wins."""
    tournament = a_tournament(house, 3, rounds=1)
    guest = a_guest(house, tournament)
    (session,) = begun(house, tournament)
    points = [9 if str(seat) == str(guest.id) else -3 for seat in session.seats]
    close_with_points(house, session, *points)
    return tournament, guest


def test_guest_is_offered_only_at_tables_of_the_tournament(house: House) -> None:
    tournament = a_tournament(house, 4)
    guest = str(a_guest(house, tournament).id)
    session = begun(house, tournament)[0]

    assert guest not in dict(list_active_players(house.club))
    assert guest not in dict(list_club_players_without_account(house.club))
    assert guest in dict(list_active_players(house.club, tournament_id=tournament.id))
    assert guest in dict(
        [*load_session_seating(session).seated, *load_session_seating(session).others]
    )


def test_a_guest_is_in_no_leaderboard_and_no_standing(house: House) -> None:
    _tournament, guest = a_played(house)
    board = load_leaderboard(house.club, Season.objects.get(club=house.club))
    whole = load_club_standings(house.club)

    assert sorted(one.name for one in board.rows) == ["Anna", "Béla", "Csaba"]
    assert sorted(one.name for one in whole.together.rows) == ["Anna", "Béla", "Csaba"]
    assert guest.balances.get().points == 9


def test_no_dues_are_charged_to_a_guest(house: House) -> None:
    tournament = a_tournament(house, 4)
    a_guest(house, tournament)
    client = Client()
    client.force_login(house.anna)

    page = text_of(client.get(reverse("club:fee_new", args=[house.club.slug])))

    assert "Csaba" in page
    assert "Nagy Éva" not in page


def test_the_list_of_players_names_guests_last_and_as_such(house: House) -> None:
    tournament = a_tournament(house, 4)
    a_guest(house, tournament, "Aaron")
    client = Client()
    client.force_login(house.anna)

    page = text_of(client.get(reverse("club:players", args=[house.club.slug])))

    assert page.index("Aaron") > page.index("Dóra")
    assert "guest of a tournament" in page


def test_one_button_makes_a_guest_a_player_of_the_club(house: House) -> None:
    _tournament, guest = a_played(house)
    client = Client()
    client.force_login(house.anna)
    there = [house.club.slug, guest.id]
    before = text_of(client.get(reverse("club:player", args=there)))

    sent = {"key": str(uuid4())}
    client.post(reverse("club:guest_admit", args=there), sent)

    guest.refresh_from_db()
    season = Season.objects.get(club=house.club)
    after = text_of(client.get(reverse("club:player", args=there)))
    assert not guest.guest and guest.balances.get().points == 9
    assert "Nagy Éva" in {one.name for one in load_leaderboard(house.club, season).rows}
    assert "Make this guest a player" in before and "Make this guest a player" not in after


def test_the_entry_is_erased_with_the_person(house: House) -> None:
    tournament = a_tournament(house, 3)
    guest = a_guest(house, tournament)
    register_person(a_link(house, a_tournament(house, 0)), "Nagy Éva")

    erase_person(club_id=house.club.id, form=a_form(house.anna), player_id=guest.id)

    assert not Registration.objects.exists()
    assert tournament.entrants.get(player=guest).player.name != "Nagy Éva"


def test_deletes_entries_and_unseated_guests_after_the_tournament(house: House) -> None:
    waiting = register_person(a_link(house, a_tournament(house, 0)), "Kiss Feri")
    _tournament, played = a_played(house)
    idle = Player.objects.create(club=house.club, name="Sosem ült", guest=True)
    member = Player.objects.create(club=house.club, name="Új tag")
    late = timezone.now() + timedelta(days=60)

    delete_outdated_rows(now=timezone.now())
    kept = Registration.objects.filter(pk=waiting.pk).exists()
    delete_outdated_rows(now=late)

    assert kept
    assert not Registration.objects.exists()
    assert set(Player.objects.filter(pk__in=[played.id, idle.id, member.id])) == {played, member}


def test_personal_data_contains_the_tournament_entry(house: House) -> None:
    tournament = a_tournament(house, 4)
    guest = a_guest(house, tournament)

    (entered,) = collect_player_data(house.club, guest)["clubs"][0]["tournaments"]

    assert entered["club"] == "Szeged"
    assert entered["registered_by_link"] is not None


def test_a_guest_can_be_ticked_again(house: House) -> None:
    tournament = a_tournament(house, 4)
    guest = a_guest(house, tournament)
    client = Client()
    client.force_login(house.anna)
    path = place_url(tournament, "tournament_players")
    page = text_of(client.get(path))
    players = [str(one) for one in create_players(house, 4)]

    client.post(path, {"key": str(uuid4()), "players": [*players, str(guest.id)]})

    assert "Nagy Éva" in page
    assert tournament.entrants.filter(player=guest, gone=False).exists()
    assert UUID(str(guest.id)) in set(tournament.entrants.values_list("player_id", flat=True))


@pytest.mark.parametrize("name", ["entries", "door", "entry_link", "entrants_import"])
def test_pages_work_before_and_after_the_tournament(house: House, name: str) -> None:
    tournament, _guest = a_played(house)
    client = Client()
    client.force_login(house.anna)

    assert client.get(place_url(tournament, name)).status_code == 200
