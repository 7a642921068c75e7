"""The pages of figures ask as often in a book of ten times the seasons and the clubs."""

from dataclasses import replace
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from support.query_plans import explain_first_query, only_sqlite
from tarokk_club.club.statistics.queries.spans import load_counted_sessions_for_player
from tools.lab.bench.federation.filling import fill_clubs
from tools.lab.bench.federation.pages import Reader
from tools.lab.bench.federation.size import LONG, SHORT, Size

SMALL = Size(clubs=2, players=4, sessions=1, hands=4, past=10)
MOST = 12
# A person's own page tells as well what waits for them, with the sheets to confirm.
MOST_OF_ONES_OWN = 21


def addresses(reader: Reader) -> dict[str, str]:
    """Every page of figures, and those that choose all seasons at once."""
    club = reader.club
    season = club.seasons.order_by("-starts")[0].pk
    player = club.players.order_by("name")[0].pk
    session = club.sessions.order_by("-date")[0].pk
    what_if = "?rules=%7B%22preset%22%3A%22standard%22%7D"
    return {
        "leaderboard": reader.build_path("season", season),
        "player": reader.build_path("career", player),
        "player, all seasons": reader.build_path("career", player) + "?season=all",
        "records": reader.build_path("records"),
        "records, all seasons": reader.build_path("records") + "?season=all",
        "rating": reader.build_path("rating"),
        "what if, season": reader.build_path("season_what_if", season) + what_if,
        "what if, session": reader.build_path("session_what_if", session) + what_if,
        "tournaments": reader.build_path("tournaments"),
    }


def count_queries(slug: str) -> dict[str, int]:
    """Return the number of queries of the second visit to each page."""
    reader = Reader(slug)
    found = {}
    for page, address in addresses(reader).items():
        # The first one may have to work out ratings.
        reader.client.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert reader.client.get(address).status_code == 200
        found[page] = len(queries)
    return found


@pytest.mark.ci
@pytest.mark.django_db
def test_as_many_queries_in_ten_times_the_seasons_and_the_clubs() -> None:
    fill_clubs(SMALL.list_slugs(), SMALL)
    few = count_queries(SHORT)

    many = replace(SMALL, clubs=20)
    fill_clubs(many.list_slugs()[2:], many)

    assert count_queries(LONG) == count_queries(SHORT) == few
    own = {few.pop("player"), few.pop("player, all seasons")}
    assert max(own) <= MOST_OF_ONES_OWN
    assert {page: number for page, number in few.items() if number > MOST} == {}


@only_sqlite
@pytest.mark.django_db
def test_the_sessions_of_a_season_are_found_by_the_season() -> None:
    fill_clubs(SMALL.list_slugs()[1:], SMALL)
    reader = Reader(SHORT)
    season, player = reader.load_current_season(), reader.list_players()[1]
    load = partial(load_counted_sessions_for_player, reader.club, season, player.pk)

    steps = explain_first_query(load)

    assert len(load()) == season.sessions.count()
    assert any("season_id=?" in step for step in steps), steps
