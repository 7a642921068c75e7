"""The pages of the calendar: planning, answering, drawing, starting."""

import re
from datetime import date, time
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import House, create_denes
from support.club_web import form_in, send, text_of
from support.planned_evenings import (
    an_evening,
    calendar_url,
    day_in,
    draw_tables,
    evening_url,
    more_players,
    record_answer,
    weekly,
)
from tarokk_club.club.calendar.evening_draw import read_evening_draw
from tarokk_club.club.models import (
    EveningAnswer,
    EveningTable,
    PlannedEvening,
    Player,
    Session,
)


@pytest.fixture
def bela(house: House) -> Client:
    """Béla, who is a member and plays."""
    Player.objects.filter(pk=house.players["Béla"]).update(user=house.bela)
    client = Client()
    client.force_login(house.bela)
    return client


def test_an_empty_calendar_offers_to_plan_an_evening(
    anna: Client, bela: Client, house: House
) -> None:
    url = calendar_url(house)

    assert "Plan the next one" in text_of(anna.get(url))
    assert calendar_url(house, "evening_new") in text_of(anna.get(url))
    assert "The secretary plans evenings" in text_of(bela.get(url))
    assert calendar_url(house, "evening_new") not in text_of(bela.get(url))
    assert url in text_of(bela.get(reverse("club:club", args=[house.club.slug])))


def test_the_secretary_plans_an_evening(anna: Client, house: House) -> None:
    new = calendar_url(house, "evening_new")
    sent = form_in(anna.get(new), new).sent

    told = {"date": "2999-05-07", "starts": "19:00", "place": "Fő tér 1", "note": "Viszek lapot"}
    answer = anna.post(new, sent | told)
    evening = PlannedEvening.objects.get()
    assert answer["Location"] == evening_url(evening)
    assert (evening.date, evening.starts) == (date(2999, 5, 7), time(19))
    page = text_of(anna.get(evening_url(evening)))
    assert "Fő tér 1" in page and "Viszek lapot" in page and "Nobody has answered yet." in page
    # The next one begins with the same time and place.
    assert form_in(anna.get(new), new).sent["place"] == "Fő tér 1"


def test_shows_faults_of_the_plan_at_their_fields(anna: Client, house: House) -> None:
    new = calendar_url(house, "evening_new")
    sent = form_in(anna.get(new), new).sent

    def faulty(**changes: str) -> set[str]:
        answer = anna.post(new, sent | {"date": "2999-05-07", "starts": "19:00"} | changes)
        assert answer.status_code == 422
        return set(form_in(answer, new).faulty)

    assert faulty(date="") == {"date"}
    assert faulty(date="2001-05-07") == {"date"}
    assert faulty(starts="25:00") == {"starts"}
    assert faulty(most="0") == {"most"}
    assert faulty(rhythm="weekly", until="2999-05-01") == {"until"}
    assert faulty(rhythm="weekly") == {"until"}
    assert not PlannedEvening.objects.exists()


def test_a_member_answers_and_takes_it_back_from_home_list_and_page(
    bela: Client, house: House
) -> None:
    evening = an_evening(house, 3)
    answer, home = evening_url(evening, "evening_answer"), reverse("club:club", args=["zuglo"])
    pages = {home: "yes", calendar_url(house): "perhaps", evening_url(evening): "no"}

    for page, coming in pages.items():
        sent = form_in(bela.get(page), answer).sent
        back = bela.post(answer, sent | {"coming": coming})
        assert back["Location"] == page
        assert EveningAnswer.objects.get().coming == coming
        chosen = f'value="{coming}" aria-pressed="true"'
        assert chosen in text_of(bela.get(page))


def test_guests_come_along_and_are_counted(bela: Client, house: House) -> None:
    evening = an_evening(house, 3)
    for name in ("Csaba", "Dóra"):
        record_answer(house, evening, house.players[name])
    url, answer = evening_url(evening), evening_url(evening, "evening_answer")
    assert "1 more makes a table" not in text_of(bela.get(url))
    assert "2 more make a table." in text_of(bela.get(url))

    send(bela, answer, at=url, coming="yes", guests="2")
    page = text_of(bela.get(url))
    assert "5 people come" in page and "1 table of 5" in page and "with 2 guests" in page
    send(bela, answer, at=url, coming="no", guests="2")
    assert EveningAnswer.objects.get(player__pk=house.players["Béla"]).guests == 0


def test_lists_the_games_that_seat_everybody(anna: Client, house: House) -> None:
    evening = an_evening(house, 3, game="")
    for name in ("Csaba", "Dóra", "Béla"):
        record_answer(house, evening, house.players[name])

    page = text_of(anna.get(evening_url(evening)))

    line = page[page.index("Everybody has a seat at:") :].partition("</small>")[0]
    assert "Danish tarok" in line and "Taper" in line and "Paskievics" not in line
    # An evening of one game says its tables instead.
    other = an_evening(house, 4)
    record_answer(house, other, house.players["Béla"])
    assert "Everybody has a seat at:" not in text_of(anna.get(evening_url(other)))


def test_reports_an_account_without_a_player(anna: Client, house: House) -> None:
    evening = an_evening(house, 3)
    page = text_of(anna.get(calendar_url(house)))
    assert "Your account has no player in this club yet" in page and 'name="coming"' not in page

    # A page of before may still have its buttons.
    answer = anna.post(evening_url(evening, "evening_answer"), {"coming": "yes"}, follow=True)
    assert "Your account has no player in this club yet; its owner can change that." in text_of(
        answer
    )
    assert not EveningAnswer.objects.exists()


def test_the_secretary_answers_for_players_without_an_account(
    anna: Client, bela: Client, house: House
) -> None:
    evening = an_evening(house, 3)
    url, post = evening_url(evening), evening_url(evening, "evening_player")

    send(anna, post, at=url, player=house.players["Cili"], coming="yes", guests="1")
    assert "noted by anna" in text_of(bela.get(url)).replace("<bdi>", "").replace("</bdi>", "")
    refused = send(anna, post, at=url, player=house.players["Béla"], coming="yes")
    assert refused.status_code == 422
    assert EveningAnswer.objects.count() == 1
    assert post not in text_of(bela.get(url))
    assert bela.post(post, {}).status_code == 403


def test_a_cancelled_evening_stays_and_comes_back(anna: Client, bela: Client, house: House) -> None:
    evening = an_evening(house, 3)
    record_answer(house, evening, house.players["Cili"])
    url = evening_url(evening)

    send(anna, evening_url(evening, "evening_cancel"), at=url)
    page = text_of(bela.get(url))
    assert "This evening is cancelled." in page and 'name="coming"' not in page
    assert "cancelled" in text_of(bela.get(calendar_url(house)))
    refused = bela.post(evening_url(evening, "evening_answer"), _keyed(coming="yes"))
    assert refused.status_code == 409

    send(anna, evening_url(evening, "evening_restore"), at=url)
    page = text_of(bela.get(url))
    assert "This evening is cancelled." not in page and "1 person comes" in page


def _keyed(**fields: Any) -> dict[str, Any]:
    return {"key": str(uuid4()), **fields}


def test_moves_one_evening_of_a_series_or_all_later_ones(anna: Client, house: House) -> None:
    first, second, third = weekly(house, 3, days=2)
    page = evening_url(second, "evening_change")

    send(anna, page, place="Másutt", onwards="0")
    assert [one.place for one in PlannedEvening.objects.all()] == ["Kávéház", "Másutt", "Kávéház"]
    moved = day_in(house, 10)
    send(anna, page, date=moved.isoformat(), starts="20:00", onwards="1")
    days = [one.date for one in PlannedEvening.objects.all()]
    assert days == [first.date, moved, day_in(house, 17)]
    third.refresh_from_db()
    assert (third.starts, third.place) == (time(20), "Másutt")


def test_a_stale_change_of_an_evening_shows_the_newer_one(anna: Client, house: House) -> None:
    evening = an_evening(house, 2)
    page = evening_url(evening, "evening_change")
    old = form_in(anna.get(page), page).sent
    send(anna, page, place="Másutt")

    refused = anna.post(page, old | {"place": "Harmadik"})
    assert refused.status_code == 409
    assert "Somebody has changed this evening in the meantime." in text_of(refused)
    evening.refresh_from_db()
    assert evening.place == "Másutt"
    again = anna.post(page, form_in(refused, page).sent)
    assert again.status_code == 302


def test_the_tables_are_drawn_changed_by_hand_and_started(anna: Client, house: House) -> None:
    evening = an_evening(house)
    players = [*house.ids("Anna", "Béla", "Csaba", "Dóra"), *more_players(house, 5)]
    for player in players:
        record_answer(house, evening, player)
    url, draw = evening_url(evening), evening_url(evening, "evening_draw")
    assert "1 table of 4 and 1 table of 5" in text_of(anna.get(url))

    form = form_in(anna.get(draw), draw)
    assert sorted(form.sent["players"]) == sorted(players)
    anna.post(draw, form.sent)
    page = text_of(anna.get(url))
    assert "Draw number 1." in page and f"{evening.pk} 0" in page
    evening.refresh_from_db()
    kept = read_evening_draw(evening.seating)
    assert kept and sorted(map(len, kept.tables.values())) == [4, 5]

    seats = evening_url(evening, "evening_seats")
    one, other = kept.tables[1][0], kept.tables[2][0]
    send(anna, seats, **{f"place_{one}": "2-1", f"place_{other}": "1-1"})
    evening.refresh_from_db()
    changed = read_evening_draw(evening.seating)
    assert changed and (changed.tables[1][0], changed.tables[2][0]) == (other, one)
    assert "Somebody changed the seats by hand." in text_of(anna.get(url))

    start = evening_url(evening, "evening_start")
    for number in (1, 2):
        sent = form_in(anna.get(url), start).sent
        anna.post(start, sent | {"table": f"{number}:{changed.compute_table_fingerprint(number)}"})
    tables = list(EveningTable.objects.select_related("session"))
    assert [tuple(one.session.seats) for one in tables] == [changed.tables[1], changed.tables[2]]
    assert [one.session.table_name for one in tables] == ["Table 1", "Table 2"]
    page = text_of(anna.get(url))
    assert all(reverse("club:sheet", args=["zuglo", one.session_id]) in page for one in tables)


def test_refuses_two_players_on_one_seat_and_tables_of_a_wrong_size(
    anna: Client, house: House
) -> None:
    players = [*house.ids("Anna", "Béla", "Csaba", "Dóra"), *more_players(house, 4)]
    evening = draw_tables(house, an_evening(house), players)
    kept = read_evening_draw(evening.seating)
    assert kept
    seats, first = evening_url(evening, "evening_seats"), kept.tables[1][0]

    twice = send(anna, seats, **{f"place_{first}": "1-2"})
    assert twice.status_code == 422
    assert "Two players have the same seat" in text_of(twice)
    small = send(anna, seats, **{f"place_{first}": ""})
    assert small.status_code == 422
    assert "3 sit at table 1; this game takes 4 to 5." in text_of(small)


@pytest.mark.parametrize("table", ["", "x", "1", "1:old", "99:aa", "²:x", ":", "9" * 50 + ":a"])
def test_unknown_table_number_starts_nothing(anna: Client, house: House, table: str) -> None:
    evening = draw_tables(house, an_evening(house), house.ids("Anna", "Béla", "Csaba", "Dóra"))
    url, start = evening_url(evening), evening_url(evening, "evening_start")

    answer = anna.post(start, form_in(anna.get(url), start).sent | {"table": table})

    assert answer.status_code in (409, 422)
    assert not Session.objects.exists()


def test_two_taps_start_one_table(anna: Client, house: House) -> None:
    evening = draw_tables(house, an_evening(house), house.ids("Anna", "Béla", "Csaba", "Dóra"))
    kept = read_evening_draw(evening.seating)
    assert kept
    url, start = evening_url(evening), evening_url(evening, "evening_start")
    table = {"table": f"1:{kept.compute_table_fingerprint(1)}"}
    mine, others = (form_in(anna.get(url), start).sent | table for _phone in range(2))

    # Twice by one phone, and once more by another that has not seen it yet.
    answers = [anna.post(start, sent) for sent in (mine, mine, others)]

    assert [one["Location"] for one in answers] == [url] * 3
    assert Session.objects.count() == EveningTable.objects.count() == 1


def test_a_stranger_finds_no_calendar_and_a_member_changes_nothing(
    client: Client, bela: Client, house: House
) -> None:
    evening = an_evening(house, 1)
    client.force_login(create_denes())
    reads = [calendar_url(house), calendar_url(house, "calendar_feed"), evening_url(evening)]
    names = ("change", "cancel", "restore", "draw", "seats", "start", "player")
    writes = [evening_url(evening, f"evening_{name}") for name in names]
    writes.append(calendar_url(house, "evening_new"))

    assert {client.get(url).status_code for url in reads} == {404}
    assert {client.post(url).status_code for url in writes} == {404}
    assert {bela.get(url).status_code for url in reads} == {200}
    assert {bela.post(url).status_code for url in writes} == {403}
    # Nor under the address of his own club.
    assert client.get(evening_url(evening).replace("zuglo", "kobanya")).status_code == 404


def test_more_evenings_cost_the_list_no_more_queries(
    bela: Client, house: House, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    url = calendar_url(house)
    weekly(house, 2)
    bela.get(url)
    with django_assert_num_queries(7):
        bela.get(url)
    weekly(house, 30)
    with django_assert_num_queries(7):
        bela.get(url)


def test_more_answers_cost_the_page_no_more_queries(
    bela: Client, house: House, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    evening = an_evening(house)
    record_answer(house, evening, house.players["Cili"])
    url = evening_url(evening)
    bela.get(url)
    with django_assert_num_queries(8):
        bela.get(url)
    players = more_players(house, 9)
    for player in players:
        record_answer(house, evening, player)
    draw_tables(house, evening, players)
    # The names of those who were drawn are one query more.
    with django_assert_num_queries(9):
        bela.get(url)


def test_lists_the_next_evening_first_and_the_latest_past_one(bela: Client, house: House) -> None:
    days = (5, 1, 9, 3)
    for number in days:
        an_evening(house, number)
    for past in (2, 8, 4):
        evening = an_evening(house)
        PlannedEvening.objects.filter(pk=evening.pk).update(date=day_in(house, -past))

    page = bela.get(calendar_url(house))
    shown = [row.evening.date for row, _form in page.context["near"]]
    assert shown == [day_in(house, number) for number in sorted(days)]
    past_days = [row.evening.date for row in page.context["past"]]
    assert past_days == [day_in(house, -number) for number in (2, 4, 8)]
    home = bela.get(reverse("club:club", args=["zuglo"]))
    assert home.context["home"].evening.evening.date == day_in(house, 1)


def test_the_past_is_read_a_page_at_a_time(bela: Client, house: House) -> None:
    weekly(house, 25)
    for number, one in enumerate(PlannedEvening.objects.all(), start=1):
        PlannedEvening.objects.filter(pk=one.pk).update(date=day_in(house, -number))

    first = bela.get(calendar_url(house))
    assert len(first.context["past"]) == 20 and "Older evenings" in text_of(first)
    second = bela.get(calendar_url(house), {"page": "2"})
    assert len(second.context["past"]) == 5 and "Newer evenings" in text_of(second)
    for odd in ("x", "-1", "999", ""):
        assert bela.get(calendar_url(house), {"page": odd}).status_code == 200


def test_no_dot_begins_the_line_of_an_answer(bela: Client, house: House) -> None:
    evening = an_evening(house)
    answer = reverse("club:evening_answer", args=[house.club.slug, evening.pk])
    send(bela, answer, at=evening_url(evening), coming="yes", guests="0")
    record_answer(house, evening, house.players["Anna"], coming="perhaps")
    PlannedEvening.objects.update(date=day_in(house, -1))

    page = bela.get(calendar_url(house)).content.decode()

    assert re.search(r"&nbsp;·\s+you:", page) and re.search(r"&nbsp;·\s+1 perhaps", page)
    assert not re.search(r"\s·", page.partition("<main")[2])
