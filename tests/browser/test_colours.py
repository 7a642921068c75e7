"""U16: what `ux colours` calls hard to see, on pages made for it and on the main pages."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from support.catalogue import row
from support.club_factories import House, a_hand, recorded
from support.entry_phone import Phone
from tools.lab.ux.colours import CHECK, DEFICIENCIES, find_faults, find_illegible_figures

GOOD = (
    "<meta name='viewport' content='width=device-width'><body style='background: #fff'>"
    "<p style='color: #333'>Words</p><input style='border: 2px solid #555'>"
    "<p><b class='plus'>+4</b> <b class='minus'>−4</b></p><button disabled>Idle</button>"
)
# As light as each other: only who sees red and green tells them apart.
ALIKE = (
    "<body style='background: rgb(0 128 0)'><p><b class='plus' "
    "style='font-size: 40px; color: rgb(228 0 0)'>+4</b></p>"
)


@pytest.fixture
def judge(page: Page) -> Iterator[Page]:
    other = page.context.new_page()
    yield other
    other.close()


@row("U16")
@pytest.mark.ci
@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ("<p style='color: #777'>Words</p>", "faint words"),
        ("<p style='opacity: .5'>Words</p>", "faint words"),
        ("<div style='background: #000'><p style='color: #333'>Words</p></div>", "faint words"),
        ("<input style='border: 1px solid #ccc'>", "faint edge"),
        ("<svg><path d='M0 0L9 9' fill='none' stroke='#bbb'/></svg>", "faint graphic"),
        ("<p><b class='minus'>4</b></p>", "colour alone"),
    ],
)
def test_detects_each_fault(page: Page, html: str, fault: str) -> None:
    page.set_content(GOOD + html)

    assert [one.partition(":")[0] for one in page.evaluate(CHECK)] == [fault]


@row("U16")
def test_good_page_has_no_faults(page: Page) -> None:
    page.set_content(GOOD)

    assert page.evaluate(CHECK) == []


@row("U16")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_page_without_a_background_uses_the_browsers(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.set_content(
        "<meta name='color-scheme' content='light dark'>"
        "<p style='color: light-dark(#1d1a16, #f2ede2)'>Words</p>"
        "<p style='color: light-dark(#ddd, #333)'>Faint</p>"
    )

    (fault,) = page.evaluate(CHECK)
    assert fault.startswith("faint words: p “Faint”")


@row("U16")
@pytest.mark.ci
def test_detects_a_figure_illegible_for_the_colour_blind(page: Page, judge: Page) -> None:
    page.set_content(ALIKE)
    assert [
        one.partition(":")[0] for one in find_illegible_figures(page, judge, "achromatopsia")
    ] == ["unread"]

    page.set_content(GOOD)
    assert [one for eyes in DEFICIENCIES for one in find_illegible_figures(page, judge, eyes)] == []


@row("U16")
@pytest.mark.ci
@pytest.mark.parametrize("name", ["sheet", "hand_new", "settlement", "standings", "club"])
def test_the_main_pages_in_every_theme(phone: Phone, house: House, judge: Page, name: str) -> None:
    recorded(house, phone.session, a_hand(house))
    if name in {"standings", "club"}:
        phone.page.goto(phone.base + reverse(f"club:{name}", args=[house.club.slug]))
    else:
        phone.open(name)

    assert [(look, what) for look, what in find_faults(phone.page, judge) if what] == []
