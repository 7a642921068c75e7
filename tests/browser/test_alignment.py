"""Adjacent controls and names are aligned, and names are legible."""

from uuid import uuid4

import pytest
from playwright.sync_api import ViewportSize, expect

from support.club_factories import PASSED_OUT, SEATED, House, a_hand, a_session, recorded
from support.entry_phone import Phone
from tarokk_club.club.hand.usecases import DraftSubmission, save_draft
from tarokk_club.club.models import Player
from tools.lab.ux.layout import CHECK

pytestmark = pytest.mark.ci

DESK: ViewportSize = {"width": 1280, "height": 900}
WIDTH = "(one) => one.getBoundingClientRect().width"
TOPS = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))"
LINES = "(one) => one.getClientRects().length"
SIZES = "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
# How far the middle of each name of a hand's table is from the middle of its column.
ASIDE = """(all) => all.map((name) => {
  const [inner, cell] = [name, name.closest("th")].map((one) => one.getBoundingClientRect());
  return Math.abs(inner.left + inner.right - cell.left - cell.right) / 2;
})"""


def test_the_controls_of_a_form_at_a_desk_are_on_one_line(phone: Phone) -> None:
    page = phone.page
    page.set_viewport_size(DESK)
    phone.open("settings")
    assert page.locator("form > .field:has(> :is(input, select)):visible").count() > 1
    assert page.evaluate(CHECK) == []

    page.context.clear_cookies()
    page.goto(f"{phone.base}/accounts/login/")
    assert page.locator("form > .field:has(> input):visible").count() == 2
    assert page.evaluate(CHECK) == []


def test_cards_beside_each_other_begin_with_their_names_on_one_line(phone: Phone) -> None:
    phone.page.set_viewport_size(DESK)
    phone.open("settings")

    names = phone.page.locator(".row.cards label > span:visible")
    assert names.count() > 1
    assert len(set(names.evaluate_all(TOPS))) == 1


def test_the_sheet_is_as_wide_before_the_first_points_as_after(phone: Phone, house: House) -> None:
    page = phone.page
    page.set_viewport_size(DESK)
    phone.open("sheet")
    expect(page.locator("#live > .empty")).to_be_visible()
    widths = [page.locator(".felt").evaluate(WIDTH)]
    for hand in (PASSED_OUT, a_hand(house)):
        recorded(house, phone.session, hand)
        phone.open("sheet")
        widths.append(page.locator(".felt").evaluate(WIDTH))

    assert len(set(widths)) == 1
    line, rows = page.locator(".heads").evaluate(WIDTH), page.locator(".hands").evaluate(WIDTH)
    assert line == rows, "the line below the names ends with the rows"


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_name_of_eleven_letters_among_five_can_be_read(
    phone: Phone, house: House, width: int
) -> None:
    Player.objects.filter(pk=house.players["Anna"]).update(name="Christopher")
    seats = house.ids(*SEATED, "Cili")
    phone.session = a_session(house, players=seats, dealer=seats[1])
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.open()

    names = phone.page.locator(".seats bdi:visible")
    assert names.count() >= 5
    assert min(names.evaluate_all(SIZES)) >= 9


def test_names_of_a_hand_are_above_their_columns(phone: Phone, house: House) -> None:
    for place, name in enumerate(SEATED):
        longest = f"Schwarzenberger {'ABCD'[place]}."
        Player.objects.filter(pk=house.players[name]).update(name=longest)
    saved = recorded(house, phone.session, a_hand(house))[-1]
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.open("hand", saved.entry_id)

    names = phone.page.locator(".postings thead bdi")
    assert names.count() == 4
    assert max(names.evaluate_all(ASIDE)) <= 2
    title = phone.page.locator(".log li").first.text_content() or ""
    assert "\N{NO-BREAK SPACE}· " in title and " · Schwarz" not in title


def test_the_button_of_a_takeover_is_as_wide_as_others_at_a_desk(
    phone: Phone, house: House
) -> None:
    sketch = DraftSubmission(key=uuid4(), revision=0, record={"type": "hand"}, device="elsewhere")
    save_draft(session_id=phone.session.id, by=house.anna, submitted=sketch)
    phone.page.set_viewport_size(DESK)
    phone.open()

    button = phone.page.get_by_role("button", name="Take over")
    assert button.evaluate(WIDTH) >= 24 * 16


def test_the_line_for_a_day_of_several_tables_has_the_whole_width(
    phone: Phone, house: House
) -> None:
    for _ in range(2):
        recorded(house, a_session(house), a_hand(house))
    phone.page.set_viewport_size(DESK)
    phone.page.goto(f"{phone.base}/c/{house.club.slug}/sessions/")

    whole, rows = (phone.page.locator(one) for one in (".rows > .whole", ".rows.many"))
    assert whole.count() == 1
    assert rows.evaluate(WIDTH) - whole.evaluate(WIDTH) <= 2


def test_a_long_name_on_the_wall_breaks_with_a_hyphen(phone: Phone, house: House) -> None:
    Player.objects.filter(pk=house.players["Anna"]).update(name="Schwarzenberger")
    recorded(house, phone.session, a_hand(house))
    phone.page.set_viewport_size(DESK)
    phone.open("board")

    name = phone.page.locator(".who bdi").first
    assert "\N{SOFT HYPHEN}" in (name.text_content() or "")
