"""The form that the sheet fetches in advance opens at once, but an outdated one gives way."""

import contextlib
import re
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.contrib.sessions.models import Session as SignIn
from django.core.signals import request_started
from playwright.sync_api import Page, expect

from support.catalogue import row
from support.club_factories import House, a_hand, recorded
from support.offline_phone import CellarPhone, evaluate
from tarokk_club.club.models import Entry, Session

# The key of the stored form; the worker opens it until something drops it.
STORED_KEY = """async (path) => {
  const stored = await (await caches.open("pages")).match(path);
  return /name="key" value="([^"]+)"/.exec(await stored.text())[1];
}"""
# The sheet no longer polls, as between two polls.
STOP_POLLS = "document.querySelector('[data-live]').removeAttribute('hx-trigger'),"
STOP_POLLS += " htmx.process(document.querySelector('[data-live]'))"
# A reloaded page loses this mark.
MARK, IS_MARKED = "window.isMarked = true", "() => window.isMarked === true"


def form_path(cellar: CellarPhone) -> str:
    """Return the path of the form of the next hand."""
    return cellar.sheet.removeprefix(cellar.base) + "hand/"


def open_sheet(cellar: CellarPhone) -> str:
    """Open the sheet and wait until its form is held; return the key of that form."""
    cellar.open_sheet()
    cellar.page.wait_for_load_state("networkidle")
    # The first sheet was opened without the worker.
    cellar.page.goto(cellar.sheet)
    cellar.page.wait_for_load_state("networkidle")
    return stored_key(cellar)


def stored_key(cellar: CellarPhone) -> str:
    """Return the key of the stored form."""
    return str(evaluate(cellar.page, STORED_KEY, form_path(cellar)))


def key_on(page: Page) -> str:
    """Return the key of the form on screen."""
    return page.locator("#entry > [name=key]").input_value()


def open_form(cellar: CellarPhone) -> None:
    """Tap the button of the sheet and wait for the form."""
    cellar.page.locator(".foot a.go").tap()
    expect(cellar.page.locator("#entry")).to_be_attached()


@contextlib.contextmanager
def delayed_forms(cellar: CellarPhone) -> Iterator[Callable[[], None]]:
    """Delay the responses with the form until the yielded function is called."""
    path, released = form_path(cellar), threading.Event()

    def wait(environ: dict[str, str], **_more: object) -> None:
        if environ["PATH_INFO"] == path and environ["REQUEST_METHOD"] == "GET":
            released.wait(20)

    request_started.connect(wait)
    try:
        yield released.set
    finally:
        released.set()
        request_started.disconnect(wait)


@row("R12")
def test_the_form_opens_without_waiting_for_the_network_and_only_once(
    cellar: CellarPhone,
) -> None:
    key = open_sheet(cellar)
    with delayed_forms(cellar) as release:
        open_form(cellar)
        assert key_on(cellar.page) == key
        cellar.page.evaluate(MARK)
        release()
        cellar.page.wait_for_load_state("networkidle")
    assert cellar.page.evaluate(IS_MARKED)

    cellar.page.reload()
    assert key_on(cellar.page) != key
    cellar.enter("Anna", "Csaba")
    cellar.expect_saved(1)
    assert Entry.objects.count() == 1


@row("R14")
def test_a_hand_of_another_phone_between_two_polls_replaces_the_form(
    cellar: CellarPhone, house: House, session: Session
) -> None:
    key = open_sheet(cellar)
    cellar.page.evaluate(STOP_POLLS)
    recorded(house, session, a_hand(house, "Csaba", "Béla"))
    with delayed_forms(cellar) as release:
        open_form(cellar)
        assert key_on(cellar.page) == key
        release()
        expect(cellar.page.locator(".bar h1")).to_have_text("Hand 2")
    assert key_on(cellar.page) != key


@row("R14")
def test_taps_before_the_response_stay_and_saving_asks(
    cellar: CellarPhone, house: House, session: Session
) -> None:
    open_sheet(cellar)
    cellar.page.evaluate(STOP_POLLS)
    recorded(house, session, a_hand(house, "Csaba", "Béla"))
    with delayed_forms(cellar) as release:
        open_form(cellar)
        cellar.page.evaluate(MARK)
        cellar.choose(declarer="Anna", bid="three", partner="Csaba", result="won")
        release()
        cellar.page.wait_for_load_state("networkidle")
    assert cellar.page.evaluate(IS_MARKED)

    cellar.save()
    expect(cellar.page.locator("h1")).to_have_text("The same hand, or another?")
    assert Entry.objects.count() == 1


@row("R14")
def test_a_newer_sheet_drops_the_form_of_the_older_one(
    cellar: CellarPhone, house: House, session: Session
) -> None:
    key = open_sheet(cellar)
    recorded(house, session, a_hand(house, "Csaba", "Béla"))
    expect(cellar.page.locator(".foot a.go")).to_have_text("Enter hand 2")
    with delayed_forms(cellar) as release:
        cellar.page.locator(".foot a.go").tap(no_wait_after=True)
        release()
        expect(cellar.page.locator(".bar h1")).to_have_text("Hand 2")
    assert key_on(cellar.page) != key


@row("S67")
def test_the_form_is_not_shown_after_signing_out_in_another_tab(cellar: CellarPhone) -> None:
    open_sheet(cellar)
    cellar.page.evaluate(STOP_POLLS)
    paths: list[str] = []
    with contextlib.closing(cellar.page.context.new_page()) as other:
        other.goto(cellar.base + "/accounts/logout/")
        other.get_by_role("button", name="Sign out").tap()
        other.wait_for_url("**/accounts/login/**")
        cellar.page.on("framenavigated", lambda frame: paths.append(frame.url))
        cellar.page.locator(".foot a.go").tap()
        cellar.page.wait_for_url("**/accounts/login/**")

    assert [urlsplit(path).path for path in paths] == ["/accounts/login/"]


@row("S67")
def test_stored_form_yields_to_the_sign_in_page_after_signing_out_elsewhere(
    cellar: CellarPhone,
) -> None:
    open_sheet(cellar)
    cellar.page.evaluate(STOP_POLLS)
    SignIn.objects.all().delete()

    cellar.page.locator(".foot a.go").tap()
    expect(cellar.page).to_have_url(re.compile("/accounts/login/"))


@pytest.mark.parametrize("path", ["/me/", "/appearance/?language=hu"])
def test_another_page_drops_the_form(cellar: CellarPhone, path: str) -> None:
    key = open_sheet(cellar)
    with contextlib.closing(cellar.page.context.new_page()) as other:
        other.goto(cellar.base + path)
    open_form(cellar)

    assert key_on(cellar.page) != key


def test_form_with_values_of_the_previous_hand_comes_from_the_server(
    cellar: CellarPhone,
) -> None:
    key = open_sheet(cellar)
    cellar.page.goto(cellar.base + form_path(cellar) + "?again")

    assert key_on(cellar.page) != key
