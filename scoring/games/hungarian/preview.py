"""Preview of an unfinished Hungarian hand: its lines once complete, until then its stakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.core.game import HandStake, Preview
from scoring.core.open_questions import (
    MADE,
    drop_stand_in_problems,
    find_partner_question,
    split_open_questions,
)
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import DECLARER, sum_points
from scoring.core.problem import Problem
from scoring.core.reader import Reader
from scoring.core.table import Table
from scoring.games.hungarian.check import NEED_SIDES, check_hungarian_hand
from scoring.games.hungarian.fifth_player import build_dealer_lines
from scoring.games.hungarian.own_figures import map_figure_values, merge_club_figures
from scoring.games.hungarian.played_hand import build_played_hand, score_game_and_figures
from scoring.games.hungarian.reading import read_hungarian_hand
from scoring.games.hungarian.record import CONCEDED, PLAYED, Record
from scoring.games.hungarian.score import score_hungarian_hand
from scoring.games.hungarian.seats import Sides, split_into_sides
from scoring.games.hungarian.tables import Figure

_STAKED = ("declarer", "bid", "partner", "kontra_game", "announced")
_BANDS = {"stake_best": "won", "stake_worst": "lost"}


def preview_hungarian_hand(
    raw: Mapping[str, Any], table: Table, figures: Mapping[str, Figure]
) -> Preview:
    """Return the preview of a hand event's JSON, in which anything may be missing; never raise.

    There are stakes once declarer and bid are known. At best the declarer's side wins the game and
    makes its announcements, and the opponents fail at theirs; the worst stake is the reverse. Once
    the result is entered, only open announcements still vary.

    Without the key `partner`, stakes contain only the declarer's points and do not add up to zero.

    Source: docs/adr/0008-drafts-on-the-server.md, "At stake".
    """
    event, questions = split_open_questions(raw, map_figure_values(figures, table.rules))
    if event.get("outcome") == CONCEDED:
        return _preview_conceded_hand(event, table, figures)
    if event.get("outcome") in (None, PLAYED):
        questions += find_partner_question(event, "declarer", "bid")
    problems: list[Problem] = []
    record = read_hungarian_hand(Reader(event, problems), figures)
    if record is not None:
        problems = check_hungarian_hand(record, table, figures)
        if not problems and not questions:
            lines = tuple(score_hungarian_hand(record, table, figures).lines)
            return Preview(lines, (), complete=True)
    faults = _find_faults_so_far(_fill_in_results(event, figures), table, figures)
    stakes = _find_stakes(event, table, figures, questions)
    faults = drop_stand_in_problems(faults, event, questions)
    return Preview((), tuple(faults), complete=False, stakes=stakes, open=questions)


def _preview_conceded_hand(
    raw: Mapping[str, Any], table: Table, figures: Mapping[str, Figure]
) -> Preview:
    """Return the preview of a conceded three.

    While the partner is unknown, the stakes are the points of a declarer who plays alone (best) or
    with a partner (worst).
    """
    problems: list[Problem] = []
    record = read_hungarian_hand(Reader(raw, problems), figures)
    if record is None:
        return Preview(
            (), tuple(problem for problem in problems if problem.code != "missing"), complete=False
        )
    problems = check_hungarian_hand(record, table, figures)
    questions = find_partner_question(raw, "declarer")
    if problems:
        return Preview((), tuple(problems), complete=False, open=questions)
    lines = tuple(score_hungarian_hand(record, table, figures).lines)
    if not questions:
        return Preview(lines, (), complete=True)
    declarer = record.declarer or ""
    someone = split_into_sides(table, declarer, None).theirs[0]
    shared = score_hungarian_hand(record._replace(partner=someone), table, figures).lines
    stakes = tuple(
        HandStake(code, {declarer: sum_points(paid)[declarer]})
        for code, paid in (("stake_best", lines), ("stake_worst", shared))
    )
    return Preview((), (), complete=False, stakes=stakes, open=questions)


def _fill_in_results(raw: Mapping[str, Any], figures: Mapping[str, Figure]) -> dict[str, Any]:
    """Return the draft with all missing results filled in, so that it can be checked."""
    draft = {key: value for key, value in raw.items() if value is not None or key == "partner"}
    if draft.get("outcome", PLAYED) != PLAYED:
        return draft
    if "result" not in draft and "declarer_points" not in draft:
        draft.pop("tricks", None)
        draft["result"] = _BANDS["stake_best"]
    announced = draft.get("announced")
    if isinstance(announced, list):
        draft["announced"] = [_mark_failed(item, figures) for item in announced]
    return draft


def _mark_failed(item: Any, figures: Mapping[str, Figure]) -> Any:
    if not isinstance(item, dict) or item.get("made") is not None:
        return item
    key = item.get("figure")
    if item.get("void") is True:
        return item
    figure = figures.get(key) if isinstance(key, str) else None
    # A failed figure contradicts nothing that may already be entered.
    has_recorded_result = (
        figure.has_result if figure is not None else str(key).startswith(OWN_PREFIX)
    )
    return {**item, "made": False} if has_recorded_result else item


def _find_faults_so_far(
    draft: Mapping[str, Any], table: Table, figures: Mapping[str, Figure]
) -> list[Problem]:
    problems: list[Problem] = []
    record = read_hungarian_hand(Reader(draft, problems), figures)
    if record is None:
        return [problem for problem in problems if problem.code != "missing"]
    faults = check_hungarian_hand(record, table, figures)
    if "partner" in draft:
        return faults
    return [problem for problem in faults if problem.code not in NEED_SIDES]


def _find_stakes(
    raw: Mapping[str, Any],
    table: Table,
    figures: Mapping[str, Figure],
    questions: tuple[Problem, ...],
) -> tuple[HandStake, ...]:
    if raw.get("outcome") not in (None, PLAYED):
        return ()
    has_result = any(raw.get(key) is not None for key in ("result", "declarer_points"))
    for with_result in (True, False) if has_result else (False,):
        keys = raw.keys() if with_result else _STAKED
        draft = _fill_in_results({key: raw[key] for key in keys if key in raw}, figures)
        record = read_hungarian_hand(Reader(draft, []), figures)
        if record is not None and not _find_faults_so_far(draft, table, figures):
            # Once the result is entered, only open announcements still vary.
            ends = frozenset(question.field for question in questions) if with_result else None
            hand = _AtStake(record, table, figures, ends, partner_is_recorded="partner" in raw)
            return tuple(HandStake(code, hand.compute_points(code)) for code in _BANDS)
    return ()


@dataclass(frozen=True, slots=True)
class _AtStake:
    """An unfinished hand that can be scored with its best and its worst result.

    ends: fields of the open announcements, None while the result of the game is open too.
    partner_is_recorded: whether a partner, or playing alone, is recorded.
    """

    record: Record
    table: Table
    figures: Mapping[str, Figure]
    ends: frozenset[str] | None
    partner_is_recorded: bool

    def compute_points(self, code: str) -> Mapping[str, int]:
        """Return the points by account, or only the declarer's while the partner is unknown."""
        declarer = self.record.declarer or ""
        sides = split_into_sides(self.table, declarer, self.record.partner)
        figures = merge_club_figures(self.figures, self.table.rules)
        lines = score_game_and_figures(
            build_played_hand(self._decide_open_results(code, sides), self.table, sides), figures
        )
        if self.partner_is_recorded:
            return sum_points([*lines, *build_dealer_lines(lines, self.table, sides)])
        return {declarer: -sum_points(lines)[sides.theirs[0]]}

    def _decide_open_results(self, code: str, sides: Sides) -> Record:
        """Return the record with all open results in favour of the declarer's side, or against it.

        While the result of the game is open, those of all announcements count as open.

        code: "stake_best" or "stake_worst".
        """
        best = code == "stake_best"
        announced = tuple(
            item._replace(made=(sides.find_side(item.by) == DECLARER) == best)
            if not item.void and (self.ends is None or f"announced.{place}.{MADE}" in self.ends)
            else item
            for place, item in enumerate(self.record.announced)
        )
        if self.ends is not None:
            return self.record._replace(announced=announced)
        return self.record._replace(announced=announced, result=_BANDS[code])
