"""Names whose longest word has 17 letters, on phones: whole wherever there is room."""

import pytest

from support.club_factories import House, a_session
from support.entry_phone import Phone
from support.money_tables import played
from support.planned_evenings import an_evening, said
from tarokk_club.club.models import Player

LONG = {
    "Anna": "Szentgyörgyvölgyi",
    "Béla": "Szentgyörgyvölgyi Erzsébet",
    "Csaba": "Kis-Szentgyörgyvölgyi",
    "Dóra": "Szentgyörgyvölgyi-Nagy Dorottya",
}
# Each word of a name that stands on two lines; and the page where it is wider than the screen.
TORN = r"""() => {
  const found = [], range = document.createRange();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const shown = node.parentElement.checkVisibility({ visibilityProperty: true });
    if (!shown || node.parentElement.closest("svg, option, textarea, .vh")) continue;
    for (const word of node.data.matchAll(/Szentgyörgyvölgyi/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
      if (new Set(boxes.map((box) => Math.round(box.top))).size > 1)
        found.push(`torn in ${node.parentElement.parentElement.outerHTML.slice(0, 80)}`);
    }
  }
  const wide = document.documentElement.scrollWidth;
  return wide > innerWidth ? [...found, `${wide} wide`] : found;
}"""


@pytest.fixture
def named(house: House) -> House:
    """Anna's club, whose players have these names and owe each other something."""
    for short, name in LONG.items():
        Player.objects.filter(pk=house.players[short]).update(name=name)
    return house


def torn(phone: Phone, width: int) -> list[str]:
    """What of the page that is open is torn or too wide."""
    phone.page.set_viewport_size({"width": width, "height": 844})
    assert phone.page.get_by_text("Szentgyörgyvölgyi").count()
    found: list[str] = phone.page.evaluate(TORN)
    return found


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 390])
def test_a_word_of_a_name_is_whole_on_the_pages_of_a_club(
    phone: Phone, named: House, width: int
) -> None:
    played(named, Anna=12345, Béla=-7000, Csaba=-5345)
    evening = an_evening(named)
    said(named, evening, named.players["Csaba"], guests=1)
    account = f"money/players/{named.players['Anna']}/"
    parts = ("money/", account, "money/settle/", "players/", "sessions/new/", "standings/")
    for part in (*parts, "", f"calendar/{evening.id}/", f"players/{named.players['Anna']}/"):
        phone.page.goto(f"{phone.base}/c/{named.club.slug}/{part}")
        assert torn(phone, width) == [], part


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 390])
def test_a_word_of_a_name_is_whole_on_the_pages_of_a_session(
    phone: Phone, named: House, width: int
) -> None:
    phone.session = a_session(named)
    for name in ("join", "leave", "adjust", "notice", "settings", "paper_entry", "board"):
        phone.open(name)
        assert torn(phone, width) == [], name
    phone.session = played(named, Anna=12345, Béla=-7000, Csaba=-5345)
    for name in ("finale", "settlement"):
        phone.open(name)
        assert torn(phone, width) == [], name


@pytest.mark.ci
def test_the_arrow_of_a_line_stands_beside_the_amount_and_never_alone(
    phone: Phone, named: House
) -> None:
    played(named, Anna=12345, Béla=-7000, Csaba=-5345)
    phone.page.set_viewport_size({"width": 320, "height": 844})
    phone.page.goto(f"{phone.base}/c/{named.club.slug}/money/")

    lines = phone.page.evaluate(
        """[...document.querySelectorAll(".rows a:has(> .amount)")].map((line) => {
          const amount = line.querySelector(".amount").getBoundingClientRect();
          const arrow = line.querySelector("svg:last-child").getBoundingClientRect();
          const middles = [amount, arrow].map((box) => (box.top + box.bottom) / 2);
          return [arrow.left - amount.right, Math.abs(middles[0] - middles[1])];
        })"""
    )
    assert len(lines) == 3
    assert all(6 <= gap <= 14 and apart <= 2 for gap, apart in lines)
