"""A forgotten hand is put in, and the hands behind it keep the dealers they were played with."""

from uuid import UUID

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from support.club_factories import House, a_hand, a_session, recorded
from support.entry_forms import address, fields_of, sent_hand
from tarokk_club.club.hand.queries.hand_preview import HandPreview, drop_repeated_problems
from tarokk_club.club.models import Posting, Session

FORGOTTEN = {"declarer": "Béla", "bid": "three", "partner": "Csaba", "result": "won"}


@pytest.fixture
def five(house: House) -> Session:
    """Five players, of whom the dealer sits out; Anna deals first."""
    names = ("Anna", "Béla", "Csaba", "Dóra", "Cili")
    return a_session(house, players=house.ids(*names), dealer=house.players["Anna"])


@pytest.fixture
def hands(house: House, five: Session) -> list[UUID]:
    """Two hands; in the second the dealer of the first plays, who would sit out a hand later."""
    first = a_hand(house, "Béla", "Csaba")
    saved = recorded(house, five, first, a_hand(house, "Csaba", "Anna"))
    return [one.entry_id for one in saved if one.entry_id]


def dealers(session: Session) -> list[UUID]:
    rows = Posting.objects.filter(entry__session=session, number__isnull=False)
    return list(rows.order_by("entry__position").values_list("dealer", flat=True))


def looked_at(house: House, five: Session, anna: Client, at: UUID) -> tuple[str, dict[str, str]]:
    """The address, and what the page that shows the effect would send on."""
    url = address(five, "entry_insert", at)
    look = sent_hand(anna, five, house, url=url, **FORGOTTEN)
    assertContains(look, "Who dealt after the forgotten hand?")
    return url, fields_of(look)


def test_later_hands_keep_their_dealers_after_an_insertion(
    house: House, five: Session, anna: Client, hands: list[UUID]
) -> None:
    before = dealers(five)
    url, fields = looked_at(house, five, anna, hands[0])

    kept = anna.post(url, fields | {"keep_dealers": "1"})
    assertContains(kept, "All later hands keep the dealers they were played with")
    assertNotContains(kept, "would become impossible")
    done = anna.post(url, fields_of(kept) | {"confirm": "1"})

    assert done.status_code == 302
    assert dealers(five) == [before[0], *before]


def test_shows_the_reason_of_a_refusal_once(
    house: House, five: Session, anna: Client, hands: list[UUID]
) -> None:
    url = address(five, "entry_insert", hands[0])

    look = sent_hand(anna, five, house, url=url, **FORGOTTEN)

    assertContains(look, "would become impossible", count=1)
    assertNotContains(look, 'name="confirm"')


def test_form_cannot_be_saved_before_the_dealer_question_is_answered(
    house: House, session: Session, anna: Client
) -> None:
    saved = recorded(house, session, a_hand(house), a_hand(house))
    url = address(session, "entry_insert", saved[1].entry_id)

    look = sent_hand(anna, session, house, url=url, **FORGOTTEN)

    assertContains(look, 'type="submit" form="entry" name="keep_dealers"', count=2)
    assertNotContains(look, 'name="confirm"')
    assertNotContains(look, "What changes")
    assert "keep_dealers" not in fields_of(look)


def test_the_form_explains_why_a_deal_cannot_move_on(
    house: House, five: Session, anna: Client, hands: list[UUID]
) -> None:
    url, fields = looked_at(house, five, anna, hands[0])

    moved = anna.post(url, fields | {"keep_dealers": "0"})

    assertContains(moved, "would become impossible", count=1, status_code=422)


def test_the_same_form_sent_twice_puts_it_in_once(
    house: House, five: Session, anna: Client, hands: list[UUID]
) -> None:
    url, fields = looked_at(house, five, anna, hands[0])
    kept = fields_of(anna.post(url, fields | {"keep_dealers": "1"})) | {"confirm": "1"}

    answers = [anna.post(url, kept).status_code for _ in range(2)]

    assert answers == [302, 302]
    assert five.entries.filter(deleted=False).count() == 4


def test_the_history_shows_the_reason(
    house: House, five: Session, anna: Client, hands: list[UUID]
) -> None:
    url, fields = looked_at(house, five, anna, hands[0])
    kept = fields_of(anna.post(url, fields | {"keep_dealers": "1"}))

    anna.post(url, kept | {"confirm": "1"})

    entry = five.entries.get(record__type="dealer")
    assert entry.note == "Dealers kept as they were played when a forgotten hand was put in."


def test_without_keeping_dealers_the_deal_moves_on(
    house: House, session: Session, anna: Client
) -> None:
    saved = recorded(house, session, a_hand(house), a_hand(house))
    url = address(session, "entry_insert", saved[1].entry_id)
    look = sent_hand(anna, session, house, url=url, **FORGOTTEN)
    assertContains(look, "Who dealt after the forgotten hand?")

    moved = anna.post(url, fields_of(look) | {"keep_dealers": "0"})
    assertContains(moved, "deals instead of")
    assertNotContains(moved, "Who dealt after the forgotten hand?")
    anna.post(url, fields_of(moved) | {"confirm": "1"})

    assert not session.entries.filter(record__type="dealer").exists()
    assert len(set(dealers(session))) == 3


def test_the_foot_does_not_repeat_the_top_of_the_form() -> None:
    said = HandPreview((), (), ("One.", "Two."), "", False, False, True, ())

    left = drop_repeated_problems(said, ["One.", "Two."])

    assert (left.problems, left.next) == ((), "Not saved yet: see the top of the page.")
    assert drop_repeated_problems(said, []) == said
