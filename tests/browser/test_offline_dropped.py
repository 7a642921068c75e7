"""Queued hands behind one that its owner drops as a duplicate."""

import pytest
from playwright.sync_api import expect

from support.club_factories import House, a_hand, recorded
from support.offline_phone import CellarPhone, expect_waiting
from tarokk_club.club.models import Entry, Session


@pytest.mark.ci
@pytest.mark.parametrize("others", [1, 2])
def test_dropping_a_duplicate_sends_later_hands_unless_they_may_be_duplicates(
    cellar: CellarPhone, house: House, session: Session, others: int
) -> None:
    page = cellar.page
    cellar.let_wait(3)
    entered = [a_hand(house, "Anna", "Csaba"), a_hand(house, "Béla", "Dóra")][:others]
    recorded(house, session, *entered)
    cellar.network(on=True)
    page.get_by_role("button", name="Decide").tap()
    page.get_by_role("button", name="The same hand: drop mine").tap()
    expect(page.get_by_text("Your entry was dropped")).to_be_visible()

    if others == 2:
        # Béla's hand may be theirs, too.
        expect_waiting(page, 2)
        page.get_by_role("button", name="Decide").tap()
        page.get_by_role("button", name="The same hand: drop mine").tap()
        expect(page.get_by_role("button", name="Decide")).to_be_visible()
        page.get_by_role("button", name="Decide").tap()
        page.get_by_role("button", name="Another hand").tap()
    expect(page.locator(".proof")).to_contain_text("3 hands")
    expect_waiting(page, 0)
    names = {player: name for name, player in house.players.items()}
    records = Entry.objects.order_by("position").values_list("record", flat=True)
    assert [names[one["declarer"]] for one in records] == ["Anna", "Béla", "Csaba"]
