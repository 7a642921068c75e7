"""A real browser subscribes by a button, displays notices in the worker, and unsubscribes."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.db import connection
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserType
from pytest_django.fixtures import Settings

from support.notices_house import a_notified_house, with_both_ways
from support.push_receiver import HOST, Browser, plain
from support.served import served
from tarokk_club.accounts.passwords import ClubArgon2Hasher
from tools.dev.certificate import create_self_signed_certificate

pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="it serves an SQLite file"),
]
SHOWN = """navigator.serviceWorker.ready.then((ready) => ready.getNotifications())
  .then((all) => all.map((one) => [one.title, one.body, one.data.url]))"""
# Chromium's own service is out of reach here, so a fake subscription answers.
ANSWERS = """
const made = {
  toJSON: () => ({ endpoint: "%s", keys: { p256dh: "%s", auth: "%s" } }),
  unsubscribe: async () => { localStorage.gone = "yes"; return true; },
};
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  localStorage.key = applicationServerKey;
  return made;
};
PushManager.prototype.getSubscription = async () => (localStorage.key ? made : null);
"""


@pytest.mark.usefixtures("transactional_db")
def test_a_phone_allows_shows_and_forgets(
    settings: Settings,
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    whole_browser: str,
    tmp_path: Path,
) -> None:
    with_both_ways(settings)
    notified = a_notified_house()
    # The site knows no weak hashes, as tests use them.
    hasher = ClubArgon2Hasher()
    notified.bela.password = hasher.encode("kalandos pagat", hasher.salt())
    notified.bela.save()
    var = tmp_path / "var"
    var.mkdir()
    source, target = connection.settings_dict["NAME"], var / "club.sqlite3"
    with closing(sqlite3.connect(source)) as book, closing(sqlite3.connect(target)) as copy:
        book.backup(copy)
    certificate, key = create_self_signed_certificate(tmp_path)
    arguments = ("--cert", str(certificate), "--key", str(key))
    own: dict[str, Any] = {"SECRET_KEY": site.SECRET_KEY}
    with served(var, *arguments, migrated=False, **own) as running:
        # A worker wants a certificate that is trusted.
        flags = [*browser_type_launch_args["args"], "--ignore-certificate-errors"]
        with browser_type.launch(executable_path=whole_browser, args=flags) as browser:
            check_phone(browser, f"https://localhost:{running.port}")
        running.stop()
    shutil.rmtree(var)


def check_phone(browser: Chromium, address: str) -> None:
    phone = Browser()
    said = ANSWERS % (f"https://{HOST}/x", plain(phone.point), plain(phone.secret))
    context = browser.new_context(ignore_https_errors=True, permissions=["notifications"])
    page = context.new_page()
    page.add_init_script(said)
    page.goto(f"{address}/accounts/login/?next=/me/notices/")
    page.fill("[name=login]", "bela")
    page.fill("[name=password]", "kalandos pagat")
    page.press("[name=password]", "Enter")
    page.click("#this-phone button")
    page.locator("[data-this-phone]").wait_for()
    assert page.locator("#this-phone").is_hidden()
    _delivered(page, address, '{"title":"Zugló","body":"A plan","url":"/me/","tag":"t"}')
    page.wait_for_function(f"({SHOWN}).then((all) => all.length)")
    assert page.evaluate(SHOWN) == [["Zugló", "A plan", "/me/"]]
    page.click("[data-this-phone] button")
    page.locator("#this-phone button").wait_for()
    assert page.locator("[data-this-phone]").count() == 0
    assert page.evaluate("localStorage.gone") == "yes"
    context.close()


def _delivered(page: Any, address: str, text: str) -> None:
    """As the browser's service would hand it over."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    talk = page.context.new_cdp_session(page)
    found: list[Any] = []
    talk.on("ServiceWorker.workerRegistrationUpdated", lambda said: found.append(said))
    talk.send("ServiceWorker.enable")
    for _again in range(300):
        if any(said["registrations"] for said in found):
            break
        page.wait_for_timeout(100)
    newest = next(said for said in reversed(found) if said["registrations"])
    which = newest["registrations"][-1]["registrationId"]
    sent = {"origin": address, "registrationId": which, "data": text}
    talk.send("ServiceWorker.deliverPushMessage", sent)
