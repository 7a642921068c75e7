"""Titles, roles and traits of the games, as pages and statistics use them."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.answer import ENGLISH
from scoring.core.events import read_event
from scoring.core.game_info_types import Roles
from scoring.core.translation_marks import render
from scoring.games import GAMES
from scoring.games.danish import DANISH
from scoring.games.paskievics import PASKIEVICS
from scoring.games.romanian import ROMANIAN
from scoring.games.taper import TAPER

TRICK = {"winner": "Bo", "with": "other"}
WON = {"declarer": "Anna", "bid": "two", "partner": "Csaba"}
DOI = {"declarer": "Ana", "contract": "doi", "partner": "Carmen"}
TITLES: list[tuple[Any, dict[str, Any], str | None]] = [
    (DANISH, {}, None),
    (DANISH, {"outcome": "misdeal", "tout": "Bo"}, None),
    (DANISH, {"outcome": "abandoned", "last_trick": TRICK}, None),
    (DANISH, {"outcome": "played", "last_trick": TRICK}, "Last trick: Bo"),
    (DANISH, {"last_trick": TRICK}, "Last trick: Bo"),
    (DANISH, {"last_trick": TRICK | {"with": "king"}}, "King ultimo: Bo"),
    (DANISH, {"last_trick": TRICK | {"with": "pagat"}}, "Pagat ultimo: Bo"),
    (DANISH, {"tout": "Bo", "last_trick": TRICK}, "Tout: Bo"),
    (DANISH, {"tout": "Bo", "announced_tout": True}, "Tout: Bo"),
    (DANISH, {"announced_tout": True, "nolo": "Bo"}, "Tout announced, failed"),
    (DANISH, {"nolo": "Bo"}, "Nolo: Bo"),
    (DANISH, {"last_trick": "Bo"}, None),
    (PASKIEVICS, WON, "Anna · Two with Csaba"),
    (PASKIEVICS, WON | {"partner": None}, "Anna · Two, alone"),
    (PASKIEVICS, WON | {"outcome": "played"}, "Anna · Two with Csaba"),
    (PASKIEVICS, {"declarer": "Anna"}, "Played: Anna"),
    (PASKIEVICS, WON | {"outcome": "conceded"}, "Conceded: Anna"),
    (PASKIEVICS, {"outcome": "annulled", "by": "Béla"}, "Annulled: Béla"),
    (PASKIEVICS, {"outcome": "passed_out"}, None),
    (PASKIEVICS, {}, None),
    (ROMANIAN, DOI, "Ana · Doi with Carmen"),
    (ROMANIAN, DOI | {"partner": None}, "Ana · Doi, alone"),
    (ROMANIAN, DOI | {"level": 1}, "Ana · Doi with Carmen"),
    (ROMANIAN, DOI | {"level": 3}, "Ana · Doi, level 3, with Carmen"),
    (ROMANIAN, DOI | {"partner": None, "level": 2}, "Ana · Doi, level 2, alone"),
    (ROMANIAN, DOI | {"outcome": "surrendered"}, "Surrendered: Ana"),
    (ROMANIAN, {"declarer": "Ana"}, "Played: Ana"),
    (ROMANIAN, {"outcome": "michi"}, None),
    (TAPER, {"declarer": "Ana", "contract": "trei"}, "Ana · Trei"),
    (TAPER, {"declarer": "Ana", "contract": "trei", "level": 4}, "Ana · Trei, level 4"),
]


@pytest.mark.parametrize(("game", "raw", "text"), TITLES)
def test_writes_a_hand_in_one_line(game: Any, raw: dict[str, Any], text: str | None) -> None:
    found = game.info.title(raw)

    assert (found and render(ENGLISH, found.code, found.values)) == text


CAUGHT = {"by": "Anna", "from": "Béla"}
ROLES: list[tuple[Any, dict[str, Any], Roles]] = [
    (DANISH, {"last_trick": TRICK, "card_points": {"Bo": 30, "Cai": 20}}, Roles()),
    (
        PASKIEVICS,
        WON | {"declarer_points": 50, "xxi_catch": CAUGHT},
        Roles("Anna", "Csaba", "two", "Anna", "Béla"),
    ),
    (PASKIEVICS, WON | {"declarer_points": 50}, Roles("Anna", "Csaba", "two")),
    (
        PASKIEVICS,
        {"outcome": "conceded", "declarer": "Anna", "partner": "Csaba"},
        Roles("Anna", "Csaba", "three"),
    ),
    (PASKIEVICS, {"outcome": "passed_out"}, Roles()),
    (
        ROMANIAN,
        DOI | {"called": "hearts", "declarer_points": 40, "luna_prinsa": CAUGHT},
        Roles("Ana", "Carmen", "doi", "Anna", "Béla"),
    ),
    (ROMANIAN, DOI | {"called": "hearts", "declarer_points": 40}, Roles("Ana", "Carmen", "doi")),
    (
        ROMANIAN,
        {"outcome": "surrendered", "declarer": "Ana", "contract": "unu", "honour_held": True},
        Roles("Ana", None, "unu"),
    ),
    (ROMANIAN, {"outcome": "abandoned"}, Roles()),
]


@pytest.mark.parametrize(("game", "raw", "roles"), ROLES)
def test_finds_the_roles_of_the_players_of_a_hand(
    game: Any, raw: dict[str, Any], roles: Roles
) -> None:
    event = read_event(game, {"type": "hand", **raw})

    assert game.info.roles(event.record) == roles  # type: ignore[union-attr]


def test_the_side_of_the_declarer_begins_with_the_declarer() -> None:
    assert Roles("Anna", "Csaba").side == ("Anna", "Csaba")
    assert Roles("Anna").side == ("Anna",)
    assert Roles().side == ()


HUNGARIAN_ENDINGS = {
    "played": (True, True),
    "passed_out": (False, False),
    "annulled": (False, False),
    "failed_trial": (True, False),
    "conceded": (True, True),
}
TAPER_ENDINGS = {
    "played": (True, True),
    "passed_out": (False, False),
    "abandoned": (False, False),
}
ENDINGS = {
    **dict.fromkeys(("paskievics", "illustrated", "magas", "zebi"), HUNGARIAN_ENDINGS),
    "danish": {"played": (True, True), "misdeal": (False, False), "abandoned": (False, False)},
    "taper": TAPER_ENDINGS,
    "romanian": {**TAPER_ENDINGS, "michi": (True, True), "surrendered": (True, True)},
}


@pytest.mark.parametrize("game", GAMES)
def test_endings_have_their_statistics(game: str) -> None:
    endings = GAMES[game].info.endings

    assert {key: (one.counts, one.measures) for key, one in endings.items()} == ENDINGS[game]


def test_traits_of_each_game_for_the_pages() -> None:
    found = {
        key: (one.notice, one.info.sided, one.info.offered, set(one.info.feats))
        for key, one in GAMES.items()
    }
    hungarian = {"volat", "xxi_catch", "nine"}
    assert found == {
        "paskievics": (True, True, True, hungarian),
        "illustrated": (True, True, True, hungarian),
        "magas": (True, True, True, hungarian),
        "zebi": (True, True, True, hungarian),
        "danish": (False, False, True, {"tout"}),
        "romanian": (False, True, True, {"valat", "luna_prinsa", "taroace"}),
        "taper": (False, True, True, {"valat", "luna_prinsa"}),
    }
    assert {key: (one.fewest, one.most) for key, one in GAMES.items()} == {
        **dict.fromkeys(("paskievics", "illustrated", "magas", "zebi"), (4, 5)),
        "danish": (3, 4),
        "romanian": (4, 4),
        "taper": (3, 3),
    }
