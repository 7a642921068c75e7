"""The first pages of a new club on a phone: all texts have room."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House, a_club, a_user
from support.entry_phone import sign_in
from tarokk_club.club.models import Club, User

# The widths of the step's words and of the card they stand in, and the page's.
ROOM = """() => {
  const [step, card] = [".steps .grow", ".steps"].map((one) => document.querySelector(one));
  return [step.offsetWidth / card.offsetWidth, document.documentElement.scrollWidth];
}"""


# The letters of what a list has chosen, and the room for them before its arrow.
CHOSEN = """(select) => {
  const words = document.createElement("span"), worn = getComputedStyle(select);
  words.textContent = select.selectedOptions[0].text;
  Object.assign(words.style, { position: "absolute", whiteSpace: "pre" });
  for (const part of ["fontFamily", "fontSize", "fontWeight"]) words.style[part] = worn[part];
  document.body.append(words);
  return [words.offsetWidth, select.clientWidth - 2 * parseFloat(worn.paddingInlineStart) - 16];
}"""


@pytest.mark.parametrize("width", [320, 390])
def test_the_first_step_has_room_for_its_words_beside_its_button(
    page: Page, live_server: LiveServer, width: int
) -> None:
    founder = a_user("anna")
    User.objects.filter(pk=founder.pk).update(language="hu")
    club = a_club("Zugló", founder)
    sign_in(page.context, live_server, founder)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{live_server.url}/c/{club.slug}/")

    words, wide = page.evaluate(ROOM)

    assert words > 0.5
    assert wide == width
    assert page.locator(".steps .btn").is_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_the_currency_of_a_session_is_read_whole(
    page: Page, live_server: LiveServer, house: House, width: int
) -> None:
    User.objects.filter(pk=house.anna.pk).update(language="da")
    Club.objects.filter(pk=house.club.pk).update(currency="RON")
    sign_in(page.context, live_server, house.anna)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{live_server.url}/c/{house.club.slug}/sessions/new/")

    letters, room = page.locator("select[name=currency]").evaluate(CHOSEN)

    assert 50 < letters <= room
