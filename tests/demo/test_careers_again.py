"""The figures of players, counted a second time from the exported documents alone."""

import json
from collections import defaultdict
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from scoring.answer import answer
from scoring.document import read_head
from tarokk_club.club.exports.document import session_document
from tarokk_club.club.models import Club, Player, Season
from tarokk_club.club.queries.careers import Career, career
from tarokk_club.club.queries.evenings import evening
from tarokk_club.club.queries.spans import Span

pytestmark = [pytest.mark.ci, pytest.mark.django_db(transaction=True)]

VOID = {"passed_out", "annulled", "misdeal", "abandoned"}


def away(document: dict[str, Any], seats: list[str], dealer: str) -> str:
    """Of five the dealer holds no cards, of four Danes the one opposite."""
    if document["game"] == "danish" and len(seats) == 4:
        return seats[(seats.index(dealer) + 2) % 4]
    return dealer if len(seats) == 5 else ""


def nothing() -> dict[str, Any]:
    empty: dict[str, Any] = {"roles": defaultdict(list), "bids": defaultdict(list), "run": []}
    empty |= {"said": defaultdict(int), "kontras": defaultdict(int)}
    return empty | {"with": defaultdict(list), "against": defaultdict(list)}


def counted(documents: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """By name: the points of every hand in each role and bid, with and against everybody."""
    found: dict[str, dict[str, Any]] = defaultdict(nothing)
    for document in documents:
        events = [one for one in document["events"] if one["type"] == "hand"]
        for event, hand in zip(events, answer(read_head(document))["hands"], strict=True):
            if hand["outcome"] not in VOID:
                _count(found, document, event, hand)
    return found


def _count(
    found: dict[str, dict[str, Any]],
    document: dict[str, Any],
    event: dict[str, Any],
    hand: dict[str, Any],
) -> None:
    seats = list(hand["net"])
    playing = [one for one in seats if one != away(document, seats, hand["dealer"])]
    declarer, partner = event.get("declarer"), event.get("partner")
    ours = {declarer, partner} - {None}
    for player in playing:
        mine, points = found[player], hand["net"][player]
        mine["run"].append(points)
        if declarer:
            role = "opponent" if player not in ours else "partner"
            if player == declarer:
                role = "declarer" if partner else "alone"
                mine["bids"][event.get("bid") or event.get("contract") or "three"].append(points)
            mine["roles"][role].append(points)
        for other in playing:
            same = declarer and (player in ours) == (other in ours)
            if other != player:
                mine["with" if same else "against"][other].append(points)
    for one in event.get("announced") or []:
        found[one["by"]]["said"][one["figure"]] += 1
        _kontras(found, playing, ours, one["by"] in ours, one.get("kontra", 0))
    _kontras(found, playing, ours, True, event.get("kontra_game", 0))


def _kontras(found: Any, playing: list[str], ours: set[Any], by_ours: bool, steps: int) -> None:
    for step in range(1, steps + 1):
        by_ours = not by_ours
        for player in playing:
            if (player in ours) == by_ours:
                found[player]["kontras"][step] += 1


def longest(points: list[int], sign: int) -> int:
    best = now = 0
    for one in points:
        now = now + 1 if one * sign > 0 else 0
        best = max(best, now)
    return best


def shares(rows: dict[str, list[int]]) -> dict[str, tuple[int, int, int]]:
    return {
        key: (len(points), sum(one > 0 for one in points), sum(points))
        for key, points in rows.items()
    }


def agrees(one: Career, again: dict[str, Any]) -> None:
    assert {row.key: (row.hands, row.won, row.points) for row in one.roles} == shares(
        again["roles"]
    )
    bids: dict[str, tuple[int, int, int]] = {}
    for row in one.bids:
        key = row.key.partition(".")[2]
        old = bids.get(key, (0, 0, 0))
        bids[key] = (old[0] + row.hands, old[1] + row.won, old[2] + row.points)
    assert bids == shares(again["bids"])
    assert one.won.hands == longest(again["run"], 1)
    assert one.lost.hands == longest(again["run"], -1)
    assert one.best and one.best.points == max(again["run"])
    assert one.worst and one.worst.points == min(again["run"])
    steps = {int(row.term.partition(".")[2]): row.said for row in one.kontras}
    assert steps == dict(again["kontras"])
    for mate in one.mates:
        together, apart = again["with"][mate.name], again["against"][mate.name]
        assert (mate.with_hands, mate.against_hands) == (len(together), len(apart))
        for points, shown in ((together, mate.with_average), (apart, mate.against_average)):
            assert abs(shown * len(points) - sum(points) * 100) * 2 <= len(points)
    said = sum(row.announced for row in one.figures if row.term not in DECLARED)
    assert said == sum(again["said"].values())


# Told by whoever holds them; no figure that somebody sets out to make.
DECLARED = {"fig.eight", "fig.nine", "fig.taroace", "da.tout"}


def test_the_careers_of_a_season_agree_with_its_documents() -> None:
    call_command("demo", hands=200, verbosity=0, stdout=StringIO())
    club = Club.objects.get(demo=True)
    season = Season.objects.filter(club=club).exclude(ends=None).order_by("-starts")[0]
    sessions = season.sessions.filter(binned_at=None).order_by("date", "created_at", "id")
    again = counted([json.loads(session_document(evening(one))) for one in sessions])

    players = Player.objects.filter(club=club, name__in=list(again))
    assert len(players) == len(again) > 5
    for player in players:
        agrees(career(club, player, Span(season, (season,))), again[player.name])
