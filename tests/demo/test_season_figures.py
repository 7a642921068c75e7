"""All figures of a season of the demonstration club, counted again from its documents alone."""

import json
from collections import defaultdict
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from scoring.answer import answer
from scoring.document import read_head
from tarokk_club.club.exports.document import session_document
from tarokk_club.club.models import Club, Season
from tarokk_club.club.queries.evenings import evening
from tarokk_club.club.queries.leaderboard import leaderboard

pytestmark = pytest.mark.django_db(transaction=True)


def _played(seats: list[str], dealer: str, game: str) -> list[str]:
    """Who of a table holds cards: of five the dealer does not, of four Danes the one opposite."""
    if game == "danish" and len(seats) == 4:
        away = seats[(seats.index(dealer) + 2) % 4]
    else:
        away = dealer if len(seats) == 5 else ""
    return [player for player in seats if player != away]


def _again(documents: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Evenings, hands, points and forints of everybody, and the points of each day."""
    found: dict[str, dict[str, Any]] = defaultdict(
        lambda: {"days": defaultdict(int), "hands": 0, "points": 0, "minor": 0}
    )
    for document in documents:
        answered = answer(read_head(document))
        stake = int(document["stake"]["per_point"])
        hands: dict[str, int] = defaultdict(int)
        for hand in answered["hands"]:
            for player in _played(list(hand["net"]), hand["dealer"], document["game"]):
                hands[player] += 1
        for player, points in answered["balances"].items():
            if hands[player] or points:
                row = found[player]
                row["days"][document["date"]] += points
                row["hands"] += hands[player]
                row["points"] += points
                row["minor"] += points * stake
    return found


def _hats(documents: list[dict[str, Any]], last: date) -> dict[str, int]:
    """Days with the hat, walking through the season day by day."""
    by_day: dict[str, str] = {}
    for document in documents:
        mayor = answer(read_head(document))["mayor"]
        if mayor:
            by_day.setdefault(document["date"], mayor)
    days: dict[str, int] = defaultdict(int)
    mayor = ""
    for number in range(date.fromisoformat(documents[0]["date"]).toordinal(), last.toordinal() + 1):
        mayor = by_day.get(date.fromordinal(number).isoformat(), mayor)
        days[mayor] += 1
    return days


def test_a_season_agrees_with_its_documents() -> None:
    call_command("demo", hands=200, verbosity=0, stdout=StringIO())
    club = Club.objects.get(demo=True)
    season = Season.objects.filter(club=club).exclude(ends=None).order_by("-starts")[0]
    sessions = season.sessions.filter(binned_at=None).order_by("date", "-last_hand_at", "-id")
    documents = [json.loads(session_document(evening(one))) for one in sessions]

    board = leaderboard(club, season)
    again = _again(documents)

    assert len(documents) > 10
    assert season.ends
    assert {row.name for row in board.rows} == set(again)
    hats = _hats(documents, season.ends)
    order = sorted(again, key=lambda name: -again[name]["points"])
    points = [again[name]["points"] for name in order]
    for row in board.rows:
        one = again[row.name]
        assert (row.evenings, row.hands, row.points) == (
            len(one["days"]),
            one["hands"],
            one["points"],
        )
        assert row.minor == {"HUF": one["minor"]}
        assert row.hat_days == hats.get(row.name, 0)
        assert row.place == points.index(one["points"]) + 1
        assert abs(row.average * one["hands"] - one["points"] * 100) * 2 <= one["hands"]
        last_day = max(one["days"])
        race = next(line for line in board.race if line.name == row.name)
        assert race.totals[-1] == one["points"]
        assert race.totals[board.evenings.index(date.fromisoformat(last_day))] == one["points"]
    total = sum(row.points for row in board.rows)
    pots = sum(sum(answer(read_head(one))["pots"].values()) for one in documents)
    assert total + pots == 0
    assert board.in_pots == pots
