"""The first page of a new club on a phone: what is to be done first is read, not squeezed."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from support.club_factories import a_club, a_user
from support.entry_phone import sign_in
from tarokk_club.club.models import User

# The widths of the step's words and of the card they stand in, and the page's.
ROOM = """() => {
  const [step, card] = [".steps .grow", ".steps"].map((one) => document.querySelector(one));
  return [step.offsetWidth / card.offsetWidth, document.documentElement.scrollWidth];
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
