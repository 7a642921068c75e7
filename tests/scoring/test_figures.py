"""The tables of figures, written a second time from RULEBOOK 1, 2, 4, 5 and 8.

Points silent/announced, or only announced; then the kind of figure. Romanian figures: silent in
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
    double: 2/4, times_game, refused_after_volat 3
    volat: 3/6, times_game
    trull: 1/2, takes honours, refused_after_volat 3
    four_kings: 1/2, takes kings, refused_after_volat 3
    pagat_ultimo: 5/10, card pagat, tricks 9
    xxi_catch: 21/42
"""
IN_ILLUSTRATED = f"""{IN_PASKIEVICS}
    centrum: 10, has_result, card XX, tricks 5, from_first
    kismadar: 10, has_result, card XXI, tricks 6, from_first
    nagymadar: 10, has_result, card skiz, tricks 7, from_first
    king_ultimo: 15, has_result, suited, card king, tricks 9
    pagat_uhu: 20, has_result, card pagat, tricks 8
    king_uhu: 20, has_result, suited, card king, tricks 8
    sas_ultimo: 5/10, rule sas, card sas, tricks 9
    sas_uhu: 15, has_result, rule sas, card sas, tricks 8
"""
IN_MAGAS = """
    double: 2/4, times_game, group double, refused_after_volat 1
    hosszu_dupla: 2/4, times_game, counts_as double, group double, refused_after_volat 1
    volat: 3/6, times_game
    trull: 1/2, takes honours, refused_after_volat 3
    four_kings: 1/2, takes kings, refused_after_volat 3
    pagat_ultimo: 5/10, card pagat, tricks 9, apart
    xxi_catch: 21/42
    centrum: 10, has_result, card XX, tricks 5, from_first, apart
    kismadar: 10, has_result, card XXI, tricks 6, from_first, apart
    nagymadar: 10, has_result, card skiz, tricks 7, from_first, apart
    king_ultimo: 15, has_result, suited, card king, tricks 9, apart
    pagat_uhu: 20, has_result, card pagat, tricks 8, apart
    king_uhu: 20, has_result, suited, card king, tricks 8, apart
    sas_ultimo: 5/10, card sas, tricks 9, apart
    sas_uhu: 15, has_result, card sas, tricks 8, apart
    pagat_nagymadar: 30, fixed, has_result, card pagat, tricks 7, apart
    sas_nagymadar: 30, fixed, has_result, card sas, tricks 7, apart
    pagat_kismadar: 40, fixed, has_result, card pagat, tricks 6, apart
    sas_kismadar: 40, fixed, has_result, card sas, tricks 6, apart
    king_nagymadar: 30, fixed, has_result, suited, card king, tricks 7, apart
    king_kismadar: 40, fixed, has_result, suited, card king, tricks 6, apart
    facan_pagat: 5/50, fixed, has_result, card pagat, tricks 1, apart, says hu.rule.facan_lost
    facan_sas: 5/50, fixed, has_result, card sas, tricks 1, apart, says hu.rule.facan_lost
    PAROS
    zaroparos: 40, fixed, has_result, among pagat and sas, tricks 8/9, apart, excludes pagat/sas
    harom_kiralyok: 100, fixed, has_result, among any king, tricks 7/8/9, apart
    nagy_szincsalad: 100, fixed, has_result, suited, among of the suit, tricks 7/8/9, apart
""".replace(
    "PAROS",
    "paros_facan: 30/60, fixed, has_result, card XXI, tricks 1, captures pagat/sas,"
    " silent_if played, apart, excludes pagat/sas/XXI, waits,"
    " says hu.rule.paros_silent_magas/hu.rule.paros_beside/hu.rule.paros_waits",
)
IN_ZEBI = f"""{
    IN_MAGAS.replace("silent_magas", "silent_zebi").replace("silent_if played", "silent_if led")
}
    kiraly_ultimo: 8, fixed, has_result, among any king, tricks 9, apart
    ket_kiralyok: 60, fixed, has_result, among any king, tricks 8/9, apart
    kis_szincsalad: 60, fixed, has_result, suited, among of the suit, tricks 8/9, apart
    suit_ultimo: 20, fixed, has_result, suited, ranked, card card, tricks 9, apart
    suit_uhu: 30, fixed, has_result, suited, ranked, card card, tricks 8, apart
    suit_nagymadar: 40, fixed, has_result, suited, ranked, card card, tricks 7, apart
    suit_kismadar: 50, fixed, has_result, suited, ranked, card card, tricks 6, apart
    xxi_ultimo: 21, fixed, has_result, voidable, card XXI, tricks 9, apart, says hu.rule.xxi_void
    xxi_uhu: 30, fixed, has_result, voidable, card XXI, tricks 8, apart, says hu.rule.xxi_void
    xxi_nagymadar: 40, fixed, has_result, voidable, card XXI, tricks 7, apart, says hu.rule.xxi_void
    xxi_kismadar: 50, fixed, has_result, voidable, card XXI, tricks 6, apart, says hu.rule.xxi_void
    banda: 4, fixed, has_result, suited, takes suit, group suits, refused_after_volat 1
    szinesites: 5, times_game, fixed, has_result, takes suits, group suits, refused_after_volat 1
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


def format_value(value: Any) -> str:
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def figure_row(figure: Figure) -> str:
    words = [format_value(figure.default)]
    for field in fields(Figure)[3:]:
        value = getattr(figure, field.name)
        if value != field.default:
            words.append(field.name if value is True else f"{field.name} {format_value(value)}")
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
    assert {figure_row(figure) for figure in figures.values()} == rows(wanted)


@pytest.mark.parametrize(("tables", "wanted"), [(ROMANIAN, IN_ROMANIAN), (TAPER, IN_TAPER)])
def test_figures_of_the_romanian_games(tables: Any, wanted: str) -> None:
    found = {
        f"{one.key}: {format_value(one.silent)}, {format_value(one.announced)}"
        for one in tables.figures
    }

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
