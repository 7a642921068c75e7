"""The parts of `ux`: a missed goal is noticed and reported."""

from collections.abc import Callable

import pytest

from support.catalogue import row
from tools.lab.ux import axe, bytes, layout, lighthouse, reaction, taps
from tools.lab.ux.bytes import Count
from tools.lab.ux.layout import Fault
from tools.lab.ux.lighthouse import FRONT, Scores
from tools.lab.ux.pages import MISSING, PageResponse, choose_views, require_pages
from tools.lab.ux.reaction import Reaction
from tools.lab.ux.relay import Exchange
from tools.lab.ux.site import View
from tools.lab.ux.taps import Goal

GOOD = {"performance": 99.0, "accessibility": 100.0, "best-practices": 100.0}


def a_count(*down: int, most: int = 100, requests: int = 0) -> Count:
    return Count("a hand", tuple(Exchange("GET /", 10, one) for one in down), most, requests)


@row("U22")
def test_a_met_goal_returns_zero() -> None:
    assert bytes.print_verdict([a_count(60, 40), a_count(1, 2, requests=2)]) == 0


@row("U22")
@pytest.mark.parametrize(
    "missed", [a_count(60, 41), a_count(1, 1, 1, requests=2), a_count()], ids=str
)
def test_a_goal_that_is_missed_is_seen(missed: Count, capsys: pytest.CaptureFixture[str]) -> None:
    assert bytes.print_verdict([a_count(1), missed]) == 1
    assert "MISSED" in capsys.readouterr().out


@row("U21")
def test_good_scores_are_good() -> None:
    assert (
        lighthouse.print_verdict([Scores("sheet", GOOD), Scores(FRONT, GOOD | {"seo": 99.0})]) == 0
    )


@row("U21")
@pytest.mark.parametrize(
    "low",
    [
        Scores("sheet", GOOD | {"performance": 98.0}, ("performance: slow",)),
        Scores("sheet", {"performance": 100.0}),
        Scores(FRONT, GOOD),
    ],
    ids=str,
)
def test_one_low_score_is_seen(low: Scores, capsys: pytest.CaptureFixture[str]) -> None:
    assert lighthouse.print_verdict([Scores("sheet", GOOD), low]) == 1
    assert "LOW" in capsys.readouterr().out


@row("U21")
def test_a_report_is_read_with_its_reasons() -> None:
    report = {
        "categories": {
            "seo": {"score": 0.5, "auditRefs": [{"id": "a", "weight": 1}, {"id": "b", "weight": 0}]}
        },
        "audits": {"a": {"score": 0, "title": "No title"}, "b": {"score": 0, "title": "Never"}},
    }

    assert lighthouse.read_report(report) == ({"seo": 50}, ["seo: No title"])


@pytest.mark.parametrize(
    "verdict",
    [
        lambda: layout.print_verdict(
            [Fault("sheet", "clipped: b", ("320 ro light",))], pages=1, checked=1
        ),
        lambda: layout.print_verdict([], pages=0, checked=0),
        lambda: axe.print_verdict({"sheet: label": ["320 ro light"]}, checked=1),
        lambda: axe.print_verdict({}, checked=0),
        lambda: lighthouse.print_verdict([]),
        lambda: bytes.print_verdict([]),
        lambda: reaction.print_verdict([]),
        lambda: taps.print_verdict([], failed=False),
        lambda: taps.print_verdict(["5 tests/browser/test_a.py::test_a"], failed=True),
    ],
)
def test_a_fault_and_an_empty_walk_are_seen(verdict: Callable[[], int]) -> None:
    assert verdict() == 1


def test_a_walk_without_faults_is_good() -> None:
    assert layout.print_verdict([], pages=1, checked=8) == 0
    assert axe.print_verdict({}, checked=8) == 0
    assert reaction.print_verdict([Reaction("danish: save", 100)]) == 0
    assert taps.print_verdict(["5 tests/browser/test_a.py::test_a"], failed=False) == 0


@row("U03")
@pytest.mark.parametrize(
    "line", ["19 tests/a.py::test_a[chromium] 90", "18 tests/a.py::test_a[chromium] 111", "5 b::b"]
)
def test_a_goal_of_taps_that_is_missed_is_seen(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    goals = [Goal("test_a", "fresh site", 18, 110)]

    assert taps.print_verdict([line], failed=False, goals=goals) == 1
    assert "at most 18 and 110  MISSED" in capsys.readouterr().out
    assert taps.print_verdict(["18 a.py::test_a[x] 110"], failed=False, goals=goals) == 0


@row("U09")
def test_reports_a_late_response_to_a_tap(capsys: pytest.CaptureFixture[str]) -> None:
    late = [Reaction("danish: save", 20), Reaction("danish: a mark", 101)]

    assert reaction.print_verdict(late) == 1
    assert "4x   101 ms    danish: a mark, at most 100  MISSED" in capsys.readouterr().out


@row("U09")
def test_each_wait_of_a_hand_has_its_limit_and_four_times_that_on_a_slow_phone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    limits = [(reaction.AMOUNTS, 60), (reaction.SHEET, 150), (reaction.ENTRY, 120)]
    own = reaction.summarise_hands("magas", limits, 1)
    slow = reaction.summarise_hands("magas", [(kind, limit * 4) for kind, limit in limits], 4)

    assert reaction.print_verdict([*own, *slow]) == 0
    out = capsys.readouterr().out
    assert "1x   150 ms    magas: from save to the sheet with the hand, at most 150\n" in out
    assert "4x   240 ms    magas: from a choice to the amounts of the server, at most 240\n" in out


@row("U09")
@pytest.mark.parametrize("late", [reaction.AMOUNTS, reaction.SHEET, reaction.ENTRY])
def test_reports_a_hand_that_waits_too_long(late: str, capsys: pytest.CaptureFixture[str]) -> None:
    times = dict.fromkeys(reaction.HAND_LIMITS, 10.0) | {late: reaction.HAND_LIMITS[late] + 1.0}

    assert reaction.print_verdict(reaction.summarise_hands("magas", times.items(), 1)) == 1
    missed = [line for line in capsys.readouterr().out.splitlines() if "MISSED" in line]
    assert len(missed) == 1
    assert late in missed[0]


@row("U09")
def test_the_plainest_page_is_printed_and_never_missed(capsys: pytest.CaptureFixture[str]) -> None:
    assert reaction.print_verdict([Reaction(reaction.PLAINEST, 5000, None, 1)]) == 0
    assert f"1x  5000 ms    {reaction.PLAINEST}\n" in capsys.readouterr().out


@row("U09")
def test_a_wait_is_the_median_of_its_rounds() -> None:
    rounds = [(kind, ms) for kind in reaction.HAND_LIMITS for ms in (9.0, 500.0, 20.0, 8.0, 30.0)]

    assert [one.ms for one in reaction.summarise_hands("magas", rounds, 1)] == [20.0, 20.0, 20.0]


def an_answer(name: str, status: int = 200, *, whole: bool = True) -> PageResponse:
    return PageResponse(View(name, f"/{name}/", as_owner=True), status, whole)


def test_only_whole_pages_are_examined() -> None:
    answers = [
        an_answer("sheet"),
        an_answer("file", whole=False),
        an_answer("moved", 302, whole=False),
        an_answer(MISSING, 404),
    ]

    assert [view.name for view in require_pages(answers)] == ["sheet", MISSING]


@pytest.mark.parametrize("status", [403, 404, 500])
def test_a_page_that_is_not_there_is_no_page_without_faults(status: int) -> None:
    with pytest.raises(LookupError, match=rf"fine \({status}\)"):
        require_pages([an_answer("sheet"), an_answer("fine", status)])


def test_pages_are_chosen_by_parts_of_their_names() -> None:
    views = [View(name, f"/{name}/", as_owner=True) for name in ("sheet", "season_new", "pot")]

    assert [view.name for view in choose_views(views, "")] == ["sheet", "season_new", "pot"]
    assert [view.name for view in choose_views(views, "pot, season")] == ["season_new", "pot"]


def test_a_part_that_names_no_page_is_refused_with_the_names_there_are() -> None:
    views = [View(name, f"/{name}/", as_owner=True) for name in ("sheet", "pot")]

    with pytest.raises(LookupError, match=r"with table, fine; there are: pot, sheet$"):
        choose_views(views, "pot,table,fine")
