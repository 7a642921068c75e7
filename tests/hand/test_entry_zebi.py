"""Entering a Zebi hand by the form: the form of Magas with suit cards, the XXI and void figures."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.zebi import ZEBI
from support.club_factories import House, a_session
from support.entry_forms import sent_hand
from support.example_counts import count_examples
from support.hand_forms import canonical, form_of
from support.strategies.hungarian import table_of
from support.strategies.sessions import tables
from support.strategies.zebi import hands
from tarokk_club.club.hand.forms.zebi.form import ZebiForm
from tarokk_club.club.models import Entry, Posting

PLAIN = {"declarer": "Anna", "bid": "one", "partner": "Csaba", "result": "won"}
TABLE = table_of(game=ZEBI)


def announced(**choices: Any) -> list[dict[str, Any]]:
    """The announcements that these choices are recorded as."""
    form = form_of(ZebiForm, TABLE, PLAIN | choices)
    assert form.is_valid(), form.errors
    found: list[dict[str, Any]] = form.read_raw_event()["announced"]
    return found


@pytest.mark.ci
@settings(max_examples=count_examples(200))
@given(st.data())
def test_every_legal_hand_goes_through_the_form_unchanged(data: st.DataObject) -> None:
    table = data.draw(tables(ZEBI))
    raw = canonical(ZEBI, data.draw(hands(table)))
    form = form_of(ZebiForm, table, ZebiForm.build_initial(raw, table))
    assert form.is_valid(), form.errors
    assert canonical(ZEBI, form.read_raw_event()) == raw


def test_a_suit_card_is_named_by_suit_and_rank() -> None:
    form = form_of(ZebiForm, TABLE, PLAIN | {"suit_uhu_ours": "on"})
    parts = ("by", "made", "suit", "rank")
    assert list(form.errors) == [f"suit_uhu_ours_{part}" for part in parts]
    choices = {"suit_uhu_ours_by": "Anna"}
    choices |= {"suit_uhu_ours_suit": "clubs", "suit_uhu_ours_rank": "rider"}
    assert announced(suit_uhu_ours="on", suit_uhu_ours_made="made", **choices) == [
        {"figure": "suit_uhu", "by": "Anna", "made": True, "suit": "clubs", "rank": "rider"}
    ]


def test_void_replaces_made() -> None:
    choices = {"xxi_uhu_theirs_made": "void", "xxi_uhu_theirs_by": "Béla"}
    assert announced(xxi_uhu_theirs="on", **choices) == [
        {"figure": "xxi_uhu", "by": "Béla", "void": True}
    ]


def test_banda_comes_before_the_volat_of_its_side() -> None:
    choices = {"volat_ours": "on", "banda_ours": "on", "banda_ours_suit": "spades"}
    choices |= {"volat_ours_by": "Csaba", "banda_ours_by": "Anna"}
    found = announced(**choices, banda_ours_made="lost")
    assert [one["figure"] for one in found] == ["banda", "volat"]


def test_a_zebi_hand_is_recorded_with_its_colouring(house: House, client: Client) -> None:
    session = a_session(house, game="zebi")
    client.force_login(house.anna)
    choices = {"szinesites_ours": "on", "szinesites_ours_made": "made"}
    choices |= {"szinesites_ours_by": "Anna"}
    assert sent_hand(client, session, house, **PLAIN, **choices).status_code == 302
    assert Entry.objects.get().record["announced"][0]["figure"] == "szinesites"
    # 3 for the game and 5 x 3 for all suit cards.
    assert Posting.objects.get().net[house.players["Anna"]] == 18
