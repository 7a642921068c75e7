"""Danish tarok: every row of its tables, every option, fine point and refusal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.core.events import End, Fine, Hand, Join, Leave, read_event, write_event
from scoring.core.options import read_rules
from scoring.core.posting import Line, net_of
from scoring.core.problem import Problem, RefusedError
from scoring.core.replay import Step, apply, open_table
from scoring.core.table import Table
from scoring.games.danish import DANISH
from scoring.games.danish.rules import DanishRules

THREE = ("Anna", "Bo", "Cai")
FOUR = (*THREE, "Dan")
LAST = {"winner": "Bo", "with": "other"}
EVEN = {"Anna": 26, "Bo": 26, "Cai": 26}


def fresh(players: tuple[str, ...] = THREE, **rules: bool) -> Table:
    return open_table(DANISH, DanishRules(**rules), players, "Anna")


def running(
    players: tuple[str, ...] = THREE, *, pagat: int = 100, king: int = 130, **rules: bool
) -> Table:
    """A table after its first deal; before the deal that Anna pays, the pots hold this."""
    return replace(fresh(players, **rules), founded=True, pots={"pagat": pagat, "king": king})


def play(table: Table, **raw: Any) -> Step:
    return apply(DANISH, table, read_event(DANISH, {"type": "hand", **raw}))


def plain(table: Table, **raw: Any) -> Step:
    """A played hand whose last trick and count are even unless the test says otherwise."""
    return play(table, **{"last_trick": LAST, "card_points": EVEN, **raw})


def lines_of(step: Step, item: str) -> list[Line]:
    assert not step.problems
    return [line for line in step.lines if line.item == item]


def only(step: Step, item: str) -> dict[str, int]:
    (line,) = lines_of(step, item)
    return dict(line.points)


def items(step: Step) -> list[str]:
    return [line.item for line in step.lines]


def faults(step: Step) -> list[tuple[str, str]]:
    assert not step.lines
    return [(problem.code, problem.field) for problem in step.problems]


def shape_faults(**raw: Any) -> list[tuple[str, str]]:
    with pytest.raises(RefusedError) as refused:
        read_event(DANISH, {"type": "hand", **raw})
    return [(problem.code, problem.field) for problem in refused.value.problems]


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


def test_after_a_misdeal_the_same_player_deals_and_pays_again() -> None:
    first = play(fresh(), outcome="misdeal")
    assert first.after.dealer == "Anna"
    assert only(play(first.after, outcome="misdeal"), "deal")["Anna"] == -10


def test_of_four_the_one_opposite_the_dealer_sits_out_and_pays_nothing() -> None:
    table = running(FOUR)
    assert DANISH.sits_out(table) == "Cai"
    step = plain(table, card_points={"Anna": 26, "Bo": 26, "Dan": 26})
    assert "Cai" not in net_of(step.lines)


def test_of_three_nobody_sits_out() -> None:
    assert DANISH.sits_out(running()) is None


# Declarations


@pytest.mark.parametrize(
    ("declaration", "amount"),
    [
        ({"kind": "trumps", "count": 10}, 10),
        ({"kind": "trumps", "count": 11, "pagat": True}, 15),
        ({"kind": "trumps", "count": 22, "pagat": False}, 70),
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
    assert net_of(begun) == {"Anna": -40, "Bo": 30, "Cai": 0, "pot:pagat": 5, "pot:king": 5}


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
    silent = plain(running(), tout="Bo")
    made = plain(running(), tout="Anna", announced_tout=True, last_trick=LAST | {"winner": "Anna"})
    assert [line.announced for line in lines_of(silent, "tout")] == [False]
    assert [line.announced for line in lines_of(made, "tout")] == [True]
    assert only(made, "tout")["Anna"] == 410


def test_a_nolo_takes_25_from_each_and_leaves_no_last_trick_and_no_count() -> None:
    trick = {"winner": "Bo", "with": "king"}
    step = play(running(), nolo="Cai", last_trick=trick)
    assert items(step) == ["deal", "nolo"]
    assert only(step, "nolo") == {"Cai": 50, "Anna": -25, "Bo": -25}


def test_beside_tout_or_nolo_the_last_trick_need_not_be_told() -> None:
    assert items(play(running(), nolo="Cai")) == ["deal", "nolo"]
    assert "tout" in items(play(running(), tout="Cai", card_points={"Cai": 78, "Bo": 0}))


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


def test_it_earns_nothing_when_somebody_is_bagud() -> None:
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

    tout = plain(running(), tout="Bo", last_trick=trick)
    assert items(tout) == ["deal", "tout", "king_bagud", "foundation"]
    assert tout.after.pots == {"pagat": 60, "king": 135}


def test_the_bagud_doubles_what_lay_there_after_the_cards_lost_in_play() -> None:
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


def test_beside_it_no_ultimo_pays() -> None:
    step = plain(running(), announced_tout=True, last_trick={"winner": "Bo", "with": "king"})
    assert items(step) == ["deal", "tout"]
    assert step.after.pots == {"pagat": 210, "king": 270}


def test_a_failed_announced_tout_and_a_bagud_each_pay_in_the_original_content() -> None:
    trick = {**LAST, "lost": [{"player": "Anna", "card": "king"}]}
    step = plain(running(), announced_tout=True, last_trick=trick)
    assert step.after.pots == {"pagat": 210, "king": 405}


def test_a_failed_announced_tout_beside_another_tout_pays_both() -> None:
    step = plain(running(), announced_tout=True, tout="Bo")
    assert net_of(lines_of(step, "tout")) == {
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
        *[(0, -25), (13, -15), (14, -10), (18, -10), (19, -5), (23, -5), (24, 0)],
        *[(28, 0), (29, 5), (33, 5), (34, 10), (38, 10), (39, 15), (78, 50)],
    ],
)
def test_the_next_dealer_settles_each_pile_to_the_nearest_five(pile: int, amount: int) -> None:
    step = plain(running(), card_points={"Cai": pile, "Bo": 78 - pile})
    assert net_of(lines_of(step, "count")).get("Cai", 0) == amount


def test_the_pile_left_out_follows_from_the_two_others() -> None:
    left_out = plain(running(), card_points={"Bo": 20, "Cai": 18})
    given = plain(running(), card_points={"Anna": 40, "Bo": 20, "Cai": 18})
    assert left_out.lines == given.lines
    assert net_of(lines_of(given, "count")) == {"Anna": 15, "Bo": -5, "Cai": -10}


def test_the_pile_of_the_next_dealer_is_not_rounded() -> None:
    step = plain(running(), card_points={"Bo": 22, "Anna": 28, "Cai": 28})
    assert not lines_of(step, "count")


def test_without_count_nothing_is_paid_for_piles_and_none_are_recorded() -> None:
    table = running(count=False)
    assert items(play(table, last_trick=LAST)) == ["deal", "last_trick"]
    assert faults(plain(table)) == [("count_is_off", "card_points")]


# Abandoned hands, fines, joining, the end


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
    step = apply(DANISH, running(), Fine("Cai", severity))
    assert only(step, "fine") == {"Cai": -2 * amount, "pot:pagat": amount, "pot:king": amount}
    assert step.after.pots == {"pagat": 100 + amount, "king": 130 + amount}
    assert step.after.dealer == "Anna"


@pytest.mark.parametrize(
    ("content", "third"), [(60, 20), (65, 20), (70, 25), (80, 25), (85, 30), (100, 35), (150, 50)]
)
def test_a_fourth_player_adds_a_third_of_each_pot_to_the_nearest_five(
    content: int, third: int
) -> None:
    step = apply(DANISH, running(pagat=content, king=60), Join("Dan", "Cai"))
    assert net_of(lines_of(step, "join")) == {
        "Dan": -third - 20,
        "pot:pagat": third,
        "pot:king": 20,
    }
    assert step.after.pots == {"pagat": content + third, "king": 80}


def test_whoever_makes_the_table_four_again_pays_again() -> None:
    table = apply(DANISH, running(FOUR), Leave("Dan")).after
    assert apply(DANISH, table, Join("Dan", "Bo")).lines


def test_joining_before_the_first_deal_or_as_the_third_costs_nothing() -> None:
    assert not apply(DANISH, fresh(), Join("Dan", "Cai")).lines
    two = apply(DANISH, running(), Leave("Cai")).after
    assert not apply(DANISH, two, Join("Dan", "Bo")).lines


def test_a_fine_before_the_first_deal_lies_in_the_pots_when_they_are_founded() -> None:
    table = apply(DANISH, fresh(), Fine("Bo", "minor")).after
    assert play(table, outcome="misdeal").after.pots == {"pagat": 70, "king": 70}


def test_at_the_end_the_odd_points_go_to_the_players_next_to_deal() -> None:
    step = apply(DANISH, replace(running(pagat=65, king=70), dealer="Bo"), End())
    split = {"Bo": 46, "Cai": 45, "Anna": 44, "pot:pagat": -65, "pot:king": -70}
    assert net_of(step.lines) == split


# What is impossible


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (
            {"declarations": [{"player": "Zoe", "kind": "matadors", "count": 3}]},
            "declarations.0.player",
        ),
        ({"in_play": [{"player": "Zoe", "event": "king_lost"}]}, "in_play.0.player"),
        ({"last_trick": LAST | {"winner": "Zoe"}}, "last_trick.winner"),
        (
            {"last_trick": {**LAST, "lost": [{"player": "Zoe", "card": "king"}]}},
            "last_trick.lost.0.player",
        ),
        ({"nolo": "Zoe", "card_points": None}, "nolo"),
        ({"tout": "Zoe", "last_trick": LAST | {"winner": "Zoe"}}, "tout"),
        ({"card_points": {"Zoe": 26, "Bo": 26}}, "card_points.Zoe"),
    ],
)
def test_who_does_not_play_is_refused_everywhere(raw: dict[str, Any], field: str) -> None:
    assert ("not_at_table", field) in faults(plain(running(), **raw))


def test_who_sits_out_is_refused() -> None:
    step = plain(running(FOUR), in_play=[{"player": "Cai", "event": "king_lost"}], card_points=EVEN)
    assert faults(step) == [("sits_out", "in_play.0.player"), ("sits_out", "card_points.Cai")]


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ({"Anna": 26, "Bo": 26, "Cai": 25}, "points_not_78"),
        ({"Anna": 40, "Bo": 39}, "points_not_78"),
        ({"Anna": 40}, "two_piles_needed"),
        (None, "missing"),
        ({}, "missing"),
    ],
)
def test_a_count_that_is_not_78_is_refused(points: dict[str, int] | None, code: str) -> None:
    assert faults(plain(running(), card_points=points)) == [(code, "card_points")]


def test_a_pile_outside_0_to_78_is_refused() -> None:
    assert shape_faults(card_points={"Anna": -1, "Bo": 79}) == [
        ("out_of_range", "card_points.Anna"),
        ("out_of_range", "card_points.Bo"),
    ]


def test_more_kings_than_four_are_refused_where_the_fifth_is() -> None:
    four = [{"player": "Bo", "event": "king_lost"}] * 4
    assert not plain(running(), in_play=four).problems
    five = plain(running(), in_play=[*four, {"player": "Cai", "event": "king_lost"}])
    assert faults(five) == [("too_many_kings", "in_play.4.event")]
    won = plain(running(), in_play=four, last_trick={"winner": "Bo", "with": "king"})
    assert faults(won) == [("too_many_kings", "last_trick.with")]
    trick = {**LAST, "lost": [{"player": "Cai", "card": "king"}]}
    bagud = plain(running(), in_play=four, last_trick=trick)
    assert faults(bagud) == [("too_many_kings", "last_trick.lost.0.card")]


@pytest.mark.parametrize("first", ["pagat_lost", "pagat_won"])
@pytest.mark.parametrize(
    ("second", "field"),
    [
        ({"in_play": [{"player": "Cai", "event": "pagat_lost"}]}, "in_play.1.event"),
        ({"last_trick": {"winner": "Cai", "with": "pagat"}}, "last_trick.with"),
        (
            {"last_trick": {**LAST, "lost": [{"player": "Cai", "card": "pagat"}]}},
            "last_trick.lost.0.card",
        ),
    ],
)
def test_the_pagat_is_played_once_only(first: str, second: dict[str, Any], field: str) -> None:
    in_play = [{"player": "Cai", "event": first}, *second.get("in_play", ())]
    step = plain(running(), **second | {"in_play": in_play})
    assert faults(step) == [("pagat_twice", field)]


def test_the_cards_of_an_abandoned_hand_are_counted_too() -> None:
    lost = [{"player": "Cai", "event": "pagat_lost"}] * 2
    assert faults(play(running(), outcome="abandoned", in_play=lost)) == [
        ("pagat_twice", "in_play.1.event")
    ]


def test_a_nolo_is_refused_beside_a_tout_and_for_the_winner_of_the_last_trick() -> None:
    beside = play(running(), nolo="Cai", tout="Bo", last_trick=LAST)
    assert faults(beside) == [("nolo_with_tout", "nolo")]
    assert faults(play(running(), nolo="Bo", last_trick=LAST)) == [("nolo_won_last", "nolo")]


def test_points_beside_a_nolo_are_refused() -> None:
    assert faults(plain(running(), nolo="Cai")) == [("no_count_with_nolo", "card_points")]
    assert not plain(running(), nolo="Cai", card_points={}).problems


def test_a_tout_by_another_than_the_winner_of_the_last_trick_is_refused() -> None:
    assert faults(plain(running(), tout="Cai")) == [("tout_lost_last", "tout")]


def test_the_last_trick_holds_one_card_of_each_player() -> None:
    winner = {**LAST, "lost": [{"player": "Bo", "card": "king"}]}
    assert faults(plain(running(), last_trick=winner)) == [
        ("winner_lost", "last_trick.lost.0.player")
    ]
    twice = {**LAST, "lost": [{"player": "Cai", "card": card} for card in ("king", "pagat")]}
    assert faults(plain(running(), last_trick=twice)) == [("two_cards", "last_trick.lost.1.player")]


def test_a_plain_hand_needs_its_last_trick() -> None:
    assert faults(plain(running(), last_trick=None)) == [("missing", "last_trick")]


@pytest.mark.parametrize("entry", ["announced_tout", "tout", "nolo", "last_trick", "card_points"])
def test_a_hand_not_played_out_has_no_end(entry: str) -> None:
    values = {
        "announced_tout": True,
        "tout": "Bo",
        "nolo": "Bo",
        "last_trick": LAST,
        "card_points": EVEN,
    }
    raw = {entry: values[entry]}
    assert faults(play(running(), outcome="abandoned", **raw)) == [("not_in_abandoned", entry)]
    assert faults(play(running(), outcome="misdeal", **raw)) == [("nothing_in_misdeal", entry)]


def test_a_misdeal_has_no_declarations_and_nothing_in_play() -> None:
    step = play(
        running(),
        outcome="misdeal",
        declarations=[{"player": "Bo", "kind": "kings", "level": "full"}],
        in_play=[{"player": "Cai", "event": "king_lost"}],
    )
    assert faults(step) == [
        ("nothing_in_misdeal", "declarations"),
        ("nothing_in_misdeal", "in_play"),
    ]


@pytest.mark.parametrize(
    ("declaration", "fault"),
    [
        ({"kind": "trumps", "count": 9}, ("out_of_range", "count")),
        ({"kind": "trumps", "count": 23}, ("out_of_range", "count")),
        ({"kind": "matadors", "count": 2}, ("out_of_range", "count")),
        ({"kind": "trumps"}, ("missing", "count")),
        ({"kind": "matadors", "count": 3, "pagat": True}, ("unknown_key", "pagat")),
        ({"kind": "kings"}, ("missing", "level")),
        ({"kind": "kings", "level": "drunk"}, ("not_one_of", "level")),
        ({"kind": "cavallerie", "level": "full"}, ("missing", "suit")),
        ({"kind": "pagats"}, ("not_one_of", "kind")),
        ({}, ("missing", "kind")),
    ],
)
def test_a_declaration_of_the_wrong_shape_is_refused(
    declaration: dict[str, Any], fault: tuple[str, str]
) -> None:
    code, key = fault
    found = shape_faults(declarations=[{"player": "Bo", **declaration}])
    assert found == [(code, f"declarations.0.{key}")]


def test_other_wrong_shapes_are_refused_all_at_once() -> None:
    assert shape_faults(
        outcome="won",
        declarations=[{"kind": "kings", "level": "full"}],
        in_play=[{"event": "queen_lost"}],
        announced_tout="Anna",
        last_trick={"with": "queen", "lost": [{}]},
        card_points=78,
        contract="solo",
    ) == [
        ("not_one_of", "outcome"),
        ("missing", "declarations.0.player"),
        ("missing", "in_play.0.player"),
        ("not_one_of", "in_play.0.event"),
        ("not_flag", "announced_tout"),
        ("missing", "last_trick.winner"),
        ("not_one_of", "last_trick.with"),
        ("missing", "last_trick.lost.0.player"),
        ("missing", "last_trick.lost.0.card"),
        ("not_object", "card_points"),
        ("unknown_key", "contract"),
    ]


def test_two_players_cannot_play() -> None:
    table = apply(DANISH, running(), Leave("Cai")).after
    assert faults(plain(table)) == [("wrong_number_of_players", "type")]


# Records, rules, hooks and preview


def test_a_record_is_written_without_its_defaults_and_reads_the_same() -> None:
    raw = {
        "type": "hand",
        "declarations": [
            {"player": "Bo", "kind": "trumps", "count": 11, "pagat": True},
            {"player": "Cai", "kind": "cavallerie", "suit": "hearts", "level": "half"},
        ],
        "in_play": [{"player": "Cai", "event": "king_lost"}],
        "last_trick": {"winner": "Bo", "with": "king", "lost": [{"player": "Cai", "card": "king"}]},
        "card_points": {"Bo": 30, "Cai": 20},
    }
    padded = raw | {"outcome": "played", "announced_tout": False, "tout": None, "nolo": None}
    event = read_event(DANISH, padded)
    assert write_event(DANISH, event) == raw
    assert read_event(DANISH, raw) == event


def test_the_rules_have_two_options_and_no_presets() -> None:
    problems: list[Problem] = []
    rules = read_rules(DANISH.rules, DANISH.presets, {"count": False, "preset": "pagat"}, problems)
    assert rules == DanishRules(pagat_won_pays=True, count=False)
    assert [(problem.code, problem.field) for problem in problems] == [
        ("unknown_preset", "rules.preset")
    ]
    assert DANISH.check_rules(rules) == []
    assert DANISH.pots(rules) == ("pagat", "king")


def test_figures_know_who_did_them() -> None:
    trick = {"winner": "Bo", "with": "king", "lost": [{"player": "Anna", "card": "pagat"}]}
    step = plain(
        running(),
        declarations=[{"player": "Cai", "kind": "matadors", "count": 3}],
        last_trick=trick,
        card_points={"Anna": 20, "Cai": 20},
    )
    assert [(line.figure, line.by) for line in step.lines] == [
        (None, None),
        ("matadors", "Cai"),
        ("king_ultimo", "Bo"),
        ("pagat_bagud", "Anna"),
        (None, None),
        ("count", "Anna"),
        ("count", "Cai"),
    ]


def test_a_preview_shows_what_is_paid_so_far() -> None:
    raw: dict[str, Any] = {"in_play": [{"player": "Cai", "event": "king_lost"}]}
    seen = DANISH.preview(raw, fresh())
    assert [line.item for line in seen.lines] == ["foundation", "deal", "king_lost"]
    assert (seen.problems, seen.complete) == ((), False)


def test_a_preview_shows_the_last_trick_once_only_the_count_is_open() -> None:
    seen = DANISH.preview({"last_trick": LAST, "card_points": {"Bo": 20}}, running())
    assert [line.item for line in seen.lines] == ["deal", "last_trick"]
    assert (seen.problems, seen.complete) == ((), False)


def test_a_preview_of_a_whole_hand_is_the_hand() -> None:
    step = plain(running())
    assert isinstance(step.event, Hand)
    seen = DANISH.preview({"last_trick": LAST, "card_points": EVEN}, running())
    assert (seen.lines, seen.problems, seen.complete) == (step.lines, (), True)


def test_a_preview_names_faults_and_shows_the_rest() -> None:
    declarations = [
        {"player": "Zoe", "kind": "kings", "level": "full"},
        {"player": "Bo", "kind": "kings"},
        {"player": "Bo", "kind": "trumps", "count": 12},
    ]
    seen = DANISH.preview({"declarations": declarations, "last_trick": LAST}, running())
    assert [line.item for line in seen.lines] == ["deal", "trumps"]
    assert [(problem.code, problem.field) for problem in seen.problems] == [
        ("not_at_table", "declarations.0.player")
    ]
