"""The real site is killed while hands are entered; tab and browser are closed; nothing is lost."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Error, Page, Route, expect

from support.catalogue import row
from support.club_factories import SEATED
from support.entry_phone import create_club
from support.offline_phone import PAIRS, await_ready, expect_waiting
from support.served import Served, free_port, served

pytestmark = pytest.mark.ci


class Browser:
    """A browser with a folder of its own, so that it can be closed and opened again."""

    def __init__(self, kind: BrowserType, folder: Path, options: dict[str, Any]) -> None:
        self.kind = kind
        self.folder = folder
        self.options = options

    @contextlib.contextmanager
    def opened(self) -> Iterator[Page]:
        """The browser's one page."""
        context: BrowserContext = self.kind.launch_persistent_context(self.folder, **self.options)
        context.set_default_timeout(15_000)
        try:
            yield context.pages[0]
        finally:
            context.close()


@pytest.fixture
def browser_of_her_own(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    tmp_path: Path,
) -> Browser:
    """A phone's browser."""
    return Browser(
        browser_type, tmp_path / "browser", browser_type_launch_args | browser_context_args
    )


def begin(page: Page, url: str) -> str:
    """Found a club and seat four players; the address of the sheet."""
    page.goto(url)
    create_club(page)
    for name in SEATED:
        page.get_by_role("button", name=name).tap()
    page.get_by_role("button", name="Deal the first hand").tap()
    expect(page.locator(".turn")).to_contain_text("deals")
    await_ready(page)
    return page.url


def enter(page: Page, declarer: str, partner: str) -> None:
    """A plain hand, by the names on the chips."""
    for group, choice in (("declarer", declarer), ("partner", partner)):
        page.locator(f"[data-group={group}] label", has_text=choice).tap()
    page.locator("label", has=page.locator("[name=bid][value=three]")).tap()
    page.locator("label", has=page.locator("[name=result][value=won]")).tap()
    page.locator(".foot .go").tap()


def booked(var: Path) -> list[tuple[str, str]]:
    """Declarer and partner of every hand in the book, in order."""
    with contextlib.closing(sqlite3.connect(var / "club.sqlite3")) as book:
        return book.execute(
            "SELECT d.name, p.name FROM club_entry AS e"
            " JOIN club_player AS d ON d.id = replace(e.record ->> '$.declarer', '-', '')"
            " JOIN club_player AS p ON p.id = replace(e.record ->> '$.partner', '-', '')"
            " ORDER BY e.position"
        ).fetchall()


def kill(site: Served) -> None:
    """No good-bye, as when the plug is pulled."""
    site.process.kill()
    site.process.wait()


@row("R35")
def test_five_hands_outlive_the_server_the_tab_and_a_lost_answer(
    browser_of_her_own: Browser, tmp_path: Path
) -> None:
    var, port = tmp_path / "var", free_port()
    with served(var, port=port) as site, browser_of_her_own.opened() as page:
        sheet = begin(page, f"http://127.0.0.1:{port}/")
        kill(site)
        page.locator(".foot .go").tap()
        for place, pair in enumerate(PAIRS[:2], start=1):
            enter(page, *pair)
            expect_waiting(page, place)
    with browser_of_her_own.opened() as page:
        page.goto(sheet)
        expect_waiting(page, 2)
        page.locator(".foot .go").tap()
        for place, pair in enumerate(PAIRS[2:], start=3):
            enter(page, *pair)
            expect_waiting(page, place)
        lost: list[int] = []
        # A server that is not there answers nothing, and nothing is lost by that.
        page.route("**/outbox/", lambda route: lose_one(route, lost))
        with served(var, port=port):
            expect(page.locator("#waiting")).to_be_hidden(timeout=60_000)
            assert lost == [200]
            assert booked(var) == PAIRS
            page.goto(sheet)
            expect(page.locator(".hands > li")).to_have_count(5)


def lose_one(route: Route, lost: list[int]) -> None:
    """The first hand is booked, but the phone never hears of it."""
    post = route.request.method == "POST"
    if post and not lost:
        with contextlib.suppress(Error):
            lost.append(route.fetch().status)
        route.abort()
    else:
        route.continue_()
