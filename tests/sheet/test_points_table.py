"""The hands of a season in long form: a row for each player and event."""

import io
import json
from collections import defaultdict
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from support.club_evenings import EXAMPLES, as_bytes, import_document
from support.club_factories import House, create_denes
from support.club_web import file_rows_of
from support.season_tables import an_evening, the_season
from tarokk_club.club.models import Balance, Player, Session
from tarokk_club.club.sheet.exports.points_table import write_points_table
from tarokk_club.club.tables.spreadsheet_csv import POINT

pytestmark = pytest.mark.django_db

Row = dict[str, str]
# The columns that all rows of a hand share.
COMMON = {
    *("Session", "Date", "Name of the table", "Kind of game", "Hand", "Event", "Multiplier"),
    *("Bid", "Stake per point", "Currency"),
}


def test_the_rows_of_every_game_add_up_to_zero_and_to_the_balances(house: House) -> None:
    season = the_season(house)
    for path in EXAMPLES:
        raw = json.loads(path.read_text("utf-8")).get("document")
        if raw and raw["events"]:
            import_document(house.club, as_bytes(raw))
    Session.objects.update(season=season, currency="EUR", per_point="0.05")
    out = io.BytesIO()

    write_points_table(out, POINT, season)

    rows = file_rows_of(out.getvalue())
    by_event: dict[tuple[str, str], int] = defaultdict(int)
    by_player: dict[tuple[str, str], int] = defaultdict(int)
    for row in rows:
        by_event[row["Session"], row["Hand"]] += int(row["Points"])
        if row["Role"] != "Pot":
            by_player[row["Session"], row["Player"]] += int(row["Points"])
    assert len(by_event) > 100
    assert set(by_event.values()) == {0}
    names = dict(Player.objects.values_list("pk", "name"))
    balances = {
        (str(one.session_id), names[one.player_id]): one.points for one in Balance.objects.all()
    }
    assert {key: points for key, points in by_player.items() if points} == {
        key: points for key, points in balances.items() if points
    }
    money: dict[str, Decimal] = defaultdict(Decimal)
    for row in rows:
        assert bool(row["Money"]) == bool(row["Stake per point"])
        if row["Money"]:
            assert Decimal(row["Money"]) == int(row["Points"]) * Decimal(row["Stake per point"])
            money[row["Session"]] += Decimal(row["Money"])
    assert money
    assert not any(money.values())


def test_each_hand_has_its_roles_bid_and_money(client: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    url = reverse("club:season_points_file", args=[house.club.slug, the_season(house).pk])
    client.force_login(house.anna)

    rows = file_rows_of(client.get(url + "?marks=point").getvalue())

    assert sorted((row["Player"], row["Role"], row["Points"], row["Money"]) for row in rows) == [
        ("Anna", "Declarer", "1", "10"),
        ("Béla", "Partner", "1", "10"),
        ("Csaba", "Opponent", "-1", "-10"),
        ("Dóra", "Opponent", "-1", "-10"),
    ]
    (common,) = {tuple(value for key, value in row.items() if key in COMMON) for row in rows}
    assert common == (
        *(str(session.pk), "2026-03-01", "", "Paskievics tarokk", "1", "Played", "1", "Three"),
        *("10", "HUF"),
    )
    for user, status in ((house.bela, 403), (create_denes(), 404)):
        client.force_login(user)
        assert client.get(url).status_code == status
