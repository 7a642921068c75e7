"""The styles of the entry: it goes without pages.css, and every mark keeps its name."""

import pytest
from playwright.sync_api import expect

from support.catalogue import row
from support.club_factories import SEATED, recorded
from support.entry_phone import Phone, table_of
from tarokk_club.club.hand.forms import ENTRY_GAMES

SELECTORS = """(part) => [...document.styleSheets]
  .filter((sheet) => !sheet.disabled && sheet.href?.includes(part))
  .flatMap(function inside(sheet) {
    return [...sheet.cssRules].flatMap((rule) =>
      rule.selectorText ? [rule.selectorText] : rule.cssRules ? inside(rule) : []);
  })"""
CLASS = r"/\.[a-z][\w-]*/g"
# Of the selectors those that speak of something on this page by a class no style of it knows.
WANTED = f"""(selectors) => {{
  const inside = ({SELECTORS})("");
  const own = new Set(inside.flatMap((one) => one.match({CLASS}) ?? []));
  const foreign = (one) => (one.match({CLASS}) ?? []).some((name) => !own.has(name));
  return selectors.filter(foreign).filter((one) => document.querySelector(one.split("::")[0]));
}}"""
WITHOUT = """() => {
  document.querySelector("link[href*='/pages.']").sheet.disabled = true;
}"""


@pytest.mark.ci
@pytest.mark.parametrize("game", sorted(ENTRY_GAMES))
def test_entry_page_needs_no_style_rule_of_other_pages(phone: Phone, game: str) -> None:
    phone.session = table_of(phone.house, game)
    phone.open("sheet")
    selectors = phone.page.evaluate(SELECTORS, "/pages.")
    phone.page.evaluate(WITHOUT)
    assert "felt" in " ".join(phone.page.evaluate(WANTED, selectors))

    phone.open()
    assert phone.page.evaluate(WANTED, selectors) == []

    # Somebody else was faster, and what was sent lacks everything.
    anna, bela = phone.house.ids(*SEATED[:2])
    adjusted = {"type": "adjust", "points": {anna: 5, bela: -5}, "note": "Agreed"}
    recorded(phone.house, phone.session, adjusted)
    phone.page.locator("#entry").evaluate("(form) => form.submit()")
    expect(phone.page.locator(".faults, .strip").first).to_be_visible()
    assert phone.page.evaluate(WANTED, selectors) == []


@row("U18")
@pytest.mark.ci
def test_the_marks_of_a_card_that_was_beaten_keep_their_name_on_the_smallest_phone(
    phone: Phone,
) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.open()
    name = phone.page.get_by_text("Pagát ultimó: played last and beaten")
    expect(name).to_be_visible()
    marks = phone.page.locator(".figure.lost .mark").all()
    left, right = (box for mark in marks if (box := mark.bounding_box()))
    between = name.bounding_box()
    assert between and left["x"] + left["width"] <= between["x"]
    assert between["x"] + between["width"] <= right["x"]
