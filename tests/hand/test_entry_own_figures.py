"""Entering a club's own figures: a row each, announced, silent, with kontra, in drafts."""

from typing import Any

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from scoring.core.table import Table
from scoring.games.paskievics import PASKIEVICS
from support.club_factories import House, a_session
from support.entry_forms import address, sent_hand
from support.hand_forms import canonical, form_of
from support.strategies.hungarian import faults, table_of
from tarokk_club.club.hand.forms.hand_form import HandForm
from tarokk_club.club.hand.forms.paskievics.form import PaskievicsForm
from tarokk_club.club.models import Entry, Posting, Session

PLAIN = {"declarer": "Anna", "bid": "one", "partner": "Csaba", "result": "won"}
PHEASANT = {"key": "pheasant", "name": "Pheasant <b>", "silent": 10, "announced": 20}
SILENT = {"key": "hat", "name": "The hat", "silent": 3, "announced": None}
SPOKEN = {"key": "owl", "name": "The owl", "silent": None, "announced": 7}
OWN = [PHEASANT, SILENT, SPOKEN]


def sent(**choices: Any) -> HandForm:
    """The form of a game of one that Anna won with Csaba, with these choices."""
    return form_of(PaskievicsForm, a_table(), PLAIN | choices)


def a_table() -> Table:
    return table_of(own_figures=OWN)


@pytest.mark.parametrize(
    ("choices", "announced", "own"),
    [
        ({"own:pheasant": "opponents"}, None, {"own:pheasant": "opponents"}),
        ({"own:pheasant": "declarer", "own:pheasant_ours": "on"}, True, None),
        ({"own:pheasant_ours": "on", "own:pheasant_ours_made": "lost"}, False, None),
        (
            {"own:pheasant": "opponents", "own:pheasant_ours": "on"},
            False,
            {"own:pheasant": "opponents"},
        ),
    ],
)
def test_records_silent_and_announced_figures_by_side_and_outcome(
    choices: dict[str, str], announced: bool | None, own: dict[str, str] | None
) -> None:
    raw = sent(**choices).read_raw_event()
    said = [{"figure": "own:pheasant", "by": "Anna", "made": announced}]
    assert raw.pop("open", []) in ([], ["announced.0.by"])
    assert raw.get("announced") == (None if announced is None else said)
    assert raw.get("own") == own


def test_an_announced_figure_without_an_outcome_needs_one() -> None:
    form = sent(**{"own:pheasant_ours": "on", "own:pheasant_ours_by": "Csaba"})
    assert form.list_faults("own:pheasant_ours_made") == ["Pheasant <b>: made or failed?"]


def test_a_record_with_each_kind_comes_back_as_it_was() -> None:
    raw = canonical(
        PASKIEVICS,
        {
            "type": "hand",
            **PLAIN,
            "announced": [
                {"figure": "own:owl", "by": "Dóra", "kontra": 2, "made": True},
                {"figure": "own:pheasant", "by": "Csaba", "made": False},
            ],
            "own": {"own:hat": "declarer", "own:pheasant": "opponents"},
        },
    )
    form = form_of(PaskievicsForm, a_table(), PaskievicsForm.build_initial(raw, a_table()))
    assert form.is_valid(), form.errors
    assert canonical(PASKIEVICS, form.read_raw_event()) == raw


def test_silent_only_figures_have_no_horn_and_announced_only_ones_require_it() -> None:
    rows = {row.key: row for row in sent().rows}  # type: ignore[attr-defined]
    assert rows["own:hat"].ours.horn is None and rows["own:hat"].worth == "only silent: 3"
    assert rows["own:owl"].worth == "only announced: 7"
    [(choice, reason)] = rows["own:owl"].ours.tick.conflicts
    assert choice == "own:owl_ours!=on"
    assert reason == "This figure counts only when it was announced."
    assert rows["own:pheasant"].term == "Pheasant <b>"


def test_shows_a_problem_at_its_row() -> None:
    form = sent(**{"own:owl": "declarer"})
    form.show_problems(faults(form.read_raw_event(), a_table(), PASKIEVICS))
    assert list(form.errors) == ["own:owl"]


@pytest.fixture
def table_session(house: House) -> Session:
    """A session with figures of the club's own."""
    return a_session(house, rules={"own_figures": OWN})


def test_figures_of_the_club_are_recorded_and_paid(
    house: House, table_session: Session, client: Client
) -> None:
    client.force_login(house.anna)
    page = client.get(address(table_session, "hand_new"))
    assertContains(page, "<b>Pheasant &lt;b&gt;</b>")
    choices = {"own:pheasant": "declarer", "own:pheasant_ours": "on"}
    choices |= {"own:pheasant_ours_kontra": "1", "own:hat": "opponents"}
    choices |= {"own:pheasant_ours_by": "Anna"}
    answer = sent_hand(client, table_session, house, **PLAIN, **choices)
    assert answer.status_code == 302
    assert Entry.objects.get().record["own"] == {"own:hat": "opponents"}
    # 3 for the game, 2 x 20 for the pheasant, less 3 for the hat.
    assert Posting.objects.get().net[house.players["Anna"]] == 40
