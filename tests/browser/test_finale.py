"""The end of a session on a phone: the result is sent on by the phone's own sharing."""

import pytest

from support.club_factories import END, a_hand, recorded
from support.entry_phone import Phone

pytestmark = pytest.mark.ci
# What a phone that can share files gives a page.
CATCHES = """
  navigator.share = async (one) => {
    window.shared = { ...one, files: (one.files || []).map((file) => [file.type, file.size]) };
  };
  navigator.canShare = () => true;
"""
# The strict policy lets no test wait for a text that is run as script.
WAITS = """async () => {
  while (!window.shared) await new Promise((go) => setTimeout(go, 50));
  return window.shared.files;
}"""


@pytest.fixture
def ended(phone: Phone) -> Phone:
    recorded(phone.house, phone.session, a_hand(phone.house), END)
    phone.page.add_init_script(CATCHES)
    phone.open("finale")
    phone.unfold("Tell others how it ended")
    return phone


def test_the_result_is_shared_as_text_and_as_a_picture(ended: Phone) -> None:
    page = ended.page
    page.get_by_role("button", name="Share the result").tap()
    text = page.evaluate("window.shared.text")
    page.evaluate("window.shared = null")
    page.get_by_role("button", name="Share the picture").tap()
    files = page.evaluate(WAITS)

    assert "1. A. +1" in text and "Anna" not in text
    (kind, size), *others = files
    assert (kind, others) == ("image/png", [])
    assert size > 5_000


def test_the_end_is_not_wider_than_the_smallest_phone(ended: Phone) -> None:
    ended.page.set_viewport_size({"width": 320, "height": 640})

    assert ended.wide_or_small(320) == []
