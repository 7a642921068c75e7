"""Danish tarok at its edges: the nearest hand on either side of each limit, name by name."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core.grammar import Word
from scoring.core.reader import Reader
from scoring.games.danish import DANISH
from scoring.games.danish.between_hands import round_third
from scoring.games.danish.record import read_hand, read_valid_parts
from scoring.games.danish.shorthand import SHORTHAND
from support.strategies.danish_table import LAST, faults, lines_of, plain, running

# --- each fault is reported once, at its place


def declared(kind: str, *rows: tuple[str, Any], **more: Any) -> dict[str, Any]:
    key = "count" if kind in ("trumps", "matadors") else "level"
    return {
        "declarations": [
            {"player": player, "kind": kind, key: value, **more} for player, value in rows
        ]
    }


def test_two_cards_of_a_player_are_distinguished_from_a_card_of_the_winner() -> None:
    lost = [{"player": "Anna", "card": "king"}, {"player": "Anna", "card": "pagat"}]
    twice = plain(running(), last_trick={"winner": "Cai", "with": "other", "lost": lost})
    assert faults(twice) == [("two_cards", "last_trick.lost.1.player")]
    own = plain(running(), last_trick={**LAST, "lost": [{"player": "Bo", "card": "king"}]})
    assert faults(own) == [("winner_lost", "last_trick.lost.0.player")]


@pytest.mark.parametrize(
    ("event", "many", "code", "place"),
    [("king_lost", 6, "too_many_kings", 4), ("pagat_lost", 3, "pagat_twice", 1)],
)
def test_one_card_too_many_is_reported_once_where_it_is_played(
    event: str, many: int, code: str, place: int
) -> None:
    played = [{"player": "Bo", "event": event}] * many
    assert faults(plain(running(), in_play=played)) == [(code, f"in_play.{place}.event")]


@pytest.mark.parametrize(
    ("counts", "place"),
    [
        ((11, 10), None),
        ((11, 12), 1),
        ((11, 11, 10), 2),
        ((12, 11, 10), 1),
        ((10, 12, 12), 2),
        ((21, 10, 10), 1),
    ],
)
def test_reports_the_first_player_past_22_trumps_only(
    counts: tuple[int, ...], place: int | None
) -> None:
    rows = zip(("Anna", "Bo", "Cai"), counts, strict=False)
    step = plain(running(), **declared("trumps", *rows))
    if place is None:
        assert step.problems == ()
    else:
        (problem,) = step.problems
        assert (problem.code, problem.field) == ("too_many_trumps", f"declarations.{place}.count")
        assert problem.values == {"count": sum(counts[: place + 1]), "highest": 22}


@pytest.mark.parametrize("players", [("Anna", "Cai"), ("Cai", "Anna")])
def test_four_kings_cannot_be_declared_by_two_players_in_either_order(
    players: tuple[str, ...],
) -> None:
    first, second = players
    step = plain(running(), **declared("kings", (first, "full"), (second, "full")))
    assert faults(step) == [("kings_of_two", "declarations.1.player")]
    half = plain(running(), **declared("kings", (first, "full"), (second, "half")))
    assert ("exclude_card", "declarations.1.player") in faults(half)


@pytest.mark.parametrize(("tout", "winner"), [("Anna", "Cai"), ("Cai", "Anna")])
def test_all_tricks_are_not_won_with_the_last_one_lost(tout: str, winner: str) -> None:
    step = plain(running(), tout=tout, last_trick={**LAST, "winner": winner})
    assert faults(step) == [("tout_lost_last", "tout")]
    assert step.problems[0].values == {"player": tout, "by": winner}


def test_an_incomplete_trick_records_no_card() -> None:
    for half in ({"card": "king"}, {"player": "Anna"}):
        raw = {"type": "hand", "last_trick": {**LAST, "lost": [half]}}
        trick = read_valid_parts(Reader(raw, [])).last_trick
        assert trick is not None
        assert trick.lost == ()
        assert read_hand(Reader(raw, [])) is None


# --- what is paid


def test_only_a_cavallerie_names_its_suit() -> None:
    kings = plain(running(), **declared("kings", ("Anna", "half")))
    assert "suit" not in lines_of(kings, "kings")[0].values
    horse = plain(running(), **declared("cavallerie", ("Anna", "half"), suit="hearts"))
    assert lines_of(horse, "cavallerie")[0].values["suit"] == "suit.hearts"


@pytest.mark.parametrize(
    ("content", "third"), [(0, 0), (7, 0), (8, 5), (22, 5), (23, 10), (37, 10), (38, 15)]
)
def test_a_third_of_a_pot_that_was_adjusted_goes_to_the_nearest_five(
    content: int, third: int
) -> None:
    assert round_third(content) == third


# --- how it is written

# Each word: what it stands for, its value, and which of number, suit and many it has.
WORDS = {
    "t": ("declarations", {"kind": "trumps"}, "count", None, True),
    "tp": ("declarations", {"kind": "trumps", "pagat": True}, "count", None, True),
    "m": ("declarations", {"kind": "matadors"}, "count", None, True),
    "kh": ("declarations", {"kind": "kings", "level": "half"}, None, None, True),
    "kf": ("declarations", {"kind": "kings", "level": "full"}, None, None, True),
    "ka": ("declarations", {"kind": "kings", "level": "abundant"}, None, None, True),
    "ch": ("declarations", {"kind": "cavallerie", "level": "half"}, None, "suit", True),
    "cf": ("declarations", {"kind": "cavallerie", "level": "full"}, None, "suit", True),
    "ca": ("declarations", {"kind": "cavallerie", "level": "abundant"}, None, "suit", True),
    **{
        f"kh/{suit[0]}": (
            "declarations",
            {"kind": "kings", "level": "half", "missing": suit},
            None,
            None,
            True,
        )
        for suit in ("hearts", "diamonds", "clubs", "spades")
    },
    **{
        f"ch/{rank[0]}": (
            "declarations",
            {"kind": "cavallerie", "level": "half", "missing": rank},
            None,
            "suit",
            True,
        )
        for rank in ("king", "queen", "rider", "jack")
    },
    "pw": ("in_play", {"event": "pagat_won"}, None, None, True),
    "kl": ("in_play", {"event": "king_lost"}, None, None, True),
    "pl": ("in_play", {"event": "pagat_lost"}, None, None, True),
    "uk": ("last_trick", {"with": "king"}, None, None, False),
    "up": ("last_trick", {"with": "pagat"}, None, None, False),
    "u": ("last_trick", {"with": "other"}, None, None, False),
    "bk": ("last_trick.lost", {"card": "king"}, None, None, True),
    "bp": ("last_trick.lost", {"card": "pagat"}, None, None, True),
    "tout": ("tout", {}, None, None, False),
    "!tout": ("announced_tout", {"": True}, None, None, False),
    "nolo": ("nolo", {}, None, None, False),
}


def parts(word: Word) -> tuple[Any, ...]:
    return (word.key, dict(word.fixed), word.number, word.suit, word.many)


def test_every_word_of_the_shorthand_has_one_meaning() -> None:
    plain_hand = SHORTHAND[0]
    assert {word.code: parts(word) for word in plain_hand.words} == WORDS
    assert len(plain_hand.words) == len(WORDS)
    assert DANISH.shorthand == SHORTHAND
    by = {word.code: word.player for word in plain_hand.words}
    assert {code for code, player in by.items() if player == "winner"} == {"u", "up", "uk"}
    assert {code for code, player in by.items() if player == ""} == {"tout", "nolo"}
    assert by["!tout"] is None
