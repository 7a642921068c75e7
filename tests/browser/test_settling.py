"""Settling an evening in cash on a phone, tap by tap."""

import pytest
from playwright.sync_api import Page, expect

from support.catalogue import row
from support.entry_phone import Phone
from support.money_tables import played, read_open

pytestmark = pytest.mark.ci


def _press(phone: Phone, name: str) -> None:
    """One tap on a button or on a link that looks like one."""
    page: Page = phone.page
    button, link = page.get_by_role("button", name=name), page.get_by_role("link", name=name)
    phone.press(button.or_(link).first)


@row("U03")
def test_t9_an_evening_of_four_is_settled_with_five_taps(phone: Phone) -> None:
    session = played(phone.house, Anna=12, Béla=-7, Csaba=-8, Dóra=3)
    phone.session = session
    phone.open("settlement")

    _press(phone, "Settle this evening")
    expect(phone.page.get_by_role("heading", name="Settle up")).to_be_visible()
    assert phone.wide_or_small(390) == []
    _press(phone, "Settle it this way")
    expect(phone.page.get_by_role("heading", name="Settlement 1")).to_be_visible()
    assert phone.wide_or_small(390) == []
    for left in (2, 1, 0):
        _press(phone, "Mark as paid")
        buttons = phone.page.get_by_role("button", name="Mark as paid", exact=True)
        expect(buttons).to_have_count(left)

    assert phone.taps == 5
    assert read_open(phone.house) == {}


def test_all_payments_are_marked_after_a_preview_and_undone_at_once(phone: Phone) -> None:
    played(phone.house, Anna=12, Béla=-7, Csaba=-8, Dóra=3)
    phone.page.goto(f"{phone.base}/c/{phone.house.club.slug}/money/")

    for name in ("Settle up", "Settle it this way", "All of it is paid"):
        _press(phone, name)
    expect(phone.page.get_by_role("heading", name="All of it is paid")).to_be_visible()
    assert phone.wide_or_small(390) == []
    assert len(read_open(phone.house)) == 4
    _press(phone, "Mark 3 payments as paid")

    expect(phone.page.locator(".badge", has_text="Paid")).to_have_count(3)
    assert read_open(phone.house) == {}
    _press(phone, "Undo all of it")
    expect(phone.page.get_by_text("3 payments are undone by counter-entries.")).to_be_visible()
    expect(phone.page.locator(".badge", has_text="Paid")).to_have_count(0)
    assert len(read_open(phone.house)) == 4


def test_no_page_about_money_is_wider_than_the_smallest_phone(phone: Phone) -> None:
    played(phone.house, Anna=12345, Béla=-7000, Csaba=-5345)
    phone.page.set_viewport_size({"width": 320, "height": 640})
    account = f"players/{phone.house.players['Anna']}/"
    parts = ["", "settle/", "payments/new/", "fees/new/", "facts/", "kitty/", "rules/", account]
    parts += ["files/", f"{account}statement/", "settle/?what=range&currency=HUF"]
    for part in parts:
        phone.page.goto(f"{phone.base}/c/{phone.house.club.slug}/money/{part}")
        assert phone.wide_or_small(320) == [], part


def test_a_reminder_is_shared_as_text(phone: Phone) -> None:
    played(phone.house, Anna=5, Béla=-5)
    phone.page.add_init_script("navigator.share = async (one) => { window.shared = one; }")
    account = f"money/players/{phone.house.players['Béla']}/"
    phone.page.goto(f"{phone.base}/c/{phone.house.club.slug}/{account}")

    phone.unfold("Remind the player")
    assert phone.wide_or_small(390) == []
    _press(phone, "Share the reminder")

    shared = phone.page.evaluate("window.shared")
    assert shared["text"].startswith("Dear Béla") and shared["text"].endswith(account)
    assert "url" not in shared


def test_points_are_aligned_with_the_other_figures_of_their_column(phone: Phone) -> None:
    played(phone.house, Anna=12345, Béla=-7000, Csaba=-5345)
    phone.page.goto(f"{phone.base}/c/{phone.house.club.slug}/money/settle/")

    starts = phone.page.locator(".balances tbody tr:first-child td:nth-child(even)").evaluate_all(
        """(all) => all.map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one.querySelector(".scored") ?? one);
          return Math.round(range.getBoundingClientRect().left);
        })"""
    )
    assert len(starts) >= 3 and len(set(starts)) == 1
