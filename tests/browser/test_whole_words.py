"""The longest names and words are whole in heads, choices, tables and tiles."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from support.catalogue import row
from support.club_factories import House, a_hand, a_session, recorded
from support.entry_phone import Phone
from support.guest_visits import a_guest_link, guest_url
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.models import Player, User

pytestmark = pytest.mark.ci

LONG = {
    "Anna": "Schwarzenberger Maximilian",
    "Béla": "Dr. Wolfeschlegelsteinhausen Béla",
    "Csaba": "Nagy Erzsébet ifj.",
    "Dóra": "Nagy Erzsébet id.",
}
# Words of the selected elements that are on two lines, and dots that begin a line.
TORN = r"""(selector) => {
  const torn = [], range = document.createRange();
  for (const element of document.querySelectorAll(selector)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(), last = 0; node; node = walk.nextNode()) {
      for (const word of node.data.matchAll(/[\p{L}\d]+|·/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const tops = [...range.getClientRects()].filter((box) => box.width > 1)
          .map((box) => Math.round(box.top));
        if (new Set(tops).size > 1 || (word[0] === "·" && last && tops[0] > last + 8))
          torn.push(word[0]);
        last = tops[0];
      }
    }
  }
  return torn;
}"""


@pytest.fixture
def named(house: House) -> House:
    """Anna's club, whose players have these names."""
    for short, name in LONG.items():
        Player.objects.filter(pk=house.players[short]).update(name=name)
    return house


@row("U18")
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_names_of_a_side_are_whole_above_its_figures(
    phone: Phone, named: House, width: int
) -> None:
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.session = a_session(named)
    phone.open()

    phone.choose(declarer="Anna", bid="three", partner="Csaba")

    heads = phone.page.locator(".figure.head [data-names]")
    expect(heads.first).to_contain_text("Schwarzenberger\N{NO-BREAK SPACE}· ")
    assert phone.page.evaluate(TORN, ".figure.head [data-names=ours]") == []
    sizes = heads.locator("bdi").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert len(sizes) == 4 and min(sizes) > 9.5


@row("U18")
@pytest.mark.parametrize("language", ["en", "hu", "da", "ro"])
@pytest.mark.parametrize("width", [320, 390])
def test_result_labels_have_room_around_their_text(
    phone: Phone, house: House, language: str, width: int
) -> None:
    User.objects.filter(pk=house.anna.pk).update(language=language)
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.open()

    rooms = phone.page.evaluate(
        """[...document.querySelectorAll(".row.scale label")].map((label) => {
          const range = document.createRange(), box = label.getBoundingClientRect();
          range.selectNodeContents(label.querySelector("span"));
          const text = range.getBoundingClientRect();
          return Math.min(text.left - box.left, box.right - text.right);
        })"""
    )
    assert len(rooms) == 6 and min(rooms) >= (2 if width == 320 else 3.5)


@row("U18")
def test_initials_of_guests_can_be_read_on_the_smallest_phone(phone: Phone, named: House) -> None:
    five = named.ids(*LONG, "Cili")
    session = a_session(named, players=five, dealer=five[-1])
    recorded(named, session, a_hand(named, "Anna", "Csaba"))
    phone.page.set_viewport_size({"width": 320, "height": 844})
    phone.page.goto(phone.base + guest_url(a_guest_link(named, session)))

    names = phone.page.locator(".seat bdi")
    assert {len(text) for text in names.all_inner_texts()} >= {len("N. E. ifj."), len("N. E. id.")}
    sizes = names.evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) > 9.5
    assert phone.page.evaluate(TORN, ".seat bdi") == []


@row("U18")
@pytest.mark.parametrize("width", [320, 1280])
def test_a_choice_of_players_shows_whole_words(phone: Phone, named: House, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.page.goto(phone.base + reverse("club:session_new", args=[named.club.slug]))

    expect(phone.page.locator(".tapped").get_by_text(LONG["Béla"])).to_be_visible()
    assert phone.page.evaluate(TORN, ".tapped bdi") == []


@row("U18")
@pytest.mark.parametrize("language", ["en", "ro"])
def test_a_table_of_a_round_shows_whole_words_at_a_desk(
    phone: Phone, named: House, language: str
) -> None:
    User.objects.filter(pk=named.anna.pk).update(language=language)
    tournament = a_tournament(named, 8, rounds=3)
    for session in begun(named, tournament):
        close_with_points(named, session, 12, 4, -5, -11)
    phone.page.set_viewport_size({"width": 1280, "height": 900})
    address = reverse("club:tournament", args=[named.club.slug, tournament.id])
    phone.page.goto(phone.base + address)

    assert phone.page.locator(".tables .seats").get_by_text("Wolfeschlegelsteinhausen").count()
    assert phone.page.evaluate(TORN, ".tables .seats .grow") == []


@row("U18")
@pytest.mark.parametrize("language", ["en", "hu", "da", "ro"])
@pytest.mark.parametrize("width", [320, 390])
def test_the_ratings_of_a_phone_need_no_scrolling_sideways(
    phone: Phone, named: House, language: str, width: int
) -> None:
    recorded(named, phone.session, *[a_hand(named, "Anna", "Csaba")] * 5)
    User.objects.filter(pk=named.anna.pk).update(language=language)
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.page.goto(phone.base + reverse("club:rating", args=[named.club.slug]))

    scroll = phone.page.locator(".scroll:has(.ratings)")
    expect(scroll).to_contain_text("±")
    assert scroll.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
