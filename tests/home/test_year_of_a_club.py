"""A year of a club with calendar, finale, sharing, notices and money, and an erasure at its end.

All members use the pages. At the end the books agree to the last point, each notice was sent once,
and no page, file, picture, queue, log or byte of the database contains the name of Tamás, who used
it wherever he could.
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from icalendar import Calendar
from PIL import Image
from pytest_django.fixtures import Settings

from support.attackers import crawl
from support.catalogue import row
from support.club_web import form_in, send, session_url, text_of
from support.club_year import (
    ADDRESS,
    AFTERNOON,
    BEGAN,
    ENDPOINT,
    NIGHT,
    TAMAS,
    Year,
    answer_evening,
    create_feed,
    create_session,
    entry_with,
    found_club,
    pay_everything,
    planned,
    played_evening,
    settle_everything,
    user_of,
)
from support.erasable import find_fields_with
from support.guest_visits import a_guest_link
from support.money_tables import played_with
from support.notices_house import with_both_ways
from support.planned_evenings import evening_url
from support.programs import a_program
from support.push_receiver import receiving
from support.tournament_tables import a_tournament, begun, close_with_points
from support.year_traces import WORDS, addresses_about, all_that_stays, seats_of, traces_in
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.finale import fragments
from tarokk_club.club.finale.picture import PictureContent, draw_result_picture
from tarokk_club.club.models import (
    Balance,
    GuestLink,
    Notice,
    Payment,
    PlannedEvening,
    PushDevice,
    Session,
    User,
)
from tarokk_club.club.money.queries.balances.balance_sums import sum_open_balances
from tarokk_club.club.seasons.queries.leaderboard import load_leaderboard
from tarokk_club.serving.backups import sqlite_copy

pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="it looks into the file itself"),
    pytest.mark.usefixtures("no_list"),
]
DAY = timedelta(days=1)


@pytest.fixture
def year(
    own_book: None, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Year]:
    """The club on its first day; the words of every picture that is drawn are kept beside it."""
    with_both_ways(settings)
    cards: dict[bytes, PictureContent] = {}

    def drawn(card: PictureContent) -> bytes:
        picture = draw_result_picture(card)
        cards[picture] = card
        return picture

    monkeypatch.setattr(fragments, "draw_result_picture", drawn)
    with receiving(tmp_path) as receiver, time_machine.travel(BEGAN, tick=False) as clock:
        yield found_club(clock, receiver, cards)


@row("S61")
def test_a_year_is_played_and_a_person_erased_out_of_all_of_it(
    year: Year, caplog: pytest.LogCaptureFixture
) -> None:
    evenings = planned(year)
    assert len(evenings) == 12
    year.feed = create_feed(year)
    create_session(year, date(2026, 1, 2), Anna=5, Tamás=-5)
    send(year.secretary_client, year.url("guest_names"), at=year.url("guests"), names="full")
    for evening in evenings:
        _a_month(year, evening)
    _a_denied_payment(year, date(2026, 12, 14))
    _reminders(year, date(2026, 12, 16))
    _the_end_of_the_year(year)
    assert find_fields_with(*WORDS) != []
    _erased(year)
    assert traces_in(caplog.text.encode()) == set()


def _a_month(year: Year, evening: PlannedEvening) -> None:
    """From the answers to the last payment."""
    year.on(evening.date - 5 * DAY)
    perhaps = evening.date.month % 3 == 0
    answer_evening(
        year, evening, Béla="no" if perhaps else "yes", Tamás="perhaps" if perhaps else "yes"
    )
    if evening.date.month == 8:
        _cancelled(year, evening)
        return
    _tomorrow(year, evening)
    year.on(evening.date, NIGHT)
    tables = played_evening(year, evening)
    _finale(year, next(one for one in tables if str(year.tamas.id) in seats_of(one)))
    if evening.date.month == 2:
        create_session(year, evening.date, game="illustrated", Anna=-30, Tamás=30)
    if evening.date.month in (4, 6):
        _objection(year, "Béla" if evening.date.month == 4 else TAMAS)
    if evening.date.month == 11:
        _tournament(year)
    year.on(max(evening.date + DAY, year.sessions[-1].date + DAY))
    pay_everything(year, settle_everything(year))
    year.send_due_notices()
    assert _open(year) == {}


def _tomorrow(year: Year, evening: PlannedEvening) -> None:
    """On the day before, members who did not decline are notified; Tamás on his phone too."""
    year.on(evening.date - DAY, AFTERNOON)
    before = len(mail.outbox)
    year.send_due_notices()
    told = [one.to[0] for one in mail.outbox[before:] if "tomorrow" in one.subject]
    coming = {"anna@example.org", "csaba@example.org", ADDRESS, "béla@example.org"}
    if evening.date.month % 3 == 0:
        coming.discard("béla@example.org")
    assert sorted(told) == sorted(coming)
    assert b"tomorrow" in year.phone.read(year.receiver.got[-1].body)


def _cancelled(year: Year, evening: PlannedEvening) -> None:
    """Members who wanted to come are notified of the cancellation."""
    before = len(mail.outbox)
    send(year.secretary_client, evening_url(evening, "evening_cancel"), at=evening_url(evening))
    year.send_due_notices()
    told = [one.to[0] for one in mail.outbox[before:] if "cancelled" in one.subject]
    assert sorted(told) == sorted({"csaba@example.org", ADDRESS, "béla@example.org"})


def _finale(year: Year, session: Session) -> None:
    """Its text and its picture tell of Tamás; a guest gets the same by a link."""
    page = text_of(year.secretary_client.get(session_url(session, "finale")))
    assert TAMAS in page.partition("<textarea")[2].partition("</textarea>")[0]
    picture = year.secretary_client.get(session_url(session, "finale_picture")).content
    assert Image.open(BytesIO(picture)).size == (1200, 630)
    link = a_guest_link(year.house, session)
    shown = text_of(Client().get(f"/g/{link.token}/"))
    # A session calls its players by their short names.
    assert TAMAS.split()[0] in shown and f"/g/{link.token}/picture.png" in shown
    preview = Client().get(f"/g/{link.token}/picture.png")
    assert Image.open(BytesIO(preview.content)).size == (1200, 630)


def _objection(year: Year, name: str) -> None:
    """Against a hand of the evening; Anna hears of it once and answers it."""
    client, player = year.clients[name], year.house.players[name]
    session = next(one for one in reversed(year.sessions) if player in map(str, one.seats))
    entry = entry_with(session, player)
    url = reverse("club:objection_hand", args=[year.club.slug, session.id, entry.id])
    assert send(client, url, note=f"Szerintem {TAMAS} nyert.").status_code == 302
    before = len(mail.outbox)
    year.send_due_notices()
    told = [one for one in mail.outbox[before:] if "objection" in one.subject]
    assert [one.to[0] for one in told] == ["anna@example.org"]
    objection = session.confirmations.get(entry=entry)
    answer = reverse("club:answer", args=[year.club.slug, session.id, objection.id])
    assert send(year.secretary_client, answer, note=f"{TAMAS} bukott.").status_code == 302


def _tournament(year: Year) -> None:
    """Eight players, two tables, fees and a prize by way of the kitty."""
    year.on(date(2026, 11, 18), NIGHT)
    cup = a_tournament(year.house, 8, rounds=1)
    for table in begun(year.house, cup):
        close_with_points(year.house, table, 9, 3, -4, -8)
        table.refresh_from_db()
        year.sessions.append(table)
    page = year.url("tournament_money", cup.id)
    prize = {f"prize_{year.house.players[TAMAS]}": "1 500"}
    sent = form_in(year.secretary_client.get(page), "").sent | {"fee": "500"}
    sent |= {name: amount for name, amount in prize.items() if name in sent}
    assert year.secretary_client.post(page, sent)["Location"] == page
    a_guest_link(year.house, cup)


def _a_denied_payment(year: Year, day: date) -> None:
    """Csaba claims a payment and Tamás denies it; both are notified, and it is paid later."""
    year.on(day)
    create_session(year, day, Csaba=-12, Tamás=12)
    plan = settle_everything(year)
    (transfer,) = plan.transfers.all()
    page, tick = year.url("settled", plan.id), year.url("transfer_paid", plan.id, transfer.id)
    send(year.clients["Csaba"], tick, at=page)
    before = len(mail.outbox)
    year.send_due_notices()
    assert ADDRESS in [one.to[0] for one in mail.outbox[before:]]
    deny = year.url("payment_deny", Payment.objects.get(transfer=transfer).id)
    send(year.clients[TAMAS], deny, reason=f"{TAMAS} nem látta")
    before = len(mail.outbox)
    year.send_due_notices()
    assert [one.to[0] for one in mail.outbox[before:]] == ["csaba@example.org"]
    send(year.secretary_client, tick, at=page)
    year.send_due_notices()
    assert _open(year) == {}


def _reminders(year: Year, day: date) -> None:
    """Tamás owes for three weeks and is reminded once in each, however often it is looked."""
    year.on(day)
    create_session(year, day, Tamás=-12, Béla=12)
    plan = settle_everything(year)
    year.send_due_notices()
    reminded = []
    for number in range(1, 24):
        year.on(day + number * DAY)
        before = len(mail.outbox)
        year.send_due_notices()
        told = [one.to[0] for one in mail.outbox[before:] if "still open" in one.subject]
        assert set(told) <= {ADDRESS}
        reminded += [number] * len(told)
    assert reminded == [7, 14, 21]
    pay_everything(year, plan)
    year.send_due_notices()


def _the_end_of_the_year(year: Year) -> None:
    """Everything agrees, and each notice went once."""
    _sums(year)
    assert set(Notice.objects.values_list("state", flat=True)) <= {"sent", "dropped"}
    sent = Counter(Notice.objects.filter(state="sent").values_list("way", flat=True))
    assert sent["letter"] == len(mail.outbox) and sent["push"] == len(year.receiver.got)
    assert len({one.extra_headers["Message-ID"] for one in mail.outbox}) == len(mail.outbox) > 50
    assert {one.path for one in year.receiver.got} == {"/to/titkos-telefon"}
    season = year.club.seasons.get(name="2026")
    board = load_leaderboard(year.club, season)
    assert board.counted_games == ("paskievics",)
    mine = Balance.objects.filter(player=year.tamas, session__season=season)
    won = sum(mine.filter(session__game="paskievics").values_list("points", flat=True))
    (row,) = (one for one in board.rows if one.name == TAMAS)
    assert row.counted == row.points == won
    assert sum(mine.values_list("points", flat=True)) == won + 30
    events: list[Any] = Calendar.from_ical(Client().get(year.feed).content).walk("VEVENT")
    assert {one.start.strftime("%H:%M") for one in events} == {"18:30"}
    mine_too = text_of(year.clients[TAMAS].get(year.url("career", year.tamas.id)))
    assert TAMAS in mine_too and "<svg" in mine_too
    pair = {"with": year.house.players["Béla"]}
    both = text_of(year.secretary_client.get(year.url("compare", year.tamas.id), pair))
    assert TAMAS in both and "Béla" in both and '<svg class="chart"' in both


def _sums(year: Year) -> None:
    assert list(iter_findings()) == []
    points: Counter[Any] = Counter()
    for session, won in Balance.objects.values_list("session", "points"):
        points[session] += won
    assert len(points) == len(year.sessions) and set(points.values()) == {0}
    assert _open(year) == {}


def _open(year: Year) -> dict[str, int]:
    found = sum_open_balances(year.club.id).get("HUF", {})
    return {account: minor for account, minor in found.items() if minor}


# --- and then he is erased


def _erased(year: Year) -> None:
    """By the owner on the page; what is known is looked for before and after."""
    user, player = user_of(year, TAMAS), year.tamas
    before, links = all_that_stays(), list(GuestLink.objects.all())
    addresses = addresses_about(year, user)
    seen = _looked(year, addresses, links)
    known = {name for name, traces in seen.items() if traces}
    assert {"sheet", "finale", "guest", "archive_file", "player_data_file"} <= known
    pictures = _pictures(year)

    answer = send(year.secretary_client, year.url("erase", player.id), name=TAMAS)
    assert answer["Location"] == year.url("player_data", player.id)
    call_command("tidy", stdout=StringIO())

    assert {name: found for name, found in _looked(year, addresses, links).items() if found} == {}
    assert find_fields_with(*WORDS, ADDRESS, ENDPOINT) == []
    assert all_that_stays() == before
    _sums(year)
    _closed_to_him(year, user)
    after = _pictures(year)
    assert all(after[one] != pictures[one] for one in pictures)
    book = sqlite_copy.find_database_path()
    beside = book.with_name(f"{book.name}-wal")
    assert [traces_in(one.read_bytes()) for one in (book, beside) if one.exists()] in (
        [set()],
        [set(), set()],
    )


def _closed_to_him(year: Year, user: User) -> None:
    """No way in is left, no phone, no feed, nothing in the queue, and nothing is sent again."""
    assert year.clients.pop(TAMAS).get("/me/").status_code == 302
    assert Client().get(year.feed).status_code == 404
    assert not PushDevice.objects.exists() and not Notice.objects.filter(user=user).exists()
    letters, pushed = len(mail.outbox), len(year.receiver.got)
    year.sessions.append(played_with(year.house, {"Anna": 12, "Csaba": -12}))
    plan = settle_everything(year)
    year.send_due_notices()
    assert ADDRESS not in [one.to[0] for one in mail.outbox[letters:]]
    assert len(year.receiver.got) == pushed
    pay_everything(year, plan)


def _looked(
    year: Year, addresses: list[tuple[str, str]], links: list[GuestLink]
) -> dict[str, set[str]]:
    """What is found of him, by the name of the page: as the owner, by the links, and by guests."""
    seen: dict[str, set[str]] = {}
    program = a_program(year.house.anna, year.club)
    for name, address in addresses:
        client = program if name.startswith("api_") else year.secretary_client
        _look(seen, name, client.get(address))
    start = reverse("club:club", args=[year.club.slug])
    for url, page in crawl(year.secretary_client, start).items():
        _look(seen, re.sub(r"[0-9a-f-]{36}", "…", url), page.answer)
    for link in links:
        for name in ("guest", "guest_live", "guest_rules", "guest_picture", "api_guest"):
            _look(seen, name, Client().get(reverse(f"club:{name}", args=[link.token])))
    return seen


def _look(seen: dict[str, set[str]], name: str, answer: Any) -> None:
    assert answer.status_code < 500, name
    seen.setdefault(name, set()).update(traces_in(answer.getvalue()))


def _pictures(year: Year) -> dict[Any, bytes]:
    """The picture of each session of his that has hands, with or without his name in its words."""
    erased, found = year.tamas.name != TAMAS, {}
    for session in year.sessions:
        if str(year.tamas.id) in seats_of(session) and session.entries.filter(record__type="hand"):
            shown = year.secretary_client.get(session_url(session, "finale_picture")).content
            assert Image.open(BytesIO(shown)).size == (1200, 630)
            assert (TAMAS in str(year.cards[shown])) != erased
            found[session.pk] = shown
    assert found
    return found
