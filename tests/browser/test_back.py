"""Going back after saving: the form is empty, and a repeated hand needs a confirmation."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from support.club_factories import House
from support.entry_phone import Phone
from tarokk_club.club.models import Entry, User

# What is chosen besides what a fresh form has chosen.
CHOSEN = """() => [...document.querySelectorAll("#entry input:checked")]
  .filter((one) => one.name !== "then" && !one.defaultChecked).length"""

# The seat and the name of each player that the form would send, as the buttons write them.
SEATS = """() => [...document.querySelectorAll("select[name^=seat_]")]
  .filter((one) => one.value)
  .map((one) => `${one.value}\n${one.labels[0].textContent.trim()}`)"""


def saved(phone: Phone) -> None:
    phone.open()
    phone.choose(declarer="Anna", bid="three", partner="Csaba", result="won")
    phone.save()


def test_back_leads_to_the_sheet_and_not_to_a_filled_form(phone: Phone, page: Page) -> None:
    phone.open("sheet")
    saved(phone)
    expect(page.get_by_text("Hand 1 is saved.")).to_be_visible()

    page.go_back()

    expect(page.locator("#entry")).to_have_count(0)
    assert Entry.objects.count() == 1


def test_saving_straight_to_the_next_hand_is_remembered(phone: Phone, page: Page) -> None:
    phone.open()
    page.locator("label:has([name=then][value=next])").tap()
    phone.choose(declarer="Anna", bid="three", partner="Csaba", result="won")
    phone.save()

    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert page.evaluate(CHOSEN) == 0
    assert User.objects.get(username="anna").next_hand


@pytest.mark.parametrize("choice", ["again", "drop"])
def test_same_hand_is_confirmed_by_the_user(phone: Phone, page: Page, choice: str) -> None:
    saved(phone)
    expect(page.get_by_text("Hand 1 is saved.")).to_be_visible()
    saved(phone)

    expect(page.get_by_role("heading", name="The same hand, or another?")).to_be_visible()
    assert Entry.objects.count() == 1
    words = "Another hand" if choice == "again" else "The same hand"
    page.get_by_role("button", name=words).first.tap()

    expect(page.locator("#sheet, .sheet").first).to_be_visible()
    assert Entry.objects.count() == (2 if choice == "again" else 1)


def test_back_to_a_new_session_shows_the_seats_that_it_sends(
    phone: Phone, page: Page, house: House
) -> None:
    start = phone.base + reverse("club:session_new", args=[house.club.slug])
    page.goto(start)
    page.locator("[data-clear-seats]").tap()
    for name in ("Dóra", "Csaba", "Béla", "Anna"):
        page.locator(".tapped button", has_text=name).tap()
    page.goto(start.replace("sessions/new/", "players/"))

    page.go_back()
    page.wait_for_load_state("networkidle")

    shown = page.locator(".tapped [aria-pressed=true]").all_inner_texts()
    assert sorted(shown) == sorted(page.evaluate(SEATS))


def test_back_to_a_new_session_loads_the_rules_of_the_chosen_game(
    phone: Phone, page: Page, house: House
) -> None:
    start = phone.base + reverse("club:session_new", args=[house.club.slug])
    page.goto(start)
    if page.locator("details.last-time").count():
        page.locator("details.last-time > summary").tap()
    page.locator("label:has([name=game][value=danish])").tap()
    expect(page.get_by_text("This game seats 3 to 4.")).to_be_visible()
    page.goto(start.replace("sessions/new/", "players/"))

    page.go_back()

    expect(page.locator("[name=game][value=danish]")).to_be_checked()
    expect(page.get_by_text("This game seats 3 to 4.")).to_be_visible()
