"""The leaderboard of the demonstration club, recounted from its documents only.

The short form of what `test_season_recount.py` does for every figure.
"""

from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command

from support.recount.board import Rules, hundredths, places, race
from support.recount.book import book_of, hats
from support.recount.careers import nights_of
from tarokk_club.club.models import Club
from tarokk_club.club.seasons.queries.leaderboard import MOST_RACERS, load_leaderboard

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.ci
def test_a_season_agrees_with_its_documents() -> None:
    call_command("demo", hands=200, verbosity=0, stdout=StringIO())
    book = book_of(Club.objects.get(demo=True))
    people, worn = nights_of(book.mine), hats(book)

    board = load_leaderboard(book.club, book.season)

    assert len(book.mine) > 10
    assert {row.name for row in board.rows} == set(people)
    for row in board.rows:
        nights = people[row.name]
        points = sum(one["points"] for one in nights.values())
        hands = sum(one["hands"] for one in nights.values())
        assert (row.evenings, row.hands, row.points) == (len(nights), hands, points)
        assert row.minor == {"HUF": sum(one["money"] for one in nights.values())}
        assert row.hat_days == worn.get(row.name, 0)
        assert row.place == places(people, Rules())[row.name]
        assert row.average == hundredths(Fraction(points, max(hands, 1)))
    ranked = [row.name for row in board.rows if row.place]
    assert [line.name for line in board.race] == ranked[:MOST_RACERS]
    for line in board.race:
        assert list(line.totals) == race(people, line.name, Rules())
    pots = sum(sum(one.pots.values()) for one in book.mine)
    assert sum(row.points for row in board.rows) + pots == 0
    assert board.points_in_pots == pots
