"""The XXI table of a tournament: points for each XXI caught, apart from the table points."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from support.club_factories import House, a_head, recorded
from support.tournament_tables import a_tournament, begun, danish
from tarokk_club.club.models import Session, Tournament
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.values.table_points import score_xxi


def catching(seats: list[str], declarer: int, partner: int | None) -> dict[str, object]:
    """A hand in which the first of these seats catches the XXI of the second."""
    return {
        "type": "hand",
        "declarer": seats[declarer],
        "bid": "three",
        "partner": None if partner is None else seats[partner],
        "result": "won",
        "xxi_catch": {"by": seats[0], "from": seats[1]},
    }


def xxi_of(tournament: Tournament) -> dict[str, int]:
    """Everybody's points of the XXI table by id."""
    return {row.player_id: row.xxi for row in load_standing(tournament).results}


def test_catcher_partners_and_losers_have_their_points() -> None:
    assert score_xxi("a", "c", ["a", "b"], ["c", "d"]) == {"a": 10, "b": 5, "c": -10, "d": -5}
    assert score_xxi("b", "a", ["b", "c", "d"], ["a"]) == {"b": 10, "c": 5, "d": 5, "a": -10}


def test_the_xxi_table_counts_the_hands_of_every_table(house: House) -> None:
    tournament = a_tournament(house, 8, xxi_table=True)
    one, other = begun(house, tournament)
    recorded(house, one, catching(one.seats, 0, 2))
    recorded(house, other, catching(other.seats, 1, None))

    found = xxi_of(tournament)

    assert [found[player] for player in one.seats] == [10, -10, 5, -5]
    # The declarer alone lost the XXI to one of three.
    assert [found[player] for player in other.seats] == [10, -10, 5, 5]


def test_a_dealer_sitting_out_gets_no_xxi_points(house: House) -> None:
    tournament = a_tournament(house, 5, xxi_table=True)
    [session] = begun(house, tournament)
    # The last one deals and sits out.
    recorded(house, session, catching(session.seats, 0, 2))

    found = xxi_of(tournament)

    assert [found[player] for player in session.seats] == [10, -10, 5, -5, 0]


def test_a_correction_changes_it_and_the_order_does_not_follow_it(house: House) -> None:
    tournament = a_tournament(house, 4, xxi_table=True)
    [session] = begun(house, tournament)
    recorded(house, session, catching(session.seats, 0, 2))
    places = [row.place for row in load_standing(tournament).results]
    tournament.xxi_table = False

    assert [row.place for row in load_standing(tournament).results] == places
    assert set(xxi_of(tournament).values()) == {0}


def test_game_without_the_hat_has_no_xxi_table(house: House) -> None:
    assert not a_tournament(house, 3, head=danish(house), xxi_table=True).xxi_table
    assert a_tournament(
        house, 4, head=a_head(house, game="zebi", rules={}), xxi_table=True
    ).xxi_table


@pytest.fixture
def played(house: House) -> tuple[Tournament, Session]:
    """A tournament with an XXI table in which one was caught."""
    tournament = a_tournament(house, 4, xxi_table=True)
    [session] = begun(house, tournament)
    recorded(house, session, catching(session.seats, 0, 2))
    return tournament, session


def test_the_xxi_table_pays_the_catcher(
    house: House, client: Client, played: tuple[Tournament, Session]
) -> None:
    tournament, _session = played
    client.force_login(house.anna)
    url = [house.club.slug, tournament.id]

    page = client.get(reverse("club:tournament", args=url))
    assertContains(page, '<th scope="col">XXI table</th>')
    assertContains(page, "For each XXI caught at any table the catcher gets 10 points")
    file = client.get(reverse("club:tournament_csv_file", args=url)).content.decode("utf-8-sig")
    header, *rows = csv.reader(io.StringIO(file))
    assert header[-1] == "XXI table"
    assert sorted(int(row[-1]) for row in rows) == [-10, -5, 5, 10]
    settings = client.get(reverse("club:tournament_settings", args=url))
    assert settings.context["form"]["xxi_table"].value() is True


def test_tournament_without_the_xxi_table_does_not_mention_it(house: House, client: Client) -> None:
    tournament = a_tournament(house, 4)
    [session] = begun(house, tournament)
    recorded(house, session, catching(session.seats, 0, 2))
    client.force_login(house.anna)

    page = client.get(reverse("club:tournament", args=[house.club.slug, tournament.id]))

    assertNotContains(page, "XXI table")
