"""What programs read of the calendar: the same as its pages show to the person of the key."""

from datetime import date, time
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from lxml.html import fromstring

from support.attackers import World, a_client
from support.club_factories import a_form
from support.planned_evenings import (
    an_evening,
    day_in,
    draw_tables,
    evening_url,
    more_players,
    record_answer,
    start_first_table,
    weekly,
)
from support.programs import API, a_program
from tarokk_club.club.calendar.usecases.answers import EveningReply, answer_evening
from tarokk_club.club.calendar.usecases.evenings import cancel_evening
from tarokk_club.club.models import Club, EveningAnswer, Membership, PlannedEvening, Player
from tarokk_club.club.people.usecases.players import archive_player


@pytest.fixture
def program(world: World) -> Client:
    return a_program(world.house.anna, world.house.club)


def of(world: World, path: str = "") -> str:
    return f"{API}/clubs/{world.house.club.slug}/evenings{path}"


def get_evening(program: Client, world: World, evening: PlannedEvening) -> dict[str, Any]:
    answer = program.get(of(world, f"/{evening.pk}"))
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def answered(world: World) -> PlannedEvening:
    """The first of two evenings in a series, to which Cili comes with a guest."""
    return PlannedEvening.objects.get(pk=world.values["evening_id"])


def test_returns_time_place_and_game_of_an_evening(world: World, program: Client) -> None:
    house = world.house
    Club.objects.filter(pk=house.club.pk).update(time_zone="Europe/Budapest")
    evening = an_evening(house, 3, day=date(2031, 7, 4), starts=time(19, 15), most=8, note="Süti")

    found = get_evening(program, world, evening)

    assert found["begins"] == "2031-07-04T19:15:00+02:00"
    assert found["time_zone"] == "Europe/Budapest"
    facts = [found[one] for one in ("date", "place", "game", "note", "seats", "cancelled")]
    assert facts == ["2031-07-04", "Kávéház", "paskievics", "Süti", 8, False]
    assert (found["series"], found["own"], found["who"], found["tables"]) == (None, None, [], [])


def test_the_clock_is_that_of_the_club_in_winter_too(world: World, program: Client) -> None:
    Club.objects.filter(pk=world.house.club.pk).update(time_zone="Europe/Budapest")
    winter = an_evening(world.house, day=date(2031, 1, 10))

    assert get_evening(program, world, winter)["begins"] == "2031-01-10T18:30:00+01:00"


def test_returns_the_rhythm_of_a_series(world: World, program: Client) -> None:
    evening = answered(world)
    series = evening.series
    assert series

    items = program.get(of(world)).json()["items"]

    expected = {
        "id": str(series.pk),
        "rhythm": "weekly",
        "starts": str(series.starts),
        "until": str(series.until),
    }
    assert [one["series"] for one in items] == [expected, expected]
    assert get_evening(program, world, evening)["series"] == expected


def test_returns_cancelled_evening_as_cancelled(world: World, program: Client) -> None:
    evening = answered(world)
    before = get_evening(program, world, evening)["version"]
    cancel_evening(
        club_id=world.house.club.id,
        form=a_form(world.house.anna),
        evening_id=evening.id,
        onwards=False,
    )

    items = program.get(of(world)).json()["items"]

    assert [one["cancelled"] for one in items] == [True, False]
    found = get_evening(program, world, evening)
    assert found["cancelled"] and found["version"] > before


def test_list_and_evening_have_the_same_data(world: World, program: Client) -> None:
    house, evening = world.house, answered(world)
    record_answer(house, evening, house.players["Dóra"], "no")
    record_answer(house, evening, house.players["Csaba"], "perhaps", 2)

    first, _second = program.get(of(world)).json()["items"]
    whole = get_evening(program, world, evening)

    assert {key: whole[key] for key in first} == first
    # Guests of those who may come are no guests yet.
    assert first["answers"] == {"yes": 1, "perhaps": 1, "no": 1, "guests": 1}


def test_lists_attendees_as_the_page_does(world: World, program: Client) -> None:
    house = world.house
    evening = an_evening(house, 2, most=3)
    for name, guests in (("Cili", 2), ("Csaba", 0), ("Anna", 0), ("Dóra", 0)):
        record_answer(house, evening, house.players[name], guests=guests)
    who = get_evening(program, world, evening)["who"]

    assert [one["player"] for one in who] == house.ids("Cili", "Csaba", "Anna", "Dóra")
    seats = [(one["seated"], one["guests_seated"], one["guests"]) for one in who]
    assert seats == [(True, 0, 2), (True, 0, 0), (True, 0, 0), (False, 0, 0)]
    assert {one["coming"] for one in who} == {"yes"}
    page = a_client(house.anna).get(evening_url(evening)).text
    shown = [row.text_content() for row in fromstring(page).xpath("//ul[@class='rows']/li")]
    for one in who:
        (row,) = [row for row in shown if one["name"] in row]
        assert f"noted by {one['noted_by']}" in row
        assert ("wait" in row) == (one["guests_seated"] < one["guests"] or not one["seated"])


def test_returns_the_users_answer_separately(world: World, program: Client) -> None:
    evening, member = answered(world), world.people["member"]
    assert member
    answer_evening(
        club_id=world.house.club.id,
        form=a_form(member),
        evening_id=evening.id,
        player_id=Player.objects.get(user=member).id,
        reply=EveningReply(coming="perhaps", guests=1),
    )
    own = a_program(member, world.house.club)

    found = get_evening(own, world, evening)

    first, second = own.get(of(world)).json()["items"]
    assert found["own"] == first["own"] == {"coming": "perhaps", "guests": 1}
    assert second["own"] is None
    # Anna plays, too, and has said nothing; of Béla she reads what he said himself.
    hers = get_evening(program, world, evening)
    assert hers["own"] is None
    (bela,) = [one for one in hers["who"] if one["name"] == "Béla"]
    assert (bela["coming"], bela["guests"], bela["noted_by"]) == ("perhaps", 1, None)
    assert hers["who"] == found["who"]


def test_a_member_without_a_player_has_no_own_answer(world: World) -> None:
    program = a_program(world.people["scorer"], world.house.club)

    assert get_evening(program, world, answered(world))["own"] is None
    assert {one["own"] for one in program.get(of(world)).json()["items"]} == {None}


def test_tables_lead_to_their_sessions_once_they_play(world: World, program: Client) -> None:
    house = world.house
    players = [*house.ids("Anna", "Csaba", "Dóra", "Cili"), *more_players(house, 5)]
    evening = draw_tables(house, an_evening(house), players)
    waiting = get_evening(program, world, evening)
    session = start_first_table(house, evening)

    found = get_evening(program, world, evening)

    before, after = waiting["tables"], found["tables"]
    assert [one["session"] for one in before] == [None, None]
    assert [one["session"] for one in after] == [str(session.pk), None]
    assert [one["seats"] for one in after] == [one["seats"] for one in before]
    assert after[0]["seats"] == session.seats
    seats = [player for one in after for player in one["seats"]]
    assert sorted([*seats, *found["out"]]) == sorted(players)


def test_lists_players_who_sit_out_of_the_draw(world: World, program: Client) -> None:
    house = world.house
    players = [*house.ids("Anna", "Csaba", "Dóra", "Cili"), *more_players(house, 2)]
    evening = draw_tables(house, an_evening(house), players)

    found = get_evening(program, world, evening)

    (table,) = found["tables"]
    assert found["out"]
    assert sorted([*found["out"], *table["seats"]]) == sorted(players)


def test_omits_archived_players(world: World, program: Client) -> None:
    house, evening = world.house, answered(world)
    archive_player(
        club_id=house.club.id,
        form=a_form(house.anna),
        player_id=Player.objects.get(name="Cili").id,
        archived=True,
    )

    assert get_evening(program, world, evening)["who"] == []
    nobody = {"yes": 0, "perhaps": 0, "no": 0, "guests": 0}
    assert [one["answers"] for one in program.get(of(world)).json()["items"]] == [nobody, nobody]


def test_filters_evenings_by_day_in_order(world: World, program: Client) -> None:
    house = world.house
    past = an_evening(house, 1)
    PlannedEvening.objects.filter(pk=past.pk).update(date=day_in(house, -7))
    past.refresh_from_db()
    today, week = day_in(house, 0), day_in(house, 7)

    def days(query: str) -> list[str]:
        items = program.get(of(world, f"?{query}")).json()["items"]
        return [one["date"] for one in items]

    assert days("") == [str(past.date), str(today), str(week)]
    assert days(f"first={today}") == [str(today), str(week)]
    assert days(f"last={past.date}") == [str(past.date)]
    assert days(f"first={today}&last={today}") == [str(today)]
    assert days("last=2001-01-01") == []
    answer = program.get(of(world, "?first=tomorrow"))
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "first")


def test_paging_splits_simultaneous_evenings_without_loss(world: World, program: Client) -> None:
    made = {str(an_evening(world.house, 3).pk) for _ in range(4)}
    day, found, cursor = day_in(world.house, 3), [], ""
    for _ in made:
        part = program.get(of(world, f"?first={day}&last={day}&limit=1{cursor}")).json()
        found += [one["id"] for one in part["items"]]
        cursor = f"&cursor={part['next']}"

    assert (set(found), len(found), part["next"]) == (made, 4, None)


def test_unchanged_evenings_return_304(world: World, program: Client) -> None:
    evening = answered(world)
    for address in (of(world), of(world, f"/{evening.pk}")):
        tag = program.get(address)["ETag"]
        again = program.get(address, headers={"If-None-Match": tag})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
        EveningAnswer.objects.filter(evening=evening).update(coming="no", guests=0)
        other = program.get(address, headers={"If-None-Match": tag})
        assert other.status_code == 200 and other["ETag"] != tag
        EveningAnswer.objects.filter(evening=evening).update(coming="yes", guests=1)


@pytest.mark.parametrize("path", ["", "one"])
def test_strangers_and_keys_of_other_clubs_get_404(world: World, path: str) -> None:
    house, evening = world.house, answered(world)
    address = of(world, f"/{evening.pk}" if path else "")
    both = world.people["other"]
    assert both
    Membership.objects.create(user=both, club=house.club, roles=["owner"])
    asking = {
        "stranger": a_program(world.people["stranger"], house.club),
        "a member of both by a key for the other": a_program(both, world.other),
    }
    for who, client in asking.items():
        answer = client.get(address)
        assert (who, answer.status_code) == (who, 404)
        assert answer["Content-Type"] == "application/problem+json"
        assert "Kávéház" not in answer.text
    assert a_program(both, house.club).get(address).status_code == 200
    assert a_program(None, house.club).get(address).status_code == 401
    assert a_program(house.anna, house.club).post(address).status_code == 405


def test_evening_of_another_club_looks_like_a_missing_one(world: World) -> None:
    evening = answered(world)
    program = a_program(world.people["other"], world.other)
    addresses = [
        f"{API}/clubs/{world.other.slug}/evenings/{one}"
        for one in (evening.pk, "00000000-0000-4000-8000-000000000000")
    ]

    theirs, never = (program.get(one) for one in addresses)

    assert theirs.status_code == never.status_code == 404
    assert theirs.json() == never.json()
    assert program.get(f"{API}/clubs/{world.other.slug}/evenings").json()["items"] == []


@pytest.mark.parametrize(("path", "most"), [("", 5), ("one", 5)])
def test_queries_do_not_grow_with_evenings_and_answers(
    world: World, program: Client, path: str, most: int
) -> None:
    house, evening = world.house, answered(world)
    address = of(world, f"/{evening.pk}" if path else "")

    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert program.get(address).status_code == 200
        return len(asked)

    program.get(address)
    before = cost()
    more = more_players(house, 9)
    for each in weekly(house, 5, 30):
        for player in more:
            record_answer(house, each, player)
    start_first_table(house, evening)
    draw_tables(house, evening, more)
    program.get(address)

    assert cost() == before <= most
