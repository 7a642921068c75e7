"""The layout of a club's pages: visible columns, aligned rows, no line that begins with a dot."""

import pytest

from support.catalogue import row
from support.club_factories import a_hand, recorded
from support.entry_phone import Phone, table_of
from support.money_tables import charge_fee, played
from support.planned_evenings import an_evening
from tarokk_club.club.models import Club, Player, User
from tools.lab.ux.layout import CHECK

LONG = "Wolfeschlegelsteinhausen Maximilian"
# The boxes of all elements that match and are drawn.
BOXES = """(names) => [...document.querySelectorAll(names)]
  .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().toJSON())"""


@pytest.fixture
def club(phone: Phone) -> Phone:
    """A club with a long name among its players, who played two games for money."""
    house, anna = phone.house, phone.house.players["Anna"]
    Player.objects.filter(pk=house.players["Béla"]).update(name=LONG)
    recorded(house, phone.session, a_hand(house, "Anna", "Béla"))
    played(house, Anna=12, Béla=-12)
    for game in ("danish", "taper"):
        points = {anna: 7, house.players["Béla"]: -7}
        agreed = {"type": "adjust", "points": points, "note": "az este"}
        recorded(house, table_of(house, game), agreed)
    return phone


def opened(phone: Phone, part: str, width: int) -> None:
    """Open a page of the club at this width."""
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.page.goto(f"{phone.base}/c/{phone.house.club.slug}/{part}")


def boxes(phone: Phone, names: str) -> list[dict[str, float]]:
    """Where the elements that match are."""
    found: list[dict[str, float]] = phone.page.evaluate(BOXES, names)
    return found


@row("U18")
@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 360, 390])
def test_long_name_keeps_the_figures_of_a_player_visible(club: Phone, width: int) -> None:
    opened(club, f"players/{club.house.players['Anna']}/", width)

    assert club.page.get_by_text("Wolfeschlegelsteinhausen").count()
    rooms: list[list[int]] = club.page.evaluate(
        "[...document.querySelectorAll('.scroll')].map((one) => [one.scrollWidth, one.clientWidth])"
    )
    assert rooms and all(wide <= room for wide, room in rooms), rooms


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_games_to_choose_from_are_of_one_height_in_a_line(club: Phone, width: int) -> None:
    opened(club, "standings/", width)

    heights: dict[int, set[int]] = {}
    for box in boxes(club, ".links a"):
        heights.setdefault(round(box["top"]), set()).add(round(box["height"]))
    assert heights and all(len(line) == 1 for line in heights.values()), heights


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_points_of_a_game_share_a_line_with_its_name(club: Phone, width: int) -> None:
    opened(club, f"money/players/{club.house.players['Anna']}/", width)

    lines, names = boxes(club, ".scored"), boxes(club, ".scored small")
    assert len(lines) == len(names) >= 2
    assert all(
        line["height"] < 1.6 * name["height"] for line, name in zip(lines, names, strict=True)
    )
    assert len({round(name["left" if width < 700 else "height"]) for name in names}) == 1


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 390])
def test_an_amount_of_seven_digits_squeezes_no_name(club: Phone, width: int) -> None:
    charge_fee(club.house, 1250000, "Anna", "Béla")
    opened(club, "money/", width)

    words = boxes(club, ".rows a:has(> .amount) > .grow")
    assert len(words) >= 2 and all(box["width"] >= 120 for box in words), words


@pytest.mark.ci
def test_an_archived_player_has_a_badge_and_no_further_column(club: Phone) -> None:
    opened(club, "players/", 1280)
    columns = [len(boxes(club, ".lines thead th"))]
    Player.objects.filter(pk=club.house.players["Dóra"]).update(archived_at="2026-11-01T12:00Z")
    opened(club, "players/", 1280)
    columns.append(len(boxes(club, ".lines thead th")))

    assert columns == [2, 2]
    archived = club.page.locator(".lines tr", has=club.page.locator(".badge", has_text="archived"))
    assert archived.count() == 1
    assert "Dóra" in archived.inner_text()


@pytest.mark.ci
def test_a_member_row_shows_the_linked_player(club: Phone) -> None:
    house = club.house
    Player.objects.filter(pk=house.players["Béla"]).update(user=house.bela)
    for width, words in ((1280, LONG), (390, f"plays as {LONG}")):
        opened(club, "members/", width)
        texts = club.page.locator(".lines td.prose").all_inner_texts()
        assert words in [text.strip() for text in texts]


@row("U18")
@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 360])
def test_no_line_of_a_list_begins_with_a_dot(phone: Phone, width: int) -> None:
    house = phone.house
    User.objects.filter(pk=house.anna.pk).update(language="hu")
    Club.objects.filter(pk=house.club.pk).update(language="hu")
    recorded(house, phone.session, a_hand(house))
    phone.session.table_name = "A nagy kerek asztal"
    phone.session.save()
    an_evening(house, place="Kávéház a Fő téren")
    played(house, Anna=12, Béla=-12)
    account = f"money/players/{house.players['Anna']}/"
    for part in ("", "sessions/", "calendar/", account, f"{account}statement/"):
        opened(phone, part, width)
        found = [one for one in phone.page.evaluate(CHECK) if one.startswith("dot")]
        assert found == [], part


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 360, 390, 1280])
def test_sort_arrow_is_beside_its_column_title(club: Phone, width: int) -> None:
    opened(club, "", width)
    opened(club, f"seasons/{club.session.season_id}/", width)

    (place,), (player, *_) = boxes(club, ".leaders th.rank a"), boxes(club, ".leaders th.name a")
    room: list[int] = club.page.evaluate(
        "(one) => [one.scrollWidth, one.clientWidth]", club.page.query_selector(".leaders .rank a")
    )
    assert place["right"] <= player["left"] and room[0] <= room[1]


@pytest.mark.ci
def test_titles_of_two_columns_are_on_one_line(club: Phone) -> None:
    opened(club, "settings/", 1280)

    titles = boxes(club, ".spread h2")
    top = min(box["top"] for box in titles)
    assert sorted(box["left"] for box in titles if box["top"] - top < 1)[1] > 400


# Puts a part of a page into one of the club's, where it has the club's style.
INSERT = "(html) => document.querySelector('main').insertAdjacentHTML('afterbegin', html)"


@row("U18")
@pytest.mark.ci
def test_links_of_a_warning_on_two_lines_do_not_overlap(phone: Phone) -> None:
    opened(phone, "settings/", 320)
    links = ", ".join(f"<a class='link' href='#'>Round 2, table {number}</a>" for number in "1234")
    phone.page.evaluate(INSERT, f"<p class='said warning'><span>Not closed: {links}</span></p>")

    assert len({box["top"] for box in boxes(phone, ".said a")}) > 1
    assert [one for one in phone.page.evaluate(CHECK) if one.startswith("overlap")] == []


@pytest.mark.ci
def test_the_second_line_of_a_folded_title_begins_below_its_words(phone: Phone) -> None:
    opened(phone, "settings/", 320)
    title = "<b>The evening of 28 November, with what was carried over</b>"
    phone.page.evaluate(INSERT, f"<details class='fold'><summary>{title}</summary></details>")

    starts: list[float] = phone.page.evaluate(
        "[...document.querySelector('.fold b').getClientRects()].map((line) => line.left)"
    )
    assert len(starts) > 1 and max(starts) - min(starts) <= 6, starts


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 1280])
def test_row_actions_are_at_the_end_of_the_row(phone: Phone, width: int) -> None:
    opened(phone, "settings/", width)
    line = (
        "<span class='line'><span class='grow'><b>Firefox</b><small>since May</small></span></span>"
    )
    form = "<form><button class='link'>Remove</button></form>"
    phone.page.evaluate(INSERT, f"<ul class='rows' id='phones'><li>{line}{form}</li></ul>")

    (words,), (button,) = boxes(phone, "#phones .line"), boxes(phone, "#phones button")
    assert words["right"] <= button["left"] + 1 and abs(words["top"] - button["top"]) < 12
