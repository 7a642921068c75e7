"""Danish tarok between hands: abandoned hands, fines, a fourth player, the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.core.events import End, Fine, Join, Leave
from scoring.core.posting import sum_points
from scoring.core.replay import apply_event
from scoring.games.danish import DANISH
from support.strategies.danish_table import FOUR, fresh, items, lines_of, only, play, running


def test_an_abandoned_hand_pays_deal_declarations_and_in_play_and_passes_the_deal() -> None:
    step = play(
        running(),
        outcome="abandoned",
        declarations=[{"player": "Bo", "kind": "kings", "level": "full"}],
        in_play=[{"player": "Cai", "event": "pagat_lost"}],
    )
    assert items(step) == ["deal", "kings", "pagat_lost"]
    assert step.after.dealer == "Bo"


@pytest.mark.parametrize(
    ("severity", "amount"), [("minor", 5), ("major", 20), ("irrecoverable", 40)]
)
def test_a_fine_goes_into_each_pot_and_never_passes_the_deal(severity: str, amount: int) -> None:
    step = apply_event(DANISH, running(), Fine("Cai", severity))
    assert only(step, "fine") == {"Cai": -2 * amount, "pot:pagat": amount, "pot:king": amount}
    assert step.after.pots == {"pagat": 100 + amount, "king": 130 + amount}
    assert step.after.dealer == "Anna"


@pytest.mark.parametrize(
    ("content", "third"), [(60, 20), (65, 20), (70, 25), (80, 25), (85, 30), (100, 35), (150, 50)]
)
def test_a_fourth_player_adds_a_third_of_each_pot_to_the_nearest_five(
    content: int, third: int
) -> None:
    step = apply_event(DANISH, running(pagat=content, king=60), Join("Dan", "Cai"))
    assert sum_points(lines_of(step, "join")) == {
        "Dan": -third - 20,
        "pot:pagat": third,
        "pot:king": 20,
    }
    assert step.after.pots == {"pagat": content + third, "king": 80}


def test_fourth_player_who_rejoins_pays_again() -> None:
    table = apply_event(DANISH, running(FOUR), Leave("Dan")).after
    assert apply_event(DANISH, table, Join("Dan", "Bo")).lines


def test_joining_before_the_first_deal_or_as_the_third_costs_nothing() -> None:
    assert not apply_event(DANISH, fresh(), Join("Dan", "Cai")).lines
    two = apply_event(DANISH, running(), Leave("Cai")).after
    assert not apply_event(DANISH, two, Join("Dan", "Bo")).lines


def test_a_fine_before_the_first_deal_is_in_the_pots_when_they_are_founded() -> None:
    table = apply_event(DANISH, fresh(), Fine("Bo", "minor")).after
    assert play(table, outcome="misdeal").after.pots == {"pagat": 70, "king": 70}


def test_at_the_end_the_odd_points_go_to_the_players_next_to_deal() -> None:
    step = apply_event(DANISH, replace(running(pagat=65, king=70), dealer="Bo"), End())
    split = {"Bo": 46, "Cai": 45, "Anna": 44, "pot:pagat": -65, "pot:king": -70}
    assert sum_points(step.lines) == split
