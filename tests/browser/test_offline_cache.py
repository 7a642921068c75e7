"""Pages that a phone caches, with their styles, and none fetched twice."""

import re

import pytest
from django.core.signals import request_started
from playwright.sync_api import expect

from support.catalogue import row
from support.club_factories import House
from support.offline_phone import (
    BARE,
    CellarPhone,
    await_ready,
    box,
    evaluate,
    expect_waiting,
    wait_until_stored,
)
from tarokk_club.club.models import Entry, User

pytestmark = pytest.mark.ci
# What protects the page that is kept, and the one that the site would answer now.
POLICIES = """async (path) => {
  const kept = await caches.match(path);
  return [kept, await fetch(path)].map((one) => one.headers.get("Content-Security-Policy"));
}"""


@row("U22")
def test_first_visited_page_is_cached_without_a_second_request(
    cellar: CellarPhone,
) -> None:
    form = cellar.sheet.removeprefix(cellar.base) + "hand/"
    asked: list[str] = []

    def note(environ: dict[str, str], **_more: object) -> None:
        if environ["PATH_INFO"] == form:
            asked.append(environ["REQUEST_METHOD"])

    request_started.connect(note)
    cellar.open()
    wait_until_stored(cellar.page, form)
    request_started.disconnect(note)
    assert asked == ["GET"]
    here, now = cellar.page.evaluate(POLICIES, form)
    assert here == now != ""

    cellar.network(on=False)
    cellar.page.reload()
    cellar.enter("Anna", "Csaba")
    expect_waiting(cellar.page, 1)
    cellar.network(on=True)
    expect_waiting(cellar.page, 0)
    assert Entry.objects.count() == 1


def test_a_page_is_requested_while_its_worker_starts_and_only_once(cellar: CellarPhone) -> None:
    path = cellar.sheet.removeprefix(cellar.base)
    preloads: list[str | None] = []

    def note(environ: dict[str, str], **_more: object) -> None:
        if environ["PATH_INFO"] == path:
            preloads.append(environ.get("HTTP_SERVICE_WORKER_NAVIGATION_PRELOAD"))

    cellar.open_sheet()
    await_ready(cellar.page)
    request_started.connect(note)
    cellar.page.goto(cellar.sheet)
    request_started.disconnect(note)

    assert preloads == ["true"]


@row("U10")
def test_cached_page_keeps_its_styles_when_the_worker_changes(cellar: CellarPhone) -> None:
    page = cellar.page
    cellar.open_sheet()
    for look in ("dark", "light"):
        page.goto(cellar.base + "/appearance/")
        page.locator(f"label:has([name=theme][value={look}])").tap()
        with page.expect_navigation():
            page.locator(".foot .go").tap()
        page.goto(cellar.base + "/")
        page.wait_for_function(
            "async (look) => (await caches.keys()).every("
            "(name) => !name.startsWith('shell-') || name.endsWith(look))",
            arg=look,
        )
        bare, shells = evaluate(page, BARE)
        assert (bare, len(shells)) == ([], 1)


@pytest.mark.parametrize("language", ["da", "en", "hu", "ro"])
def test_script_formats_times_like_the_pages(
    cellar: CellarPhone, house: House, language: str
) -> None:
    User.objects.filter(pk=house.anna.pk).update(language=language)
    page = cellar.page
    # An hour of one digit, which Hungarian browsers write as one.
    page.clock.set_fixed_time("2026-12-01T05:07:00Z")
    cellar.let_wait(1)
    expect(box(page).locator("[data-at]")).to_contain_text(re.compile(r" \d\d:\d\d$"))
    page.goto(cellar.sheet)
    expect(page.locator("[data-live-state] time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
