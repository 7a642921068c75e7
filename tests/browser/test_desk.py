"""A desk of 1,280: the pages use its width, and a phone fetches nothing of it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from support.catalogue import row
from support.club_factories import PASSED_OUT, SEATED, a_hand, recorded
from support.entry_phone import Phone
from support.planned_evenings import an_evening, record_answer
from tarokk_club.club.models import Player

BOX = "(name) => document.querySelector(name).getBoundingClientRect().toJSON()"
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
LONG = "Wolfeschlegelsteinhausenbergerdorff"
# Places whose name is broken, or goes beyond the rail, which a row that is too narrow would too.
WIDER = """(names) => [...document.querySelectorAll(names)].filter((one) => {
  const text = [...one.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
  const letters = document.createRange();
  letters.selectNodeContents(text);
  const lines = [...letters.getClientRects()].filter((line) => line.width > 1);
  const room = one.closest("nav").getBoundingClientRect();
  return lines.length > 1 || lines.some((line) => line.right > room.right - 4);
}).map((one) => one.textContent.trim())"""
# What is written beyond its column, or beyond the box around it.
BEYOND = """(names) => [...document.querySelectorAll(names)].filter((one) => {
  const letters = document.createRange();
  letters.selectNodeContents(one);
  const cell = getComputedStyle(one).display === "inline" ? one.parentElement : one;
  const [text, room] = [letters, cell].map((part) => part.getBoundingClientRect());
  return text.left < room.left - 1 || text.right > room.right + 1;
}).map((one) => one.textContent.trim())"""

# Whether two blocks of a page stand beside each other.
BESIDE = """() => {
  const all = [...document.querySelectorAll("main :is(section, .rows, .card, .fold)")];
  const boxes = all.map((one) => one.getBoundingClientRect());
  return boxes.some((a) => boxes.some((b) =>
    b.left >= a.right && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 20));
}"""


@pytest.fixture
def desk(phone: Phone) -> Iterator[Phone]:
    """The same browser, as wide as a desk's."""
    recorded(phone.house, phone.session, a_hand(phone.house), PASSED_OUT)
    phone.page.set_viewport_size({"width": 1280, "height": 900})
    yield phone


@pytest.fixture
def crowd(desk: Phone) -> Phone:
    """Six columns after changes at the table, with five digits and the longest of names."""
    house, (anna, bela, csaba, dora) = desk.house, desk.house.ids(*SEATED)
    Player.objects.filter(pk=house.players["Cili"]).update(name=LONG)
    six = str(Player.objects.create(club=house.club, name="Zsófia").pk)
    recorded(
        house,
        desk.session,
        {"type": "join", "player": house.players["Cili"], "after": dora},
        {"type": "leave", "player": bela},
        {"type": "join", "player": six, "after": anna},
        {"type": "adjust", "points": {anna: -88888, csaba: 88888}, "note": "Agreed"},
    )
    return desk


@pytest.mark.ci
@pytest.mark.parametrize(
    ("name", "texts", "least"),
    [
        ("sheet", ".seat b, .seat bdi, .heads bdi, .hands .amount", 20),
        ("hand_new", ".aside .heads bdi, .aside .totals .amount", 12),
        ("board", ".who b, .scores strong", 10),
    ],
)
def test_six_columns_of_five_digits_and_the_longest_name_keep_to_their_room(
    crowd: Phone, name: str, texts: str, least: int
) -> None:
    crowd.open(name)
    crowd.page.wait_for_load_state("networkidle")

    assert crowd.page.locator(texts).count() >= least
    assert crowd.page.evaluate(BEYOND, texts) == []
    assert not crowd.page.evaluate(SIDEWAYS)


@pytest.mark.ci
def test_the_board_breaks_no_short_name_for_a_large_sum(crowd: Phone) -> None:
    crowd.open("board")

    heights = crowd.page.locator(".who b").evaluate_all(
        "(all) => Object.fromEntries(all.map((one) =>"
        " [one.textContent.trim(), one.getClientRects().length]))"
    )
    assert heights["Anna"] == heights["Csaba"] == 1


@pytest.mark.ci
def test_the_seats_are_chosen_over_the_whole_width(crowd: Phone) -> None:
    crowd.page.goto(f"{crowd.base}/c/{crowd.session.club.slug}/sessions/new/")

    expect(crowd.page.locator("#seats .tapped button")).to_have_count(6)
    assert box(crowd.page, "#seats")["width"] >= 0.95 * box(crowd.page, "#head")["width"]
    assert crowd.page.evaluate(BEYOND, ".tapped bdi") == []


@pytest.mark.ci
def test_the_rail_has_room_for_the_place_that_is_open(desk: Phone) -> None:
    slug = desk.session.club.slug
    for language in ("en", "hu", "da", "ro"):
        desk.page.context.add_cookies(
            [{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": desk.base}]
        )
        desk.page.goto(f"{desk.base}/c/{slug}/standings/")
        expect(desk.page.locator(".places [aria-current]")).to_be_visible()
        assert desk.page.evaluate(WIDER, ".places a") == [], language
        # A narrower rail would break one: what is looked for is seen.
        desk.page.evaluate("() => document.body.style.setProperty('--rail', '6rem')")
        assert desk.page.evaluate(WIDER, ".places a") != [], language


@pytest.mark.ci
def test_a_search_over_a_list_is_one_line(desk: Phone) -> None:
    for number in range(12):
        Player.objects.create(club=desk.house.club, name=f"Player {number}")
    desk.page.goto(f"{desk.base}/c/{desk.session.club.slug}/players/")
    search = desk.page.get_by_text("Search", exact=True)
    expect(desk.page.locator(".seek")).to_be_hidden()
    search.click()

    field, button = box(desk.page, ".seek .field"), box(desk.page, ".seek .btn")
    assert field["top"] < button["top"] < field["bottom"] and button["width"] < 400


@pytest.mark.ci
def test_the_choice_of_a_game_has_the_width_of_the_page(desk: Phone) -> None:
    desk.page.goto(f"{desk.base}/c/{desk.session.club.slug}/sessions/new/")

    players, games = box(desk.page, "#seats"), box(desk.page, ".row:has([name=game])")
    assert (games["left"], games["right"]) == (players["left"], players["right"])


def box(page: Page, name: str) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(BOX, name)
    return found


def test_entry_form_has_columns_beside_the_sheet(desk: Phone) -> None:
    desk.open("hand_new")
    page = desk.page

    expect(page.locator(".aside .hands > li")).to_have_count(2)
    bid, figures = box(page, '[data-group="declarer"]'), box(page, ".figures")
    amounts, sheet = box(page, ".foot"), box(page, ".aside")
    assert bid["right"] < figures["left"] and figures["right"] < sheet["left"]
    assert amounts["left"] >= bid["right"] and amounts["right"] <= sheet["left"]
    assert amounts["bottom"] <= 900
    # A line of the sheet keeps no more room than its words, unlike a figure's row of marks.
    assert box(page, ".aside .hands .subject")["height"] < 48
    assert not page.evaluate(SIDEWAYS)
    # From what was chosen on the left the keyboard goes on to the figures, then to the button.
    order = page.evaluate(
        """() => ['[name="declarer"]', ".figures input", ".foot .go", ".aside a"].map((one) =>
            [...document.querySelectorAll("a, input, button")].indexOf(
              document.querySelector(one)))"""
    )
    assert order == sorted(order)


@pytest.mark.ci
def test_pencil_of_a_note_is_in_its_line_beside_the_entry(desk: Phone) -> None:
    anna, bela, *_others = desk.house.ids(*SEATED)
    adjusted = {"type": "adjust", "points": {anna: -5, bela: 5}, "note": "Agreed"}
    recorded(desk.house, desk.session, adjusted)
    desk.open("hand_new")

    expect(desk.page.locator(".aside .noted")).to_have_count(1)
    words = box(desk.page, ".aside .words:has(.noted)")
    assert words["height"] < 30 and box(desk.page, ".aside .noted svg")["left"] > words["left"]


@pytest.mark.ci
def test_a_phone_asks_for_no_sheet_beside_the_entry(phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda one: asked.append(one.url))

    phone.open("hand_new")
    phone.page.wait_for_load_state("networkidle")

    assert not [url for url in asked if "/beside/" in url or "desk" in url]
    expect(phone.page.locator(".aside")).to_be_hidden()


@pytest.mark.ci
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 900)])
def test_the_menu_of_a_session_is_whole_without_scrolling(
    phone: Phone, width: int, height: int
) -> None:
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open("sheet")

    phone.page.locator(".more > summary").tap()

    menu = box(phone.page, ".more nav")
    assert menu["top"] >= 0
    assert phone.page.evaluate(
        "(() => { const menu = document.querySelector('.more nav');"
        " return menu.scrollHeight <= menu.clientHeight + 1; })()"
    )
    small = phone.page.locator(".menu a").evaluate_all(
        "(all) => all.filter((one) => one.getBoundingClientRect().height < 47.9).length"
    )
    assert small == 0
    expect(phone.page.get_by_role("link", name="Close the session")).to_be_in_viewport()


@row("U12")
@pytest.mark.ci
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768), (1920, 1080)])
def test_the_board_keeps_its_digits_beside_hands_and_curve(
    desk: Phone, width: int, height: int
) -> None:
    for _ in range(4):
        recorded(desk.house, desk.session, a_hand(desk.house))
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.open("board")

    sizes = desk.page.locator(".scores strong").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    # A digit is about seven tenths as high as its letters are large.
    assert len(sizes) == 4 and all(size * 0.7 >= height * 0.08 for size in sizes)
    chart = box(desk.page, ".wall .chart")
    assert chart["height"] >= height * 0.1 and chart["bottom"] <= height
    assert desk.page.evaluate("document.documentElement.scrollHeight") <= height


@pytest.mark.ci
def test_a_list_is_looked_through_without_a_new_page(desk: Phone) -> None:
    desk.page.goto(f"{desk.base}/c/{desk.session.club.slug}/sessions/")
    desk.page.get_by_text("Find sessions").click()
    desk.page.evaluate("window.stays = true")

    desk.page.get_by_label("Game").select_option("danish")
    desk.page.get_by_role("button", name="Show these").click()

    expect(desk.page.get_by_text("No matching sessions.")).to_be_visible()
    assert "game=danish" in desk.page.url
    assert desk.page.evaluate("window.stays")
    desk.page.get_by_role("link", name="Show all").click()
    expect(desk.page.locator(".rows.many > li")).to_have_count(1)


@pytest.mark.ci
def test_the_calendar_and_an_evening_are_no_column_of_a_phone(desk: Phone) -> None:
    evening = an_evening(desk.house)
    for name in ("Csaba", "Dóra"):
        record_answer(desk.house, evening, desk.house.players[name])
    for part in ("", f"{evening.id}/"):
        desk.page.set_viewport_size({"width": 1280, "height": 900})
        desk.page.goto(f"{desk.base}/c/{desk.house.club.slug}/calendar/{part}")
        assert desk.page.evaluate(BESIDE), part
        desk.page.set_viewport_size({"width": 390, "height": 844})
        assert not desk.page.evaluate(BESIDE), part


@pytest.mark.ci
def test_the_sheet_is_as_wide_after_one_hand_as_later(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 1280, "height": 900})
    widths = []
    for _number in range(2):
        recorded(phone.house, phone.session, a_hand(phone.house))
        phone.open("sheet")
        expect(phone.page.locator(".beside .chart")).to_be_visible()
        widths.append(box(phone.page, ".felt")["width"])

    assert widths[0] == widths[1]
    assert box(phone.page, ".beside")["width"] >= 350, "the curve can be read"


@pytest.mark.ci
def test_beside_the_entry_the_line_is_below_the_totals(desk: Phone) -> None:
    desk.open()
    expect(desk.page.locator(".aside .totals")).to_be_visible()

    line = "(one) => parseFloat(getComputedStyle(one).borderBottomWidth)"
    assert desk.page.locator(".aside .totals").evaluate(line) == 1
    assert desk.page.locator(".aside .heads").evaluate(line) == 0
