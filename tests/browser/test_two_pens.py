"""Two secretaries correct one hand: the later one sees both versions and decides."""

import pytest
from playwright.sync_api import Page, expect

from support.catalogue import row
from support.club_factories import House, a_form, a_hand, a_user, recorded
from support.entry_phone import Phone
from tarokk_club.club.models import Entry, Role, Session
from tarokk_club.club.session.usecases.events import correct_event


@row("R18")
@pytest.mark.parametrize("fixture", ["phone", pytest.param("plain_phone", marks=pytest.mark.ci)])
def test_the_later_one_sees_both_and_keeps_the_own(
    page: Page, request: pytest.FixtureRequest, house: House, session: Session, fixture: str
) -> None:
    """With the script and without."""
    phone: Phone = request.getfixturevalue(fixture)
    own, kati = phone.page, a_user("kati", club=house.club, roles=(Role.SECRETARY,))
    recorded(house, session, *[a_hand(house) for _ in range(5)])
    fifth = session.entries.order_by("position")[4]
    phone.open("entry_correct", fifth.id)
    phone.tap("result", "lost")
    raw = a_hand(house, result="double_won", note="Kati szerint duplán.")
    correct_event(session_id=session.id, form=a_form(kati), entry_id=fifth.id, raw=raw)

    phone.save()

    expect(own.get_by_role("heading", name="Changed by kati at")).to_be_visible()
    expect(own.locator(".rivals").get_by_text("Kati szerint duplán.")).to_be_visible()
    assert phone.wide_or_small(390) == []
    expect(phone.input("result", "lost")).to_be_checked()
    own.get_by_role("button", name="Keep mine").tap()
    expect(own.get_by_text("Hand 5 is corrected.")).to_be_visible()
    assert Entry.objects.get(pk=fifth.id).record["result"] == "lost"
