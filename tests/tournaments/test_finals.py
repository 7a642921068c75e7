"""A final by rank: its tables, carried points and possible places."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import END, PASSED_OUT, House, a_form, codes, recorded
from support.club_web import text_of
from support.tournament_tables import (
    a_penalty,
    a_tournament,
    a_tournament_plan,
    begun,
    close_with_points,
    create_players,
    read_next_draw,
    set_players,
)
from tarokk_club.club.models import Session, Tournament
from tarokk_club.club.session.queries.sessions.final_results import is_result_final
from tarokk_club.club.tournaments.queries.next_draws import compute_next_draw
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.usecases.rounds import start_round, take_back_round
from tarokk_club.club.tournaments.usecases.tournaments import change_tournament
from tarokk_club.club.writing.errors import ConflictError


def played(house: House, sessions: list[Session], *points: tuple[int, ...]) -> None:
    """Let each table end with its points."""
    for session, won in zip(sessions, points, strict=True):
        close_with_points(house, session, *won)


def with_a_final(house: House, players: int = 8, **changes: Any) -> Tournament:
    """One round, then a final of one."""
    return a_tournament(house, players, **{"rounds": 1, "final_rounds": 1} | changes)


def order(tournament: Tournament) -> list[str]:
    """The ids of the players, best first."""
    return [row.player_id for row in load_standing(tournament).results]


def test_the_tables_of_the_final_are_by_rank(house: House) -> None:
    tournament = with_a_final(house, 13)
    sessions = begun(house, tournament)
    for at, session in enumerate(sessions):
        up, down = (20 + at, 2 + at), (-2 - at, -20 - at)
        close_with_points(house, session, *up, *[0] * (len(session.seats) - 4), *down)
    before = order(tournament)

    final = begun(house, tournament)

    assert [len(one.seats) for one in final] == [4, 4, 5]
    seats = [{str(player) for player in one.seats} for one in final]
    assert seats == [set(before[:4]), set(before[4:8]), set(before[8:])]
    rows = load_standing(tournament).rounds[0].tables
    assert [table.places for table in rows] == [(1, 4), (5, 8), (9, 13)]


@pytest.mark.parametrize(
    ("carry", "counted"),
    [("all", [19, 16, 12, 10]), ("half", [14, 12, 9, 7]), ("none", [10, 8, 6, 4])],
)
def test_points_carried_into_the_final_follow_the_setting(
    house: House, carry: str, counted: list[int]
) -> None:
    tournament = with_a_final(house, carry=carry)
    played(house, begun(house, tournament), (9, 3, -4, -8), (10, 3, -4, -9))
    first = begun(house, tournament)
    won = dict(zip(order(tournament), (-9, -3, 5, 7, -9, -3, 5, 7), strict=True))
    for session in first:
        close_with_points(house, session, *(won[str(seat)] for seat in session.seats))

    rows = load_standing(tournament).results[:4]

    # 10, 10, 8, 8 before; the last of the table wins the final.
    assert carry != "none" or [row.counted for row in rows] == counted
    before = {"all": Fraction(1), "half": Fraction(1, 2), "none": Fraction(0)}[carry]
    told = sorted((b * before + f for b, f in zip((8, 8, 10, 10), (10, 8, 6, 4), strict=True)))
    assert sorted(row.counted for row in rows) == told
    assert {row.group for row in rows} == {(1, 4)}


def test_nobody_leaves_the_places_of_their_table(house: House) -> None:
    tournament = with_a_final(house)
    played(house, begun(house, tournament), (9, 3, -4, -8), (10, 3, -4, -9))
    before = order(tournament)
    first, second = begun(house, tournament)
    close_with_points(house, first, 1, 0, 0, -1)
    close_with_points(house, second, 900, 10, -10, -900)

    after = load_standing(tournament)

    assert {row.player_id for row in after.results[:4]} == set(before[:4])
    assert next(row.place for row in after.results if row.group == (5, 8)) == 5
    best_below = after.results[4]
    assert best_below.total.points > after.results[0].total.points
    assert after.final and is_result_final(tournament)


def test_ties_in_the_final_preserve_the_earlier_order(house: House) -> None:
    tournament = with_a_final(house, 4, carry="none")
    played(house, begun(house, tournament), (9, 3, -4, -8))
    before = order(tournament)
    (final,) = begun(house, tournament)
    recorded(house, final, PASSED_OUT, END)

    rows = load_standing(tournament).results

    assert [row.player_id for row in rows][1:] == before[1:]
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert rows[2].tie_break_label == "Place before the final"


def test_a_final_of_two_rounds_keeps_its_tables(house: House) -> None:
    tournament = with_a_final(house, 9, final_rounds=2)
    for session in begun(house, tournament):
        points = (9, 3, -4, -8) if len(session.seats) == 4 else (10, 4, 0, -5, -9)
        close_with_points(house, session, *points)
    first = begun(house, tournament)
    for session in first:
        recorded(house, session, PASSED_OUT, END)
    gone = str(first[1].seats[0])
    set_players(house, tournament, [one for one in create_players(house, 9) if str(one) != gone])

    second = begun(house, tournament)

    assert [set(one.seats) - {gone} for one in first] == [set(one.seats) for one in second]
    dealt = [one.seats[-1] for one in (*first, *second)]
    assert len(set(dealt)) == len(dealt)
    assert load_standing(tournament).rounds[0].tables[1].places == (5, 9)


def test_the_final_waits_for_the_last_table_and_for_the_same_order(house: House) -> None:
    tournament = with_a_final(house)
    first, second = begun(house, tournament)
    close_with_points(house, first, 9, 3, -4, -8)
    early = read_next_draw(tournament)

    with pytest.raises(ConflictError) as caught:
        start_round(
            club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id, seen=early
        )
    assert codes(caught) == [("", "final_too_early")]

    close_with_points(house, second, 90, 3, -4, -89)
    assert not is_result_final(tournament)
    assert compute_next_draw(tournament, 0).fingerprint != early.fingerprint
    begun(house, tournament)
    take_back_round(
        club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id, number=2
    )
    assert load_standing(tournament).results[0].group is None


def test_a_round_that_was_begun_does_not_become_one_of_the_final(house: House) -> None:
    tournament = with_a_final(house, 4)
    played(house, begun(house, tournament), (9, 3, -4, -8))
    begun(house, tournament)

    for changes in ({"rounds": 2}, {"final_rounds": 0}, {"rounds": 2, "final_rounds": 0}):
        plan = a_tournament_plan(house, head=None, **{"rounds": 1, "final_rounds": 1} | changes)
        with pytest.raises(ConflictError) as caught:
            change_tournament(
                club_id=house.club.id,
                form=a_form(house.anna),
                tournament_id=tournament.id,
                plan=plan,
            )
        assert codes(caught) == [("final_rounds", "final_is_drawn")]


def test_a_penalty_of_a_round_before_is_carried_like_that_round(house: House) -> None:
    tournament = with_a_final(house, 4, carry="none")
    played(house, begun(house, tournament), (9, 3, -4, -8))
    (final,) = begun(house, tournament)
    recorded(house, final, PASSED_OUT, END)

    def counted() -> Fraction:
        rows = load_standing(tournament).results
        return next(row.counted for row in rows if row.player_id == house.players["Anna"])

    before = counted()
    a_penalty(house, tournament, round=1)
    assert counted() == before
    a_penalty(house, tournament, round=2)
    assert counted() == before - 2
    a_penalty(house, tournament, round=None)
    assert counted() == before - 4


def test_the_pages_show_the_places_a_table_plays_for(house: House, client: Client) -> None:
    client.force_login(house.anna)
    tournament = with_a_final(house)
    url = [house.club.slug, tournament.id]
    played(house, begun(house, tournament), (9, 3, -4, -8), (10, 3, -4, -9))
    assert "Draw the final" in text_of(client.get(reverse("club:tournament", args=url)))

    drawn = text_of(client.get(reverse("club:tournament_round", args=url)))
    begun(house, tournament)
    page = text_of(client.get(reverse("club:tournament", args=url)))
    paper = text_of(client.get(reverse("club:tournament_pairings", args=url)))

    for shown in (drawn, page, paper):
        assert "Places 1 to 4" in shown and "Places 5 to 8" in shown
    assert "Round 2 of 2" in page
    assert "All table points and points of the rounds before count in the final." in page
