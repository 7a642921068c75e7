"""Results of another score book: mapped column by column, shown, and booked as agreed points."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.core.problem import RefusedError
from support.club_factories import House, a_house
from support.club_web import form_in, text_of
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Balance, Player, Session
from tarokk_club.club.transfer.totals import propose_columns, read_totals_table

pytestmark = pytest.mark.django_db
TABLE = """Dátum;Anna;Béla;Csaba;Dóra;Vilmos;Megjegyzés
2026.09.02.;10;-4;-6;0;;első este
2026.09.02.;;1;1;-4;2;másik asztal
2026.09.09.;\u22125;5;0;0;;
"""
SHEET = {
    "players": [
        {"id": "a1", "name": "Anna", "baseScore": 100},
        {"id": "b2", "name": "Béla", "baseScore": 100},
        {"id": "c3", "name": "Csaba", "baseScore": 100},
        {"id": "d4", "name": "Dóra", "baseScore": 100},
    ],
    "gameScoreList": [
        {
            "a1": {"id": "a1", "name": "Anna", "gameScore": 9},
            "b2": {"id": "b2", "name": "Béla", "gameScore": -3},
            "c3": {"gameScore": -3},
            "d4": {"gameScore": -3},
        },
        {"a1": -2, "b2": 2, "c3": 2, "d4": -2},
    ],
}


@pytest.fixture
def house() -> House:
    return a_house()


def _url(house: House) -> str:
    return reverse("club:totals_import", args=[house.club.slug])


def _upload(client: Client, house: House, text: str) -> Any:
    return client.post(_url(house), {"file": SimpleUploadedFile("book.csv", text.encode())})


def _seen(client: Client, house: House, sent: dict[str, Any]) -> Any:
    """The second look, and what its button sends."""
    looked = client.post(_url(house), sent)
    mark = looked.context["mark"]
    return looked, {**form_in(looked, _url(house)).sent, "confirm": mark}


def test_a_table_becomes_sessions_by_day_and_players(anna: Client, house: House) -> None:
    first = _upload(anna, house, TABLE)
    sent = form_in(first, _url(house)).sent
    looked, seen = _seen(anna, house, sent)

    assert "Nothing is booked yet." in text_of(first) and not Session.objects.exists()
    assert sent["column_0"] == "day" and sent["column_6"] == "note" and sent["column_5"] == "new"
    assert sent["column_1"] == str(house.players["Anna"])
    assert len(looked.context["taken"]) == 3 and not Session.objects.exists()
    done = anna.post(_url(house), seen)
    again = anna.post(_url(house), seen)
    assert done.status_code == again.status_code == 302
    assert Session.objects.count() == 3 and list(iter_findings()) == []
    vilmos = Player.objects.get(club=house.club, name="Vilmos")
    assert Balance.objects.get(player=vilmos).points == 2
    rows = Balance.objects.filter(player__name="Anna").order_by("session__date")
    assert list(rows.values_list("points", flat=True)) == [10, -5]


def test_second_import_leaves_the_same_sessions_unchanged(anna: Client, house: House) -> None:
    for _time in range(2):
        sent = form_in(_upload(anna, house, TABLE), _url(house)).sent
        last = anna.post(_url(house), _seen(anna, house, sent)[1], follow=True)

    assert Session.objects.count() == 3
    assert "3 sessions were already in the club" in text_of(last)


@pytest.mark.parametrize("as_storage", [False, True])
def test_a_tarock_sheet_backup_is_imported_hand_by_hand(
    anna: Client, house: House, *, as_storage: bool
) -> None:
    raw: dict[str, Any] = SHEET
    if as_storage:
        raw = {f"tarockSheetState_v2_{key}": json.dumps(rows) for key, rows in SHEET.items()}
    sent = form_in(_upload(anna, house, json.dumps(raw)), _url(house)).sent

    anna.post(_url(house), _seen(anna, house, sent)[1])

    session = Session.objects.get()
    assert session.entries.count() == 2
    points = Balance.objects.filter(session=session).values_list("player__name", "points")
    assert dict(points) == {"Anna": 7, "Béla": -1, "Csaba": -1, "Dóra": -5}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("10;-4", "11;-4", "Line 1 of the table: The points add up to 1"),
        ("10;-4", "9;-4", "Line 1 of the table: The points add up to −1;"),
        ("10;-4", "9.5;-3.5", "“9.5” for Anna is not a whole number"),
        ("2026.09.09.", "szerda", "“szerda” is not a day"),
        ("2026.09.09.", "2999.09.09.", "Line 3 of the table"),
        ("10;-4;-6;0;;", "10;-10;;;;", "2 sit at the table; this game takes 4 to 5"),
    ],
)
def test_a_line_that_cannot_be_is_named_and_nothing_is_booked(
    anna: Client, house: House, old: str, new: str, said: str
) -> None:
    sent = form_in(_upload(anna, house, TABLE.replace(old, new)), _url(house)).sent
    sent = {**sent, "column_0": "day", "column_1": str(house.players["Anna"])}

    answer = anna.post(_url(house), sent)

    assert answer.status_code == 422 and said in text_of(answer)
    assert not Session.objects.exists()


def test_two_columns_cannot_be_one_player_and_nobody_is_no_table(
    anna: Client, house: House
) -> None:
    sent = form_in(_upload(anna, house, TABLE), _url(house)).sent

    twice = anna.post(_url(house), {**sent, "column_2": sent["column_1"]})
    nobody = anna.post(_url(house), sent | {f"column_{place}": "" for place in range(7)})

    assert twice.status_code == nobody.status_code == 422
    assert "Another column already has this meaning." in text_of(twice)
    assert "Say for at least one column" in text_of(nobody)


def test_change_after_the_preview_is_previewed_again(anna: Client, house: House) -> None:
    sent = form_in(_upload(anna, house, TABLE), _url(house)).sent
    seen = _seen(anna, house, sent)[1]

    answer = anna.post(_url(house), seen | {"game": "illustrated"})

    assert answer.status_code == 200 and not Session.objects.exists()


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "totals_unreadable"),
        (b"\xff\xfe\x00", "totals_unreadable"),
        (b"only one line", "totals_unreadable"),
        (b"[1, 2]", "totals_unreadable"),
        (b'{"players": []}', "totals_unreadable"),
        (b'[{"Anna": true}]', "totals_unreadable"),
        (b"[" * 100_000, "totals_unreadable"),
        (b'[{"\\ud800": 5, "B": -5}]', "totals_unreadable"),
        (b"a;b\n" * 1500, "table_large"),
        (b";".join([b"a"] * 80) + b"\n1;2\n", "table_large"),
        (b"a" * 600_000, "totals_large"),
    ],
)
def test_refuses_a_file_without_a_table(data: bytes, key: str) -> None:
    with pytest.raises(RefusedError) as refused:
        read_totals_table(data)

    assert [problem.code for problem in refused.value.problems] == [key]


@pytest.mark.parametrize("title", ["#", "Nr.", "Forduló", "Runde"])
def test_a_column_that_counts_the_rows_is_no_player(title: str) -> None:
    table = read_totals_table(f"{title};Anna;Bo\n1;5;-5\n2;-6;6\n3;1;-1\n".encode())
    assert propose_columns(table) == ("", "new", "new")
    table = read_totals_table(f"{title};Anna;Bo\n1;5;-6\n-2;-4;6\n3;1;-4\n".encode())
    assert propose_columns(table) == ("new", "new", "new")


def test_asks_again_for_a_corrupted_table(anna: Client, house: House) -> None:
    answer = anna.post(_url(house), {"table": "x"})

    assert answer.status_code == 422 and "choose the file again" in text_of(answer)
