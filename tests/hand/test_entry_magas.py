"""Entering a Magas hand by the form: one field a side for each figure, the card beside it."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django.asserts import assertContains

from scoring.games.hungarian.tables import RANKS, SUITS
from scoring.games.magas import MAGAS
from scoring.games.magas.tables import FIGURES
from scoring.games.zebi.tables import FIGURES as ZEBI
from support.club_factories import House, a_session
from support.entry_forms import address, sent_hand, wrong_in
from support.example_counts import count_examples
from support.hand_forms import canonical, form_of
from support.strategies.hungarian import faults, table_of
from support.strategies.magas import hands
from support.strategies.sessions import tables
from tarokk_club.club.hand.forms.hungarian.announcement_slots import Slot
from tarokk_club.club.hand.forms.hungarian.exclusive_announcements import (
    BESIDE,
    HIGHER,
    LOWER,
    SAME_TRICK,
    find_figure_conflict,
    list_figure_cards,
    list_matching_choices,
)
from tarokk_club.club.hand.forms.magas.form import MagasForm
from tarokk_club.club.models import Entry, Posting, Session

PLAIN = {"declarer": "Anna", "bid": "one", "partner": "Csaba", "result": "won"}
TABLE = table_of(game=MAGAS)


def sent(**choices: Any) -> MagasForm:
    """The form of a game of one that Anna won with Csaba, with these choices."""
    form = form_of(MagasForm, TABLE, PLAIN | choices)
    assert isinstance(form, MagasForm)
    return form


@pytest.mark.ci
@settings(max_examples=count_examples(200))
@given(st.data())
def test_every_legal_hand_goes_through_the_form_unchanged(data: st.DataObject) -> None:
    table = data.draw(tables(MAGAS))
    raw = canonical(MAGAS, data.draw(hands(table)))
    form = form_of(MagasForm, table, MagasForm.build_initial(raw, table))
    assert form.is_valid(), form.errors
    assert canonical(MAGAS, form.read_raw_event()) == raw


def test_a_figure_needs_a_suit_and_an_outcome() -> None:
    form = sent(king_uhu_ours="on", sas_nagymadar_theirs="on")
    assert form.list_faults("king_uhu_ours_suit") == ["Choose the suit: King uhu."]
    assert form.list_faults("sas_nagymadar_theirs_made") == ["Eagle big bird: made or failed?"]


@pytest.mark.parametrize(
    ("side", "result", "won"),
    [("ours", "double_won", True), ("ours", "won", False), ("theirs", "double_lost", True)],
)
def test_the_outcome_of_a_long_double_follows_from_the_result(
    side: str, result: str, won: bool
) -> None:
    by = {"hosszu_dupla_ours_by": "Anna", "hosszu_dupla_theirs_by": "Dóra"}
    form = sent(**{"result": result, f"hosszu_dupla_{side}": "on"}, **by)
    assert form.is_valid(), form.errors
    name = f"hosszu_dupla_{side}"
    assert form.is_decided_by_result(name)
    assert form.find_announced_result(name) == ("made" if won else "lost")


def test_the_first_trick_is_entered_by_card_side_and_player() -> None:
    played = {"first_pagat": "ours_made", "first_pagat_by": "Anna"}
    raw = sent(**played, first_sas="theirs_lost", first_sas_by="Dóra").read_raw_event()
    assert raw["facan"] == [
        {"card": "pagat", "by": "Anna", "made": True},
        {"card": "sas", "by": "Dóra", "made": False},
    ]
    assert sent(first_pair="theirs_made").read_raw_event()["paros_facan"] == {
        "by": "opponents",
        "made": True,
    }


def test_the_player_of_the_first_trick_is_required_and_never_guessed() -> None:
    form = sent(first_pagat="theirs_made")
    assert form.read_raw_event()["open"] == ["facan.0.by"]
    assert form.list_faults("first_pagat_by") == ["Pagát pheasant: by whom?"]


def test_shows_a_problem_of_the_first_trick_at_its_row() -> None:
    first = {"first_sas": "theirs_made", "first_sas_by": "Béla", "first_pair": "theirs_made"}
    form = sent(result="all_tricks", **first)
    form.show_problems(faults(form.read_raw_event(), TABLE, MAGAS))
    assert list(form.errors) == ["first_sas", "first_pair"]


@pytest.mark.parametrize(
    ("figure", "other", "how"),
    [
        ("pagat_uhu", "pagat_ultimo", LOWER),
        ("pagat_ultimo", "pagat_kismadar", HIGHER),
        ("zaroparos", "sas_uhu", LOWER),
        ("harom_kiralyok", "king_uhu", LOWER),
        ("pagat_uhu", "sas_uhu", SAME_TRICK),
        ("pagat_uhu", "sas_ultimo", None),
        ("king_uhu", "king_ultimo", None),
        ("nagy_szincsalad", "king_ultimo", BESIDE),
        ("nagy_szincsalad", "king_kismadar", None),
        ("paros_facan", "zaroparos", BESIDE),
        ("zaroparos", "facan_pagat", None),
    ],
)
def test_finds_the_conflict_between_two_announcements_of_a_side(
    figure: str, other: str, how: str | None
) -> None:
    assert find_figure_conflict(FIGURES[figure], FIGURES[other]) == how


def test_the_higher_takes_the_place_and_the_lower_is_greyed() -> None:
    form = sent()
    horn = form.build_announcement_chip(form.slots["pagat_uhu_ours"])
    assert {"pagat_ultimo_ours"} < {*horn.raises}
    reasons = {reason: choices for choices, reason in horn.conflicts}
    assert "sas_uhu_ours=on" in reasons[
        "Another announcement of this side wants the same trick with another card."
    ].split("|")
    rows = [row for group in form.groups for row in group.rows if row.key == "king_uhu"]
    hearts = rows[0].cells[0].suits[0]
    assert any(
        "king_ultimo_ours=on&king_ultimo_ours_suit=hearts" in one for one, _why in hearts.conflicts
    )


def says(choices: str, chosen: dict[str, str]) -> bool:
    """Whether choices hold, as the page's script reads them."""
    return any(
        all(
            (chosen.get(name.removesuffix("!"), "") == value) != name.endswith("!")
            for name, _is, value in (one.partition("=") for one in some.split("&"))
        )
        for some in choices.split("|")
    )


@pytest.mark.parametrize("key", ["king_uhu", "suit_uhu", "pagat_uhu"])
def test_conflict_choices_match_exactly_the_excluded_cards(key: str) -> None:
    slot = Slot(ZEBI[key], "ours")
    cards = list_figure_cards(slot.figure)
    some = {
        *(frozenset(cards[:number]) for number in range(1, len(cards) + 1)),
        *(frozenset(one for one in cards if one[0] != suit) for suit in SUITS),
        *(frozenset(one for one in cards if one[1] != rank) for rank in RANKS),
    }
    for meant in some - {frozenset()}:
        choices = "|".join(list_matching_choices(slot, [one for one in cards if one in meant]))
        for suit, rank in cards:
            told = {
                slot.name: "on",
                f"{slot.name}_suit": suit or "",
                f"{slot.name}_rank": rank or "",
            }
            assert says(choices, told) == ((suit, rank) in meant)
            assert not says(choices, {**told, slot.name: ""})
        # Which suit is not told yet: nothing is ruled out by it.
        assert not slot.figure.suited or not says(choices, {slot.name: "on"})


def test_choice_of_three_suits_is_written_as_not_the_fourth() -> None:
    slot = Slot(ZEBI["suit_uhu"], "ours")
    cards = [one for one in list_figure_cards(slot.figure) if one[0] != "hearts"]
    assert list_matching_choices(slot, cards) == [
        "suit_uhu_ours=on&suit_uhu_ours_suit!=&suit_uhu_ours_suit!=hearts"
    ]


@pytest.fixture
def table_session(house: House) -> Session:
    """A session of Magas."""
    return a_session(house, game="magas")


def test_a_magas_hand_is_recorded_with_its_cards(
    house: House, table_session: Session, client: Client
) -> None:
    client.force_login(house.anna)
    choices = {
        "king_uhu_theirs": "on",
        "king_uhu_theirs_suit": "hearts",
        "king_uhu_theirs_kontra": "1",
        "king_uhu_theirs_made": "lost",
        "king_uhu_theirs_by": "Béla",
        "first_pagat": "ours_made",
        "first_pagat_by": "Anna",
    }
    answer = sent_hand(client, table_session, house, **PLAIN, **choices)
    assert answer.status_code == 302
    anna, bela = house.ids("Anna", "Béla")
    record = Entry.objects.get().record
    assert record["announced"] == [
        {"figure": "king_uhu", "by": bela, "kontra": 1, "made": False, "suit": "hearts"}
    ]
    assert record["facan"] == [{"card": "pagat", "by": anna, "made": True}]
    # 3 for the game, 2 x 20 for the lost uhu, 5 for the pheasant.
    assert Posting.objects.get().net[anna] == 48


def test_a_fold_opens_where_something_is_announced(
    house: House, table_session: Session, client: Client
) -> None:
    client.force_login(house.anna)
    page = client.get(address(table_session, "hand_new"))
    assertContains(page, '<details class="added" >', count=4)
    answer = sent_hand(client, table_session, house, **PLAIN, king_uhu_ours="on")
    parts = ("made", "by", "suit")
    assert sorted(wrong_in(answer)) == sorted(f"king_uhu_ours_{part}" for part in parts)
    assertContains(answer, '<details class="added" open>', count=1, status_code=422)


def test_a_row_names_its_figure_and_the_controls_in_it_do_not(
    client: Client, table_session: Session, house: House
) -> None:
    client.force_login(house.anna)
    page = client.get(address(table_session, "hand_new")).content.decode()
    row = page.partition('aria-label="Small bird"')[2].partition('<div class="announcements"')[0]

    labels = re.findall('aria-label="([^"]+)"', row.replace("&#x27;", "'"))
    assert labels[:5] == [
        "announced by the declarer's side",
        "kontra to the declarer's side",
        "made by the declarer's side",
        "failed by the declarer's side",
        "announced by the declarer's side",
    ]
    assert not [label for label in labels if "Small bird" in label]


def test_each_reason_of_the_greyed_choices_is_sent_once(
    client: Client, table_session: Session, house: House
) -> None:
    client.force_login(house.anna)
    page = client.get(address(table_session, "hand_new")).content.decode()
    listed = page.partition('<template id="reasons">')[2].partition("</template>")[0]
    reasons = re.findall("<p>(.+?)</p>", listed)
    conflicts = [
        json.loads(unescape(text)) for text in re.findall('data-conflicts="([^"]+)"', page)
    ]
    numbers = {number for pairs in conflicts for _choice, number in pairs}

    assert "This side took no trick and cannot have made it." in reasons
    assert all(page.count(reason) == 1 for reason in reasons)
    assert numbers == set(range(len(reasons)))
