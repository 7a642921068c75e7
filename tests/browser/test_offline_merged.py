"""Hands that wait on a phone while a player of the table is merged into another, or erased."""

from uuid import UUID

from playwright.sync_api import expect

from support.catalogue import row
from support.club_factories import House, a_form
from support.offline_phone import CellarPhone, box, expect_waiting
from tarokk_club.club.merging.usecases.merges import merge_players
from tarokk_club.club.models import Entry
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.session.usecases.sessions import close_session, reopen_session


@row("R41")
def test_queued_hands_follow_a_merged_player_with_a_notice(
    cellar: CellarPhone, house: House
) -> None:
    page = cellar.page
    cellar.open_sheet()
    cellar.network(on=False)
    page.locator(".foot .go").tap()
    for declarer, partner in (("Anna", "Dóra"), ("Dóra", "Béla")):
        cellar.enter(declarer, partner)
    expect_waiting(page, 2)
    gone, kept = UUID(house.players["Dóra"]), UUID(house.players["Cili"])
    merge_players(club_id=house.club.pk, form=a_form(house.anna), gone=gone, into=kept)

    cellar.network(on=True)

    expect_waiting(page, 0)
    records = list(Entry.objects.order_by("position").values_list("record", flat=True))
    assert [records[0]["partner"], records[1]["declarer"]] == [str(kept), str(kept)]
    said = page.get_by_text("Dóra was merged into Cili, so Cili is recorded instead.")
    expect(said).to_have_count(1)
    expect(said).to_be_visible()


@row("R41")
def test_a_waiting_hand_of_an_erased_player_asks_and_stays(
    cellar: CellarPhone, house: House
) -> None:
    page, session = cellar.page, cellar.session
    cellar.open_sheet()
    cellar.network(on=False)
    page.locator(".foot .go").tap()
    cellar.enter("Anna", "Dóra")
    expect_waiting(page, 1)
    close_session(session_id=session.pk, form=a_form(house.anna))
    player = UUID(house.players["Dóra"])
    erase_person(club_id=house.club.pk, form=a_form(), player_id=player)
    reopen_session(session_id=session.pk, form=a_form(house.anna))

    cellar.network(on=True)

    expect(box(page)).to_contain_text("Decide")
    expect_waiting(page, 1)
    assert not Entry.objects.filter(deleted=False).exists()
