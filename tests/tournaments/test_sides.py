"""Teams and clubs of a tournament, beside its players."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_form, codes
from support.club_web import text_of
from support.guest_visits import a_guest_link, open_guest_page
from support.tournament_tables import (
    a_tournament,
    begun,
    close_with_points,
    create_players,
    read_fields,
    set_players,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.merging.usecases.merges import merge_players, unmerge_players
from tarokk_club.club.models import Entrant, Player, Tournament
from tarokk_club.club.tournaments.queries.next_draws import compute_next_draw, load_draw_input
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.queries.tournament_list import load_tournament_rows
from tarokk_club.club.tournaments.usecases.entrants import set_teams_and_clubs
from tarokk_club.club.writing.errors import ConflictError, RefusedError

NAMES = ("Anna", "Béla", "Csaba", "Dóra")


def named(house: House, tournament: Tournament, **sides: tuple[str, str]) -> None:
    """Let Anna write these teams and clubs."""
    told = {UUID(house.players[name]): side for name, side in sides.items()}
    set_teams_and_clubs(
        club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id, sides=told
    )


def a_played(house: House, **changes: Any) -> Tournament:
    """One table: Anna 9, Béla 3, Csaba -4, Dóra -8."""
    tournament = a_tournament(house, 4, **changes)
    (session,) = begun(house, tournament)
    points = dict(zip(house.ids(*NAMES), (9, 3, -4, -8), strict=True))
    close_with_points(house, session, *(points[str(seat)] for seat in session.seats))
    return tournament


def test_a_team_scores_the_points_of_its_best(house: House) -> None:
    tournament = a_played(house, team_best=1, club_best=2)
    named(
        house,
        tournament,
        Anna=("Baglyok", "Zugló"),
        Béla=("Sasok", "Buda"),
        Csaba=("sasok ", "Zugló"),
        Dóra=("", "Zugló"),
    )

    standing = load_standing(tournament)

    assert [(row.place, row.name, int(row.counted)) for row in standing.teams] == [
        (1, "Baglyok", 10),
        (2, "Sasok", 8),
    ]
    assert [(one.name, one.counts) for one in standing.teams[1].members] == [
        ("Béla", True),
        ("Csaba", False),
    ]
    assert [(row.name, int(row.counted), row.points) for row in standing.clubs] == [
        ("Zugló", 16, 5),
        ("Buda", 8, 3),
    ]


def test_teams_that_have_the_same_share_their_place(house: House) -> None:
    tournament = a_played(house)
    named(house, tournament, Anna=("A", ""), Béla=("B", ""), Csaba=("B", ""), Dóra=("A", ""))

    rows = load_standing(tournament).teams

    # 14 and 14 table points, but 1 and -1 points of the games.
    assert [(row.place, row.name) for row in rows] == [(1, "A"), (2, "B")]


def test_shows_an_invalid_name_at_its_field(house: House) -> None:
    tournament = a_tournament(house, 4)

    with pytest.raises(RefusedError) as caught:
        named(house, tournament, Anna=("x" * 81, "Zu\u202egló"))

    anna = house.players["Anna"]
    assert {field for field, _code in codes(caught)} == {f"team_{anna}", f"club_{anna}"}


def test_teams_of_a_final_result_are_fixed(house: House) -> None:
    tournament = a_played(house, rounds=1)

    with pytest.raises(ConflictError) as caught:
        named(house, tournament, Anna=("Sasok", ""))

    assert codes(caught) == [("", "result_stands")]
    assert set(Entrant.objects.values_list("team", flat=True)) == {""}


def test_pages_files_and_guest_pages_show_the_sides(house: House, client: Client) -> None:
    client.force_login(house.anna)
    tournament = a_played(house)
    url = [house.club.slug, tournament.id]
    address = reverse("club:tournament_sides", args=url)
    anna = house.players["Anna"]
    fields = read_fields(client.get(address), "sides") | {
        f"team_{anna}": "Sasok",
        f"club_{anna}": "Zugló",
    }
    assert client.post(address, fields).status_code == 302

    page = text_of(client.get(reverse("club:tournament", args=url)))
    file = client.get(reverse("club:tournament_csv_file", args=url)).content.decode()
    told = client.get(reverse("club:tournament_json_file", args=url)).json()
    guest = text_of(open_guest_page(a_guest_link(house, tournament)))

    assert "Sasok" in page and "Zugló" in page and "A team has what all its players have" in page
    assert "Team" in file and "Sasok" in file
    first = {"player": house.players["Anna"], "name": "Anna", "counted": 1000, "counts": True}
    assert told["teams"][0]["members"] == [first]
    assert told["results"][0]["club"] == "Zugló"
    assert "Sasok" in guest


# --- who leaves


def left(house: House, tournament: Tournament, *names: str) -> None:
    """Let these leave."""
    stay = [one for one in create_players(house, 9) if str(one) not in house.ids(*names)]
    set_players(house, tournament, stay)


def test_a_departed_player_stays_in_the_team_without_a_seat(house: House) -> None:
    tournament = a_tournament(house, 9, rounds=2)
    for session in begun(house, tournament):
        close_with_points(house, session, *(9, 3, -4, -8, 0)[: len(session.seats)])
    named(house, tournament, Anna=("Baglyok", "Zugló"), Béla=("Baglyok", ""))
    before = load_standing(tournament)

    left(house, tournament, "Anna")

    after = load_standing(tournament)
    assert after.teams == before.teams and after.clubs == before.clubs
    assert "Anna" not in after.entrants and len(after.entrants) == 8
    assert house.players["Anna"] not in str(compute_next_draw(tournament, 0).seating)
    (row,) = load_tournament_rows(house.club)
    assert row.entrants == 8
    assert list(iter_findings()) == []


def test_a_returning_player_is_in_the_same_team(house: House) -> None:
    tournament = a_played(house, rounds=2)
    named(house, tournament, Anna=("Baglyok", "Zugló"))
    everybody = list(tournament.entrants.values_list("player_id", flat=True))
    set_players(house, tournament, [UUID(one) for one in house.ids("Béla", "Csaba", "Dóra")])

    set_players(house, tournament, everybody)

    anna = Entrant.objects.get(player=UUID(house.players["Anna"]))
    assert (anna.team, anna.gone) == ("Baglyok", False)


def test_a_player_who_leaves_before_playing_is_deleted(house: House) -> None:
    tournament = a_tournament(house, 9)
    named(house, tournament, Anna=("Baglyok", ""))

    left(house, tournament, "Anna")

    assert not Entrant.objects.filter(player=UUID(house.players["Anna"])).exists()


def test_final_result_stops_removals_from_a_team(house: House) -> None:
    tournament = a_played(house, rounds=1)
    Entrant.objects.filter(player=UUID(house.players["Anna"])).update(
        team="Baglyok", club_name="Zugló"
    )
    before = load_standing(tournament)

    set_players(house, tournament, [UUID(house.players["Béla"])], reason="elírás")

    after = load_standing(tournament)
    assert (after.teams, after.clubs, after.results) == (
        before.teams,
        before.clubs,
        before.results,
    )


def test_a_merge_joins_a_departed_and_a_playing_entrant(house: House) -> None:
    tournament = a_tournament(house, 8, rounds=3)
    for session in begun(house, tournament):
        close_with_points(house, session, 9, 3, -4, -8)
    named(house, tournament, Anna=("Baglyok", ""))
    again = Player.objects.create(club=house.club, name="Annuska")
    stay = [one for one in create_players(house, 8) if str(one) != house.players["Anna"]]
    set_players(house, tournament, [*stay, again.pk])
    anna = UUID(house.players["Anna"])

    merge = merge_players(club_id=house.club.id, form=a_form(house.anna), gone=anna, into=again.pk)

    assert str(anna) not in {row.player_id for row in load_standing(tournament).results}
    assert (
        str(again.pk) in load_draw_input(tournament).players
        and len(load_draw_input(tournament).players) == 8
    )
    unmerge_players(club_id=house.club.id, form=a_form(house.anna), merge_id=merge.id)
    assert load_standing(tournament).teams[0].name == "Baglyok"
    assert list(iter_findings()) == []
