"""The tables of figures, written a second time from RULEBOOK 1, 2, 4, 5 and 8.

Points silent/announced, or announced alone; then what the figure is. Romanian figures: silent in
doi and unu/in solo, then announced.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import pytest

from scoring.games.hungarian.tables import COMMON, Figure
from scoring.games.illustrated.tables import FIGURES as ILLUSTRATED
from scoring.games.magas.tables import FIGURES as MAGAS
from scoring.games.romanian.tables import TABLES as ROMANIAN
from scoring.games.taper.tables import TABLES as TAPER
from scoring.games.zebi.tables import FIGURES as ZEBI

IN_PASKIEVICS = """
    double: 2/4, times_game
    volat: 3/6, times_game
    trull: 1/2
    four_kings: 1/2
    pagat_ultimo: 5/10, card pagat
    xxi_catch: 21/42
"""
IN_ILLUSTRATED = f"""{IN_PASKIEVICS}
    centrum: 10, told
    kismadar: 10, told
    nagymadar: 10, told
    king_ultimo: 15, told, suited, card king
    pagat_uhu: 20, told, card pagat
    king_uhu: 20, told, suited, card king
    sas_ultimo: 5/10, rule sas, card sas
    sas_uhu: 15, told, rule sas, card sas
"""
IN_MAGAS = """
    double: 2/4, times_game, group double, barred
    hosszu_dupla: 2/4, times_game, counts_as double, group double, barred
    volat: 3/6, times_game
    trull: 1/2
    four_kings: 1/2
    pagat_ultimo: 5/10, card pagat, tricks 9
    xxi_catch: 21/42
    centrum: 10, told, card XX, tricks 5
    kismadar: 10, told, card XXI, tricks 6
    nagymadar: 10, told, card skiz, tricks 7
    king_ultimo: 15, told, suited, card king, tricks 9
    pagat_uhu: 20, told, card pagat, tricks 8
    king_uhu: 20, told, suited, card king, tricks 8
    sas_ultimo: 5/10, card sas, tricks 9
    sas_uhu: 15, told, card sas, tricks 8
    pagat_nagymadar: 30, fixed, told, card pagat, tricks 7
    sas_nagymadar: 30, fixed, told, card sas, tricks 7
    pagat_kismadar: 40, fixed, told, card pagat, tricks 6
    sas_kismadar: 40, fixed, told, card sas, tricks 6
    king_nagymadar: 30, fixed, told, suited, card king, tricks 7
    king_kismadar: 40, fixed, told, suited, card king, tricks 6
    facan_pagat: 5/50, fixed, told, card pagat, tricks 1, says hu.rule.facan_lost
    facan_sas: 5/50, fixed, told, card sas, tricks 1, says hu.rule.facan_lost
    paros_facan: 30/60, fixed, told, card XXI, tricks 1, says hu.rule.paros_silent_magas
    zaroparos: 40, fixed, told, among pagat and sas, tricks 8/9
    harom_kiralyok: 100, fixed, told, among any king, tricks 7/8/9
    nagy_szincsalad: 100, fixed, told, suited, among of the suit, tricks 7/8/9
"""
IN_ZEBI = f"""{IN_MAGAS.replace("silent_magas", "silent_zebi")}
    kiraly_ultimo: 8, fixed, told, among any king, tricks 9
    ket_kiralyok: 60, fixed, told, among any king, tricks 8/9
    kis_szincsalad: 60, fixed, told, suited, among of the suit, tricks 8/9
    suit_ultimo: 20, fixed, told, suited, ranked, card card, tricks 9
    suit_uhu: 30, fixed, told, suited, ranked, card card, tricks 8
    suit_nagymadar: 40, fixed, told, suited, ranked, card card, tricks 7
    suit_kismadar: 50, fixed, told, suited, ranked, card card, tricks 6
    xxi_ultimo: 21, fixed, told, voidable, card XXI, tricks 9, says hu.rule.xxi_void
    xxi_uhu: 30, fixed, told, voidable, card XXI, tricks 8, says hu.rule.xxi_void
    xxi_nagymadar: 40, fixed, told, voidable, card XXI, tricks 7, says hu.rule.xxi_void
    xxi_kismadar: 50, fixed, told, voidable, card XXI, tricks 6, says hu.rule.xxi_void
    banda: 4, fixed, told, suited, group suits, barred
    szinesites: 5, times_game, fixed, told, group suits, barred
"""
IN_TAPER = """
    trula: 1/2, 2/4
    toti_regii: 1/2, 2/4
    luna_prinsa: 1/2, 2/4
    pagat_ultimo: 1/2, 7/9
    valat: 8/32, 16/64
"""
IN_ROMANIAN = f"""{IN_TAPER}
    rege_ultimo: 1/2, 2/4
    king_captured: 1/2, 0/0
    king_abandoned: 2/2, 0/0
"""


def told(value: Any) -> str:
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def row(figure: Figure) -> str:
    words = [told(figure.default)]
    for field in fields(Figure)[3:]:
        value = getattr(figure, field.name)
        if value != field.default:
            words.append(field.name if value is True else f"{field.name} {told(value)}")
    return f"{figure.key}: {', '.join(words)}"


def rows(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines() if line.strip()}


@pytest.mark.parametrize(
    ("figures", "wanted"),
    [
        (COMMON, IN_PASKIEVICS),
        (ILLUSTRATED, IN_ILLUSTRATED),
        (MAGAS, IN_MAGAS),
        (ZEBI, IN_ZEBI),
    ],
)
def test_figures_of_the_hungarian_games(figures: Mapping[str, Figure], wanted: str) -> None:
    assert {row(figure) for figure in figures.values()} == rows(wanted)


@pytest.mark.parametrize(("tables", "wanted"), [(ROMANIAN, IN_ROMANIAN), (TAPER, IN_TAPER)])
def test_figures_of_the_romanian_games(tables: Any, wanted: str) -> None:
    found = {f"{one.key}: {told(one.silent)}, {told(one.announced)}" for one in tables.figures}

    assert found == rows(wanted)


def test_contracts_of_the_romanian_games() -> None:
    found = {
        key: (one.value, one.levels, one.taken, one.opponents_carry, one.declarer_carry)
        for key, one in {**ROMANIAN.contracts, **TAPER.contracts}.items()
    }

    assert found == {
        "trei": (1, 5, 3, 13, 12),
        "doi": (2, 7, 2, 18, 8),
        "unu": (3, 13, 1, 22, 4),
        "solo": (8, 1, 0, 26, 0),
    }


def test_packs_of_the_romanian_games() -> None:
    packs = [(one.players, one.card_points, one.needed, one.radler) for one in (ROMANIAN, TAPER)]

    assert packs == [(4, 70, 36, 4), (3, 66, 34, 3)]
    assert dict(ROMANIAN.taroace) == {8: 1, 9: 2, 10: 3, 11: 3, 12: 3}
    assert dict(TAPER.taroace) == {10: 1, 11: 2, 12: 3}
    assert (ROMANIAN.called_king, TAPER.called_king) == (True, False)
