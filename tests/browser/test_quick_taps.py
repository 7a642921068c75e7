"""The cost of a tap on the entry form before the preview is requested."""

from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import expect

from support.club_factories import House
from support.entry_phone import Phone, table_of

pytestmark = pytest.mark.ci
# Chromium lays out the page for each of these, as a form with a note may wrap its lines.
COUNT_FORMS_READ = """
window.formsRead = 0;
window.FormData = class extends FormData {
  constructor(...given) {
    super(...given);
    window.formsRead += given.length;
  }
};
"""
FIELDS_OF_FORM = """() => {
  const fields = [...new FormData(document.getElementById("entry"))];
  return fields.filter(([name]) => !["reason", "revision"].includes(name));
}"""


def test_a_tap_asks_for_the_amounts_without_laying_out_the_page(phone: Phone) -> None:
    phone.page.add_init_script(COUNT_FORMS_READ)
    phone.open()
    phone.tap("bid", "solo")

    with phone.page.expect_response("**/draft/"), phone.page.expect_response("**/preview/"):
        phone.tap("declarer", "Anna")

    assert phone.page.evaluate("window.formsRead") == 0


@pytest.mark.parametrize("path", ["preview", "draft"])
def test_a_tap_sends_all_fields_of_the_form(phone: Phone, path: str) -> None:
    phone.open()
    phone.page.locator("#note").evaluate("(note) => { note.value = 'A note.'; }")
    phone.page.locator("select").first.evaluate("(list) => { list.selectedIndex = 1; }")

    with phone.page.expect_request(f"**/{path}/") as sent:
        phone.tap("declarer", "Anna")

    fields = {(name, value) for name, value in phone.page.evaluate(FIELDS_OF_FORM)}
    assert {("note", "A note."), ("declarer", phone.house.players["Anna"])} < fields
    values = parse_qsl(sent.value.post_data or "", keep_blank_values=True)
    assert {(name, value) for name, value in values if name != "revision"} == fields


def test_details_of_an_announcement_appear_once_it_is_tapped(phone: Phone, house: House) -> None:
    phone.session = table_of(house, "magas")
    phone.open()
    steppers = phone.page.locator(".announced > .kontra output")
    opponents = phone.page.locator(".announced .by label[hidden]")
    phone.choose(declarer="Anna", partner="Csaba")
    assert (steppers.count(), opponents.count()) == (0, 0)

    phone.tap("trull_ours")
    assert (steppers.count(), opponents.count()) == (1, 2)


# Fade all marks and draw them again, without the transition between.
FADE = """(isFaded) => {
  for (const mark of document.querySelectorAll(".mark")) mark.classList.toggle("excluded", isFaded);
  return document.body.offsetHeight;
}"""


def test_fading_a_mark_lays_nothing_out(phone: Phone) -> None:
    phone.open()
    phone.tap("declarer", "Anna")
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Performance.enable")

    def count_layouts() -> int:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return int(next(one["value"] for one in metrics if one["name"] == "LayoutCount"))

    # After the last response, which changes a word of the page.
    expect(phone.page.locator(".foot [data-state=kept]")).to_be_visible()
    phone.page.evaluate(FADE, True)
    before = count_layouts()
    for is_faded in (False, True):
        phone.page.evaluate(FADE, is_faded)

    assert count_layouts() == before
