"""Names whose longest word has 17 or 24 letters, on phones: whole wherever there is room."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from support.catalogue import row
from support.club_factories import House, a_hand, a_session, recorded
from support.entry_phone import Phone, sign_in, table_of
from support.money_tables import charge_fee, link_player, paid, played, settle_club, the_session
from support.planned_evenings import an_evening, record_answer
from tarokk_club.club.models import Player, User
from tarokk_club.club.models.money import KITTY

LONG = {
    "Anna": "Szentgyörgyvölgyi",
    "Béla": "Szentgyörgyvölgyi Erzsébet",
    "Csaba": "Kis-Szentgyörgyvölgyi",
    "Dóra": "Szentgyörgyvölgyi-Nagy Dorottya",
}
# Each word of a name that stands on two lines; and the page where it is wider than the screen,
# which a phone then shows smaller: its window is as wide as the page.
TORN = r"""([screen, name]) => {
  const found = [], range = document.createRange();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const shown = node.parentElement.checkVisibility({ visibilityProperty: true });
    if (!shown || node.parentElement.closest("svg, option, textarea, .vh")) continue;
    for (const word of node.data.matchAll(name)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
      if (new Set(boxes.map((box) => Math.round(box.top))).size > 1)
        found.push(`torn in ${node.parentElement.parentElement.outerHTML.slice(0, 80)}`);
    }
  }
  const wide = document.documentElement.scrollWidth;
  return wide > screen ? [...found, `${wide} wide`] : found;
}"""


@pytest.fixture
def named(house: House) -> House:
    """Anna's club with players of these names and open balances."""
    for short, name in LONG.items():
        Player.objects.filter(pk=house.players[short]).update(name=name)
    return house


def torn(phone: Phone, width: int, word: str = "Szentgyörgyvölgyi") -> list[str]:
    """What of the page that is open is torn or too wide."""
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.page.wait_for_load_state()
    assert phone.page.get_by_text(word).count()
    found: list[str] = phone.page.evaluate(TORN, [width, word])
    return found


@row("U18")
@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 390])
def test_a_word_of_a_name_is_whole_on_the_pages_of_a_club(
    phone: Phone, named: House, width: int
) -> None:
    played(named, Anna=12345, Béla=-7000, Csaba=-5345)
    evening = an_evening(named)
    record_answer(named, evening, named.players["Csaba"], guests=1)
    account = f"money/players/{named.players['Anna']}/"
    parts = ("money/", account, "money/settle/", "players/", "sessions/new/", "standings/")
    for part in (*parts, "", f"calendar/{evening.id}/", f"players/{named.players['Anna']}/"):
        phone.page.goto(f"{phone.base}/c/{named.club.slug}/{part}")
        assert torn(phone, width) == [], part


@row("U18")
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


# Each word of a name at a place: how large its letters are, on how many lines it stands, and how
# far it reaches out of its column.
WORDS = r"""(where) => {
  const found = [], range = document.createRange();
  for (const name of document.querySelectorAll(where)) {
    if (!name.checkVisibility({ visibilityProperty: true })) continue;
    const column = name.parentElement.getBoundingClientRect();
    for (const word of name.firstChild.data.matchAll(/[\p{L}\u00AD]+/gu)) {
      range.setStart(name.firstChild, word.index);
      range.setEnd(name.firstChild, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
      found.push({
        word: word[0].replaceAll("\u00AD", ""),
        size: parseFloat(getComputedStyle(name).fontSize),
        lines: new Set(boxes.map((box) => Math.round(box.top))).size,
        out: Math.max(...boxes.map((box) => box.right)) - column.right,
      });
    }
  }
  return found;
}"""
LONGER = LONG | {"Béla": "Wolfeschlegelsteinhausen"}


@pytest.fixture
def longer(house: House) -> House:
    """The same with a word of 24 letters among the names."""
    for short, name in LONGER.items():
        Player.objects.filter(pk=house.players[short]).update(name=name)
    return house


def words(phone: Phone, where: str) -> list[dict[str, Any]]:
    """Return the texts of the elements, which include a name of each length."""
    found: list[dict[str, Any]] = phone.page.evaluate(WORDS, where)
    assert {"Szentgyörgyvölgyi", "Wolfeschlegelsteinhausen"} <= {one["word"] for one in found}
    return found


@row("U18")
@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_names_on_seats_chips_and_above_a_hand_are_whole_and_can_be_read(
    phone: Phone, longer: House, width: int
) -> None:
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.session = a_session(longer)
    (hand,) = recorded(longer, phone.session, a_hand(longer, "Béla", "Csaba"))

    for page, where in (
        (("sheet",), ".felt .seat bdi"),
        (("hand_new",), ".seats bdi"),
        (("hand", hand.entry_id), ".postings thead bdi"),
    ):
        phone.open(*page)
        for one in words(phone, where):
            assert one["lines"] == 1 and one["size"] >= 7.5 and one["out"] <= 1, (page, one)


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("game", ["paskievics", "danish"])
def test_names_above_columns_of_figures_are_never_smaller_than_can_be_read(
    phone: Phone, longer: House, width: int, game: str
) -> None:
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.session = table_of(longer, game)
    points = {longer.players["Anna"]: 5, longer.players["Béla"]: -5}
    recorded(longer, phone.session, {"type": "adjust", "points": points, "note": "az este"})
    places = [("sheet", ".heads bdi")] + [("hand_new", ".names bdi")] * (game == "danish")

    for name, where in places:
        phone.open(name)
        for one in words(phone, where):
            assert one["size"] > 9.5 and one["out"] <= 1, (name, one)


@row("U18")
@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", "hu", "da", "ro"])
def test_a_word_of_24_letters_is_whole_on_the_leaderboard(
    phone: Phone, longer: House, language: str
) -> None:
    session = played(longer, Anna=12, Béla=-7, Csaba=-5)
    User.objects.filter(pk=longer.anna.pk).update(language=language)
    phone.page.goto(phone.base + reverse("club:season", args=[longer.club.slug, session.season_id]))

    for width in (320, 390):
        assert torn(phone, width, "Wolfeschlegelsteinhausen") == [], width


@row("U18")
@pytest.mark.ci
def test_no_page_is_wider_than_the_smallest_phone_for_a_long_name(
    phone: Phone, longer: House
) -> None:
    session = played(longer, Anna=12345, Béla=-7000, Csaba=-5345)
    charge_fee(longer, 300, "Béla")
    paid(longer, "Béla", KITTY, 200)
    settlement = settle_club(longer, the_session(session))
    an_open = a_session(longer)
    recorded(longer, an_open, a_hand(longer, "Béla", "Csaba"))
    phone.page.set_viewport_size({"width": 320, "height": 844})

    for name, *part in (
        *(("kitty",), ("facts",), ("settle",), ("settled", settlement.id)),
        *(("played_evening", session.date), ("settlement", an_open.id)),
        ("season", session.season_id),
    ):
        address = reverse(f"club:{name}", args=[longer.club.slug, *part])
        phone.page.goto(phone.base + address)
        assert phone.page.get_by_text("Wolfeschlegelsteinhausen").count(), name
        phone.page.evaluate(
            "for (const one of document.querySelectorAll('details')) one.open = true"
        )
        assert phone.page.evaluate("document.documentElement.scrollWidth") == 320, name


@row("U18")
@pytest.mark.ci
@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_the_hand_before_is_offered_by_whole_names_above_the_button(
    phone: Phone, longer: House, size: tuple[int, int]
) -> None:
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.session = a_session(longer)
    recorded(longer, phone.session, a_hand(longer, "Béla", "Dóra"))
    phone.open()

    name = phone.page.locator(".repeat bdi")
    expect(name).to_contain_text("Dorottya")
    low, top = phone.page.evaluate(
        """() => [document.querySelector(".repeat"), document.querySelector(".foot .go")]
          .map((one, at) => one.getBoundingClientRect()[at ? "top" : "bottom"])"""
    )
    assert low <= top
    assert name.evaluate("(one) => getComputedStyle(one).overflow") == "visible"


@pytest.mark.parametrize("width", [320, 390])
def test_a_name_of_broad_letters_is_whole_at_the_table(
    phone: Phone, house: House, width: int
) -> None:
    Player.objects.filter(pk=house.players["Anna"]).update(name="Bartholomew Cholmondeley")
    for name in ("sheet", "hand_new"):
        phone.open(name)
        assert torn(phone, width, "Bartholomew") == [], name


@pytest.mark.parametrize("width", [320, 390])
def test_payers_message_fits_beside_a_long_name(phone: Phone, named: House, width: int) -> None:
    played(named, Anna=12345, Béla=-7000, Csaba=-5345)
    plan = settle_club(named)
    link_player(named, named.bela, "Béla")
    User.objects.filter(pk=named.bela.pk).update(language="hu")
    sign_in(phone.page.context, phone.live_server, named.bela)
    phone.page.goto(f"{phone.base}/c/{named.club.slug}/money/settlements/{plan.id}/")
    phone.page.get_by_role("button", name="Kifizettem").click()
    expect(phone.page.get_by_text("még nincs megerősítve")).to_be_visible()

    assert torn(phone, width) == []


FOOT = """() => {
  const all = [...document.querySelectorAll("#preview .sum :is(bdi, b)")];
  const boxes = all.map((one) => one.getBoundingClientRect());
  const columns = [...document.querySelectorAll("#preview .sum > span")]
    .map((one) => one.getBoundingClientRect());
  const met = boxes.some((a, at) => boxes.slice(at + 1).some((b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 8));
  const button = document.querySelector(".foot .go").getBoundingClientRect();
  return {
    letters: Math.min(...all.filter((one) => one.localName === "b")
      .map((one) => parseFloat(getComputedStyle(one).fontSize))),
    names: Math.min(...all.filter((one) => one.localName === "bdi")
      .map((one) => parseFloat(getComputedStyle(one).fontSize))),
    cut: all.filter((one) => one.scrollWidth > one.clientWidth + 1).length,
    out: boxes.filter((box) => box.left < 0 || box.right > innerWidth).length,
    met, count: all.length, button: innerHeight - button.top,
    rows: new Set(columns.map((box) => Math.round(box.top))).size,
    widths: new Set(columns.map((box) => Math.round(box.width))).size,
    under: all.every((one, at) => at % 2 === 0 || boxes[at].top >= boxes[at - 1].bottom - 1),
  };
}"""


@pytest.mark.ci
@row("U33")
@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 844)])
@pytest.mark.parametrize("seats", [4, 5])
def test_the_foot_of_the_entry_is_one_row_of_equal_columns_and_its_button_stays(
    phone: Phone, house: House, size: tuple[int, int], seats: int
) -> None:
    at_table = house.ids(*(*LONG, "Cili")[:seats])
    phone.session = a_session(house, players=at_table, dealer=at_table[-1])
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})

    def foot() -> dict[str, float]:
        expect(phone.page.locator("#preview")).to_contain_text("Sum: 0")
        found: dict[str, float] = phone.page.evaluate(FOOT)
        return found

    phone.open()
    phone.choose(declarer=at_table[0], bid="solo", partner=at_table[1], result="won")
    short = foot()
    for one, name in (*LONG.items(), ("Cili", "Donaudampfschifffahrtsgesellschaftskapitän")):
        Player.objects.filter(pk=house.players[one]).update(name=name)
    # What was tapped is kept and comes back.
    phone.open()
    long = foot()

    for found in (short, long):
        assert found["letters"] >= 12 and not found["out"] and not found["met"]
        assert found["names"] > 9.5 and not found["cut"]
        assert found["count"] == 2 * seats
        assert (found["rows"], found["widths"], found["under"]) == (1, 1, True)
    assert long["button"] == short["button"]


@pytest.mark.ci
@pytest.mark.parametrize("name", ["finale", "settlement"])
def test_an_amount_below_the_points_of_a_long_name_is_one_line(
    phone: Phone, named: House, name: str
) -> None:
    phone.session = played(named, Anna=12345, Béla=-7000, Csaba=-5345)
    phone.page.set_viewport_size({"width": 320, "height": 844})
    phone.open(name)

    lines = phone.page.locator(".board td:last-child small").evaluate_all(
        """(all) => all.map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
        })"""
    )
    assert len(lines) >= 3 and set(lines) == {1}


@pytest.mark.ci
def test_arrow_of_a_session_never_wraps_away_from_its_names(phone: Phone, longer: House) -> None:
    Player.objects.filter(pk=longer.players["Béla"]).update(name="Schwarzenberger-Hochstadt")
    players = longer.ids("Anna", "Béla", "Csaba", "Dóra")
    session = a_session(longer, players=players, dealer=players[-1])
    points = {players[0]: 14199, players[1]: -14199}
    recorded(longer, session, {"type": "adjust", "points": points, "note": "az este"})
    recorded(longer, session, a_hand(longer, "Csaba", "Dóra"))
    phone.page.set_viewport_size({"width": 320, "height": 844})
    phone.page.goto(f"{phone.base}/c/{longer.club.slug}/")

    row = phone.page.locator(".rows a").filter(has=phone.page.locator(".tops"))
    words, arrow = (row.locator(part).bounding_box() for part in (".grow", "svg:last-child"))
    assert words and arrow
    assert words["y"] < arrow["y"] < words["y"] + words["height"]
    assert words["x"] + words["width"] <= arrow["x"]


@pytest.mark.ci
def test_arrow_of_a_line_never_wraps_away_from_the_amount(phone: Phone, named: House) -> None:
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


# The room between the name of a row and what is below it, and below that to the end of the row.
ROOM = """(selector) => [...document.querySelectorAll(selector)].map((row) => {
  const range = document.createRange();
  range.selectNodeContents(row.querySelector("a"));
  const name = range.getBoundingClientRect(), all = row.getBoundingClientRect();
  range.selectNodeContents(row.querySelectorAll("td:not(:empty)")[1]);
  const below = range.getBoundingClientRect();
  return [below.top - name.bottom, name.top - all.top, all.bottom - below.bottom];
})"""


@pytest.mark.ci
@row("U18")
@pytest.mark.parametrize("part", ["players", "members"])
def test_the_second_line_of_a_person_is_close_to_a_name_of_one_line_or_two(
    phone: Phone, named: House, part: str
) -> None:
    User.objects.filter(pk=named.bela.pk).update(name="Dr. Kis-Szentgyörgyvölgyi Erzsébet Mária")
    phone.page.set_viewport_size({"width": 320, "height": 844})
    phone.page.goto(f"{phone.base}/c/{named.club.slug}/{part}/")

    room = phone.page.evaluate(ROOM, ".lines tbody tr")
    assert len(room) >= 2
    assert all(0 <= between <= 8 for between, _over, _under in room), room
    assert all(8 <= over <= 20 and 8 <= under <= 20 for _between, over, under in room), room
