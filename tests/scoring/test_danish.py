"""Danish tarok: every row of its tables, in the order in which a hand is paid."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core.events import read_event
from scoring.core.posting import sum_points
from scoring.core.replay import apply_event
from scoring.games.danish import DANISH
from support.strategies.danish_table import (
    FOUR,
    LAST,
    faults,
    fresh,
    items,
    lines_of,
    only,
    plain,
    play,
    running,
)

# Foundation and deal


def test_at_the_first_deal_every_player_puts_twenty_into_each_pot_the_sitter_too() -> None:
    step = play(fresh(FOUR), outcome="misdeal")
    foundation = dict.fromkeys(FOUR, -40) | {"pot:pagat": 80, "pot:king": 80}
    assert only(step, "foundation") == foundation
    assert step.after.pots == {"pagat": 85, "king": 85}


def test_pots_are_founded_once_only() -> None:
    first = play(fresh(), outcome="misdeal")
    assert items(play(first.after, outcome="misdeal")) == ["deal"]


def test_the_dealer_puts_five_into_each_pot() -> None:
    deal = only(plain(running()), "deal")
    assert deal == {"Anna": -10, "pot:pagat": 5, "pot:king": 5}


def test_after_a_misdeal_the_same_player_deals_and_pays_nothing_more() -> None:
    first = play(fresh(), outcome="misdeal")
    assert first.after.dealer == "Anna"
    second = play(first.after, outcome="misdeal")
    assert only(second, "deal") == {}
    third = plain(second.after)
    assert only(third, "deal") == {}
    assert only(plain(third.after), "deal")["Bo"] == -10
    assert third.after.paid_by is None


def test_by_the_option_a_misdeal_is_paid_again() -> None:
    first = play(fresh(misdeal_pays=True), outcome="misdeal")
    assert only(play(first.after, outcome="misdeal"), "deal")["Anna"] == -10


def test_another_dealer_after_a_misdeal_pays_for_the_own_deal() -> None:
    first = play(fresh(), outcome="misdeal")
    event = read_event(DANISH, {"type": "dealer", "player": "Cai", "note": "Anna went home"})
    moved = apply_event(DANISH, first.after, event).after
    assert only(plain(moved), "deal")["Cai"] == -10
    back = read_event(DANISH, {"type": "dealer", "player": "Anna", "note": "she is back"})
    assert only(plain(apply_event(DANISH, moved, back).after), "deal") == {}


def test_of_four_the_one_opposite_the_dealer_sits_out_and_pays_nothing() -> None:
    table = running(FOUR)
    assert DANISH.sits_out(table) == "Cai"
    step = plain(table, card_points={"Anna": 26, "Bo": 26, "Dan": 26})
    assert "Cai" not in sum_points(step.lines)


def test_no_player_of_three_sits_out() -> None:
    assert DANISH.sits_out(running()) is None


# Declarations


@pytest.mark.parametrize(
    ("declaration", "amount"),
    [
        ({"kind": "trumps", "count": 10}, 10),
        ({"kind": "trumps", "count": 11, "pagat": True}, 15),
        ({"kind": "trumps", "count": 22, "pagat": True}, 70),
        ({"kind": "matadors", "count": 3}, 10),
        ({"kind": "matadors", "count": 5}, 20),
        ({"kind": "kings", "level": "half"}, 5),
        ({"kind": "kings", "level": "full"}, 10),
        ({"kind": "kings", "level": "abundant"}, 15),
        ({"kind": "cavallerie", "suit": "clubs", "level": "half"}, 5),
        ({"kind": "cavallerie", "suit": "hearts", "level": "full"}, 10),
        ({"kind": "cavallerie", "suit": "spades", "level": "abundant"}, 15),
    ],
)
def test_each_of_the_two_others_pays_a_declaration(
    declaration: dict[str, Any], amount: int
) -> None:
    step = plain(running(), declarations=[{"player": "Cai", **declaration}])
    points = {"Cai": 2 * amount, "Anna": -amount, "Bo": -amount}
    assert only(step, declaration["kind"]) == points


def test_every_declaration_pays_by_itself() -> None:
    declarations = [
        {"player": "Bo", "kind": "matadors", "count": 3},
        {"player": "Bo", "kind": "trumps", "count": 10},
        {"player": "Cai", "kind": "kings", "level": "full"},
    ]
    begun = DANISH.preview({"declarations": declarations}, running()).lines
    assert sum_points(begun) == {"Anna": -40, "Bo": 30, "Cai": 0, "pot:pagat": 5, "pot:king": 5}


# In play


@pytest.mark.parametrize("card", ["king", "pagat"])
def test_a_card_lost_in_play_costs_five_to_each_and_to_its_pot(card: str) -> None:
    step = plain(running(), in_play=[{"player": "Cai", "event": f"{card}_lost"}])
    points = {"Cai": -15, "Anna": 5, "Bo": 5, f"pot:{card}": 5}
    assert only(step, f"{card}_lost") == points


def test_a_trick_won_with_the_pagat_earns_five_from_each() -> None:
    step = plain(running(), in_play=[{"player": "Cai", "event": "pagat_won"}])
    assert only(step, "pagat_won") == {"Cai": 10, "Anna": -5, "Bo": -5}


def test_without_pagat_won_pays_such_a_trick_earns_nothing() -> None:
    table = running(pagat_won_pays=False)
    step = plain(table, in_play=[{"player": "Cai", "event": "pagat_won"}])
    assert items(step) == ["deal", "last_trick"]


# Tout and nolo


def test_a_tout_takes_85_from_each_and_both_pots_and_the_count_is_paid_too() -> None:
    step = plain(
        running(),
        tout="Bo",
        last_trick={"winner": "Bo", "with": "king"},
        card_points={"Bo": 73, "Anna": 1, "Cai": 4},
    )
    tout = {"Bo": 410, "Anna": -85, "Cai": -85, "pot:pagat": -105, "pot:king": -135}
    assert only(step, "tout") == tout
    assert items(step) == ["deal", "tout", "foundation", "foundation", "count", "count"]
    assert step.after.pots == {"pagat": 60, "king": 60}


def test_a_tout_keeps_whether_the_dealer_announced_it() -> None:
    silent = plain(running(), tout="Bo", card_points={"Bo": 77, "Anna": 1})
    made = plain(
        running(),
        tout="Anna",
        announced_tout=True,
        last_trick=LAST | {"winner": "Anna"},
        card_points={"Anna": 78, "Bo": 0},
    )
    assert [line.announced for line in lines_of(silent, "tout")] == [False]
    assert [line.announced for line in lines_of(made, "tout")] == [True]
    assert only(made, "tout")["Anna"] == 410


def test_a_nolo_takes_25_from_each_and_leaves_no_last_trick_and_no_count() -> None:
    trick = {"winner": "Bo", "with": "king"}
    step = play(running(), nolo="Cai", last_trick=trick)
    assert items(step) == ["deal", "nolo"]
    assert only(step, "nolo") == {"Cai": 50, "Anna": -25, "Bo": -25}


def test_with_tout_or_nolo_the_last_trick_is_not_required() -> None:
    assert items(play(running(), nolo="Cai")) == ["deal", "nolo"]
    assert "tout" in items(play(running(), tout="Cai", card_points={"Cai": 77, "Bo": 0}))


# The last trick


@pytest.mark.parametrize(("card", "amount", "content"), [("pagat", 45, 105), ("king", 40, 135)])
def test_an_ultimo_takes_its_amount_and_its_pot(card: str, amount: int, content: int) -> None:
    step = plain(running(), last_trick={"winner": "Bo", "with": card})
    points = {"Bo": 2 * amount + content, "Anna": -amount, "Cai": -amount, f"pot:{card}": -content}
    assert only(step, f"{card}_ultimo") == points
    assert step.after.pots[card] == 60


def test_a_pot_emptied_at_a_table_of_four_is_founded_by_the_sitter_too() -> None:
    trick = {"winner": "Bo", "with": "pagat"}
    step = plain(running(FOUR), last_trick=trick, card_points={"Anna": 26, "Bo": 26})
    assert only(step, "foundation") == dict.fromkeys(FOUR, -20) | {"pot:pagat": 80}


def test_a_last_trick_won_with_another_card_earns_twenty_from_each() -> None:
    assert only(plain(running()), "last_trick") == {"Bo": 40, "Anna": -20, "Cai": -20}


def test_last_trick_earns_nothing_beside_a_bagud() -> None:
    trick = {**LAST, "lost": [{"player": "Cai", "card": "pagat"}]}
    assert items(plain(running(), last_trick=trick)) == ["deal", "pagat_bagud"]


# Bagud


@pytest.mark.parametrize(("card", "amount", "content"), [("pagat", 45, 105), ("king", 40, 135)])
def test_a_bagud_pays_each_and_doubles_its_pot(card: str, amount: int, content: int) -> None:
    trick = {**LAST, "lost": [{"player": "Cai", "card": card}]}
    step = plain(running(), last_trick=trick)
    points = {"Cai": -2 * amount - content, "Anna": amount, "Bo": amount, f"pot:{card}": content}
    assert only(step, f"{card}_bagud") == points
    assert step.after.pots[card] == 2 * content


def test_a_king_ultimo_and_two_baguds_leave_twice_the_original_content() -> None:
    lost = [{"player": "Anna", "card": "king"}, {"player": "Cai", "card": "king"}]
    step = plain(running(), last_trick={"winner": "Bo", "with": "king", "lost": lost})
    assert [dict(line.points) for line in step.lines[1:]] == [
        {"Bo": 215, "Anna": -40, "Cai": -40, "pot:king": -135},
        {"Anna": -215, "Bo": 40, "Cai": 40, "pot:king": 135},
        {"Cai": -215, "Bo": 40, "Anna": 40, "pot:king": 135},
    ]
    assert step.after.pots["king"] == 270


def test_a_pagat_ultimo_beside_a_king_bagud_moves_both_pots() -> None:
    trick = {"winner": "Bo", "with": "pagat", "lost": [{"player": "Cai", "card": "king"}]}
    step = plain(running(), last_trick=trick)
    assert items(step) == ["deal", "pagat_ultimo", "king_bagud", "foundation"]
    assert step.after.pots == {"pagat": 60, "king": 270}


def test_a_bagud_pays_beside_a_nolo_and_fills_a_pot_that_a_tout_emptied() -> None:
    trick = {**LAST, "lost": [{"player": "Cai", "card": "king"}]}
    nolo = play(running(), nolo="Cai", last_trick=trick)
    assert items(nolo) == ["deal", "nolo", "king_bagud"]

    tout = plain(running(), tout="Bo", last_trick=trick, card_points={"Bo": 77, "Anna": 1})
    assert items(tout) == ["deal", "tout", "king_bagud", "foundation", "count", "count"]
    assert tout.after.pots == {"pagat": 60, "king": 135}


def test_bagud_doubles_the_pot_after_cards_lost_in_play() -> None:
    trick = {**LAST, "lost": [{"player": "Cai", "card": "king"}]}
    step = plain(running(), last_trick=trick, in_play=[{"player": "Bo", "event": "king_lost"}])
    assert step.after.pots["king"] == 280


# The announced tout that fails


def test_a_failed_announced_tout_pays_85_to_each_and_doubles_both_pots() -> None:
    step = plain(running(), announced_tout=True)
    points = {"Anna": -410, "Bo": 85, "Cai": 85, "pot:pagat": 105, "pot:king": 135}
    assert only(step, "tout") == points
    assert step.after.pots == {"pagat": 210, "king": 270}
    assert items(step) == ["deal", "tout", "last_trick"]


def test_no_ultimo_pays_beside_a_failed_announced_tout() -> None:
    step = plain(running(), announced_tout=True, last_trick={"winner": "Bo", "with": "king"})
    assert items(step) == ["deal", "tout"]
    assert step.after.pots == {"pagat": 210, "king": 270}


def test_a_failed_announced_tout_and_a_bagud_each_pay_in_the_original_content() -> None:
    trick = {**LAST, "lost": [{"player": "Anna", "card": "king"}]}
    step = plain(running(), announced_tout=True, last_trick=trick)
    assert step.after.pots == {"pagat": 210, "king": 405}


def test_a_failed_announced_tout_beside_another_tout_pays_both() -> None:
    step = plain(running(), announced_tout=True, tout="Bo", card_points={"Bo": 73, "Anna": 5})
    assert sum_points(lines_of(step, "tout")) == {
        "Anna": -495,
        "Bo": 495,
        "Cai": 0,
        "pot:pagat": 0,
        "pot:king": 0,
    }
    assert step.after.pots == {"pagat": 105, "king": 135}
    assert not lines_of(step, "foundation")


# The count


@pytest.mark.parametrize(
    ("pile", "amount"),
    [
        *[(1, -25), (13, -15), (14, -10), (18, -10), (19, -5), (23, -5), (24, 0)],
        *[(28, 0), (29, 5), (33, 5), (34, 10), (38, 10), (39, 15), (75, 50)],
    ],
)
def test_the_next_dealer_settles_each_pile_to_the_nearest_five(pile: int, amount: int) -> None:
    step = plain(running(), card_points={"Cai": pile, "Bo": 76 - pile})
    assert sum_points(lines_of(step, "count")).get("Cai", 0) == amount


def test_the_pile_left_out_follows_from_the_two_others() -> None:
    left_out = plain(running(), card_points={"Bo": 20, "Cai": 18})
    given = plain(running(), card_points={"Anna": 40, "Bo": 20, "Cai": 18})
    assert left_out.lines == given.lines
    assert sum_points(lines_of(given, "count")) == {"Anna": 15, "Bo": -5, "Cai": -10}


def test_the_pile_of_the_next_dealer_is_not_rounded() -> None:
    step = plain(running(), card_points={"Bo": 22, "Anna": 28, "Cai": 28})
    assert not lines_of(step, "count")


def test_without_count_nothing_is_paid_for_piles_and_none_are_recorded() -> None:
    table = running(count=False)
    assert items(play(table, last_trick=LAST)) == ["deal", "last_trick"]
    assert faults(plain(table)) == [("count_is_off", "card_points")]
