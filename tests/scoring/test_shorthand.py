"""The shorthand: written lines can be read, and unreadable ones report place and reason."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.answer import ENGLISH
from scoring.core.events import read_event, serialize_event
from scoring.core.grammar import LineKind, Seat, Word
from scoring.core.nicknames import Nicknames
from scoring.core.shorthand_read import ParsedLine, is_empty_line, list_reserved_words, read_line
from scoring.core.shorthand_write import format_line
from scoring.core.translation_marks import render
from scoring.games import GAMES
from support.catalogue import row
from support.example_counts import count_examples
from support.strategies.sessions import NAMES, hands, tables

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
quick = settings(
    max_examples=count_examples(80), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# Names that are hard to shorten: alike, words of the shorthand, without a letter, with signs.
ALIKE = ("Ági", "Anna", "Anna Mária", "Annamari", "Pass", "k2", "☺", "Cs.-né", "3", "Nagy_Béla")
EVENTS = (
    {"type": "join", "player": "Zoli", "after": "Anna"},
    {"type": "leave", "player": "Béla"},
    {
        "type": "adjust",
        "points": {"Anna": -3, "Béla": 3},
        "note": "a # fele\\fele\nok",
    },
    {"type": "adjust", "points": {}, "note": "semmi"},
    {"type": "notice", "player": "Anna"},
    {"type": "notice", "player": "Anna", "skiz": "Csaba"},
    {"type": "end"},
)


def nicknames(game: Any, people: tuple[str, ...] = NAMES) -> Nicknames:
    named = dict(zip(NAMES, people, strict=False))
    return Nicknames(
        named, {"Zoli": "Zoli", "other": "Csilla"}, list_reserved_words(game.shorthand)
    )


def parse(line: str, game: str = "paskievics") -> ParsedLine:
    return read_line(GAMES[game].shorthand, line, nicknames(GAMES[game]))


def faults(line: str, game: str = "paskievics") -> list[tuple[int, str]]:
    return [(fault.column, fault.problem.code) for fault in parse(line, game).faults]


@row("U30")
@each_game
@quick
@given(data=st.data())
def test_every_legal_hand_survives_its_line(game: Any, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    event = read_event(game, data.draw(hands(table, game)))
    written = serialize_event(game, event)
    names = nicknames(game, tuple(data.draw(st.just(NAMES) | st.permutations(ALIKE))))

    line = format_line(game.shorthand, written, names)
    found = read_line(game.shorthand, line, names)

    assert "\n" not in line
    assert found.faults == []
    assert read_event(game, found.raw) == event
    assert found.raw == written


@row("U30")
@each_game
@pytest.mark.parametrize("raw", EVENTS, ids=lambda raw: raw["type"])
def test_events_between_hands_survive_a_round_trip(game: Any, raw: dict[str, Any]) -> None:
    line = format_line(game.shorthand, raw, nicknames(game))

    assert "\n" not in line
    assert read_line(game.shorthand, line, nicknames(game)).raw == raw


def test_fines_are_lines_of_the_danish_game() -> None:
    raw = {"type": "fine", "player": "Anna", "severity": "irrecoverable"}
    game = GAMES["danish"]

    line = format_line(game.shorthand, raw, nicknames(game))

    assert line == "fine A gross"
    assert parse(line, "danish").raw == raw
    assert faults(line, "romanian") == [(1, "sh.player_unknown")]


@each_game
@quick
@given(line=st.text(alphabet="ABCDabcdk2385!:.+-~*>=[]#,pu tr\u2212", max_size=40))
def test_no_line_raises_an_exception(game: Any, line: str) -> None:
    found = read_line(game.shorthand, line, nicknames(game))

    for fault in found.faults:
        assert 1 <= fault.column <= len(line) + 1
        assert "%(" not in render(ENGLISH, fault.problem.code, fault.problem.values)


def test_reads_a_line_in_any_spelling_and_case() -> None:
    line = "12. anna 3 CSA 52 !Trull:bela*1 pagat_ultimo:A− tr+ # szép"
    assert parse(line).faults == []
    assert parse(line).raw == {
        "type": "hand",
        "declarer": "Anna",
        "bid": "three",
        "partner": "Csaba",
        "declarer_points": 52,
        "announced": [{"figure": "trull", "by": "Béla", "kontra": 1}],
        "pagat_ultimo": {"by": "Anna", "made": False},
        "trull": "declarer",
        "note": "szép",
    }


def test_empty_lines_and_remarks_count_as_empty() -> None:
    assert [is_empty_line(line) for line in ("", "  \t", " # a remark", "pass")] == [
        True,
        True,
        True,
        False,
    ]


@row("U30")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("A", [(2, "sh.choice_needed")]),
        ("A 5 C 52", [(3, "sh.choice_needed")]),
        ("A 3", [(4, "sh.player_needed")]),
        ("X 3 C 52", [(1, "sh.player_unknown")]),
        ("A 3 C 52 trr+ zz", [(10, "sh.unknown_word"), (15, "sh.unknown_word")]),
        ("A 3 C 52 tr", [(10, "sh.shape")]),
        ("A 3 C 52 pu:X+", [(13, "sh.player_unknown")]),
        ("A 3 C 52 pu:A", [(10, "sh.shape")]),
        ("A 3 C 52 tr+ tr-", [(14, "sh.twice")]),
        ("A 3 C 52 53", [(10, "sh.twice")]),
        ("A 3 C 9999999999", [(7, "sh.number_too_long")]),
        ("A 3 C 52 [A:3,B:9]", [(10, "sh.calls_wrong")]),
        ("A 3 C 52 [A:3", [(10, "sh.calls_wrong")]),
        ("adjust A=1 A=2 # x", [(12, "sh.twice")]),
    ],
)
def test_a_problem_has_its_column(line: str, found: list[tuple[int, str]]) -> None:
    assert faults(line) == found


def test_shows_a_fault_of_the_record_at_its_place_in_the_line() -> None:
    line = parse("A 3 C 52 !tr:A !pu:B*9 k7")

    assert line.find_column("announced.1.kontra") == line.find_column("announced.1") == 16
    assert line.find_column("kontra_game") == 24
    assert line.find_column("outcome") == 1
    assert line.find_column("auction") == line.end == 26


def test_players_are_called_by_the_shortest_beginning_that_is_theirs() -> None:
    people = {"1": "Anna", "2": "Ágnes", "3": "Béla", "4": "Pass", "5": "Passerelle"}
    names = Nicknames(people, {"6": "Balázs", "7": "Béla"}, {"pass", "b"})

    assert names.list_short_names() == ("An", "Ág", "Bé", "Pass_2", "Passe")
    assert names.find_short_name("7") == names.find_whole_name("7") == "Béla"
    assert [names.find_player(text) for text in ("ag", "ANNA", "be", "Bal", "pass_2")] == [
        "2",
        "1",
        "3",
        "6",
        "4",
    ]


def _examples() -> list[tuple[str, str]]:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "shorthand.md").read_text()
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", text, re.M | re.S)
    return [(game, line) for game, block in blocks for line in block.splitlines()]


@pytest.mark.parametrize(("game", "line"), _examples())
def test_the_lines_of_the_paper_can_be_read(game: str, line: str) -> None:
    rules = GAMES[game]
    names = Nicknames({name: name for name in NAMES[:4]}, {"Cili": "Cili"})

    found = read_line(rules.shorthand, line, names)

    assert found.faults == []
    event = read_event(rules, found.raw)
    assert serialize_event(rules, event)["type"] == found.raw["type"]


def test_the_paper_shows_every_game() -> None:
    assert {game for game, _line in _examples()} == set(GAMES)


# A game of no club, for what the words of the games say only together.
HEADS = (
    LineKind("", "played", {"type": "hand"}, (Seat("declarer"),), amounts="points", words=(
        Word("k", "steps", "t", number=""),
        Word("k1", "first", "t", fixed={"": True}),
        Word("k1*", "star", "t", fixed={"": True}),
        Word("s", "card", "t", suit="suit", sign="made", loose=True),
        Word("p", "by", "t", player="by", sign="made", loose=True),
    )),
    LineKind("pair", "pair", {"type": "pair"}, (Seat("player"), Seat("other", alone=True))),
)  # fmt: skip
TWO = Nicknames({"1": "Anna", "2": "Béla"})


def plain(line: str) -> dict[str, Any]:
    found = read_line(HEADS, line, TWO)
    assert found.faults == []
    return {key: value for key, value in found.raw.items() if key not in {"type", "declarer"}}


def test_longest_matching_spelling_wins() -> None:
    assert plain("A k2") == {"steps": 2}
    assert plain("A k1") == {"first": True}
    assert plain("A k12") == {"steps": 12}
    assert plain("A k1*") == {"star": True}


def test_a_number_may_have_nine_digits_with_its_sign() -> None:
    assert plain("A k123456789") == {"steps": 123456789}
    assert plain("A A=-123456789 B=+123456789") == {"points": {"1": -123456789, "2": 123456789}}
    for word in ("k1234567890", "A=-1234567890"):
        (fault,) = read_line(HEADS, f"A {word}", TWO).faults
        assert (fault.column, fault.problem.code) == (3, "sh.number_too_long")


@pytest.mark.parametrize("suit", ["hearts", "diamonds", "clubs", "spades"])
def test_a_suit_is_written_by_its_letter(suit: str) -> None:
    raw = {"type": "hand", "declarer": "1", "card": {"suit": suit, "made": True}}
    line = format_line(HEADS, raw, TWO)
    assert line == f"A s.{suit[0]}+"
    assert read_line(HEADS, line, TWO).raw == raw


@pytest.mark.parametrize("key", ["card", "by"])
def test_refuses_to_write_a_key_without_a_word(key: str) -> None:
    with pytest.raises(ValueError, match=f"no word for {key}"):
        format_line(HEADS, {"type": "hand", "declarer": "1", key: {"made": True}}, TWO)


def test_a_missing_player_is_requested_with_the_possible_names() -> None:
    (fault,) = read_line(HEADS, "", TWO).faults
    assert (fault.column, fault.problem.code) == (1, "sh.player_needed")
    assert fault.problem.values == {"allowed": "A, B"}
    (fault,) = read_line(HEADS, "pair A", TWO).faults
    assert fault.problem.values == {"allowed": "A, B, -"}
    (fault,) = read_line(HEADS, "pair", TWO).faults
    assert fault.problem.values == {"allowed": "A, B"}
    assert read_line(HEADS, "pair A -", TWO).raw == {"type": "pair", "player": "1", "other": None}


def test_the_column_of_a_kind_is_that_of_its_first_word() -> None:
    assert parse(" 12. A 3 C 52").find_column("outcome") == 6
    assert parse("").find_column("type") == 1


def test_lists_two_club_figures_side_by_side_and_each_once() -> None:
    assert parse("A 3 C 52 own@hat+ own@mole-").raw["own"] == {
        "own:hat": "declarer",
        "own:mole": "opponents",
    }
    assert faults("A 3 C 52 own@hat+ own@hat-") == [(19, "sh.twice")]
    assert faults("A 3 C 52 pu:A+ pu:B-") == [(16, "sh.twice")]


def test_words_are_displayed_as_typed() -> None:
    examples = {
        "k1": Word("k", "k", "t", number=""),
        "52": Word("", "k", "t", number=""),
        "t10:A": Word("t", "k", "t", number="n", player="by"),
        "c:A>B": Word("c", "k", "t", player="by", other="from"),
        "f@name.h+": Word("f", "k", "t", name="f", suit="suit", sign="made"),
        "f": Word("f", "k", "t", sign="made", loose=True),
        "A": Word("", "k", "t", player=""),
    }
    assert {word.example: word for word in examples.values()} == examples


def test_reading_stops_at_the_first_fault() -> None:
    assert faults("A 5 C zz") == [(3, "sh.choice_needed")]
    assert faults("A 3 X zz") == [(5, "sh.player_unknown")]


def test_each_place_has_its_column() -> None:
    line = parse("A 3 C 52")
    assert [line.find_column(key) for key in ("declarer", "bid", "partner")] == [1, 3, 5]


def test_a_longer_spelling_that_leads_nowhere_gives_way_to_a_shorter_one() -> None:
    words = (Word("p", "by", "t", player="by"), Word("p:a", "alone", "t", fixed={"": True}))
    heads = (LineKind("", "played", {}, (Seat("declarer"),), words=words),)
    assert read_line(heads, "A p:Anna", TWO).raw == {"declarer": "1", "by": {"by": "1"}}
    assert read_line(heads, "A p:a", TWO).raw == {"declarer": "1", "alone": True}


@pytest.mark.parametrize("word", ["s.x", "s.x+", "s.h~", "p:A~"])
def test_a_suit_or_sign_that_there_is_not_is_no_word(word: str) -> None:
    (fault,) = read_line(HEADS, f"A {word}", TWO).faults
    assert (fault.column, fault.problem.code) == (3, "sh.shape")


def test_the_calls_of_an_auction_are_written_behind_the_hand() -> None:
    raw = {
        "type": "hand",
        "declarer": "Anna",
        "bid": "three",
        "partner": "Csaba",
        "auction": [["Anna", "three"], ["Béla", "pass"], ["Csaba", "pass"], ["Dóra", "pass"]],
    }
    game = GAMES["paskievics"]
    line = format_line(game.shorthand, raw, nicknames(game))
    assert line == "A 3 C [A:3,B:-,C:-,D:-]"
    assert parse(line).raw == raw
