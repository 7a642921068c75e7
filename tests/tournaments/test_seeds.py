"""The page of a draw shows its seed, and the seed gives the same seats again."""

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House
from support.club_web import text_of
from support.tournament_tables import a_tournament, draw_rounds_at_once
from tarokk_club.club.tournaments.draw.round_draw import PastRounds, draw_by_lot
from tarokk_club.club.tournaments.draw.schedule_draw import draw_schedule
from tarokk_club.club.tournaments.queries.next_draws import compute_next_draw


@pytest.mark.parametrize(("kind", "draw"), [("lot", 2), ("standings", 0), ("schedule", 0)])
def test_the_draw_of_a_round_shows_the_seed_that_gives_its_seats_again(
    house: House, client: Client, kind: str, draw: int
) -> None:
    client.force_login(house.anna)
    tournament = a_tournament(house, 8, draw_kind=kind)
    if kind == "schedule":
        draw_rounds_at_once(house, tournament)
    address = reverse("club:tournament_round", args=[house.club.slug, tournament.id])

    shown = text_of(client.get(address, {"draw": draw}))

    seed = f"{tournament.id} 1 {draw}"
    assert f"Seed of the draw: <code>{seed}</code>" in shown
    players = [str(one) for one in tournament.entrants.values_list("player_id", flat=True)]
    if kind == "schedule":
        seats = draw_schedule(players, [], rounds=2, sizes=(4, 5), seed=seed).rounds[0]
    else:
        seats = draw_by_lot(players, PastRounds({}, {}, {}), fewest=4, most=5, seed=seed)
    assert compute_next_draw(tournament, draw).seating == seats
