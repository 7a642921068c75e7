"""The page of a season: its table, what one can choose, its files."""

import csv
import io
import zipfile
from datetime import date
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import END, House, a_hand, a_session, recorded
from support.club_web import form_in, send, text_of
from support.money_tables import played
from support.page_reader import rows_of
from support.season_tables import a_plan, an_evening, key_form, the_season
from tarokk_club.club.models import AuditLine, Player, Season, Session
from tarokk_club.club.seasons.queries.leaderboard import SORTS, Leader, load_leaderboard
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.seasons.usecases import change_season
from tarokk_club.club.session.usecases.events import correct_event
from tarokk_club.club.session.usecases.sessions import bin_session


def url_of(house: House, name: str = "season") -> str:
    return reverse(f"club:{name}", args=[house.club.slug, the_season(house).id])


def leaders_of(house: House, filters: Filters | None = None) -> dict[str, Leader]:
    board = load_leaderboard(house.club, the_season(house), filters)
    return {row.name: row for row in board.rows}


def counted(house: House, **rules: Any) -> None:
    """The season counts by these rules."""
    plan = a_plan("2026", "2026-01-01", **rules)
    season_id = the_season(house).id
    change_season(club_id=house.club.id, form=key_form(house), season_id=season_id, plan=plan)


def test_the_leaderboard_ranks_by_the_sum_of_points(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", "Csaba")
    an_evening(house, "2026-03-08", "Csaba", "Csaba", "Csaba")

    page = text_of(anna.get(url_of(house)))

    assert page.index("<bdi>Csaba</bdi>") < page.index("<bdi>Anna</bdi>")
    assert "All players together: the sum is 0." in page
    assert "The sum of all points counts" in page
    assert "Tied players share the place." in page
    assert '<svg class="chart"' in page
    assert "style=" not in page


def test_tied_players_follow_the_alphabet_of_the_reader(house: House) -> None:
    played(house, Anna=-5, Béla=-5, Csaba=10)
    Player.objects.filter(pk=house.players["Anna"]).update(name="Zita")
    Player.objects.filter(pk=house.players["Béla"]).update(name="Ágnes")

    assert list(leaders_of(house)) == ["Csaba", "Ágnes", "Zita"]


def test_points_of_a_guest_of_tournaments_are_in_the_sum(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    guest = leaders_of(house)["Csaba"].points
    Player.objects.filter(pk=house.players["Csaba"]).update(guest=True)

    page = text_of(anna.get(url_of(house)))

    total, owed = f"+{-guest}", f"\N{MINUS SIGN}{-guest}"
    assert guest < 0 and "<bdi>Csaba</bdi>" not in page
    said = f"All players together {total}, guests of tournaments {owed}, in the pots 0: the sum is"
    assert said in page


def test_the_place_moves_with_the_last_evening(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    an_evening(house, "2026-03-08", "Csaba", "Csaba")

    rows = leaders_of(house)

    assert [rows[name].place for name in ("Csaba", "Dóra", "Anna", "Béla")] == [1, 1, 3, 3]
    assert [rows[name].moved for name in ("Csaba", "Dóra", "Anna", "Béla")] == [2, 2, -2, -2]


def test_two_tables_of_a_day_are_one_evening(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", title="Ablak")
    an_evening(house, "2026-03-01", "Anna", title="Kályha")

    anna = leaders_of(house)["Anna"]

    assert (anna.evenings, anna.hands, anna.points, anna.average) == (1, 2, 2, 100)
    assert anna.minor == {"HUF": 20}


def test_deleted_sessions_and_other_seasons_do_not_count(house: House) -> None:
    an_evening(house, "2025-12-31", "Anna")
    binned = an_evening(house, "2026-03-01", "Anna")
    bin_session(session_id=binned.id, form=key_form(house))

    assert leaders_of(house) == {}


def test_filters_leave_the_rest_out(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", title="Ablak")
    an_evening(house, "2026-03-08", "Anna", "Csaba", title="Kályha")

    assert leaders_of(house, Filters(table="Ablak"))["Csaba"].points == -1
    assert leaders_of(house, Filters(first=date(2026, 3, 2)))["Csaba"].points == 0
    assert leaders_of(house, Filters(last=date(2026, 3, 2)))["Anna"].hands == 1
    assert leaders_of(house, Filters(game="danish")) == {}


@pytest.mark.parametrize(
    "query",
    [
        "first=2026-13-45&last=x",
        "sort=" + "x" * 5000,
        "game=%00&table=%F0",
        "first=0001-01-01&last=9999-12-31",
        *(f"sort={sort}" for sort in SORTS),
    ],
)
def test_page_accepts_any_query_string(anna: Client, house: House, query: str) -> None:
    an_evening(house, "2026-03-01", "Anna", "Csaba")

    assert anna.get(f"{url_of(house)}?{query}").status_code == 200


def test_a_column_sorts_by_a_plain_link(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Csaba", "Csaba")
    an_evening(house, "2026-03-02", "Anna")

    page = text_of(anna.get(url_of(house), {"sort": "name", "table": ""}))

    assert page.index("<bdi>Anna</bdi>") < page.index("<bdi>Csaba</bdi>")
    assert 'aria-sort="ascending"' in page
    assert "sort=points" in page


def test_players_with_too_few_evenings_are_listed_below(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", "Anna")
    seats = house.ids("Anna", "Béla", "Csaba", "Cili")
    an_evening(house, "2026-03-08", players=seats, dealer=seats[0])
    recorded(house, a_session(house, players=seats, dealer=seats[3]), a_hand(house), END)
    counted(house, min_hands=3)

    page = text_of(anna.get(url_of(house)))

    assert leaders_of(house)["Cili"].place is None
    assert leaders_of(house)["Cili"].missing == (2, 0)
    assert "2 hands to go for a place" in page
    assert "A place is given from 3 hands on." in page


def test_the_worst_evening_does_not_count(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    an_evening(house, "2026-03-08", "Csaba", "Csaba")
    counted(house, drop_worst=1)

    anna_row = leaders_of(house)["Anna"]

    assert (anna_row.points, anna_row.counted) == (-1, 1)
    assert "Counts" in text_of(anna.get(url_of(house)))


def test_the_hat_is_worn_until_another_loses_the_xxi(house: House) -> None:
    def caught(victim: str) -> dict[str, str]:
        by = "Béla" if victim in {"Anna", "Csaba"} else "Anna"
        return {"by": house.players[by], "from": house.players[victim]}

    for day, victim in (("2026-03-01", "Csaba"), ("2026-03-08", "Dóra")):
        hand = a_hand(house, xxi_catch=caught(victim))
        recorded(house, a_session(house, date=day), hand, END)

    rows = leaders_of(house, Filters(last=date(2026, 3, 10)))

    assert rows["Csaba"].hat_days == 7
    assert rows["Dóra"].hat_days == 3


def test_the_migration_finds_the_hats_of_old_sessions(house: House) -> None:
    caught = {"by": house.players["Béla"], "from": house.players["Csaba"]}
    session = a_session(house)
    recorded(house, session, a_hand(house, xxi_catch=caught), a_hand(house))
    Session.objects.update(mayor=None)

    import_module("tarokk_club.club.migrations.0009_seasons").give_hats(
        apps, SimpleNamespace(connection=connection)
    )

    session.refresh_from_db()
    assert str(session.mayor) == house.players["Csaba"]


def test_a_page_costs_the_same_for_one_evening_and_for_many(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(1, 9):
        an_evening(house, f"2026-03-0{day}", "Anna")

    with django_assert_max_num_queries(9):
        anna.get(url_of(house))


def test_names_are_those_that_the_reader_may_see(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    hidden = dict.fromkeys(house.players.values(), "Player 1")

    board = load_leaderboard(house.club, the_season(house), names=hidden)

    assert {row.name for row in board.rows} == {"Player 1"}
    assert {one.name for one in board.race} == {"Player 1"}


def test_both_files_hold_the_rows_of_the_page(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", "Csaba")
    an_evening(house, "2026-03-08", "Csaba")
    Player.objects.filter(name="Csaba").update(name="=1+1")

    table = anna.get(url_of(house, "season_csv_file")).content.decode("utf-8-sig")
    book = anna.get(url_of(house, "season_xlsx_file")).content

    rows = list(csv.DictReader(io.StringIO(table)))
    first = {row["Player"]: row for row in rows}["'=1+1"]
    assert (first["Place"], first["Hands"], first["Points"], first["HUF"]) == ("1", "3", "1", "10")
    assert first["Average per hand"] == "0.33"
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
        strings = archive.read("xl/sharedStrings.xml").decode()
    assert "<f>" not in sheet
    assert "<t>=1+1</t>" in strings
    assert sheet.count("<row ") == len(rows) + 1
    assert AuditLine.objects.filter(act="exported_club").count() == 2


@pytest.mark.parametrize("name", ["season", "season_csv_file", "season_xlsx_file"])
def test_an_unknown_game_in_the_address_filters_nothing(
    anna: Client, house: House, name: str
) -> None:
    an_evening(house, "2026-03-01", "Anna", "Csaba")
    whole = anna.get(url_of(house, name))

    answer = anna.get(url_of(house, name), {"game": "bridge"})

    assert answer.status_code == 200
    if name == "season_csv_file":
        assert answer.content == whole.content
        assert len(answer.content.splitlines()) > 1


def test_the_forms_make_change_and_close_a_season(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    new = reverse("club:season_new", args=[house.club.slug])
    page = anna.get(new)
    form = form_in(page, "")
    sent = form.sent | {"name": "2027", "starts": "2027-01-01", "ends": "", "counts": "money"}
    assert anna.post(new, sent).status_code == 302
    assert Season.objects.get(name="2027").counts == "money"

    settings = url_of(house, "season_settings")
    changed = form_in(anna.get(settings), "").sent | {"min_hands": "7", "drop_worst": ""}
    assert anna.post(settings, changed).status_code == 302
    assert the_season(house).min_hands == 7

    close = url_of(house, "season_close")
    assert anna.post(close, form_in(anna.get(close), "").sent).status_code == 302
    assert "This is the final table" in text_of(anna.get(url_of(house)))
    assert send(anna, url_of(house, "season_reopen"), at=close).status_code == 302
    assert the_season(house).closed_at is None


def test_a_season_over_another_is_refused_on_its_page(anna: Client, house: House) -> None:
    new = reverse("club:season_new", args=[house.club.slug])
    sent = form_in(anna.get(new), "").sent | {"name": "Twice", "starts": "2025-06-01"}

    answer = anna.post(new, sent)

    assert answer.status_code == 409
    assert "The season 2026 runs since" in text_of(answer)


def test_the_list_and_the_club_lead_to_the_leaderboard(anna: Client, house: House) -> None:
    for name in ("seasons", "club"):
        assert url_of(house) in text_of(anna.get(reverse(f"club:{name}", args=[house.club.slug])))


def test_page_lists_corrections_after_the_closing(anna: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna", "Csaba", "Csaba")
    close = url_of(house, "season_close")
    anna.post(close, form_in(anna.get(close), "").sent)
    entry = session.entries.order_by("position")[0]
    lost = a_hand(house, "Anna", "Béla", result="lost")
    correct_event(session_id=session.id, form=key_form(house), entry_id=entry.id, raw=lost)

    page = text_of(anna.get(url_of(house)))

    assert "since closed: −1 is −3 now, the place stays" in page
    assert any(cell.startswith("−1") for row in rows_of(page) for cell in row)
    assert "since closed: +1 is +3 now, the place stays" in page


def test_filtered_closed_season_shows_current_figures(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    close = url_of(house, "season_close")
    anna.post(close, form_in(anna.get(close), "").sent)

    page = text_of(anna.get(url_of(house), {"game": "paskievics"}))

    assert "This is the final table" not in page
    assert "a part of it is shown as it stands in the book now" in page
