"""Auctions: every example of S0 with its comment, each convention, each illegality."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.problem import Problem
from scoring.core.reader import Reader
from scoring.games.hungarian.auction import (
    CALLS,
    AuctionResult,
    Call,
    LegalCall,
    Turn,
    derive_result,
    find_auction_faults,
    find_next_turn,
    read_auction,
)
from scoring.games.hungarian.auction_sentences import AUCTION_SENTENCES

ORDER = ("A", "B", "C", "D")


@dataclass(frozen=True, slots=True)
class Habits:
    hold_rule: str = "new"
    solo_jump: str = "xix"
    pais_xvii: bool = False
    hold_jump: str = "xix"
    invite_after_hold: bool = True
    raise_lone_three: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    declarer: str | None
    bid: str | None
    called: str | None = None
    partner: str | None = None


ONE = Played("A", "one")
NEW = Habits()
OLD = Habits(hold_rule="old")
XVIII = Habits(solo_jump="xviii")
PAIS = Habits(pais_xvii=True)


def calls(text: str) -> tuple[Call, ...]:
    """ "A three, B pass" as calls."""
    pairs = [item.split() for item in text.split(", ") if item]
    return tuple((player, call) for player, call in pairs)


def derive(text: str, habits: Habits = NEW) -> AuctionResult:
    return derive_result(calls(text), order=ORDER, rules=habits)


def turn(text: str, habits: Habits = NEW) -> Turn | None:
    return find_next_turn(calls(text), order=ORDER, rules=habits)


def why(text: str, habits: Habits = NEW) -> str | None:
    fault = derive(text, habits).fault
    return fault.code if fault else None


def faults(text: str, played: Played, habits: Habits = NEW) -> list[Problem]:
    return find_auction_faults(calls(text), order=ORDER, rules=habits, record=played)


# The auctions of S0, in its order: "The bidding", then "Examples of bidding sequences".
EXAMPLES = [
    ("A pass, B three, C two, D pass, B hold, C pass", "B", "two", None),
    (
        "A three, B two, C pass, D one, A hold, B pass, D solo, A hold",
        "A",
        "solo",
        None,
    ),
    ("A pass, B solo", "B", "solo", None),
    ("A three, B pass, C pass, D one, A solo, D pass", "A", "solo", "XIX"),
    ("A three, B solo, C pass, D pass, A hold", "A", "solo", "XVIII"),
    ("A two, B pass, C pass, D one, A pass", "D", "one", "XIX"),
    ("A pass, B three, C two, D pass, B one, C hold, B pass", "C", "one", "XIX"),
    ("A three, B two, C solo, A pass, B hold", "B", "solo", "XIX"),
    ("A two, B one, C solo, A pass, B pass", "C", "solo", "XIX"),
    ("A two, B one, C solo, A pass, B hold", "B", "solo", "XIX"),
    ("A three, B pass, C one, D solo, A hold", "A", "solo", "XIX"),
    ("A three, B pass, C two, D pass, A pass", "C", "two", "XX"),
    ("A three, B two, C pass, D one, A pass, B pass", "D", "one", None),
    ("A pass, B pass, C pass, D one", "D", "one", None),
]


@pytest.mark.parametrize(("text", "declarer", "bid", "called"), EXAMPLES)
def test_an_example_ends_as_its_source_states(
    text: str, declarer: str, bid: str, called: str | None
) -> None:
    result = derive(text)
    assert result.fault is None
    assert result.speaker is None
    assert (result.declarer, result.bid, result.called) == (declarer, bid, called)
    assert faults(text, Played(declarer, bid, called, result.shown_by)) == []


def test_cue_bidder_who_becomes_declarer_may_call_any_card() -> None:
    result = derive("A two, B one, C solo, A hold")
    assert (result.declarer, result.called, result.shown_by) == ("A", None, None)


def test_after_the_new_hold_rule_a_reverse_cue_bid_is_accepted_by_a_hold() -> None:
    text = "A three, B two, C pass, D pass, A solo, B hold"
    assert (derive(text).declarer, derive(text).called) == ("B", "XVIII")
    assert derive("A three, B two, C pass, D pass, A one, B pass").called is None


def test_by_the_old_hold_rule_only_an_earlier_speaker_holds() -> None:
    assert why("A three, B two, C pass, D pass, A solo, B hold", OLD) == "auction_over"
    assert why("A three, B two, C pass, D pass, A one, B hold", OLD) == "auction_hold_not_earlier"
    assert derive("A pass, B three, C two, D pass, B hold, C pass", OLD).declarer == "B"


def test_by_the_old_hold_rule_the_later_speaker_bids_solo_to_call_the_nineteen() -> None:
    result = derive("A pass, B three, C two, D pass, B one, C solo, B hold", OLD)
    assert (result.declarer, result.bid, result.called) == ("B", "solo", None)
    result = derive("A pass, B three, C two, D pass, B one, C solo, B pass", OLD)
    assert (result.declarer, result.bid, result.called) == ("C", "solo", "XIX")


def test_every_jump_to_solo_shows_the_eighteen_by_the_older_convention() -> None:
    assert derive("A three, B two, C solo, A pass, B hold", XVIII).called == "XVIII"
    assert derive("A three, B two, C one, D pass, A solo, B pass, C hold", XVIII).called == "XVIII"
    assert derive("A three, B two, C one, D pass, A solo, B pass, C hold").called == "XIX"
    assert derive("A two, B pass, C pass, D one, A pass", XVIII).called == "XIX"


def test_a_minimum_bid_and_then_a_single_jump_shows_the_seventeen_with_pais() -> None:
    text = "A pass, B three, C two, D pass, B one, C hold, B pass"
    assert derive(text, PAIS).called == "XVII"
    assert derive("A two, B one, C pass, D pass, A pass", PAIS).called == "XIX"
    assert derive("A three, B two, C pass, D pass, A solo, B hold", PAIS).called == "XVIII"
    third = "A three, B two, C pass, D pass, A hold, B one, A solo, B hold"
    assert derive(third, PAIS).called == "XIX"


def test_with_pais_a_single_jump_to_solo_still_shows_the_eighteen_by_the_older_convention() -> None:
    both = Habits(solo_jump="xviii", pais_xvii=True)
    text = "A three, B two, C one, D pass, A solo, B pass, C hold"
    assert derive(text, both).called == "XVIII"
    assert derive(text, PAIS).called == "XVII"


def test_an_opening_of_one_shows_the_eighteen() -> None:
    assert derive("A one, B solo, A pass").called == "XVIII"


def test_an_opening_solo_shows_nothing() -> None:
    assert turn("") == Turn(
        "A",
        (
            LegalCall("pass"),
            LegalCall("three"),
            LegalCall("two", "XIX"),
            LegalCall("one", "XVIII"),
            LegalCall("solo"),
        ),
    )


def test_in_fourth_seat_after_three_passes_no_bid_shows_anything() -> None:
    options = turn("A pass, B pass, C pass")
    assert options is not None
    assert [choice.shows for choice in options.choices] == [None] * 5


def test_there_is_only_one_cue_bid_in_an_auction() -> None:
    assert derive("A two, B solo, A pass").called == "XIX"


def test_after_three_and_two_a_pass_yields_and_only_a_hold_shows_nothing() -> None:
    shows = {"pass": "XX", "hold": None, "one": "XIX", "solo": "XVIII"}
    legal_calls = tuple(LegalCall(*item) for item in shows.items())
    assert turn("A three, B pass, C two, D pass") == Turn("A", legal_calls)


def test_a_yielded_game_names_the_yielder() -> None:
    result = derive("A pass, B pass, C three, D two, C pass")
    assert (result.called, result.shown_by, result.yielded) == ("XX", "C", True)


def test_a_game_is_not_yielded_after_a_hold() -> None:
    assert derive("A three, B two, C pass, D pass, A hold, B pass").called is None


def test_auction_of_passes_has_no_declarer() -> None:
    result = derive("A pass, B pass, C pass, D pass")
    assert (result.declarer, result.bid, result.speaker, result.fault) == (None, None, None, None)


def test_a_forced_pass_may_be_omitted() -> None:
    for text in (
        "A solo",
        "A solo, B pass, C pass, D pass",
        "A three, B two, C solo, D pass, A pass, B hold",
        "A three, B two, C solo, D pass, A hold",
    ):
        assert derive(text).fault is None
        assert derive(text).speaker is None
    assert turn("A three, B solo") == Turn("A", (LegalCall("pass"), LegalCall("hold")))


@pytest.mark.parametrize(
    ("text", "code", "number"),
    [
        ("A three, E two", "auction_stranger", 2),
        ("A pass, B three, C two, D pass, A one", "auction_passed_before", 5),
        ("B three", "auction_out_of_turn", 1),
        ("A three, C two", "auction_out_of_turn", 2),
        ("A three, B two, C pass, D pass, B one", "auction_out_of_turn", 5),
        ("A three, B solo, C pass, D hold", "auction_hold_without_bid", 4),
        ("A three, B solo, C pass, D solo", "auction_not_higher", 4),
        ("A three, B pass, C pass, D pass, A two", "auction_over", 5),
        ("A three, B two, C pass, D one, A pass, B pass, D pass", "auction_over", 7),
        ("A solo, B three", "auction_over", 2),
        ("A pass, B pass, C pass, D pass, A three", "auction_passed_before", 5),
        ("A two, B three", "auction_not_higher", 2),
        ("A two, B two", "auction_not_higher", 2),
        ("A hold", "auction_nothing_to_hold", 1),
        ("A three, B hold", "auction_hold_without_bid", 2),
        ("A three, B two, C one, D pass, A hold, B hold", "auction_held_once", 6),
    ],
)
def test_an_illegal_call_is_refused_with_its_number_and_reason(
    text: str, code: str, number: int
) -> None:
    problems = faults(text, Played("A", "three"))
    assert [(problem.code, problem.field) for problem in problems] == [(code, "auction")]
    assert problems[0].values["call"] == number
    assert turn(text) is None


def test_a_call_out_of_turn_names_the_expected_player() -> None:
    early, late = faults("A three, C two", Played("A", "three")), faults("A solo, B three", ONE)
    assert early[0].values == {"call": 2, "player": "C", "expected_player": "B"}
    assert late[0].values == {"call": 2, "player": "B"}


def test_an_unfinished_auction_names_the_next_player() -> None:
    assert faults("A three, B pass", Played("A", "three")) == [
        Problem("auction_unfinished", "auction", {"expected_player": "C"})
    ]
    assert faults("", Played("A", "three"))[0].code == "auction_unfinished"


def test_a_passed_out_auction_does_not_fit_a_played_hand() -> None:
    problems = faults("A pass, B pass, C pass, D pass", Played("A", "three"))
    assert problems == [Problem("auction_passed_out", "auction")]


def test_a_record_that_disagrees_is_refused_at_each_field() -> None:
    text = "A two, B pass, C pass, D one, A pass"
    problems = faults(text, Played("A", "two", "XX", "A"))
    assert problems == [
        Problem("auction_declarer", "declarer", {"declarer": "D"}),
        Problem("auction_bid", "bid", {"bid": "bid.one"}),
        Problem("auction_called_cue", "called", {"by": "A", "numeral": "XIX"}),
    ]
    first = faults("A two, B pass, C pass, D pass", Played("D", "two"))
    assert first == [Problem("auction_declarer", "declarer", {"declarer": "A"})]
    yielded = faults("A three, B two, C pass, D pass, A pass", Played("B", "two", "XIX", "A"))
    assert yielded == [Problem("auction_called_yielded", "called", {"by": "A", "numeral": "XX"})]


def test_the_called_card_may_be_left_out_and_follows_from_the_cue_bid() -> None:
    text = "A two, B pass, C pass, D one, A pass"
    assert faults(text, Played("D", "one", None, "A")) == []


def test_without_a_convention_any_card_may_be_called() -> None:
    assert faults("A pass, B solo", Played("B", "solo", "XVII")) == []


def test_an_auction_of_the_wrong_shape_is_refused_call_by_call() -> None:
    problems: list[Problem] = []
    wrong = [["A"], 7, ["A", "four"], [1, "pass"], ["A", []], ["A", "pass", "B"]]
    assert read_auction(Reader({"auction": [["A", "three"], *wrong]}, problems)) == (
        ("A", "three"),
    )
    assert [problem.field for problem in problems] == [f"auction.{place}" for place in range(1, 7)]
    assert read_auction(Reader({"auction": None}, problems)) is None
    assert read_auction(Reader({"auction": "pass"}, problems)) is None
    assert problems[-1].code == "not_list"


HABITS = st.builds(
    Habits, st.sampled_from(["new", "old"]), st.sampled_from(["xix", "xviii"]), st.booleans()
)


@given(st.lists(st.tuples(st.sampled_from([*ORDER, "E"]), st.sampled_from(CALLS))), HABITS)
def test_no_list_of_calls_raises_and_every_fault_has_its_sentence(
    said: list[Call], habits: Habits
) -> None:
    played = Played("A", "two")
    problems = find_auction_faults(tuple(said), order=ORDER, rules=habits, record=played)
    for problem in problems:
        assert AUCTION_SENTENCES[problem.code] % problem.values


@given(st.data(), HABITS)
def test_an_auction_of_legal_calls_ends_and_is_accepted(
    data: st.DataObject, habits: Habits
) -> None:
    said: tuple[Call, ...] = ()
    shown: list[tuple[str, str]] = []
    while (now := find_next_turn(said, order=ORDER, rules=habits)) is not None:
        choice = data.draw(st.sampled_from(now.choices))
        said = (*said, (now.player, choice.call))
        if choice.shows:
            shown.append((now.player, choice.shows))
        assert len(said) <= 14
    result = derive_result(said, order=ORDER, rules=habits)
    assert len(shown) <= 1
    assert shown == [(result.shown_by, result.called)] or result.called is None
    if result.declarer is not None:
        played = Played(result.declarer, result.bid, result.called, result.shown_by)
        assert find_auction_faults(said, order=ORDER, rules=habits, record=played) == []


# S4, "Bidding, invitation": the first, recommended approach of the preset `standard`.
STANDARD = Habits(solo_jump="xviii", hold_jump="xviii", invite_after_hold=False)
# Its second approach counts bids jumped over, as S0 does.
SITUATIONS = [
    ("A three, B two, A one", "XVIII", "XIX"),
    ("A three, B two, A solo", "XVIII", "XVIII"),
    ("A three, B two, C solo", "XVIII", "XIX"),
    ("A three, B two, C one, A solo", "XVIII", "XIX"),
    ("A three, B two, A hold, B solo", None, "XIX"),
]


@pytest.mark.parametrize(("text", "first", "second"), SITUATIONS)
def test_each_approach_reads_a_situation_of_the_standard(
    text: str, first: str | None, second: str
) -> None:
    """Those who are left out of S4's lines have passed; the cue bidder is then outbid or held."""
    for habits, card in ((STANDARD, first), (NEW, second)):
        assert _read_last_bid(text, habits) == card


def _read_last_bid(text: str, habits: Habits) -> str | None:
    """Return what the last bid of the line shows if the others pass in turn."""
    *before, last = text.split(", ")
    said: list[str] = []
    for call in [*before, last]:
        player = call.split()[0]
        while (now := turn(", ".join(said), habits)) is not None and now.player != player:
            said.append(f"{now.player} pass")
        if call == last:
            assert now is not None
            return next(one.shows for one in now.choices if one.call == call.split()[1])
        said.append(call)
    return None


def test_a_hold_jump_comes_before_pais_as_a_solo_jump_does() -> None:
    both = Habits(hold_jump="xviii", pais_xvii=True)
    assert derive("A three, B two, C pass, D pass, A one, B pass", both).shown_by is None
    assert _read_last_bid("A three, B two, A one", both) == "XVIII"
    assert _read_last_bid("A three, B two, A one", PAIS) == "XVII"


def test_option_ignores_invitations_after_a_hold() -> None:
    assert derive("A three, B two, C pass, D pass, A hold, B solo", STANDARD).called is None
    assert _read_last_bid("A three, B two, A hold, B solo", Habits(invite_after_hold=False)) is None
    # A cue bid from before the hold stands: B jumped to two, and C plays.
    early = "A pass, B two, C one, D pass, B hold, C solo, B pass"
    assert derive(early, STANDARD).called == "XIX"


@pytest.mark.parametrize("bid", ["two", "one"])
def test_an_option_allows_raising_a_lone_three(bid: str) -> None:
    raise_it = Habits(raise_lone_three=True)
    lone = "A three, B pass, C pass, D pass"
    assert faults(lone, Played("A", bid), raise_it) == []
    assert [fault.code for fault in faults(lone, Played("A", bid))] == ["auction_bid"]
    assert [fault.code for fault in faults(lone, Played("A", "solo"), raise_it)] == ["auction_bid"]
    for other, played in (("two", "one"), ("one", "two")):
        alone = faults(f"A {other}, B pass, C pass, D pass", Played("A", played), raise_it)
        assert [fault.code for fault in alone] == ["auction_bid"]
    outbid = "A three, B two, C pass, D pass, A pass"
    raised = Played("B", "one", None, "A")
    assert [fault.code for fault in faults(outbid, raised, raise_it)] == ["auction_bid"]
