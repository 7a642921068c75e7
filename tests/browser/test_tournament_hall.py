"""A tournament of 44 in its hall: three tables with phones, a desk with who organises, a guest.

The other tables play by the use cases that their phones would call.
"""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from uuid import UUID

import pypdfium2
import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House, a_form, a_hand, a_user, recorded
from support.entry_phone import Phone, sign_in
from support.guest_visits import a_guest_link, guest_url
from support.tournament_tables import a_tournament, draw_rounds_at_once
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.confirmations.usecases.confirmations import close_tournament_table
from tarokk_club.club.models import Entrant, Player, Role, Session, Tournament, User
from tarokk_club.club.session.queries.sessions.final_results import is_result_final
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.queries.tournament_papers import FIRST_PLACES, list_certificates
from tarokk_club.club.values.draws import DrawKind

pytestmark = pytest.mark.ci

PLAYERS, TABLES, PHONES, ROUNDS = 44, 11, 3, 2
DEALS = 4
DESK: ViewportSize = {"width": 1280, "height": 900}
POCKET: ViewportSize = {"width": 390, "height": 844}
# Two of one name as far as a narrow column shows it, and one that no line holds.
NAMES = (
    "Szentgyörgyi-Nagymihályi Erzsébet Bernadett",
    "Szentgyörgyi-Nagymihályi Erzsébet Borbála",
    "Őry Űrös",
)


class Hall:
    """Who plays where, and the browsers that are in use."""

    def __init__(self, browser: Browser, live_server: LiveServer, house: House) -> None:
        self.browser, self.live_server, self.house = browser, live_server, house
        self.open = ExitStack()
        self.complaints: list[str] = []
        self.cup = self._set_up()

    def _set_up(self) -> Tournament:
        cup = a_tournament(
            self.house, PLAYERS, rounds=ROUNDS, minutes=45, draw_kind=DrawKind.SCHEDULE
        )
        players = Player.objects.filter(club=self.house.club, entered__tournament=cup)
        for player, name in zip(players.order_by("-name"), NAMES, strict=False):
            player.name = name
            player.save()
        draw_rounds_at_once(self.house, cup)
        return cup

    def browser_of(self, user: User | None, size: ViewportSize) -> Page:
        """A page of a browser of its own, of a phone or of a desk."""
        pocket = size == POCKET
        context: BrowserContext = self.open.enter_context(
            self.browser.new_context(viewport=size, has_touch=pocket, is_mobile=pocket)
        )
        if user:
            sign_in(context, self.live_server, user)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def sessions(self) -> list[Session]:
        """The tables of the round that is played."""
        tables = load_counting_tables(self.cup)
        return [table.session for table in tables if table.round == tables[-1].round]

    def address(self, name: str, *more: object) -> str:
        """A page of the tournament."""
        told = [self.house.club.slug, self.cup.id, *more]
        return self.live_server.url + reverse(f"club:{name}", args=told)


@pytest.fixture
def hall(browser: Browser, live_server: LiveServer, house: House) -> Iterator[Hall]:
    found = Hall(browser, live_server, house)
    with found.open:
        yield found
    assert found.complaints == []


def played_by(house: House, session: Session, hands: int) -> None:
    """So many hands, which the first two seats win one after the other."""
    at_table = House(house.club, house.anna, house.bela, {seat: seat for seat in session.seats})
    first, second, third, _fourth = session.seats
    pairs = [(first, second), (second, third), (first, third), (third, first)]
    recorded(house, session, *(a_hand(at_table, *pair) for pair in pairs[:hands]))


def the_last_hand(phone: Phone, session: Session) -> None:
    """Tap it in, and close the table with its sheet, which offers nothing else any more."""
    phone.session = session
    phone.open()
    phone.choose(declarer=session.seats[0], bid="three", partner=session.seats[1], result="won")
    phone.save()
    expect(phone.page.get_by_text("All hands of this table are played")).to_be_visible()
    expect(phone.page.get_by_role("link", name="Enter hand")).to_have_count(0)
    phone.page.get_by_role("button", name="It is right: close the table").tap()
    expect(phone.page.get_by_text("Enter hand")).to_have_count(0)


def nothing_is_cut(page: Page) -> None:
    """The page is no wider than its window, and no name ends in dots."""
    page.wait_for_load_state()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    cut = """[...document.querySelectorAll('main *')].filter(one =>
        one.children.length === 0 && one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).textOverflow === 'ellipsis').map(one => one.textContent)"""
    assert page.evaluate(cut) == []


def test_forty_four_play_two_rounds(hall: Hall, tmp_path: Path) -> None:
    house, cup = hall.house, hall.cup
    desk = hall.browser_of(house.anna, DESK)
    scorers = [
        a_user(f"phone{number}", club=house.club, roles=(Role.SCORER,)) for number in range(PHONES)
    ]
    phones = [
        Phone(hall.browser_of(user, POCKET), hall.live_server, house, Session()) for user in scorers
    ]
    agreed = Entrant.objects.get(tournament=cup, player__name=NAMES[0])
    Entrant.objects.filter(pk=agreed.pk).update(full_name=True)
    guest = hall.browser_of(None, POCKET)
    link = hall.live_server.url + guest_url(a_guest_link(house, cup))

    for number in range(1, ROUNDS + 1):
        desk.goto(hall.address("tournament_round"))
        desk.get_by_role("button", name=f"Begin round {number}").dblclick()
        expect(desk.get_by_text(f"{TABLES} tables still play.")).to_be_visible()
        tables = hall.sessions()
        assert len(tables) == TABLES
        guest.goto(link)
        expect(guest.get_by_role("timer")).to_have_text(re_time())
        guest.get_by_label("Your name").fill("szentgyorgyi")
        guest.get_by_role("button", name="Find my table").tap()
        mine = guest.locator(".found")
        expect(mine).to_contain_text(NAMES[0])
        expect(mine).to_contain_text(f"Table {table_of(tables, agreed.player_id)}")
        nothing_is_cut(guest)
        for at, table in enumerate(tables):
            if at < PHONES:
                played_by(house, table, DEALS - 1)
                the_last_hand(phones[at], table)
            else:
                played_by(house, table, DEALS)
                close_tournament_table(session_id=table.id, form=a_form(house.anna))
        desk.goto(hall.address("tournament"))
        nothing_is_cut(desk)
    expect(desk.get_by_text("The tournament is over.")).to_be_visible()
    assert is_result_final(cup)
    assert_nobody_met_twice(cup)

    corrected_with_a_reason(hall, desk)
    papers(hall, desk)
    certificates_are_pdf(hall, desk, tmp_path)
    files_add_up(hall, desk, tmp_path)
    assert list(iter_findings()) == []


def re_time() -> re.Pattern[str]:
    """What is left of three quarters of an hour."""
    return re.compile(r"^(4[0-5]|3[0-9]):[0-5][0-9]$")


def table_of(tables: list[Session], player: UUID) -> int:
    """The number of the table that somebody sits at."""
    return next(at for at, one in enumerate(tables, start=1) if str(player) in one.seats)


def assert_nobody_met_twice(cup: Tournament) -> None:
    seats = [table.session.seats for table in load_counting_tables(cup)]
    pairs = [pair for table in seats for pair in combinations(sorted(table), 2)]
    assert len(pairs) == len(set(pairs)) == ROUNDS * TABLES * 6


def corrected_with_a_reason(hall: Hall, desk: Page) -> None:
    """Correct a hand after the end as the organiser: see whose places move, give a reason."""
    session = load_counting_tables(hall.cup)[0].session
    entry = session.entries.order_by("position")[0]
    address = reverse("club:entry_correct", args=[hall.house.club.slug, session.id, entry.id])
    desk.goto(hall.live_server.url + address)
    phone = Phone(desk, hall.live_server, hall.house, session)
    for name, value in {"bid": "solo", "partner": session.seats[3]}.items():
        phone.chip(name, value).click()
    desk.get_by_role("button", name="See what changes").click()
    expect(desk.get_by_text("The result of this tournament is final.")).to_be_visible()
    expect(desk.get_by_text("Place in the tournament")).to_be_visible()
    desk.get_by_role("button", name="Save the change").click()
    expect(desk.get_by_text("say why it is still being changed").first).to_be_visible()
    desk.get_by_label("Reason", exact=True).fill("a másik szólóban volt a segítő")
    desk.get_by_role("button", name="See what changes").click()
    desk.get_by_role("button", name="Save the change").click()
    desk.wait_for_url(f"**/sessions/{session.id}/")
    change = session.changes.order_by("-seq")[0]
    assert change.reason == "a másik szólóban volt a segítő" and change.effect
    assert is_result_final(hall.cup)


def papers(hall: Hall, desk: Page) -> None:
    """A page a round, a card for everybody, certificates of the first places; no name is cut."""
    given = len(list_certificates(load_standing(hall.cup), everybody=False))
    assert given >= FIRST_PLACES
    for name, leaves in (("pairings", ROUNDS), ("certificates", given)):
        desk.goto(hall.address(f"tournament_{name}"))
        expect(desk.locator(".leaf")).to_have_count(leaves)
        nothing_is_cut(desk)
    desk.goto(hall.address("tournament_cards"))
    expect(desk.locator(".cut > li")).to_have_count(PLAYERS)
    nothing_is_cut(desk)


def certificates_are_pdf(hall: Hall, desk: Page, folder: Path) -> None:
    desk.goto(hall.address("tournament_certificates") + "?who=all")
    content = saved(desk, "Certificates (PDF)", folder).read_bytes()
    pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(content)]
    assert len(pages) == PLAYERS
    whole = " ".join(" ".join(pages).split())
    assert all(name in whole for name in NAMES)


def files_add_up(hall: Hall, desk: Page, folder: Path) -> None:
    """The three files say the same as the book, and every table gave 28 table points."""
    desk.goto(hall.address("tournament"))
    results = load_standing(hall.cup).results
    worth = ROUNDS * TABLES * 28
    rows = list(
        csv.DictReader(
            io.StringIO(saved(desk, "Results as a table (CSV)", folder).read_text("utf-8-sig"))
        )
    )
    assert [row["Player"] for row in rows] == [row.name for row in results]
    assert sum(Fraction(row["Table points"]) for row in rows) == worth
    assert sum(int(row["Points"]) for row in rows) == 0
    told = json.loads(saved(desk, "(JSON)", folder).read_text())
    assert [row["points"] for row in told["results"]] == [row.total.points for row in results]
    assert sum(row["worth"] for row in told["results"]) == 100 * worth
    assert sum(len(one["tables"]) for one in told["rounds"]) == ROUNDS * TABLES
    book = zipfile.ZipFile(saved(desk, "(XLSX)", folder))
    strings = book.read("xl/sharedStrings.xml").decode()
    assert all(row.name in strings for row in results)
    sheet = book.read("xl/worksheets/sheet1.xml").decode()
    assert sheet.count("<row ") == PLAYERS + 1


def saved(desk: Page, link: str, folder: Path) -> Path:
    """The file that a link of the page leads to."""
    with desk.expect_download() as waited:
        desk.get_by_role("link", name=link).first.click()
    place = folder / waited.value.suggested_filename
    waited.value.save_as(place)
    return place
