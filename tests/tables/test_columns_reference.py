"""Every column of every table that can be downloaded is described in the reference."""

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from support.club_factories import House
from support.club_web import list_parts, names_of
from support.money_tables import played, settle_club
from support.rankings import a_ranking, enter_ranking, play_tournament, publish_tournaments
from support.season_tables import the_season
from support.source import ROOT
from support.tournament_tables import a_tournament, begun
from tarokk_club.club.models import Player, Ranking
from tarokk_club.club.urls import urlpatterns

pytestmark = pytest.mark.django_db

PAGE = ROOT / "docs/reference/tables.md"
# The tables of hands differ from game to game; the session document describes them.
OF_THE_FORMAT = {"hands_file"}


def csv_routes() -> set[str]:
    """The names of all addresses that end in .csv."""
    book = get_resolver().namespace_dict["club"][1]
    return {
        name
        for name in names_of(urlpatterns)
        if book.reverse_dict.getlist(name)[0][0][0][0].endswith(".csv")
    }


def described_columns() -> dict[str, set[str]]:
    """By the name of the file, the titles in the first column of its table."""
    found: dict[str, set[str]] = {}
    for section in re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        cells = re.findall(r"^\| ([^|]+) \|", section, flags=re.MULTILINE)
        titles = {title.removesuffix(" and so on") for cell in cells for title in cell.split(", ")}
        for file in re.findall(r"`([a-z]+\.csv)`", section):
            found.setdefault(file, set()).update(titles)
    return found


def plain_title(title: str) -> str:
    """The title without its unit, its game or its number."""
    title = re.sub(r" \([A-Z]{3}\)$", "", title)
    title = re.sub(r"^Points: .*", "Points", title)
    return re.sub(r"^Round \d+$", "Round 1", title)


def a_public_ranking(house: House) -> Ranking:
    """A ranking of one tournament that everybody may read."""
    publish_tournaments(house)
    ranking = a_ranking(house)
    enter_ranking(house, ranking, play_tournament(house, 3, 1, -1, -3, name="Nyári kupa"))
    return ranking


def test_every_column_is_described(client: Client, house: House) -> None:
    session = played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    tournament = a_tournament(house)
    begun(house, tournament)
    values = {
        "slug": house.club.slug,
        "session_id": session.pk,
        "season_id": the_season(house).pk,
        "player_id": house.players["Anna"],
        "settlement_id": settlement.pk,
        "tournament_id": tournament.pk,
        "ranking_id": a_public_ranking(house).pk,
    }
    Player.objects.filter(pk=house.players["Anna"]).update(user=house.anna)
    described = described_columns()
    client.force_login(house.anna)

    routes = csv_routes() - OF_THE_FORMAT

    assert len(routes) >= 10
    for name in sorted(routes):
        url = reverse(f"club:{name}", kwargs={key: values[key] for key in list_parts(name)})
        answer = client.get(url, {"marks": "point"})
        assert answer.status_code == 200, name
        header = next(csv.reader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))
        file = url.rsplit("/", 1)[-1]
        missing = {plain_title(title) for title in header} - described.get(file, set())
        assert missing == set(), file
