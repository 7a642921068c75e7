"""Events between hands: joining, leaving, agreed points, notice, the end."""

from typing import Any

import pytest

from scoring.answer import build_result, render_fault, replay_document
from scoring.core.accounts import split_evenly
from scoring.core.events import read_event, serialize_event
from scoring.core.problem import RefusedError
from scoring.core.reader import LARGEST
from scoring.core.table import count_hands_left
from scoring.document import read_head
from scoring.games.paskievics import PASKIEVICS

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
    return build_result(read_head(document(*events, **changes)))


def refusal(*events: dict[str, Any], **changes: Any) -> tuple[int | None, str, str]:
    with pytest.raises(RefusedError) as refused:
        result(*events, **changes)
    assert all(render_fault(problem) for problem in refused.value.problems)
    problem = refused.value.problems[0]
    return refused.value.event, problem.field, problem.code


def join(player: str, after: str) -> dict[str, Any]:
    return {"type": "join", "player": player, "after": after}


def leave(player: str) -> dict[str, Any]:
    return {"type": "leave", "player": player}


def test_a_newcomer_takes_the_given_seat_and_the_dealer_stays() -> None:
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


POTTED = {"preset": "pagat", "void_hands": "pot"}


def into(points: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "pot", "pot": "ultimo", "points": points, "note": "100% forgotten", **more}


def test_points_are_put_into_a_pot_and_taken_out() -> None:
    found = result(into({"Anna": 5, "Béla": 2}), into({"Csaba": -3}), rules=POTTED)

    assert found["balances"] == {"Anna": -5, "Béla": -2, "Csaba": 3, "Dóra": 0}
    assert found["pots"] == {"ultimo": 4}
    first, second = (event["lines"][0] for event in found["events"])
    assert first["points"] == {"Anna": -5, "Béla": -2, "pot:ultimo": 7}
    assert first["item"] == "pot_moved"
    assert first["why"] == "Into the Ultimó pot, 7: 100% forgotten"
    assert second["why"] == "Out of the Ultimó pot, 3: 100% forgotten"


@pytest.mark.parametrize(
    ("event", "refused"),
    [
        (into({"Anna": 5}, note=None), (1, "note", "missing")),
        (into({"Anna": 5}, note=" "), (1, "note", "note_blank")),
        (into({"Anna": 5}, pot="pool"), (1, "pot", "unknown_pot")),
        (into({"Anna": 5}, pot=None), (1, "pot", "missing")),
        (into({"Zoli": 5}), (1, "points.Zoli", "not_in_session")),
        (into({"Anna": -1}), (1, "points", "pot_too_small")),
        (into({"Anna": 0}), (1, "points", "missing")),
        (into({}), (1, "points", "missing")),
        (into({"Anna": 1.5}), (1, "points.Anna", "not_whole")),
    ],
)
def test_pot_movement_needs_a_reason_and_enough_points_in_the_pot(
    event: dict[str, Any], refused: tuple[int, str, str]
) -> None:
    assert refusal(event, rules=POTTED) == refused


def test_refuses_a_pot_movement_in_a_game_without_pots() -> None:
    assert refusal(into({"Anna": 5})) == (1, "pot", "no_pots")


@pytest.mark.parametrize("note", ["", "   ", "\n\t", "\u200b", "\u00a0"])
def test_a_blank_note_is_refused_and_stays_in_older_books(note: str) -> None:
    assert refusal({**WON, "note": note}) == (1, "note", "note_blank")
    for schema in (1, 2):
        assert result({**WON, "note": note}, schema=schema)["hands"]
    assert result({**WON, "note": "–"})["hands"]


def test_a_document_names_the_schema_of_its_records() -> None:
    for wrong in (0, 4, True, "2", 1.0):
        with pytest.raises(RefusedError) as refused:
            result(WON, schema=wrong)
        assert [one.code for one in refused.value.problems] == ["wrong_schema"]
    assert result(WON, schema=None) == result(WON, schema=3) == result(WON)


def test_a_refusal_repeats_at_most_80_characters_of_a_value() -> None:
    for event in (
        {**WON, "declarer": "x" * 5000},
        {**WON, "y" * 5000: 1},
        {"type": "z" * 5000},
        into({"x" * 5000: 5}),
    ):
        with pytest.raises(RefusedError) as refused:
            result(event, rules=POTTED)
        for problem in refused.value.problems:
            assert len(problem.field) <= 80
            assert len(render_fault(problem)) < 400


def test_the_end_splits_the_pot_from_the_next_dealer_on() -> None:
    rules = {"preset": "standard"}
    trial = {"type": "hand", "outcome": "failed_trial", "declarer": "Dóra", "bid": "three"}
    found = result(trial, leave("Csaba"), join("Emil", "Béla"), leave("Dóra"), END, rules=rules)
    assert found["balances"] == {"Anna": 3, "Béla": 3, "Csaba": 0, "Dóra": -8, "Emil": 2}
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
def test_refuses_an_impossible_event(events: Any, refused: tuple[int, str, str]) -> None:
    assert refusal(*events) == refused


def test_any_event_may_carry_a_note() -> None:
    events = [WON, join("Emil", "Anna"), leave("Emil"), END]
    assert result(*[event | {"note": "late"} for event in events]) == result(*events)


def _left(*events: dict[str, Any], **changes: Any) -> tuple[int, int] | None:
    *_, last = replay_document(read_head(document(*events, **changes)))
    return count_hands_left(last.after)


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


FIVE = ["Anna", "Béla", "Csaba", "Dóra", "Emil"]


def test_with_five_players_six_to_nine_hands_are_left() -> None:
    # The sitting dealer holds no cards, so the skiz deals the second hand at the earliest.
    assert _left(notice(), players=FIVE) == (6, 9)
    assert [_left(notice(skiz), players=FIVE) for skiz in ("Emil", "Anna", "Béla", "Csaba")] == [
        *((6, 6), (7, 7), (8, 8), (9, 9)),
    ]


def test_range_shrinks_with_every_hand_until_the_skiz_is_entered() -> None:
    counts = [_left(notice(), *[WON] * hands) for hands in range(6)]
    assert counts == [(4, 7), (3, 6), (2, 5), (1, 4), (0, 3), (0, 2)]


def test_skiz_entered_later_gives_the_same_exact_number() -> None:
    # Anna deals the second hand: 5 in all, of which two are played.
    assert _left(notice(), WON, WON, notice("Anna")) == (3, 3)
    assert _left(notice("Anna"), WON, WON) == (3, 3)


def test_once_it_has_come_to_its_end_the_countdown_never_starts_again() -> None:
    assert _left(notice("Dóra"), *[WON] * 4) == (0, 0)
    assert _left(notice("Dóra"), *[WON] * 6) == (0, 0)
    assert _left(notice("Dóra"), *[WON] * 6, notice()) == (0, 0)


def test_the_sitting_dealer_of_five_cannot_be_the_skiz() -> None:
    raw = document(notice("Dóra"), players=FIVE)
    with pytest.raises(RefusedError) as refused:
        list(replay_document(read_head(raw)))
    assert [(fault.code, fault.field) for fault in refused.value.problems] == [
        ("skiz_sat_out", "skiz")
    ]


@pytest.mark.parametrize(("game", "players"), [("danish", 3), ("romanian", 4), ("taper", 3)])
def test_games_without_a_skiz_know_no_notice(game: str, players: int) -> None:
    people = FIVE[:players]
    raw = document({"type": "notice", "player": "Anna"}, game=game, players=people, dealer="Anna")
    with pytest.raises(RefusedError) as refused:
        list(replay_document(read_head(raw)))
    assert [fault.code for fault in refused.value.problems] == ["no_notice"]


def test_a_dealer_event_moves_the_deal_and_nothing_else() -> None:
    moved = {"type": "dealer", "player": "Béla", "note": "Dora came late"}
    found = result(PASSED, moved, WON)
    assert [hand["dealer"] for hand in found["hands"]] == ["Dóra", "Béla"]
    assert found["hands"][1]["multiplier"] == 2
    assert found["next"] == {"dealer": "Csaba", "multiplier": 2}
    assert found["events"] == []


def test_dealer_event_needs_a_reason_and_a_player_at_the_table() -> None:
    assert refusal({"type": "dealer", "player": "Béla"}) == (1, "note", "missing")
    assert refusal({"type": "dealer", "player": "Zoli", "note": "x"}) == (
        *(1, "player", "not_at_table"),
    )


def test_the_countdown_ends_when_the_skiz_would_deal_again() -> None:
    played = [WON] * 7
    counts = [_left(notice("Csaba"), *played[:count]) for count in range(1, 8)]
    assert counts == [(6, 6), (5, 5), (4, 4), (3, 3), (2, 2), (1, 1), (0, 0)]


def test_a_void_hand_dealt_again_counts_nothing_down() -> None:
    assert _left(notice("Anna"), PASSED) == (5, 5)


def test_the_last_player_stays_and_the_last_but_one_may_go() -> None:
    three = [leave("Anna"), leave("Béla"), leave("Csaba")]
    assert result(*three)["balances"] == dict.fromkeys(("Anna", "Béla", "Csaba", "Dóra"), 0)
    assert refusal(*three, leave("Dóra")) == (4, "player", "last_player_leaves")


def test_an_odd_point_below_zero_is_split_as_one_above() -> None:
    assert split_evenly(-1, ["A", "B"]) == {"A": -1, "B": 0}
    assert split_evenly(1, ["A", "B"]) == {"A": 1, "B": 0}


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ({"type": "join"}, ["player", "after"]),
        ({"type": "join", "player": "Emil"}, ["after"]),
        ({"type": "leave"}, ["player"]),
        ({"type": "notice"}, ["player"]),
        ({"type": "dealer", "note": "so"}, ["player"]),
        ({"type": "dealer", "player": "Anna"}, ["note"]),
        ({"type": "adjust", "note": "so"}, ["points"]),
        ({"type": "adjust", "points": {"Anna": 0}}, ["note"]),
        ({}, ["type"]),
    ],
)
def test_a_missing_field_of_an_event_is_named(event: dict[str, Any], fields: list[str]) -> None:
    with pytest.raises(RefusedError) as refused:
        read_event(PASKIEVICS, event)
    found = [(problem.code, problem.field) for problem in refused.value.problems]
    assert found == [("missing", field) for field in fields]


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "notice", "player": "Anna", "skiz": "Béla", "note": "late"},
        {"type": "notice", "player": "Anna"},
        {"type": "dealer", "player": "Anna", "note": "so"},
        {"type": "join", "player": "Emil", "after": "Anna"},
        {"type": "leave", "player": "Anna", "note": "train"},
        {"type": "adjust", "points": {"Anna": LARGEST, "Béla": -LARGEST}, "note": "so"},
        {"type": "end"},
    ],
)
def test_events_are_written_as_they_are_read(raw: dict[str, Any]) -> None:
    assert serialize_event(PASKIEVICS, read_event(PASKIEVICS, raw)) == raw


def test_no_more_points_than_any_table_has_are_agreed_on() -> None:
    adjust = {"type": "adjust", "points": {"Anna": LARGEST + 1, "Béla": -LARGEST - 1}, "note": "so"}
    with pytest.raises(RefusedError) as refused:
        read_event(PASKIEVICS, adjust)
    found = [(problem.code, problem.field) for problem in refused.value.problems]
    assert found[:2] == [("out_of_range", "points.Anna"), ("out_of_range", "points.Béla")]
    assert refused.value.problems[0].values == {"lowest": -LARGEST, "highest": LARGEST}
