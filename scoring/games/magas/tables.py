"""The values of Magas tarokk: its additions to Illustrated, and the figures that differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scoring.games.hungarian.figure_cards import ANY_KING, KING, OF_SUIT, PAGAT, PAGAT_AND_SAS, SAS
from scoring.games.hungarian.tables import (
    COMMON,
    DOUBLE,
    FACAN_PAGAT,
    FACAN_SAS,
    HOSSZU_DUPLA,
    KISMADAR,
    NAGYMADAR,
    OPPONENTS_PLAYED,
    PAROS_FACAN,
    ULTIMO,
    ZAROPAROS,
    Figure,
    index_by_key,
)
from scoring.games.illustrated.tables import ADDED

XXI_CATCH = (30, 60)  # RULEBOOK 8; T355
SAS_UHU = 20  # RULEBOOK 8; T355


def _adapt_to_magas(row: Figure) -> Figure:
    """Return an Illustrated figure with the rules of Magas.

    No house rule excludes it, and a side announces only one figure about the same trick.
    """
    return replace(row, rule=None, apart=bool(row.tricks))


_DOUBLE = replace(COMMON[DOUBLE], group=DOUBLE, refused_after_volat=1)
_LONG_DOUBLE = replace(_DOUBLE, key=HOSSZU_DUPLA, term="fig.hosszu_dupla", counts_as=DOUBLE)
_FIGURES = tuple(_adapt_to_magas(row) for key, row in {**COMMON, **ADDED}.items() if key != DOUBLE)


def build_single_trick_figure(
    key: str, term: str, value: int, card: str, trick: int, **more: Any
) -> Figure:
    """Return an announced-only figure for winning `trick` with `card`.

    Source: scoring/RULEBOOK.md, section 8.
    """
    return Figure(
        key,
        term,
        value,
        fixed=True,
        has_result=True,
        card=card,
        tricks=(trick,),
        apart=True,
        **more,
    )


def build_last_tricks_figure(key: str, value: int, among: str, last: int, **more: Any) -> Figure:
    """Return an announced-only figure for winning the last tricks with cards of one kind.

    among: kind of cards, such as ANY_KING or OF_SUIT.
    last: number of tricks.

    Source: scoring/RULEBOOK.md, section 8.
    """
    tricks = tuple(range(ULTIMO - last + 1, ULTIMO + 1))
    common: dict[str, Any] = {"fixed": True, "has_result": True, "apart": True}
    return Figure(key, f"fig.{key}", value, among=among, tricks=tricks, **common, **more)


def build_first_trick_figure(
    key: str, worth: tuple[int, int], card: str, *says: str, **more: Any
) -> Figure:
    """Return a figure for winning the first trick with `card`, announced or silent.

    worth: silent and announced points.
    says: codes of further rules about it.

    Source: scoring/RULEBOOK.md, section 8.
    """
    common: dict[str, Any] = {"fixed": True, "has_result": True, "apart": True, "says": says}
    return Figure(key, f"fig.{key}", worth, card=card, tricks=(1,), **common, **more)


# RULEBOOK 8, rows from magas; T355.
_ADDED = (
    build_single_trick_figure("pagat_nagymadar", "fig.pagat_nagymadar", 30, PAGAT, NAGYMADAR),
    build_single_trick_figure("sas_nagymadar", "fig.sas_nagymadar", 30, SAS, NAGYMADAR),
    build_single_trick_figure("pagat_kismadar", "fig.pagat_kismadar", 40, PAGAT, KISMADAR),
    build_single_trick_figure("sas_kismadar", "fig.sas_kismadar", 40, SAS, KISMADAR),
    build_single_trick_figure(
        "king_nagymadar", "fig.king_nagymadar", 30, KING, NAGYMADAR, suited=True
    ),
    build_single_trick_figure(
        "king_kismadar", "fig.king_kismadar", 40, KING, KISMADAR, suited=True
    ),
    build_first_trick_figure(FACAN_PAGAT, (5, 50), PAGAT, "hu.rule.facan_lost"),
    build_first_trick_figure(FACAN_SAS, (5, 50), SAS, "hu.rule.facan_lost"),
    build_first_trick_figure(
        PAROS_FACAN,
        (30, 60),
        "XXI",
        *("hu.rule.paros_silent_magas", "hu.rule.paros_beside", "hu.rule.paros_waits"),
        captures=(PAGAT, SAS),
        silent_if=OPPONENTS_PLAYED,
        excludes=(PAGAT, SAS, "XXI"),
        waits=True,
    ),
    build_last_tricks_figure(ZAROPAROS, 40, PAGAT_AND_SAS, 2, excludes=(PAGAT, SAS)),
    build_last_tricks_figure("harom_kiralyok", 100, ANY_KING, 3),
    build_last_tricks_figure("nagy_szincsalad", 100, OF_SUIT, 3, suited=True),
)

FIGURES = index_by_key(_DOUBLE, _LONG_DOUBLE, *_FIGURES, *_ADDED)
