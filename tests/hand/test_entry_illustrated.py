"""Entering an Illustrated hand by the form: the figures that exist only announced."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django.asserts import assertContains, assertNotContains

from scoring.core.table import Table
from scoring.games.illustrated import ILLUSTRATED
from scoring.games.illustrated.tables import ADDED
from support.club_factories import House, a_session
from support.entry_forms import address, fields_of, sent_hand, with_ids, wrong_in
from support.example_counts import count_examples
from support.hand_forms import canonical, form_of
from support.strategies.hungarian import faults, table_of
from support.strategies.illustrated import hands
from support.strategies.sessions import tables
from tarokk_club.club.hand.forms.hand_form import HandForm
from tarokk_club.club.hand.forms.illustrated.form import IllustratedForm
from tarokk_club.club.models import Entry, Posting, Session

BY = {"ours": "Anna", "theirs": "Béla"}
PLAIN = {"declarer": "Anna", "bid": "one", "partner": "Csaba", "result": "won"}


def a_table(**rules: Any) -> Table:
    return table_of(game=ILLUSTRATED, **{"sas": True, **rules})


def sent(table: Table, **choices: Any) -> HandForm:
    """The form of a game of one that Anna won with Csaba, with these choices."""
    return form_of(IllustratedForm, table, PLAIN | choices)


def announced(table: Table, **choices: Any) -> list[dict[str, Any]]:
    """The announcements that these choices are recorded as; the first of each side made them."""
    by = {f"{name}_by": BY[name.rpartition("_")[2]] for name in choices if choices[name] == "on"}
    form = sent(table, **by | choices)
    assert form.is_valid(), form.errors
    found: list[dict[str, Any]] = form.read_raw_event()["announced"]
    return found


@settings(max_examples=count_examples(300))
@given(st.data())
@pytest.mark.ci
def test_every_legal_hand_goes_through_the_form_unchanged(data: st.DataObject) -> None:
    table = data.draw(tables(ILLUSTRATED))
    raw = canonical(ILLUSTRATED, data.draw(hands(table)))
    form = form_of(IllustratedForm, table, IllustratedForm.build_initial(raw, table))
    assert form.is_valid(), form.errors
    assert canonical(ILLUSTRATED, form.read_raw_event()) == raw


def test_each_added_figure_can_be_announced_by_both_sides() -> None:
    table = a_table()
    for side, by in (("ours", "Anna"), ("theirs", "Béla")):
        for key, figure in ADDED.items():
            name = f"{key}_spades_{side}" if figure.suited else f"{key}_{side}"
            told = {f"{name}_made": "made" if figure.has_result else "lost"}
            found = announced(table, **{name: "on", f"{name}_kontra": "1"}, **told)
            suit = {"suit": "spades"} if figure.suited else {}
            made = {"made": True} if figure.has_result else {}
            assert found == [{"figure": key, "by": by, "kontra": 1, **made, **suit}]


def test_king_figures_of_two_suits_are_two_announcements() -> None:
    found = announced(
        a_table(),
        king_ultimo_hearts_ours="on",
        king_ultimo_hearts_ours_made="made",
        king_ultimo_clubs_ours="on",
        king_ultimo_clubs_ours_made="lost",
        king_ultimo_clubs_ours_by="Csaba",
    )
    assert found == [
        {"figure": "king_ultimo", "by": "Anna", "made": True, "suit": "hearts"},
        {"figure": "king_ultimo", "by": "Csaba", "made": False, "suit": "clubs"},
    ]


def test_the_outcome_is_required() -> None:
    form = sent(a_table(), centrum_ours="on", king_uhu_spades_theirs="on")
    asked = ("king_uhu_spades_theirs", "centrum_ours")
    assert set(form.errors) == {f"{name}_{part}" for name in asked for part in ("by", "made")}
    assert form.list_faults("king_uhu_spades_theirs_made") == [
        "King uhu in Spades: made or failed?"
    ]
    assert form.list_faults("king_uhu_spades_theirs_by") == ["King uhu in Spades: by whom?"]


def test_the_outcome_is_not_required_where_it_follows() -> None:
    table = a_table()
    assert announced(table, centrum_ours="on", result="no_tricks") == [
        {"figure": "centrum", "by": "Anna", "made": False}
    ]
    lost = announced(table, pagat_uhu_ours="on", pagat_ultimo="ours_made")
    assert lost == [{"figure": "pagat_uhu", "by": "Anna", "made": False}]
    assert (
        announced(table, sas_uhu_theirs="on", sas_ultimo="ours_lost", sas_by="Anna")[0]["made"]
        is False
    )
    lost = announced(table, sas_ultimo_ours="on", sas_ultimo="theirs_made", sas_by="Béla")
    assert lost == [{"figure": "sas_ultimo", "by": "Anna"}]


def test_an_uhu_implies_the_player_of_the_silent_ultimo() -> None:
    choices = {"pagat_uhu_ours": "on", "pagat_uhu_ours_by": "Csaba", "pagat_ultimo": "ours_made"}
    assert sent(a_table(), **choices).read_raw_event()["pagat_ultimo"] == {
        "by": "Csaba",
        "made": True,
    }
    choices = {"sas_ultimo": "theirs_lost", "sas_by": "Dóra"}
    assert sent(a_table(), **choices).read_raw_event()["sas_ultimo"] == {
        "by": "Dóra",
        "made": False,
    }


@pytest.mark.parametrize(
    ("choices", "field"),
    [
        ({"pagat_ultimo_ours": "on", "pagat_uhu_ours": "on"}, "pagat_uhu_ours"),
        ({"sas_ultimo_theirs": "on", "sas_uhu_theirs": "on"}, "sas_uhu_theirs"),
        (
            {"king_ultimo_hearts_ours": "on", "king_uhu_hearts_ours": "on"},
            "king_uhu_hearts_ours",
        ),
        ({"centrum_ours": "on", "centrum_ours_kontra": "5"}, "centrum_ours_kontra"),
        (
            {"result": "all_tricks", "nagymadar_theirs": "on", "nagymadar_theirs_made": "made"},
            "nagymadar_theirs_made",
        ),
        ({"result": "no_tricks", "sas_ultimo": "ours_made"}, "sas_ultimo"),
    ],
)
def test_shows_each_problem_at_its_field(choices: dict[str, str], field: str) -> None:
    table = a_table(max_kontra=4)
    said = [name for name, value in choices.items() if value == "on"]
    told = {f"{name}_made": "lost" for name in said} | {"sas_by": "Anna"}
    told |= {f"{name}_by": BY[name.rpartition("_")[2]] for name in said}
    form = sent(table, **{**told, **choices})
    form.show_problems(faults(form.read_raw_event(), table, ILLUSTRATED))
    assert list(form.errors) == [field]


def test_sas_figures_are_ignored_while_the_rule_is_off() -> None:
    form = sent(a_table(sas=False), sas_ultimo_ours="on", sas_uhu_ours="on")
    assert form.is_valid() and "announced" not in form.read_raw_event()


@pytest.fixture
def table_session(house: House) -> Session:
    """A session of Illustrated by the rules of the cups."""
    return a_session(house, game="illustrated", rules={"preset": "itvb"})


def test_an_illustrated_hand_is_recorded_with_its_figures(
    house: House, table_session: Session, client: Client
) -> None:
    client.force_login(house.anna)
    choices = {
        "kismadar_ours": "on",
        "kismadar_ours_made": "made",
        "kismadar_ours_by": "Anna",
        "king_uhu_hearts_theirs": "on",
        "king_uhu_hearts_theirs_kontra": "1",
        "king_uhu_hearts_theirs_made": "lost",
        "king_uhu_hearts_theirs_by": "Béla",
    }
    answer = sent_hand(client, table_session, house, **PLAIN, **choices)
    assert answer.status_code == 302
    anna, bela = house.ids("Anna", "Béla")
    assert Entry.objects.get().record["announced"] == [
        {"figure": "kismadar", "by": anna, "made": True},
        {"figure": "king_uhu", "by": bela, "kontra": 1, "made": False, "suit": "hearts"},
    ]
    # 3 for the game, 10 for the bird, 2 x 20 for the lost uhu: 53 from each opponent.
    assert Posting.objects.get().net[anna] == 53


def test_extra_figures_are_in_a_fold_that_opens_on_an_announcement(
    house: House, table_session: Session, client: Client
) -> None:
    client.force_login(house.anna)
    assertContains(client.get(address(table_session, "hand_new")), '<details class="added" >')
    answer = sent_hand(client, table_session, house, **PLAIN, centrum_ours="on")
    assert answer.status_code == 422 and wrong_in(answer) == [
        "centrum_ours_made",
        "centrum_ours_by",
    ]
    assertContains(answer, '<details class="added" open>', status_code=422)
    assertContains(answer, "Centrum: made or failed?", status_code=422)


def test_the_figures_and_their_points_are_those_of_the_table(
    house: House, table_session: Session, client: Client
) -> None:
    client.force_login(house.anna)
    page = client.get(address(table_session, "hand_new"))
    assertContains(page, "<b>Pagát uhu</b><small>15</small>", html=False)
    assertContains(page, "<b>Eagle uhu</b>")
    plain = a_session(house, game="illustrated")
    page = client.get(address(plain, "hand_new"))
    assertContains(page, "<b>Pagát uhu</b><small>20</small>", html=False)
    assertNotContains(page, "<b>Eagle uhu</b>")


def test_an_undecided_figure_shows_both_outcomes_at_stake(
    house: House, table_session: Session, client: Client
) -> None:
    client.force_login(house.anna)
    fields = fields_of(client.get(address(table_session, "hand_new")))
    fields |= with_ids(house, PLAIN | {"centrum_ours": "on", "centrum_ours_by": "Anna"})
    answer = client.post(address(table_session, "preview"), fields)
    assertContains(answer, "At stake.")
    assertContains(answer, "+13")
    assertContains(answer, "−13")
    assertContains(answer, "Centrum: made or failed?")
