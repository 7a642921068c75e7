"""Hands that were played out card by card are accepted, and two scorers agree on them.

More of them by hand: `HUNGARIAN_DEALS=100000` in the environment.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from second import hungarian
from second.table import Evening

from scoring.core.options import serialize_rules
from scoring.games import GAMES
from support.deals.hungarian import announcements, record_of
from support.deals.hungarian_play import deal
from support.strategies.hungarian import PLAYERS, faults, score, table_of

DEALS = int(os.environ.get("HUNGARIAN_DEALS", "0")) or 250
# What nobody may announce: a player at the table is stopped, so that the hand has none of it.
NOT_ANNOUNCED = {
    *("hu.announced_twice", "hu.one_of_these", "hu.same_card", "hu.same_trick"),
    *("hu.after_volat", "hu.not_beside", "hu.waits", "hu.needs_kontra", "hu.double_and_volat"),
}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"discarded_partner_skart": "declarer"},
    {"discarded_partner_skart": "declarer", "opponents_bonus_needs_kontra": True},
    {"double_and_volat_by_one": False, "silent_four_kings_with_double": False},
    {"talon_honours_to_dealer": True, "dealer_shares": True},
    {"void_hands": "pot", "kontra_covers_silent": True},
]


def played(rng: Random, key: str) -> tuple[dict[str, Any], Any]:
    """A hand that was played out at a table of four or five, and the table."""
    game, five = GAMES[key], rng.random() < 0.4
    options = dict(rng.choice(OPTIONS))
    if key == "illustrated" and rng.random() < 0.5:
        options["sas"] = True
    dealer = rng.choice(PLAYERS[: 5 if five else 4])
    table = table_of(game=game, players=5 if five else 4, dealer=dealer, **options)
    place = table.seats.index(dealer)
    order = (*table.seats[place + 1 :], *table.seats[: place + (not five)])
    made = deal(rng, order)
    raw = record_of(rng, made, game=key, rules=table.rules, five=five)
    figures = {
        name: figure
        for name, figure in figures_of(key).items()
        if figure.rule is None or getattr(table.rules, figure.rule)
    }
    for said in announcements(rng, made, figures):
        more = {**without_silent(raw, said), "announced": [*raw.get("announced", []), said]}
        codes = {fault.code for fault in faults(more, table, game)}
        if not codes & NOT_ANNOUNCED:
            raw = more
    return raw, table


def figures_of(key: str) -> Any:
    module = __import__(f"scoring.games.{key}.tables", fromlist=["FIGURES", "COMMON"])
    return getattr(module, "FIGURES", None) or module.COMMON


def without_silent(raw: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """The hand without what this announcement says already."""
    ours = {raw["declarer"], raw.get("partner")}
    side = said["by"] in ours
    facan = [
        one
        for one in raw.get("facan", [])
        if said["figure"] != f"facan_{one['card']}" or (one["by"] in ours) != side
    ]
    kept = {key: value for key, value in raw.items() if key != "facan"}
    if facan:
        kept["facan"] = facan
    pair = raw.get("paros_facan")
    if pair and said["figure"] == "paros_facan" and (pair["by"] == "declarer") == side:
        del kept["paros_facan"]
    return kept


def second_net(key: str, raw: dict[str, Any], table: Any) -> dict[str, int]:
    at = Evening(key, serialize_rules(table.rules), list(table.seats), table.dealer)
    hungarian.score(raw, at)
    return at.balances


@pytest.mark.parametrize("key", ["paskievics", "illustrated", "magas", "zebi"])
def test_played_out_hands_are_accepted_and_scored_alike(key: str) -> None:
    game = GAMES[key]
    for number in range(DEALS):
        raw, table = played(Random(f"{key}{number}"), key)
        found = faults(raw, table, game)
        assert not found, (number, raw, table.rules, found)
        net = {name: points for name, points in score(raw, table, game).net.items() if points}
        other = {name: points for name, points in second_net(key, raw, table).items() if points}
        assert {name: points for name, points in net.items() if ":" not in name} == other, raw
