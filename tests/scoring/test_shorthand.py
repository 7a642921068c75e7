"""The shorthand: what is written can be read, and what cannot be read says where and why."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.answer import ENGLISH
from scoring.core.events import read_event, write_event
from scoring.core.nicknames import Nicknames
from scoring.core.shorthand_read import Said, is_empty, read_line, reserved
from scoring.core.shorthand_write import write_line
from scoring.core.words import render
from scoring.games import GAMES
from support.strategies.sessions import NAMES, hands, tables

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
quick = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
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
    return Nicknames(named, {"Zoli": "Zoli", "other": "Csilla"}, reserved(game.shorthand))


def said(line: str, game: str = "paskievics") -> Said:
    return read_line(GAMES[game].shorthand, line, nicknames(GAMES[game]))


def faults(line: str, game: str = "paskievics") -> list[tuple[int, str]]:
    return [(fault.column, fault.problem.code) for fault in said(line, game).faults]


@each_game
@quick
@given(data=st.data())
def test_u30_every_legal_hand_survives_its_line(game: Any, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    event = read_event(game, data.draw(hands(table, game)))
    written = write_event(game, event)
    names = nicknames(game, tuple(data.draw(st.just(NAMES) | st.permutations(ALIKE))))

    line = write_line(game.shorthand, written, names)
    found = read_line(game.shorthand, line, names)

    assert "\n" not in line
    assert found.faults == []
    assert read_event(game, found.raw) == event
    assert found.raw == written


@each_game
@pytest.mark.parametrize("raw", EVENTS, ids=lambda raw: raw["type"])
def test_u30_what_happens_between_hands_survives_its_line(game: Any, raw: dict[str, Any]) -> None:
    line = write_line(game.shorthand, raw, nicknames(game))

    assert "\n" not in line
    assert read_line(game.shorthand, line, nicknames(game)).raw == raw


def test_fines_are_lines_of_the_danish_game() -> None:
    raw = {"type": "fine", "player": "Anna", "severity": "irrecoverable"}
    game = GAMES["danish"]

    line = write_line(game.shorthand, raw, nicknames(game))

    assert line == "fine A gross"
    assert said(line, "danish").raw == raw
    assert faults(line, "romanian") == [(1, "sh.player_unknown")]


@each_game
@quick
@given(line=st.text(alphabet="ABCDabcdk2385!:.+-~*>=[]#,pu tr\u2212", max_size=40))
def test_no_line_raises_anything(game: Any, line: str) -> None:
    found = read_line(game.shorthand, line, nicknames(game))

    for fault in found.faults:
        assert 1 <= fault.column <= len(line) + 1
        assert "%(" not in render(ENGLISH, fault.problem.code, fault.problem.values)


def test_a_line_is_typed_as_it_comes() -> None:
    line = "12. anna 3 CSA 52 !Trull:bela*1 pagat_ultimo:A− tr+ # szép"
    assert said(line).faults == []
    assert said(line).raw == {
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


def test_empty_lines_and_remarks_say_nothing() -> None:
    assert [is_empty(line) for line in ("", "  \t", " # a remark", "pass")] == [
        True,
        True,
        True,
        False,
    ]


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
def test_u30_a_fault_says_its_column(line: str, found: list[tuple[int, str]]) -> None:
    assert faults(line) == found


def test_a_fault_of_the_record_is_shown_where_the_line_says_it() -> None:
    line = said("A 3 C 52 !tr:A !pu:B*9 k7")

    assert line.column("announced.1.kontra") == line.column("announced.1") == 16
    assert line.column("kontra_game") == 24
    assert line.column("outcome") == 1
    assert line.column("auction") == line.end == 26


def test_players_are_called_by_the_shortest_beginning_that_is_theirs() -> None:
    people = {"1": "Anna", "2": "Ágnes", "3": "Béla", "4": "Pass", "5": "Passerelle"}
    names = Nicknames(people, {"6": "Balázs", "7": "Béla"}, {"pass", "b"})

    assert names.all_short() == ("An", "Ág", "Bé", "Pass_2", "Passe")
    assert names.short("7") == names.whole("7") == "Béla"
    assert [names.find(text) for text in ("ag", "ANNA", "be", "Bal", "pass_2")] == [
        "2",
        "1",
        "3",
        "6",
        "4",
    ]


def _examples() -> list[tuple[str, str]]:
    text = (Path(__file__).parents[2] / "docs" / "shorthand.md").read_text()
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", text, re.M | re.S)
    return [(game, line) for game, block in blocks for line in block.splitlines()]


@pytest.mark.parametrize(("game", "line"), _examples())
def test_the_lines_of_the_paper_can_be_read(game: str, line: str) -> None:
    rules = GAMES[game]
    names = Nicknames({name: name for name in NAMES[:4]}, {"Cili": "Cili"})

    found = read_line(rules.shorthand, line, names)

    assert found.faults == []
    event = read_event(rules, found.raw)
    assert write_event(rules, event)["type"] == found.raw["type"]


def test_the_paper_shows_every_game() -> None:
    assert {game for game, _line in _examples()} == set(GAMES)
