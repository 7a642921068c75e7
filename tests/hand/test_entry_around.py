"""Around the entry of a hand: short names, the page after saving, the explanation of marks."""

import re

from django.test import Client
from pytest_django.asserts import assertContains

from support.club_factories import House, a_hand, recorded
from support.entry_forms import address, sent_hand
from tarokk_club.club.models import Session

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}


def named(house: House, **names: str) -> None:
    for old, new in names.items():
        player = house.club.players.get(name=old)
        player.name = new
        player.save()


def test_namesakes_are_distinguished_on_chips_amounts_sheet_and_board(
    house: House, session: Session, anna: Client
) -> None:
    named(house, Anna="Kovács Péter", Csaba="Kovács Pál")
    for page in ("hand_new", "sheet", "board"):
        shown = anna.get(address(session, page))
        assertContains(shown, ">Kovács Pé.</bdi>")
        assertContains(shown, ">Kovács Pá.</bdi>")


def test_a_changed_short_name_changes_on_the_cached_sheet(
    house: House, session: Session, anna: Client
) -> None:
    assertContains(anna.get(address(session, "sheet")), "<bdi>Anna</bdi>")
    house.club.players.filter(name="Anna").update(short_name="Panni")
    assertContains(anna.get(address(session, "sheet")), "<bdi>Panni</bdi>")


def test_saving_leads_where_the_person_chose_and_stays_so(
    house: House, session: Session, anna: Client
) -> None:
    answer = sent_hand(anna, session, house, **PLAIN, then="next")
    assert answer["Location"] == address(session, "hand_new")
    page = anna.get(answer["Location"])
    assertContains(page, "Hand 1 is saved.")
    assertContains(page, '<button type="submit" class="link" form="undo">Undo</button>')
    assertContains(page, "Save hand 2")
    house.anna.refresh_from_db()
    assert house.anna.next_hand
    undone = anna.post(address(session, "undo"), undo_fields(page.content.decode()), follow=True)
    assertContains(undone, "Hand 1 is undone.")
    assertContains(undone, "Bring it back")
    back = sent_hand(anna, session, house, **PLAIN, then="sheet")
    assert back["Location"] == address(session, "sheet")
    house.anna.refresh_from_db()
    assert not house.anna.next_hand


def undo_fields(page: str) -> dict[str, str]:
    form = page.partition('id="undo"')[2].partition("</form>")[0]
    return dict(re.findall(r'name="(key|version)" value="([^"]*)"', form))


def test_explanation_of_the_marks_is_open_only_at_a_users_first_hand(
    house: House, session: Session, anna: Client
) -> None:
    assertContains(anna.get(address(session, "hand_new")), '<details class="key" open>')
    recorded(house, session, a_hand(house))
    page = anna.get(address(session, "hand_new"))
    assertContains(page, '<details class="key" >')
    assertContains(page, "Announced: this side said it before the first card.")
