"""The form repeats the previous hand and explains each amount with its rule."""

from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from support.club_factories import PASSED_OUT, House, a_hand, a_session, recorded
from support.entry_forms import address, fields_of, with_ids
from tarokk_club.club.models import Session

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}


def test_the_previous_hand_is_offered_again_without_its_result(
    house: House, session: Session, anna: Client
) -> None:
    url, choice = address(session, "hand_new"), 'class="again"'
    assertNotContains(anna.get(url), choice)
    alone = {"bid": "solo", "partner": None, "trull": "declarer"}
    recorded(house, session, a_hand(house) | alone)
    page = anna.get(url)
    assertContains(page, "<bdi>Anna · Solo, alone</bdi>")
    assert "declarer" not in fields_of(page)
    # Without script the same link fills the form.
    fields = fields_of(anna.get(url + "?again"))
    assert (fields["declarer"], fields["bid"]) == (house.players["Anna"], "solo")
    assert fields["partner"] == "alone"
    assert not fields.get("result") and not fields.get("trull")
    recorded(house, session, PASSED_OUT)
    assertNotContains(anna.get(url), choice)


def test_a_repeat_leaves_out_the_player_sitting_out(house: House, session: Session) -> None:
    five = house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili")
    # Anna plays with Csaba, and deals next.
    table = a_session(house, players=five, dealer=five[4])
    recorded(house, table, a_hand(house))
    client = Client()
    client.force_login(house.anna)
    page = client.get(address(table, "hand_new"))
    assertContains(page, "<bdi>Anna</bdi> deals")
    assertNotContains(page, 'class="again"')


def test_preview_amounts_link_to_their_rule(house: House, session: Session, anna: Client) -> None:
    fields = fields_of(anna.get(address(session, "hand_new")))
    fields |= with_ids(house, PLAIN | {"trull": "declarer"})
    amounts = anna.post(address(session, "preview"), fields)
    rules = address(session, "session_rules")
    for item in ("game", "trull"):
        assertContains(amounts, f'href="{rules}#rule-{item}"', count=1)
        assertContains(anna.get(rules), f'id="rule-{item}"')
