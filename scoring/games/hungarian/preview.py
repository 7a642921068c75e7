"""A Hungarian hand in the making: its lines once complete, before that what is at stake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.core.game import Preview, Stake
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import DECLARER, net_of
from scoring.core.problem import Problem
from scoring.core.reader import Reader
from scoring.core.table import Table
from scoring.games.hungarian.check import NEED_SIDES, check_hungarian
from scoring.games.hungarian.count import count_lines, count_of
from scoring.games.hungarian.fifth_player import dealer_lines
from scoring.games.hungarian.own import all_figures
from scoring.games.hungarian.reading import read_hungarian
from scoring.games.hungarian.record import PLAYED, Record
from scoring.games.hungarian.score import score_hungarian
from scoring.games.hungarian.seats import sides_of
from scoring.games.hungarian.tables import Figure

_STAKED = ("declarer", "bid", "partner", "kontra_game", "announced")
_BANDS = {"stake_best": "won", "stake_worst": "lost"}


def preview_hungarian(
    raw: Mapping[str, Any], table: Table, figures: Mapping[str, Figure]
) -> Preview:
    """The preview of a hand event's JSON in which anything may still be missing; never raises.

    Once declarer and bid are known, the stakes show the game just won with every announcement of
    the declarer's side made and every other failed, and the reverse. While the key `partner` is
    missing they name the declarer alone, and so do not add up to zero.

    Source: docs/adr/0008-drafts-on-the-server.md, "At stake".
    """
    problems: list[Problem] = []
    record = read_hungarian(Reader(raw, problems), figures)
    if record is not None:
        problems = check_hungarian(record, table, figures)
        if not problems:
            lines = tuple(score_hungarian(record, table, figures).lines)
            return Preview(lines, (), complete=True)
    faults = _faults_so_far(_filled(raw, figures), table, figures)
    return Preview((), tuple(faults), complete=False, stakes=_stakes(raw, table, figures))


def _filled(raw: Mapping[str, Any], figures: Mapping[str, Figure]) -> dict[str, Any]:
    """The draft with what is still missing put in, so that everything said can be judged."""
    draft = {key: value for key, value in raw.items() if value is not None or key == "partner"}
    if draft.get("outcome", PLAYED) != PLAYED:
        return draft
    if "result" not in draft and "declarer_points" not in draft:
        draft.pop("tricks", None)
        draft["result"] = _BANDS["stake_best"]
    announced = draft.get("announced")
    if isinstance(announced, list):
        draft["announced"] = [_told(item, figures) for item in announced]
    return draft


def _told(item: Any, figures: Mapping[str, Figure]) -> Any:
    if not isinstance(item, dict) or item.get("made") is not None:
        return item
    key = item.get("figure")
    if item.get("void") is True:
        return item
    figure = figures.get(key) if isinstance(key, str) else None
    # A failed figure contradicts nothing else that may be entered already.
    told = figure.told if figure is not None else str(key).startswith(OWN_PREFIX)
    return {**item, "made": False} if told else item


def _faults_so_far(
    draft: Mapping[str, Any], table: Table, figures: Mapping[str, Figure]
) -> list[Problem]:
    problems: list[Problem] = []
    record = read_hungarian(Reader(draft, problems), figures)
    if record is None:
        return [problem for problem in problems if problem.code != "missing"]
    faults = check_hungarian(record, table, figures)
    if "partner" in draft:
        return faults
    return [problem for problem in faults if problem.code not in NEED_SIDES]


def _stakes(
    raw: Mapping[str, Any], table: Table, figures: Mapping[str, Figure]
) -> tuple[Stake, ...]:
    if raw.get("outcome") not in (None, PLAYED):
        return ()
    draft = _filled({key: raw[key] for key in _STAKED if key in raw}, figures)
    record = read_hungarian(Reader(draft, []), figures)
    if record is None or _faults_so_far(draft, table, figures):
        return ()
    return tuple(
        Stake(code, _points(record, table, figures, code=code, known="partner" in raw))
        for code in _BANDS
    )


def _points(
    record: Record, table: Table, figures: Mapping[str, Figure], *, code: str, known: bool
) -> Mapping[str, int]:
    """What the hand would pay; of the declarer alone while the partner is not `known`."""
    declarer = record.declarer or ""
    sides = sides_of(table, declarer, record.partner)
    best = code == "stake_best"
    # Who announced for which side may be unknown yet; at the best, everyone's luck is ours.
    announced = tuple(
        item if item.void else replace(item, made=(sides.of(item.by) == DECLARER) == best)
        for item in record.announced
    )
    record = replace(record, announced=announced, result=_BANDS[code])
    lines = count_lines(count_of(record, table, sides), all_figures(figures, table.rules))
    if known:
        return net_of([*lines, *dealer_lines(lines, table, sides)])
    return {declarer: -net_of(lines)[sides.theirs[0]]}
