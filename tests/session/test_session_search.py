"""Sessions found by player, game and month; and all tables of one day."""

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import END, House, a_form, a_hand, a_session, create_denes, recorded
from support.club_web import text_of
from support.planned_evenings import an_evening
from tarokk_club.club.models import Session
from tarokk_club.club.session.queries.sessions import session_lists
from tarokk_club.club.session.queries.sessions.evening_tables import load_evening_tables
from tarokk_club.club.session.usecases.sessions import bin_session


def url_of(house: House, **asked: str) -> str:
    url = reverse("club:session_list", args=[house.club.slug])
    return f"{url}?{'&'.join(f'{name}={value}' for name, value in asked.items())}"


def evening_url(house: House, day: str) -> str:
    return reverse("club:played_evening", args=[house.club.slug, date.fromisoformat(day)])


def tables(client: Client, url: str) -> list[str]:
    return re.findall(r"(?<=Table of )\w+", text_of(client.get(url)))


@pytest.fixture
def played(house: House) -> House:
    """Two evenings in different months, with different people and games."""
    seats = ("Béla", "Csaba", "Dóra", "Cili")
    a_session(house, date="2026-02-28", title="Table of winter")
    a_session(house, date="2026-03-01", title="Table of spring")
    other = a_session(house, date="2026-03-31", title="Table of guests")
    Session.objects.filter(pk=other.pk).update(game="illustrated")
    last = a_session(
        house,
        date="2026-04-01",
        title="Table of Cili",
        players=house.ids(*seats),
        dealer=house.players["Béla"],
    )
    assert str(last.date) == "2026-04-01"
    return house


def test_searches_sessions_by_player_game_and_month(anna: Client, played: House) -> None:
    assert tables(anna, url_of(played)) == ["Cili", "guests", "spring", "winter"]
    assert tables(anna, url_of(played, player=played.players["Cili"])) == ["Cili"]
    assert tables(anna, url_of(played, game="illustrated")) == ["guests"]
    assert tables(anna, url_of(played, month="2026-03")) == ["guests", "spring"]
    assert tables(anna, url_of(played, month="2026-03", game="paskievics")) == ["spring"]


def test_searches_open_sessions(anna: Client, played: House) -> None:
    Session.objects.exclude(table_name="Table of spring").update(closed=True)

    assert tables(anna, url_of(played, open="on")) == ["spring"]
    assert tables(anna, url_of(played, open="on", month="2026-02")) == []


def test_a_search_without_matches_shows_a_hint(anna: Client, played: House) -> None:
    shown = text_of(anna.get(url_of(played, month="2026-02", game="illustrated")))

    assert "No matching sessions." in shown
    assert "Show all" in shown


@pytest.mark.parametrize("asked", [{"month": "2026-13"}, {"game": "poker"}, {"player": "nobody"}])
def test_invalid_choice_is_reported_and_ignored(
    anna: Client, played: House, asked: dict[str, str]
) -> None:
    answer = anna.get(url_of(played, **asked))

    assert answer.status_code == 200
    assert answer.context["search"].errors.keys() == asked.keys()
    assert len(tables(anna, url_of(played, **asked))) == 4


def test_further_pages_keep_the_search(
    anna: Client, played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_lists, "SESSIONS_A_PAGE", 1)

    shown = text_of(anna.get(url_of(played, month="2026-03")))

    assert 'href="?month=2026-03&amp;page=2"' in shown
    assert tables(anna, url_of(played, month="2026-03", page="2")) == ["spring"]


def test_a_part_is_answered_to_htmx(anna: Client, played: House) -> None:
    url = url_of(played, month="2026-03")

    part = text_of(anna.get(url, headers={"HX-Request": "true"}))

    assert part.startswith('<div id="shown">')


def test_more_sessions_cost_a_search_no_more_queries(
    anna: Client, played: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(1, 9):
        a_session(played, date=f"2026-03-0{day}")
    with django_assert_max_num_queries(10):
        anna.get(url_of(played, month="2026-03", player=played.players["Anna"]))


def test_a_day_with_several_tables_leads_to_them_together(anna: Client, house: House) -> None:
    for title in ("Table of one", "Table of two"):
        recorded(house, a_session(house, title=title), a_hand(house))
    a_session(house, date="2026-11-17", title="Table of yesterday")

    shown = text_of(anna.get(url_of(house)))

    assert shown.count(evening_url(house, "2026-11-18")) == 1
    assert evening_url(house, "2026-11-17") not in shown


def test_a_search_for_one_table_still_leads_to_all_of_its_day(anna: Client, played: House) -> None:
    a_session(played, date="2026-04-01", title="Table beside")

    shown = text_of(anna.get(url_of(played, player=played.players["Cili"])))

    assert tables(anna, url_of(played, player=played.players["Cili"])) == ["Cili"]
    assert evening_url(played, "2026-04-01") in shown


def test_a_table_in_the_bin_makes_no_second_one(anna: Client, house: House) -> None:
    a_session(house, title="Table of one")
    gone = a_session(house, title="Table of two")
    bin_session(session_id=gone.id, form=a_form(house.anna))

    assert evening_url(house, "2026-11-18") not in text_of(anna.get(url_of(house)))


def test_the_end_of_a_session_leads_to_the_other_tables(anna: Client, house: House) -> None:
    one = a_session(house, title="Table of one")
    recorded(house, one, a_hand(house), END)
    finale = reverse("club:finale", args=[house.club.slug, one.id])
    assert evening_url(house, "2026-11-18") not in text_of(anna.get(finale))

    a_session(house, title="Table of two")

    assert evening_url(house, "2026-11-18") in text_of(anna.get(finale))


def test_the_day_and_its_evening_of_the_calendar_lead_to_each_other(
    anna: Client, house: House
) -> None:
    evening = an_evening(house)
    planned = reverse("club:evening", args=[house.club.slug, evening.id])
    day = evening.date.isoformat()
    assert evening_url(house, day) not in text_of(anna.get(planned))

    a_session(house, date=day)

    assert evening_url(house, day) in text_of(anna.get(planned))
    assert planned in text_of(anna.get(evening_url(house, day)))


def test_groups_the_tables_of_a_day(anna: Client, house: House) -> None:
    for title in ("Table of one", "Table of two"):
        recorded(house, a_session(house, title=title), a_hand(house))
    a_session(house, date="2026-11-17", title="Table of yesterday")

    shown = text_of(anna.get(evening_url(house, "2026-11-18")))

    assert re.findall(r"(?<=Table of )\w+", shown) == ["one", "two"]
    found = load_evening_tables(house.club, date(2026, 11, 18))
    assert found
    first = dict(found.tables[0].totals)
    assert {name: points for name, _tables, points in found.games[0].totals} == {
        name: 2 * points for name, points in first.items()
    }
    assert all(tables == 2 for _name, tables, _points in found.games[0].totals)


def test_points_of_different_games_are_not_added_up(house: House) -> None:
    a_session(house)
    other = a_session(house)
    Session.objects.filter(pk=other.pk).update(game="illustrated")

    found = load_evening_tables(house.club, date(2026, 11, 18))

    assert found and found.games == ()
    assert len(found.tables) == 2


def test_a_day_without_a_table_is_no_page(anna: Client, house: House) -> None:
    session = a_session(house)
    bin_session(session_id=session.id, form=a_form(house.anna, version=session.version))

    for day in ("2026-11-18", "2026-11-17"):
        assert anna.get(evening_url(house, day)).status_code == 404
    nowhere = evening_url(house, "2026-11-18").replace("2026-11-18", "2026-02-31")
    assert anna.get(nowhere).status_code == 404


def test_strangers_find_no_evening(client: Client, house: House) -> None:
    a_session(house)
    client.force_login(create_denes())

    assert client.get(evening_url(house, "2026-11-18")).status_code == 404


def test_an_evening_costs_the_same_for_many_tables(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(5):
        recorded(house, a_session(house), a_hand(house))
    with django_assert_max_num_queries(8):
        anna.get(evening_url(house, "2026-11-18"))
