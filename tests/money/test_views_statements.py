"""Statements of a season: their content, and who may download them."""

import csv
import io
from datetime import date, timedelta

from django.test import Client
from django.urls import reverse

from support.club_factories import House, create_denes
from support.club_web import text_of
from support.money_tables import (
    THE_DAY,
    charge_fee,
    link_player,
    paid,
    played,
    played_with,
    read_open,
)
from support.page_reader import rows_of
from tarokk_club.club.formatting.numbers_and_dates import MINUS
from tarokk_club.club.models import Act, AuditLine, Player, Season, User

OLD, NEW = date(2025, 12, 20), THE_DAY


def url_of(house: House, name: str = "statement", player: str = "Béla") -> str:
    parts = [house.club.slug]
    if not name.startswith("my_"):
        parts.append(house.players[player])
    return reverse(f"club:{name}", args=parts)


def two_seasons(house: House) -> Season:
    """Money of the season before and of this one; the older season."""
    older = Season.objects.create(
        club=house.club, name="2025", starts=date(2025, 1, 1), ends=date(2025, 12, 31)
    )
    played_with(house, {"Anna": 5, "Béla": -5}, date=OLD.isoformat())
    charge_fee(house, 200, "Béla", date=OLD)
    played_with(house, {"Béla": 7, "Anna": -7}, title="Kemence")
    charge_fee(house, 300, "Béla")
    paid(house, "Béla", "kitty", 400, note="köszi")
    return older


def denes_once() -> User:
    """The secretary of another club, made where there is none yet."""
    return User.objects.filter(username="denes").first() or create_denes()


def lines_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_the_statement_of_a_season_adds_up(bela: Client, house: House) -> None:
    two_seasons(house)

    page = text_of(bela.get(url_of(house)))

    *summary, opening, evening, fee, payment, closing = rows_of(page)
    sums = {row[0]: row[1:] for row in summary}
    assert sums["All of it"] == ["+7", "+70", f"{MINUS}300", "+400", f"{MINUS}250", f"{MINUS}80"]
    unsettled = ["+2", "+20", f"{MINUS}500", "+400", "0", f"{MINUS}80", f"{MINUS}80"]
    assert sums["Not settled yet"] == unsettled
    assert sums["Open altogether"] == [f"{MINUS}80"]
    assert opening == ["Opening balance", "", f"{MINUS}250"]
    assert evening[1:] == ["+70", f"{MINUS}180"]
    assert fee[1:] == [f"{MINUS}300", f"{MINUS}480"]
    assert payment[1:] == ["+400", f"{MINUS}80"]
    assert closing == ["Open at the end", "", f"{MINUS}80"]
    assert "Paskievics tarokk · Kemence" in page and "Paid to the kitty" in page
    assert "<bdi>köszi</bdi>" in page and "Fee: Table money" in page
    assert read_open(house)["Béla"] == -80


def test_another_season_is_chosen(bela: Client, house: House) -> None:
    older = two_seasons(house)

    page = text_of(bela.get(url_of(house) + f"?season={older.id}"))

    assert "Kemence" not in page and f"<b>{MINUS}250</b>" in page
    assert page.split('<nav class="places"')[0].count('aria-current="true"') == 1
    assert f"?season={house.club.seasons.get(name='2026').id}" in page
    assert "Kemence" in text_of(bela.get(url_of(house) + "?season=nothing"))


def test_a_season_that_has_ended_ends_its_statement(bela: Client, house: House) -> None:
    two_seasons(house)
    house.club.seasons.filter(name="2026").update(ends=NEW - timedelta(days=1))

    page = text_of(bela.get(url_of(house)))

    assert "Kemence" not in page and page.count(f"<b>{MINUS}250</b>") == 2


def test_a_player_takes_the_own_statement_away(bela: Client, house: House) -> None:
    two_seasons(house)
    link_player(house, house.bela, "Béla")
    mine = url_of(house, "my_statement_file")
    assert mine in text_of(bela.get(url_of(house)))
    assert mine not in text_of(bela.get(url_of(house, player="Anna")))

    rows = lines_of(bela.get(mine).content)

    assert [row[2:10] for row in rows] == [
        [
            "Points",
            "Tables",
            "Fees",
            "Paid",
            "Carried over",
            "Open at the end",
            "Open after it",
            "Currency",
        ],
        ["", "", "", "", "-250", "", "-250", "HUF"],
        ["7", "70", "", "", "", "", "-180", "HUF"],
        ["", "", "-300", "", "", "", "-480", "HUF"],
        ["", "", "", "400", "", "", "-80", "HUF"],
        ["", "", "", "", "", "-80", "-80", "HUF"],
    ]
    assert rows[2][:2] == [str(NEW), "Paskievics tarokk · Kemence"]
    line = AuditLine.objects.get(act=Act.EXPORTED_CLUB)
    assert line.user == house.bela and line.facts == {"file": "statement.csv"}
    assert bela.get(url_of(house, "my_statement_xlsx_file")).content.startswith(b"PK")


def test_a_member_without_a_player_has_no_own_statement(bela: Client, house: House) -> None:
    answer = bela.get(url_of(house, "my_statement_file"), follow=True)

    assert "No player of this club is linked to your account." in text_of(answer)
    assert not AuditLine.objects.filter(act=Act.EXPORTED_CLUB).exists()


def test_the_statement_of_another_player_requires_a_money_role(
    client: Client, house: House
) -> None:
    played(house, Anna=5, Béla=-5)
    for name in ("statement_file", "statement_xlsx_file"):
        for user, status in ((house.bela, 403), (denes_once(), 404), (house.anna, 200)):
            client.force_login(user)
            assert client.get(url_of(house, name)).status_code == status
    assert url_of(house, "statement_file") in text_of(client.get(url_of(house)))


def test_statement_of_another_clubs_player_is_not_found(bela: Client, house: House) -> None:
    other = denes_once()
    foreign = Player.objects.create(club=other.founded_clubs.get(), name="Titkos Tamás")
    house.players["Titkos"] = str(foreign.id)

    assert bela.get(url_of(house, player="Titkos")).status_code == 404
