"""The paper twin in a browser: lines that outlive a reload, and one sheet of A4."""

import re

import pytest
from playwright.sync_api import expect

from support.club_factories import a_form, a_session
from support.entry_phone import Phone
from tarokk_club.club.paper.usecases.record_sheet import record_sheet

LINES = "A 3 C XX 52 tr+\npass\nB 2 X 44"


@pytest.mark.ci
def test_u30_typed_lines_outlive_a_reload_and_lead_to_the_fault(phone: Phone) -> None:
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
    expect(page.get_by_text("The sheet is in the book.")).to_be_visible()
    phone.open("paper_entry")
    expect(page.get_by_label("The sheet, one line a hand")).to_have_value("")


@pytest.mark.ci
@pytest.mark.parametrize("game", ["paskievics", "danish"])
def test_u30_forty_hands_are_one_sheet_of_paper(phone: Phone, game: str) -> None:
    line = {
        "paskievics": "A 3 C XIX !tr:A*1 !pu:A k1 t8:B 58 tr+ pu:A+ xxi:A>B",
        "danish": "tp11:B cf.h:C kl:A u:B A=30 B=22 C=26",
    }[game]
    seats = phone.house.ids("Anna", "Béla", "Csaba", "Dóra")[: 4 if game == "paskievics" else 3]
    session = a_session(phone.house, game=game, rules={}, players=seats, dealer=seats[0])
    record_sheet(session_id=session.id, form=a_form(), lines="\n".join([line] * 40))
    phone.session = session
    phone.open("paper")

    printed = phone.page.pdf(prefer_css_page_size=True)

    assert len(re.findall(rb"/Type */Page\b", printed)) == 1
