"""The feed for a member's own calendar: its content, its readers and its end."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from support.catalogue import row
from support.club_factories import House, a_form
from support.club_web import send, text_of
from support.planned_evenings import an_evening, calendar_url, draw_tables, record_answer, weekly
from tarokk_club.club.calendar.usecases.calendar_links import make_calendar_link
from tarokk_club.club.calendar.usecases.evenings import EveningPlan, cancel_evening, change_evening
from tarokk_club.club.models import (
    AuditLine,
    CalendarLink,
    Club,
    Membership,
    PlannedEvening,
    Player,
    Role,
    User,
)
from tarokk_club.club.people.usecases.members import remove_member
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.http.logs import KeyValueFormatter

pytestmark = pytest.mark.django_db


def a_feed(house: House, user: User | None = None) -> str:
    """The address of a member's feed, Béla's where nobody is named."""
    link = make_calendar_link(club_id=house.club.id, form=a_form(user or house.bela))
    assert link.token
    return reverse("club:calendar_file", args=[link.token])


def events(url: str) -> list[Any]:
    """What the feed tells, as a calendar reads it."""
    calendar = Calendar.from_ical(Client().get(url).content)
    return list(calendar.walk("VEVENT"))


def in_budapest(house: House) -> None:
    Club.objects.filter(pk=house.club.pk).update(time_zone="Europe/Budapest")
    house.club.refresh_from_db()


def test_member_creates_replaces_and_revokes_a_link(house: House, client: Client) -> None:
    client.force_login(house.bela)
    an_evening(house, 3)
    page = calendar_url(house, "calendar_feed")
    assert "Make my link" in text_of(client.get(page))

    send(client, page)
    link = CalendarLink.objects.get()
    url = reverse("club:calendar_file", args=[link.token])
    shown = text_of(client.get(page))
    assert f"http://testserver{url}" in shown and f"webcal://testserver{url}" in shown
    assert len(events(url)) == 1
    # Another one takes its place, and the old one is dead in the same moment.
    send(client, page)
    assert Client().get(url).status_code == 404
    second = CalendarLink.objects.get(revoked_at=None)
    url = reverse("club:calendar_file", args=[second.token])
    assert Client().get(url).status_code == 200

    send(client, calendar_url(house, "calendar_feed_revoke"), at=page)
    assert Client().get(url).status_code == 404
    assert "Make my link" in text_of(client.get(page))
    lines = AuditLine.objects.filter(user=house.bela).order_by("pk")
    acts = list(lines.values_list("act", flat=True))
    assert acts[-3:] == ["calendar_link", "calendar_link", "calendar_gone"]


@row("S40")
def test_token_is_long_and_not_stored(house: House) -> None:
    url = a_feed(house)
    token = url.split("/")[2]

    assert len(token) == 43
    assert token not in str(CalendarLink.objects.values().get())


def test_feed_has_day_time_and_place_in_the_clubs_time_zone(house: House) -> None:
    in_budapest(house)
    evening = an_evening(house, 3, place="Fő tér 1; emelet, balra")
    (event,) = events(a_feed(house))

    assert event.start == evening.begins
    assert event.start.astimezone(UTC) == datetime.combine(
        evening.date, evening.starts, ZoneInfo("Europe/Budapest")
    )
    assert event["UID"] == f"{evening.pk}@tarokk-club"
    assert event["LOCATION"] == "Fő tér 1; emelet, balra"
    assert event["SUMMARY"] == "Zugló: Paskievics tarokk"
    assert event["STATUS"] == "CONFIRMED"
    assert event.end - event.start == timedelta(hours=4)


@row("R27")
def test_an_evening_keeps_its_time_over_the_end_of_summer_time(house: House) -> None:
    in_budapest(house)
    weekly(house, 53)
    content = Client().get(a_feed(house)).content
    calendar = Calendar.from_ical(content)
    zones: list[Any] = calendar.walk("VTIMEZONE")
    (zone,) = zones

    assert zone["TZID"] == "Europe/Budapest"
    told: list[Any] = calendar.walk("VEVENT")
    starts = [event.start for event in told]
    assert {one.strftime("%H:%M") for one in starts} == {"18:30"}
    assert {one.utcoffset() for one in starts} == {timedelta(hours=1), timedelta(hours=2)}
    # What the zone says of itself is what the book says, in summer as in winter.
    own = zone.to_tz()
    assert [one.replace(tzinfo=own).utcoffset() for one in starts] == [
        one.utcoffset() for one in starts
    ]


def test_change_and_cancellation_use_the_same_event_id(house: House) -> None:
    evening, url = an_evening(house, 3), a_feed(house)
    (first,) = events(url)
    plan = EveningPlan(day=evening.date, starts=evening.starts, place="Másutt")
    change_evening(club_id=house.club.id, form=a_form(house.anna), evening_id=evening.id, plan=plan)
    (second,) = events(url)
    cancel_evening(club_id=house.club.id, form=a_form(house.anna), evening_id=evening.id)
    (third,) = events(url)

    assert first["UID"] == second["UID"] == third["UID"]
    assert [one["SEQUENCE"] for one in (first, second, third)] == [0, 1, 2]
    told = [one["LAST-MODIFIED"].dt for one in (first, second, third)]
    assert told == sorted(told)
    assert (second["LOCATION"], third["STATUS"]) == ("Másutt", "CANCELLED")


def test_the_feed_holds_no_names_and_no_notes(house: House) -> None:
    evening = an_evening(house, 3, note="Hozz sütit, Cili")
    for name in ("Cili", "Anna", "Csaba", "Dóra"):
        record_answer(house, evening, house.players[name], guests=2)
    draw_tables(house, evening, house.ids("Anna", "Csaba", "Dóra", "Cili"))
    content = Client().get(a_feed(house)).content.decode()

    for secret in ("Cili", "Csaba", "Dóra", "Hozz", "bela", house.players["Anna"]):
        assert secret not in content


def test_the_feed_is_304_until_an_evening_changes(house: House) -> None:
    evening, url = an_evening(house, 3), a_feed(house)
    got = Client().get(url)
    assert got["Content-Type"] == "text/calendar; charset=utf-8"

    def fetch_feed_again() -> Any:
        return Client().get(url, headers={"If-None-Match": got["ETag"]})

    assert (fetch_feed_again().status_code, fetch_feed_again().content) == (304, b"")
    record_answer(house, evening, house.players["Cili"])
    assert fetch_feed_again().status_code == 304
    cancel_evening(club_id=house.club.id, form=a_form(house.anna), evening_id=evening.id)
    assert fetch_feed_again().status_code == 200


def test_feed_omits_old_evenings(house: House) -> None:
    old, new = weekly(house, 2)
    PlannedEvening.objects.filter(pk=old.pk).update(date=new.date - timedelta(days=200))

    (event,) = events(a_feed(house))
    assert event["UID"] == f"{new.pk}@tarokk-club"


def test_more_evenings_cost_the_feed_no_more_queries(
    house: House, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    weekly(house, 50)
    url = a_feed(house)
    got = Client().get(url)
    with django_assert_num_queries(3):
        assert Client().get(url).status_code == 200
    with django_assert_num_queries(2):
        Client().get(url, headers={"If-None-Match": got["ETag"]})


@row("S43", "S44")
def test_feed_is_not_indexed_cached_or_referred(house: House) -> None:
    got = Client().get(a_feed(house))

    assert got["X-Robots-Tag"] == "noindex, nofollow, noarchive"
    assert (got["Referrer-Policy"], got["Cache-Control"]) == ("no-referrer", "no-store")


@row("S45")
def test_the_feed_ends_when_the_member_is_removed(house: House) -> None:
    url = a_feed(house)
    assert Client().get(url).status_code == 200
    remove_member(club_id=house.club.id, form=a_form(house.anna), user_id=house.bela.id)

    assert Client().get(url).status_code == 404
    # Nor does it come back with the member.
    Membership.objects.create(user=house.bela, club=house.club, roles=[Role.MEMBER.value])
    assert Client().get(url).status_code == 404


@row("S45")
def test_the_feed_ends_when_the_person_is_erased(house: House) -> None:
    url, bela = a_feed(house), house.players["Béla"]
    Player.objects.filter(pk=bela).update(user=house.bela)
    erase_person(
        club_id=house.club.id, form=a_form(house.anna), player_id=Player.objects.get(pk=bela).id
    )

    assert Client().get(url).status_code == 404
    assert not CalendarLink.objects.exists()


def test_the_feed_of_an_inactive_user_is_404(house: House) -> None:
    url = a_feed(house)
    User.objects.filter(pk=house.bela.pk).update(is_active=False)

    assert Client().get(url).status_code == 404


def test_each_member_has_exactly_one_link(house: House) -> None:
    mine, other = a_feed(house), a_feed(house, house.anna)
    again = a_feed(house)

    assert Client().get(mine).status_code == 404
    assert [Client().get(url).status_code for url in (other, again)] == [200, 200]
    assert CalendarLink.objects.filter(revoked_at=None).count() == 2


@row("S40")
def test_guesses_are_throttled_and_valid_links_are_not(house: House) -> None:
    url = a_feed(house)
    guesses = [reverse("club:calendar_file", args=[f"x{number}"]) for number in range(25)]
    codes = [Client().get(guess).status_code for guess in guesses]

    assert codes[0] == 404 and codes[-1] == 429
    assert Client().get(url).status_code == 200
    assert Client().post(url).status_code == 405


@row("S39")
def test_calendar_link_is_not_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    url = a_feed(house)
    caplog.set_level(logging.DEBUG, logger="tarokk_club.requests")
    Client().get(url)
    Client(enforce_csrf_checks=True).post(url)
    lines = [KeyValueFormatter().format(record) for record in caplog.records]

    assert any("/k/.../evenings.ics" in line for line in lines)
    assert not any(url.split("/")[2] in line for line in lines)
