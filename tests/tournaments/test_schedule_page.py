"""The page of all rounds drawn at once: how often players meet, and whether the seed says so."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_user
from support.club_web import text_of
from support.tournament_tables import a_tournament, draw_rounds_at_once
from tarokk_club.club.models import Role, Tournament
from tarokk_club.club.tournaments.draw.stored_schedule import read_stored_schedule
from tarokk_club.club.values.draws import DrawKind

pytestmark = pytest.mark.django_db


def test_the_seats_are_drawn_again_from_the_seed_and_compared(house: House, client: Client) -> None:
    # Anybody who may read it, not only the organiser.
    client.force_login(a_user("zita", club=house.club, roles=(Role.MEMBER,)))
    tournament = a_tournament(house, 8, rounds=2, draw_kind=DrawKind.SCHEDULE)
    draw_rounds_at_once(house, tournament)
    url = reverse("club:tournament_schedule", args=[house.club.slug, tournament.id])
    assert "Draw from the seed and compare" in client.get(url).text

    assert "the same tables" in text_of(client.get(url, {"compare": "1"}))

    tournament.refresh_from_db()
    stored: Any = tournament.schedule
    first, *others = stored["rounds"]
    seats = first["tables"][0]
    changed = {**first, "tables": [[*seats[1:], seats[0]], *first["tables"][1:]]}
    Tournament.objects.filter(pk=tournament.pk).update(
        schedule={**stored, "rounds": [changed, *others]}
    )
    assert "other tables" in text_of(client.get(url, {"compare": "1"}))


def test_shows_the_meetings_of_players_and_their_minimum(house: House, client: Client) -> None:
    client.force_login(house.anna)
    tournament = a_tournament(house, 9, rounds=2, draw_kind=DrawKind.SCHEDULE)
    draw_rounds_at_once(house, tournament)
    kept = read_stored_schedule(tournament.schedule)
    assert kept
    url = reverse("club:tournament_schedule", args=[house.club.slug, tournament.id])

    assert f"No two players meet more than {kept.most} times." in text_of(client.get(url))

    # A schedule of 0.2.0 did not count it.
    tournament.refresh_from_db()
    stored: Any = tournament.schedule
    told = ("most", "most_bound", "manner")
    old = {key: value for key, value in stored.items() if key not in told}
    Tournament.objects.filter(pk=tournament.pk).update(schedule=old)
    page = text_of(client.get(url))
    assert "Round 1" in page and "No two players" not in page
