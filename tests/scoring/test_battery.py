"""The common battery: what holds for every registered game."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.answer import ENGLISH
from scoring.core.accounts import is_pot
from scoring.core.doubled_rounds import Doubling
from scoring.core.events import Hand, read_event, serialize_event
from scoring.core.posting import sum_points
from scoring.core.problem import RefusedError
from scoring.core.replay import apply_event
from scoring.core.translation_marks import render
from scoring.document import rename_players
from scoring.games import GAMES
from support.catalogue import row
from support.example_counts import count_examples
from support.strategies.sessions import evenings, hands, tables

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
quick = settings(
    max_examples=count_examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False)
    | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@row("R08")
@each_game
@quick
@given(data=st.data())
def test_players_and_pots_add_up_to_zero(game: Any, data: st.DataObject) -> None:
    steps = data.draw(evenings(game))
    balances = dict.fromkeys(steps[0].before.everyone, 0)
    for step in steps:
        for account, points in sum_points(step.lines).items():
            if not is_pot(account):
                balances[account] += points
        assert sum(balances.values()) + sum(step.after.pots.values()) == 0
        assert all(content >= 0 for content in step.after.pots.values())


@each_game
@quick
@given(data=st.data())
def test_renaming_the_players_renames_the_postings(game: Any, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    raw = data.draw(hands(table, game))
    shuffled = data.draw(st.permutations(table.seats))
    other = dict(zip(table.seats, shuffled, strict=True))
    step = apply_event(game, table, read_event(game, raw))

    moved = replace(
        table,
        seats=tuple(other[name] for name in table.seats),
        everyone=tuple(other[name] for name in table.everyone),
        dealer=other[table.dealer],
    )
    again = apply_event(game, moved, read_event(game, rename_players(raw, other.__getitem__)))

    assert sum_points(again.lines) == {
        other.get(name, name): points for name, points in sum_points(step.lines).items()
    }
    assert again.after.pots == step.after.pots


@each_game
@quick
@given(data=st.data())
def test_a_doubled_round_doubles_all_but_the_pots(game: Any, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    event = read_event(game, data.draw(hands(table, game)))
    doubled = replace(table, doubling=Doubling(((2, 3),)))

    plain, twice = apply_event(game, table, event), apply_event(game, doubled, event)

    if game.key == "danish":
        assert sum_points(twice.lines) == sum_points(plain.lines)
        return
    # A dealer's share is split after doubling, so its odd point may fall otherwise.
    assert [_between_players(line) for line in twice.lines if line.item != "dealer_share"] == [
        {name: 2 * points for name, points in _between_players(line).items()}
        for line in plain.lines
        if line.item != "dealer_share"
    ]


def _between_players(line: Any) -> dict[str, int]:
    return {} if any(is_pot(account) for account in line.points) else dict(line.points)


@each_game
@quick
@given(data=st.data())
def test_a_record_survives_json(game: Any, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    event = read_event(game, data.draw(hands(table, game)))

    written = json.loads(json.dumps(serialize_event(game, event)))

    assert read_event(game, written) == event
    assert serialize_event(game, read_event(game, written)) == written
    # Whoever writes hands into columns has one for each of them.
    assert written.keys() <= {"type", "note", *game.info.hand_keys}


@each_game
@quick
@given(data=st.data())
def test_every_point_is_explained(game: Any, data: st.DataObject) -> None:
    for step in data.draw(evenings(game, longest=3)):
        assert isinstance(step.event, Hand)
        for line in step.lines:
            sentence = render(ENGLISH, line.code, line.values)
            assert sentence
            assert "%(" not in sentence
            json.dumps(dict(line.values))
            assert line.side in (None, "declarer", "opponents")
            assert line.by is None or line.by in step.before.seats
            own = str(line.figure).startswith("own:")
            assert line.figure is None or own or line.figure in game.figures
            assert line.figure or not (line.kontra or line.announced)


@each_game
@quick
@given(data=st.data())
def test_no_json_raises_anything_but_a_refusal(game: Any, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    raw = data.draw(
        _spoilt(hands(table, game))
        | st.builds(dict, JSON.filter(lambda value: isinstance(value, dict)))
    )
    try:
        step = apply_event(game, table, read_event(game, raw))
    except RefusedError as refused:
        assert refused.problems
        faults = refused.problems
    else:
        faults = list(step.problems)
    for fault in faults:
        assert render(ENGLISH, fault.code, fault.values)
    preview = game.preview({key: value for key, value in raw.items() if key != "type"}, table)
    assert isinstance(preview.complete, bool)


@st.composite
def _spoilt(draw: st.DrawFn, legal: st.SearchStrategy[dict[str, Any]]) -> dict[str, Any]:
    """A legal hand with one or two values, at any depth, replaced, dropped or added."""
    raw = copy.deepcopy(draw(legal))
    for _ in range(draw(st.integers(1, 2))):
        target: Any = raw
        while isinstance(target, dict | list) and target:
            key = draw(
                st.sampled_from(
                    sorted(target, key=str) if isinstance(target, dict) else range(len(target))
                )
            )
            inner = target[key]
            if isinstance(inner, dict | list) and inner and draw(st.booleans()):
                target = inner
                continue
            if draw(st.integers(0, 4)) == 0 and isinstance(target, dict):
                del target[key]
            else:
                target[key] = draw(
                    JSON
                    | st.sampled_from(["Anna", "Zoli", "declarer", "opponents", "all", 0, 5, True])
                )
            break
    return raw


@row("U07")
@each_game
@quick
@given(data=st.data())
def test_complete_preview_has_the_lines_of_the_scored_hand(game: Any, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    raw = data.draw(hands(table, game))
    event = read_event(game, raw)
    step = apply_event(game, table, event)

    # A hand that was told to its end says of its partner that there is none.
    preview = game.preview(serialize_event(game, event), table)

    assert preview.complete
    assert not preview.problems
    assert preview.lines == tuple(step.lines)


@row("U07")
@each_game
@quick
@given(data=st.data())
def test_a_doubled_round_is_doubled_before_the_hand_is_saved(
    game: Any, data: st.DataObject
) -> None:
    table = data.draw(tables(game))
    event = read_event(game, data.draw(hands(table, game)))
    doubled = replace(table, doubling=Doubling(((2, 3), (2, 1))))

    preview = game.preview(serialize_event(game, event), doubled)

    assert preview.lines == tuple(apply_event(game, doubled, event).lines)


# Entered last: without these keys a hand is still at stake.
UNDECIDED = {"result", "declarer_points", "piles", "last_trick"}


@row("U07")
@each_game
@quick
@given(data=st.data())
def test_stakes_of_a_doubled_round_are_doubled(game: Any, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    raw = serialize_event(game, read_event(game, data.draw(hands(table, game))))
    begun = {key: value for key, value in raw.items() if key not in UNDECIDED}
    doubled = replace(table, doubling=Doubling(((2, 3), (2, 1))))

    plain, twice = game.preview(begun, table).stakes, game.preview(begun, doubled).stakes

    factor = 1 if game.key == "danish" else doubled.multiplier
    assert [one.code for one in twice] == [one.code for one in plain]
    for one, other in zip(plain, twice, strict=True):
        expected = {who: factor * points for who, points in one.points.items()}
        if game.sits_out(table) and getattr(table.rules, "dealer_shares", False):
            # What the dealer shares is split between two: an odd point goes to one of them, and
            # doubled it is odd no more.
            assert _won_and_lost(other.points) == _won_and_lost(expected)
        else:
            assert dict(other.points) == expected


def _won_and_lost(points: Mapping[str, int]) -> tuple[int, int]:
    won = sum(one for one in points.values() if one > 0)
    return won, sum(one for one in points.values() if one < 0)
