"""What is not a hand: joining, leaving, agreed points, notice, the end."""

from typing import Any

import pytest

from scoring.answer import answer, fault_text, steps
from scoring.core.problem import RefusedError
from scoring.core.table import hands_left
from scoring.document import read_head

WON = {"type": "hand", "declarer": "Anna", "bid": "three", "partner": "Béla", "result": "won"}
PASSED = {"type": "hand", "outcome": "passed_out"}
END = {"type": "end"}


def document(*events: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "format": "tarokk-session",
        "version": 1,
        "game": "paskievics",
        "players": ["Anna", "Béla", "Csaba", "Dóra"],
        "dealer": "Dóra",
        "events": list(events),
        **changes,
    }


def result(*events: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return answer(read_head(document(*events, **changes)))


def refusal(*events: dict[str, Any], **changes: Any) -> tuple[int | None, str, str]:
    with pytest.raises(RefusedError) as refused:
        result(*events, **changes)
    assert all(fault_text(problem) for problem in refused.value.problems)
    problem = refused.value.problems[0]
    return refused.value.event, problem.field, problem.code


def join(player: str, after: str) -> dict[str, Any]:
    return {"type": "join", "player": player, "after": after}


def leave(player: str) -> dict[str, Any]:
    return {"type": "leave", "player": player}


def test_a_newcomer_sits_where_told_and_the_dealer_stays() -> None:
    found = result(WON, join("Emil", "Anna"), WON | {"declarer": "Emil"})
    assert found["hands"][1]["dealer"] == "Anna"
    assert found["hands"][1]["net"] == {"Anna": 0, "Emil": 1, "Béla": 1, "Csaba": -1, "Dóra": -1}
    assert found["next"]["dealer"] == "Emil"


def test_when_the_next_dealer_leaves_the_deal_moves_on() -> None:
    found = result(join("Emil", "Dóra"), WON, leave("Emil"), WON)
    assert [hand["dealer"] for hand in found["hands"]] == ["Dóra", "Anna"]
    assert found["balances"]["Emil"] == -1


def test_a_leaver_keeps_the_balance_and_may_come_back() -> None:
    found = result(WON, leave("Anna"), join("Anna", "Dóra"), WON)
    assert found["balances"] == {"Anna": 2, "Béla": 2, "Csaba": -2, "Dóra": -2}


def test_a_doubled_round_keeps_the_length_it_started_with() -> None:
    others = {"declarer": "Dóra", "partner": "Csaba"}
    found = result(PASSED, join("Emil", "Dóra"), WON, WON, WON | others, WON | others, WON)
    assert [hand["multiplier"] for hand in found["hands"]] == [1, 2, 2, 2, 2, 1]


def test_agreed_points_are_booked_and_explained() -> None:
    adjust = {"type": "adjust", "points": {"Anna": -5, "Béla": 5}, "note": "100% spilt wine"}
    found = result(adjust)
    assert found["balances"] == {"Anna": -5, "Béla": 5, "Csaba": 0, "Dóra": 0}
    assert found["events"][0]["net"] == {"Anna": -5, "Béla": 5}
    assert "100% spilt wine" in found["events"][0]["lines"][0]["why"]


def test_the_end_splits_the_pot_from_the_next_dealer_on() -> None:
    rules = {"preset": "standard"}
    trial = {"type": "hand", "outcome": "failed_trial", "declarer": "Anna", "bid": "three"}
    found = result(trial, leave("Csaba"), join("Emil", "Béla"), leave("Dóra"), END, rules=rules)
    assert found["balances"] == {"Anna": -5, "Béla": 3, "Csaba": 0, "Dóra": 0, "Emil": 2}
    assert found["pots"] == {"ultimo": 0}


@pytest.mark.parametrize(
    ("events", "refused"),
    [
        ([END, WON], (2, "type", "after_end")),
        ([join("Anna", "Béla")], (1, "player", "sits_already")),
        ([join("Emil", "Zoli")], (1, "after", "not_at_table")),
        ([join("Emil", "Anna"), join("Zoli", "Anna")], (2, "player", "table_full")),
        ([join("", "Anna")], (1, "player", "missing")),
        ([join(" ", "Anna")], (1, "player", "name_wrong")),
        ([join("pot:ultimo", "Anna")], (1, "player", "name_wrong")),
        ([leave("Zoli")], (1, "player", "not_at_table")),
        ([leave("Anna"), WON], (2, "type", "wrong_number_of_players")),
        (
            [leave("Anna"), leave("Béla"), leave("Csaba"), leave("Dóra")],
            (4, "player", "last_player_leaves"),
        ),
        ([{"type": "fine", "player": "Anna", "severity": "minor"}], (1, "type", "no_fines")),
        ([{"type": "adjust", "points": {"Anna": 1}, "note": "x"}], (1, "points", "not_zero")),
        ([{"type": "adjust", "points": {"Anna": 0}}], (1, "note", "missing")),
        (
            [{"type": "adjust", "points": {"Zoli": 0}, "note": "x"}],
            (1, "points.Zoli", "not_in_session"),
        ),
        (
            [{"type": "adjust", "points": {"Anna": True}, "note": "x"}],
            (1, "points.Anna", "not_whole"),
        ),
        ([{"type": "notice", "player": "Zoli"}], (1, "player", "not_at_table")),
        ([{"type": "dance"}], (1, "type", "not_one_of")),
        ([{}], (1, "type", "missing")),
        ([END | {"why": "late"}], (1, "why", "unknown_key")),
        (["end"], (1, "", "not_object")),
    ],
)
def test_what_cannot_happen_is_refused(events: Any, refused: tuple[int, str, str]) -> None:
    assert refusal(*events) == refused


def test_any_event_may_carry_a_note() -> None:
    events = [WON, join("Emil", "Anna"), leave("Emil"), END]
    assert result(*[event | {"note": "late"} for event in events]) == result(*events)


def _left(*events: dict[str, Any], **changes: Any) -> tuple[int, int] | None:
    *_, last = steps(read_head(document(*events, **changes)))
    return hands_left(last.after)


def notice(skiz: str | None = None) -> dict[str, Any]:
    return {"type": "notice", "player": "Csaba", "skiz": skiz}


def test_after_a_notice_four_to_seven_hands_are_left() -> None:
    assert _left(WON) is None
    assert _left(notice()) == (4, 7)
    assert [_left(notice(skiz)) for skiz in ("Dóra", "Anna", "Béla", "Csaba")] == [
        (4, 4),
        (5, 5),
        (6, 6),
        (7, 7),
    ]


def test_with_five_players_five_to_nine_hands_are_left() -> None:
    players = ["Anna", "Béla", "Csaba", "Dóra", "Emil"]
    assert _left(notice(), players=players) == (5, 9)


def test_the_countdown_ends_when_the_skiz_would_deal_again() -> None:
    played = [WON] * 7
    counts = [_left(notice("Csaba"), *played[:count]) for count in range(1, 8)]
    assert counts == [(6, 6), (5, 5), (4, 4), (3, 3), (2, 2), (1, 1), (0, 0)]


def test_a_void_hand_dealt_again_counts_nothing_down() -> None:
    assert _left(notice("Anna"), PASSED) == (5, 5)
