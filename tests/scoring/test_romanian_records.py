"""Romanian tarok: records, drafts and sentences.

Source: docs/reference/format.md; docs/adr/0008-drafts-on-the-server.md.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scoring.core.doubled_rounds import Doubling
from scoring.core.events import read_event, serialize_event
from scoring.core.sentences import TERMS as CORE_TERMS
from scoring.core.table import Table
from scoring.core.translation_marks import TERM_VALUES
from scoring.games.romanian import ROMANIAN
from scoring.games.romanian.sentences import TERMS
from scoring.games.taper import TAPER
from support.strategies.romanian_table import (
    ALL,
    DOI,
    LOST,
    MADE,
    MICHI,
    NONE,
    OURS,
    PAGAT,
    PLAYERS,
    SURRENDER,
    THEIRS,
    WON,
    announcement,
    play,
    table_of,
)


def test_a_record_is_written_without_its_defaults() -> None:
    raw = {
        "type": "hand",
        **DOI,
        "level": 1,
        "tricks": "split",
        "kontra_game": 0,
        **WON,
        "note": "fine",
    }
    raw |= {
        "announced": [announcement("trula", "Ana")],
        "king_captured": False,
        "luna_prinsa": None,
    }
    written = serialize_event(ROMANIAN, read_event(ROMANIAN, raw))
    announced = [{"figure": "trula", "by": "Ana"}]
    assert written == {"type": "hand", **DOI, "announced": announced, **WON, "note": "fine"}


def test_the_keys_of_a_written_record_follow_the_format() -> None:
    facts = {
        "luna_prinsa": {"by": "Ana", "from": "Dan"},
        "pagat_ultimo": {"by": "Ana", "made": False},
    }
    raw = {"king_captured": True, "rege_ultimo": {"made": False}, **facts, **WON, **DOI, "level": 2}
    written = list(serialize_event(ROMANIAN, read_event(ROMANIAN, {"type": "hand", **raw})))
    assert written == [
        *("type", "declarer", "contract", "level", "called", "partner", "declarer_points"),
        *("luna_prinsa", "pagat_ultimo", "rege_ultimo", "king_captured"),
    ]


def test_a_declarer_alone_is_written_and_a_draft_without_a_partner_is_not_alone() -> None:
    raw = {"type": "hand", **DOI, **WON, "partner": None}
    assert serialize_event(ROMANIAN, read_event(ROMANIAN, raw))["partner"] is None
    taper = {"type": "hand", "declarer": "Ana", "contract": "trei", "declarer_points": 34}
    assert serialize_event(TAPER, read_event(TAPER, taper)) == taper


def stakes(raw: dict[str, Any], at: Table | None = None) -> dict[str, dict[str, int]]:
    preview = ROMANIAN.preview(raw, at or table_of())
    assert not preview.complete
    assert preview.problems == ()
    return {stake.code: dict(stake.points) for stake in preview.stakes}


def test_draft_without_a_contract_shows_deal_payments_and_no_stakes() -> None:
    preview = ROMANIAN.preview({"declarer": "Ana", "contract": None}, table_of())
    assert [line.item for line in preview.lines] == ["foundation", "dealer"]
    assert preview.stakes == ()
    assert not preview.complete


def test_the_tricks_of_an_unfinished_michi_michi_are_no_fault_and_pay_already() -> None:
    taken = {"Ana": 5, "Bogdan": 4}
    preview = ROMANIAN.preview({"outcome": "michi", "tricks_taken": taken}, table_of())
    assert not preview.complete and preview.problems == ()
    assert preview.lines[-1].points == {"Ana": -5, "Bogdan": -4, "pot:pool": 9}
    more = {"outcome": "michi", "tricks_taken": {"Ana": 7, "Bogdan": 6}}
    assert [one.code for one in ROMANIAN.preview(more, table_of()).problems] == ["ro.tricks_wrong"]


def test_a_draft_shows_the_best_and_the_worst() -> None:
    announced = [announcement("trula", "Ana", 1), announcement("luna_prinsa", "Dan")]
    found = stakes({**DOI, "level": 3, "announced": announced})
    assert found["stake_best"] == {"Ana": 8, "Carmen": 8, "Bogdan": -8, "Dan": -8}
    assert found["stake_worst"] == {"Ana": -12, "Carmen": -12, "Bogdan": 12, "Dan": 12}


def test_draft_distinguishes_solo_from_an_open_partner() -> None:
    draft = {"declarer": "Ana", "contract": "doi"}
    at = replace(table_of(), doubling=Doubling(((2, 1),)))
    assert stakes({**draft, "partner": None}, at)["stake_best"] == {
        "Ana": 12,
        "Bogdan": -4,
        "Carmen": -4,
        "Dan": -4,
    }
    assert stakes(draft, at)["stake_best"] == {"Ana": 4}


def test_a_valat_in_the_draft_takes_the_games_place() -> None:
    assert stakes({**DOI, "announced": [announcement("valat", "Ana")]})["stake_best"]["Ana"] == 16
    assert stakes({**DOI, "announced": [announcement("valat", "Dan")]})["stake_worst"]["Ana"] == -16


def test_a_draft_with_a_fault_names_it_and_promises_nothing() -> None:
    preview = ROMANIAN.preview({**DOI, "partner": "Ana"}, table_of())
    assert [problem.field for problem in preview.problems] == ["partner"]
    assert preview.stakes == ()


def test_lines_carry_the_fields_of_the_statistics() -> None:
    raw = {
        **PAGAT,
        **MADE,
        "toti_regii": "opponents",
        "announced": [announcement("pagat_ultimo", "Ana", 2)],
    }
    hooks = {
        line.item: (line.figure, line.announced, line.kontra, line.side, line.by)
        for line in play({**raw, "declarer_points": 40}).lines
        if line.item in ("game", "toti_regii", "pagat_ultimo", "pool")
    }
    assert hooks == {
        "game": ("game", None, 0, "declarer", "Ana"),
        "toti_regii": ("toti_regii", False, 0, "opponents", None),
        "pagat_ultimo": ("pagat_ultimo", True, 2, "declarer", "Ana"),
        "pool": ("pagat_ultimo", True, 2, "declarer", "Ana"),
    }


def test_a_surrender_is_a_lost_game_and_taroace_name_their_player() -> None:
    surrendered = play({**SURRENDER, "honour_held": True}).lines[-1]
    assert (surrendered.figure, surrendered.side, surrendered.by) == ("game", "opponents", "Ana")
    declared = play({**DOI, **WON, "declarations": [{"player": "Dan", "count": 9}]}).lines[-1]
    assert (declared.figure, declared.announced) == ("taroace", True)
    assert (declared.side, declared.by) == ("opponents", "Dan")


EVERYTHING: list[dict[str, Any]] = [
    *[{**DOI, **WON, **facts} for facts in (*OURS.values(), *THEIRS.values())],
    *[{**DOI, **LOST, "kontra_game": kontra, "level": 2} for kontra in range(6)],
    *[
        {**DOI, **WON, "announced": [announcement(figure, by, 1)]}
        for figure in ("trula", "valat")
        for by in PLAYERS
    ],
    *[{**DOI, **tricks, "announced": [announcement("valat", "Ana", 1)]} for tricks in (ALL, NONE)],
    {**PAGAT, **MADE},
    {**DOI, **WON, "king_captured": True},
    {
        **DOI,
        **WON,
        "partner": None,
        "king_abandoned": True,
        "declarations": [{"player": "Dan", "count": 9}],
    },
    {**SURRENDER, "honour_held": False},
    MICHI,
]


def test_every_line_has_its_sentence_and_its_terms() -> None:
    for raw in EVERYTHING:
        for line in play(raw).lines:
            filled = ROMANIAN.sentences[line.code] % {**line.values, "sum": "1"}
            assert filled
            for key in TERM_VALUES & set(line.values):
                assert line.values[key] in TERMS | CORE_TERMS
