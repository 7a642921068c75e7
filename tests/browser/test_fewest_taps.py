"""Row U03: how much is tapped and typed until a new club has its first hand, and then its next."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import SEATED
from support.entry_phone import Phone, report_taps
from tarokk_club.club.models import Posting, User

pytestmark = pytest.mark.ci

MAX_TAPS, MAX_KEYS = 18, 110


class Newcomer:
    """A user with a phone; taps and keystrokes are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = self.keys = 0

    def press(self, target: Locator) -> None:
        """Tap an element."""
        target.scroll_into_view_if_needed()
        target.tap()
        self.taps += 1

    def go(self, name: str) -> None:
        """Tap a button, or a link that looks like one."""
        button = self.page.get_by_role("button", name=name)
        self.press(button.or_(self.page.get_by_role("link", name=name)).first)

    def write(self, label: str, text: str) -> None:
        """Type a text into a field, which is tapped first if it has no focus."""
        field = self.page.get_by_label(label)
        expect(field).to_be_visible()
        self.page.wait_for_load_state()
        if not field.evaluate("(field) => field === document.activeElement"):
            self.press(field)
        self.page.keyboard.type(text)
        self.keys += len(text)

    def choose(self, name: str, value: str) -> None:
        """Tap a chip by its value, or a player by name."""
        chip = f"label:has([name={name}])"
        if value in SEATED:
            self.press(self.page.locator(chip, has_text=value).first)
        else:
            self.press(self.page.locator(f"label:has([name={name}][value={value}])"))


@row("U03")
def test_the_first_hand_of_a_fresh_site(page: Page, live_server: LiveServer) -> None:
    somebody = Newcomer(page)
    page.goto(live_server.url)
    somebody.write("Name of the club", "Kossuth Tarokk Klub")
    somebody.write("Your name", "Anna Kertész")
    somebody.write("Password", "cellar light green")
    somebody.go("Found the club")
    somebody.go("Add players")
    somebody.write("New players", ", ".join(SEATED))
    somebody.go("Add the player")
    somebody.go("Start a session")
    for name in SEATED:
        somebody.press(page.locator(".tapped button", has_text=name))
    somebody.go("Deal the first hand")
    somebody.go("Enter hand 1")
    for choice in ("declarer Anna", "bid three", "partner Csaba", "result won"):
        somebody.choose(*choice.split())
    somebody.go("Save hand 1")

    expect(page.get_by_text("Hand 1 is saved.")).to_be_visible()
    report_taps(somebody.taps, somebody.keys)
    assert Posting.objects.count() == 1
    assert somebody.taps <= MAX_TAPS
    assert somebody.keys <= MAX_KEYS


@row("U03")
def test_a_plain_hand_straight_to_the_next(phone: Phone) -> None:
    User.objects.filter(pk=phone.house.anna.pk).update(next_hand=True)
    phone.open()

    for number, (declarer, partner) in enumerate((("Anna", "Csaba"), ("Béla", "Dóra")), start=1):
        phone.taps = 0
        phone.choose(declarer=declarer, bid="three", partner=partner, result="won")
        phone.save()
        expect(phone.page.get_by_role("button", name=f"Save hand {number + 1}")).to_be_visible()
        assert phone.taps == 5
    assert Posting.objects.count() == 2
