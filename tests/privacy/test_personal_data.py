"""Everything about one person as one file, and nothing about anybody else."""

import csv
import io
import json
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.catalogue import row
from support.club_factories import END, House, a_form, a_hand, a_user, create_denes, recorded
from support.erasable import NAME, Traces, traces
from support.money_tables import charge_fee, played, settle_club
from support.tournament_tables import a_tournament, begun, close_with_points, set_players
from tarokk_club.club.confirmations.usecases.confirmations import (
    confirm_session,
    record_objection,
)
from tarokk_club.club.models import AuditLine, Payment, Player, Posting, Role, Session
from tarokk_club.club.models.money import Purpose
from tarokk_club.club.money.usecases.charges import undo_charge
from tarokk_club.club.people.usecases.members import change_roles
from tarokk_club.club.privacy.queries.personal import collect_player_data, collect_user_data
from tarokk_club.club.session.usecases.events import delete_event

pytestmark = pytest.mark.django_db
FILE = "/me/data.zip"


@pytest.fixture
def there() -> Traces:
    return traces()


def opened(answer: Any) -> tuple[dict[str, Any], dict[str, list[list[str]]]]:
    """The JSON of a file that was taken away, and its tables by name."""
    assert answer["Content-Type"] == "application/zip"
    with ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.namelist() == ["data.json", "sessions.csv", "hands.csv"]
        tables = {
            name: list(csv.reader(io.StringIO(archive.read(name).decode("utf-8-sig"))))
            for name in archive.namelist()[1:]
        }
        return json.loads(archive.read("data.json")), tables


def signed_in(there: Traces, client: Client) -> Client:
    sent = {"login": there.account.username, "password": "kalandos pagat"}
    assert client.post(reverse("account_login"), sent).status_code == 302
    return client


@row("S60")
def test_a_player_takes_everything_away(there: Traces, client: Client) -> None:
    answer = signed_in(there, client).get(FILE)
    data, tables = opened(answer)

    assert 'filename="my-data.zip"' in answer["Content-Disposition"]
    account, (club,) = data["account"], data["clubs"]
    assert (account["name"], account["email"]) == (NAME, "titkos@example.org")
    assert (account["appearance"], account["thumb"]) == ("dark", "left")
    assert account["email_addresses"] == ["titkos@example.org"]
    assert account["signed_in"][0]["address"] == "127.0.0.1"
    assert (club["club"], club["member"]["roles"]) == ("Zugló", ["member"])
    assert club["player"]["name"] == NAME
    assert [row["day"] for row in club["sessions"]] == ["2024-03-01", "2025-03-01", "2026-03-01"]
    assert f"{NAME} fizetett" in club["mentioned_in"]
    assert club["log"][0]["what"] == "signed_in"
    assert len(tables["sessions.csv"]) == 1 + 3
    assert len(tables["hands.csv"]) == 1 + len(club["hands"])


@row("S60")
def test_the_points_are_those_of_the_book_with_their_reasons(there: Traces) -> None:
    (club,) = collect_user_data(there.account)["clubs"]
    me = str(there.tamas.pk)
    booked = [one.net[me] for one in Posting.objects.filter(session__in=there.sessions)]
    assert sorted(row["points"] for row in club["hands"]) == sorted(booked)
    for hand in club["hands"]:
        assert sum(why["points"] for why in hand["why"]) == hand["points"]
        assert all(why["reason"] for why in hand["why"] if hand["points"])
    balances = there.tamas.balances.values_list("points", flat=True)
    assert sum(total["points"] for total in club["totals"]) == sum(balances)
    assert {total["game"] for total in club["totals"]} == {"paskievics"}
    money = [row["money"] for row in club["sessions"]]
    assert money == [str(10 * row["points"]) for row in club["sessions"]]


@row("S60")
def test_others_appear_only_as_names_at_the_table(there: Traces, client: Client) -> None:
    house = there.house
    gizi = a_user("gizi", club=house.club, roles=(Role.TREASURER,))
    change_roles(
        club_id=house.club.id, form=a_form(house.anna), user_id=gizi.id, roles=["secretary"]
    )
    change_roles(
        club_id=house.club.id,
        form=a_form(house.anna),
        user_id=there.account.id,
        roles=["member", "scorer"],
    )
    answer = signed_in(there, client).get(FILE)
    data, _tables = opened(answer)
    text = json.dumps(data, ensure_ascii=False)

    assert "gizi" not in text and "Cili" not in text and str(house.anna.pk) not in text
    (changed,) = [line for line in data["clubs"][0]["log"] if line["what"] == "roles_changed"]
    assert changed["by"] == "somebody else"
    assert set(changed["roles"]) == {"member", "scorer"}
    # The table of the open session, where he did not sit, is not his.
    assert "Szép játék" not in text
    ids = {str(pk) for pk in Player.objects.values_list("pk", flat=True)}
    assert not any(one in text for one in ids)


@row("S60")
def test_personal_data_contains_corrections_and_notes(house: House, session: Session) -> None:
    mine = Player.objects.get(pk=house.players["Anna"])
    mine.user = house.anna
    mine.save()
    _first, second = recorded(house, session, a_hand(house), a_hand(house, note="Szép játék"))
    form = a_form(house.anna)
    assert second.entry_id
    delete_event(session_id=session.id, form=form, entry_id=second.entry_id)

    (club,) = collect_user_data(house.anna)["clubs"]

    assert [one["what"] for one in club["corrections"]] == ["record", "record", "delete"]
    points = [one["points"] for one in club["corrections"]]
    assert points[0] == points[1] == -points[2]
    assert [one["note"] for one in club["wrote"]] == ["", "", "Szép játék", ""]
    assert len(club["hands"]) == 1


@row("S60")
def test_personal_data_contains_confirmations_and_objections(
    house: House, session: Session
) -> None:
    Player.objects.filter(pk=house.players["Béla"]).update(user=house.bela)
    (hand,) = recorded(house, session, a_hand(house))
    record_objection(
        session_id=session.id,
        form=a_form(house.bela),
        note="Bukott a hármas.",
        entry_id=hand.entry_id,
    )
    recorded(house, session, END)
    confirm_session(session_id=session.id, form=a_form(house.bela))

    (club,) = collect_user_data(house.bela)["clubs"]

    assert [(one["what"], one["about"], one["note"]) for one in club["confirmations"]] == [
        ("objection", "hand", "Bukott a hármas."),
        ("confirmed", "session", ""),
    ]
    (club,) = collect_player_data(house.club, Player.objects.get(pk=house.players["Anna"]))["clubs"]
    assert club["confirmations"] == []


@row("S60")
def test_personal_data_contains_planned_payments(house: House) -> None:
    played(house, Anna=3, Béla=-3)
    settlement = settle_club(house)
    pay = settlement.transfers.get()

    planned = {}
    for name in ("Anna", "Béla"):
        player = Player.objects.get(pk=house.players[name])
        (planned[name],) = collect_player_data(house.club, player)["clubs"][0]["planned_payments"]

    assert [planned[name]["minor"] for name in ("Anna", "Béla")] == [-pay.amount, pay.amount]
    assert (planned["Béla"]["settlement"], planned["Béla"]["withdrawn"]) == (1, False)


@row("S60")
@pytest.mark.parametrize("hands", [4, 500])
def test_five_hundred_hands_take_as_many_queries_as_four(
    hands: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    there = traces(hands=hands)
    with django_assert_num_queries(47):
        (club,) = collect_user_data(there.account)["clubs"]
    assert len(club["hands"]) > hands


@row("S60")
def test_the_owner_takes_it_away_for_a_player_but_not_the_account(
    there: Traces, client: Client
) -> None:
    house = there.house
    url = reverse("club:player_data_file", args=[house.club.slug, there.tamas.id])
    client.force_login(house.anna)

    data, _tables = opened(client.get(url))

    assert "account" not in data
    assert data["clubs"][0]["player"]["name"] == NAME
    line = AuditLine.objects.latest("pk")
    assert (line.act, line.user, line.facts) == (
        "data_taken",
        house.anna,
        {"player": str(there.tamas.id)},
    )
    assert "titkos@example.org" not in json.dumps(data)


@row("S60")
def test_a_player_without_an_account_has_a_file_too(house: House) -> None:
    cili = Player.objects.get(pk=house.players["Cili"])
    (club,) = collect_player_data(house.club, cili)["clubs"]
    assert (club["member"], club["hands"], club["wrote"]) == (None, [], [])


@row("S60")
def test_the_log_records_the_download(there: Traces, client: Client) -> None:
    signed_in(there, client).get(FILE)
    line = AuditLine.objects.latest("pk")
    assert (line.act, line.facts) == ("exported_club", {"file": "my-data.zip"})


@row("S60")
def test_nobody_takes_the_data_of_another_club(there: Traces, client: Client) -> None:
    client.force_login(create_denes())
    url = reverse("club:player_data_file", args=[there.house.club.slug, there.tamas.id])
    assert client.get(url).status_code == 404
    mine = reverse("club:player_data_file", args=["kobanya", there.tamas.id])
    assert client.get(mine).status_code == 404


def test_an_account_without_a_club_has_a_file_too(house: House, client: Client) -> None:
    client.force_login(a_user("gizi"))
    data, tables = opened(client.get(FILE))
    assert (data["account"]["name"], data["clubs"]) == ("gizi", [])
    assert len(tables["hands.csv"]) == 1


@row("S60")
def test_the_file_lists_payments(there: Traces) -> None:
    (club,) = collect_user_data(there.account)["clubs"]
    paid = Payment.objects.get()
    sign = 1 if paid.payer_id else -1
    assert [(one["what"], one["currency"], one["minor"]) for one in club["money"]] == [
        ("payment", "HUF", sign * paid.amount)
    ]


@row("S60")
def test_money_has_the_sign_of_the_balance_it_changes(house: House) -> None:
    (dues,) = charge_fee(house, 300, "Anna", purpose=Purpose.DUES)
    undo_charge(club_id=house.club.id, form=a_form(house.anna), charge_id=dues.id)
    charge_fee(house, 500, "Anna", purpose=Purpose.PRIZE)
    (anna,) = Player.objects.filter(name="Anna")

    entries = collect_player_data(house.club, anna)["clubs"][0]["money"]
    assert [entry["minor"] for entry in entries] == [-300, 300, 500]


@row("S60")
def test_personal_data_has_only_the_persons_tables_and_points(house: House) -> None:
    cup, _other = a_tournament(house, 4), a_tournament(house, 5, name="Őszi kupa")
    (session,) = begun(house, cup)
    close_with_points(house, session, 9, 3, -4, -8)
    anna = Player.objects.get(name="Anna")
    points = session.balances.get(player=anna).points
    set_players(house, cup, [])

    (club,) = collect_player_data(house.club, anna)["clubs"]

    assert [(one["name"], one["entered"]) for one in club["tournaments"]] == [
        ("Tavaszi kupa", False),
        ("Őszi kupa", True),
    ]
    assert [one["tables"] for one in club["tournaments"]] == [
        [{"round": 1, "table": 1, "points": points}],
        [],
    ]
    cili = collect_player_data(house.club, Player.objects.get(name="Cili"))["clubs"][0]
    assert [one["name"] for one in cili["tournaments"]] == ["Őszi kupa"]
