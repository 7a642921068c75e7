"""The paper twin in a browser: lines that outlive a reload, and one sheet of A4."""

import pypdfium2
import pytest
from django.conf import settings
from playwright.sync_api import expect

from support.catalogue import row
from support.club_factories import a_form, a_session
from support.entry_phone import Phone
from tarokk_club.club.models import User
from tarokk_club.club.paper.usecases import record_paper_sheet
from tarokk_club.club.people.usecases.players import add_player

LINES = "A 3 C XX 52 tr+\npass\nB 2 X 44"


@row("U30")
@pytest.mark.ci
def test_typed_lines_outlive_a_reload_and_lead_to_the_fault(phone: Phone) -> None:
    page = phone.page
    phone.open("paper_entry")
    page.get_by_label("The sheet, one line a hand").fill(LINES)
    page.reload()
    area = page.get_by_label("The sheet, one line a hand")
    expect(area).to_have_value(LINES)

    page.get_by_role("button", name="Check the lines").tap()
    page.get_by_role("button", name="Go there").tap()

    expect(area).to_be_focused()
    chosen = area.evaluate("it => it.value.slice(it.selectionStart, it.selectionEnd)")
    assert chosen == "X 44"
    area.fill(LINES.replace("X 44", "D 44"))
    page.get_by_role("button", name="Check the lines").tap()
    page.get_by_role("button", name="Save 3 hands").tap()
    expect(page.get_by_text("The sheet is saved.")).to_be_visible()
    phone.open("paper_entry")
    expect(page.get_by_label("The sheet, one line a hand")).to_have_value("")


HEAVY = "A 3 C XIX !tr:A*1 !pu:A k1 t8:B 58 tr+ pu:A+ xxi:A>B"
PLAIN = "B 2 C 40"
# With a letter before it the longest name that a player can have.
LONG = ("Wolfeschlegelsteinhausenbergerdorff " * 3)[:77].strip()
TYPED = LONG.replace(" ", "_")


def added(phone: Phone, name: str) -> str:
    return str(add_player(club_id=phone.house.club.id, form=a_form(), name=name).id)


@row("U30")
@pytest.mark.ci
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_thirty_hands_of_six_are_one_page_and_one_to_type_in(phone: Phone, language: str) -> None:
    people = {letter: added(phone, f"{letter} {LONG}") for letter in "ABCDEF"}
    seats = [people[letter] for letter in "ABCD"]
    session = a_session(phone.house, rules={}, players=seats, dealer=seats[0])
    came = [f"join {letter}_{TYPED} A" for letter in "EF"]
    between = [came[0], "leave E", came[1], "leave F"]
    lines = [*between, *[HEAVY, PLAIN, HEAVY] * 10]
    record_paper_sheet(session_id=session.id, form=a_form(), lines="\n".join(lines))
    User.objects.update(language=language)
    phone.session = session
    phone.open("paper")

    document = pypdfium2.PdfDocument(phone.page.pdf(prefer_css_page_size=True))

    assert len(document) == 2
    first, second = (page.get_textpage().get_text_range() for page in document)
    assert "30" in first and "!tr" not in first
    assert second.count("!tr") == 20


@row("U30")
@pytest.mark.ci
def test_thirty_danish_hands_are_one_page_and_one_to_type_in(phone: Phone) -> None:
    seats = phone.house.ids("Anna", "Béla", "Csaba")
    session = a_session(phone.house, game="danish", rules={}, players=seats, dealer=seats[0])
    lines = ["tp11:B cf.h:C kl:A u:B A=30 B=22 C=26"] * 30
    record_paper_sheet(session_id=session.id, form=a_form(), lines="\n".join(lines))
    phone.session = session
    phone.open("paper")

    document = pypdfium2.PdfDocument(phone.page.pdf(prefer_css_page_size=True))

    assert len(document) == 2
