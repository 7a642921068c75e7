"""The entry form of Taper: three players, no called king."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django.asserts import assertContains, assertNotContains

from scoring.games.taper import TAPER
from support.club_factories import House, a_session
from support.entry_forms import address, fields_of, sent_hand
from support.example_counts import count_examples
from support.hand_forms import canonical, complete_announcements, form_of
from support.strategies.romanian_table import table_of
from support.strategies.sessions import tables
from support.strategies.taper import hands
from tarokk_club.club.hand.forms.taper.form import TaperForm
from tarokk_club.club.models import Entry, Posting, Session

PLAIN = {"declarer": "Ana", "contract": "trei", "declarer_points": "36"}


@pytest.fixture
def evening(house: House) -> Session:
    """A session of Taper."""
    seats = house.ids("Anna", "Béla", "Csaba")
    return a_session(house, game="taper", rules={}, players=seats, dealer=seats[2])


@settings(max_examples=count_examples(200))
@given(st.data())
def test_every_legal_hand_goes_through_the_form_unchanged(data: st.DataObject) -> None:
    table = data.draw(tables(TAPER))
    raw = canonical(TAPER, data.draw(hands(table)))
    form = form_of(TaperForm, table, TaperForm.build_initial(raw, table))
    assert form.is_valid(), form.errors
    assert canonical(TAPER, form.read_raw_event()) == raw


@pytest.mark.parametrize(
    ("choices", "field"),
    [
        ({"level": "6"}, "level"),
        ({"declarer_points": "67"}, "declarer_points"),
        ({"declarer_points": "5", "trula": "declarer"}, "trula"),
        ({"pagat_ultimo_theirs": "on"}, "pagat_ultimo_theirs_by"),
    ],
)
def test_shows_each_problem_at_its_field(choices: dict[str, Any], field: str) -> None:
    table = table_of(TAPER)
    told = complete_announcements(choices, ours="Ana", theirs="Bogdan")
    form = form_of(TaperForm, table, PLAIN | told)
    assert form.is_valid(), form.errors
    form.show_problems(TAPER.preview(form.read_raw_event(), table).problems)
    assert list(form.errors) == [field]


def test_the_luna_catcher_is_implied_without_a_partner() -> None:
    form = form_of(TaperForm, table_of(TAPER), PLAIN | {"catch_from": "Carmen"})
    assert form.read_raw_event()["luna_prinsa"] == {"by": "Ana", "from": "Carmen"}


def test_a_hand_of_taper_is_recorded_for_three(
    house: House, evening: Session, client: Client
) -> None:
    client.force_login(house.anna)
    choices = {"kontra_game": "1", "level": "2", "taroace_Csaba": "10"}
    answer = sent_hand(client, evening, house, **PLAIN | {"declarer": "Csaba"}, **choices)
    assert answer.status_code == 302
    anna, csaba = house.ids("Anna", "Csaba")
    assert Entry.objects.get().record == {
        "type": "hand",
        "declarer": csaba,
        "contract": "trei",
        "level": 2,
        "kontra_game": 1,
        "declarations": [{"player": csaba, "count": 10}],
        "declarer_points": 36,
    }
    # 1 x 2 x 2 and 1 for ten taroace from each of two; 1 into the pool, the dealer 2.
    net = Posting.objects.get().net
    assert net == {anna: -6, house.players["Béla"]: -6, csaba: 8, "pot:pool": 4}


def test_the_form_has_no_fields_for_kings_partners_or_tricks(
    house: House, evening: Session, client: Client
) -> None:
    client.force_login(house.anna)
    page = client.get(address(evening, "hand_new"))
    for name in ("called", "partner", "king_captured", "rege_ultimo_ours", "honour_held"):
        assertNotContains(page, f'name="{name}"')
    assertNotContains(page, 'value="michi"')
    assertContains(page, "34 win the game")
    assert "contract" not in fields_of(page)


def test_a_title_does_not_call_the_declarer_alone(
    house: House, evening: Session, client: Client
) -> None:
    client.force_login(house.anna)
    sent_hand(client, evening, house, **PLAIN | {"declarer": "Anna", "level": "3"})
    sheet = client.get(address(evening, "sheet"))
    assertContains(sheet, "Anna · Trei, level 3")
    assertNotContains(sheet, "alone")
