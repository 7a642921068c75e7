"""A book that grows costs its pages no query more; the goals of the bench find what misses them."""

import sys
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Club, User
from tools.lab.bench.federation.filling import fill_clubs
from tools.lab.bench.federation.goals import (
    QUERIES,
    READ,
    SAME_QUERIES,
    TIMES_BASE,
    TIMES_SHORT,
    Figure,
    Goal,
    evaluate_goals,
)
from tools.lab.bench.federation.pages import Reader, fill_hand_form, measure_save
from tools.lab.bench.federation.size import LONG, SHORT, Size

SMALL = Size(clubs=2, players=5, sessions=3, hands=3, past=2)
QUICK = Figure([0.004] * 20, 6, 20)
GOOD = {
    "base": Figure([0.002] * 20, 3, 0),
    **dict.fromkeys((*TIMES_BASE, *READ), QUICK),
    "idle poll": Figure([0.001] * 20, 3, 0),
    **dict.fromkeys((*SAME_QUERIES, *SAME_QUERIES.values()), Figure([0.029] * 20, 24, 0)),
}


@pytest.fixture
def federation(db: None) -> None:
    """Two clubs: one with two past seasons, one with a single one."""
    fill_clubs(SMALL.list_slugs(), SMALL)


@pytest.mark.usefixtures("federation")
def test_the_generated_federation_is_whole_and_audited() -> None:
    hands = SMALL.sessions * SMALL.hands

    clubs = {club.slug: club for club in Club.objects.all()}
    assert set(clubs) == {LONG, SHORT}
    assert sum(one.hands_count for one in clubs[LONG].sessions.all()) >= 3 * hands
    assert clubs[LONG].seasons.count() == 3
    assert not [*iter_findings(clubs[LONG].id)]
    assert User.objects.count() == 2 * SMALL.players


@pytest.mark.usefixtures("federation")
@pytest.mark.parametrize(("few", "many"), SAME_QUERIES.items())
def test_as_many_queries_for_six_hands_as_for_sixty(few: str, many: str) -> None:
    reader = Reader(LONG)

    assert reader.measure(few)["queries"] == reader.measure(many)["queries"]


@pytest.mark.usefixtures("federation")
def test_a_save_does_no_more_work_after_sixty_hands_than_after_six() -> None:
    reader = Reader(LONG)
    # Whatever the first save of a process imports or compiles is no work of the others.
    measure_save(reader)
    forms = {hands: fill_hand_form(reader, reader.create_session(hands - 1)) for hands in (6, 60)}
    calls = {hands: count_calls(reader, *form) for hands, form in forms.items()}

    assert calls[60] <= calls[6] * TIMES_SHORT["save hand 6", "save hand 60"]


def count_calls(reader: Reader, address: str, fields: dict[str, str]) -> int:
    """Submit a form; return how many functions were called meanwhile."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        reader.measure_post(address, fields)
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.usefixtures("federation")
@pytest.mark.ci
def test_as_many_queries_among_ten_times_the_clubs_and_seasons() -> None:
    for slug in (SHORT, LONG):
        # The form is of an open evening, which is made here, not while the pages are counted.
        Reader(slug).find_hand_form_path()
    before = {page: Reader(SHORT).measure(page) for page in READ}
    many = replace(SMALL, clubs=20)
    fill_clubs(many.list_slugs()[2:], many)

    for slug in (SHORT, LONG):
        reader = Reader(slug)
        after = {page: reader.measure(page) for page in READ}
        for page in READ:
            assert after[page]["queries"] == before[page]["queries"] <= QUERIES[page]
            assert after[page]["rows"] == before[page]["rows"]


def goals(changed: Mapping[str, Figure], megabytes: float = 99) -> list[Goal]:
    """The goals that are missed with these figures in the whole book."""
    found = evaluate_goals({**GOOD, **changed}, {"a tenth": GOOD}, megabytes)
    return [goal for goal in found if not goal.met]


def test_good_figures_meet_every_goal() -> None:
    assert goals({}) == []


@pytest.mark.parametrize(
    ("page", "figure", "promise"),
    [
        ("sheet", replace(QUICK, queries=13), "sheet: at most 12 queries"),
        ("player page", replace(QUICK, rows=21), "player page: at most 1.2 times its time"),
        ("standings CSV", replace(QUICK, seconds=[0.005] * 20), "standings CSV: at most 1.2"),
        ("save hand 60", Figure([0.029] * 17 + [0.07] * 3, 24, 0), "save hand 60: p95 at most 30"),
        ("correct 1 of 60", Figure([0.2] * 20, 24, 0), "correct 1 of 60: p95 at most 150"),
        ("save hand 60", Figure([0.029] * 20, 84, 0), "save hand 6 and save hand 60: as many"),
        ("save hand 6", Figure([0.026] * 20, 24, 0), "save hand 60: at most 1.1 times save hand 6"),
        ("base", Figure([0.001] * 20, 3, 0), "leaderboard: at most 2 times the base page"),
        ("base", Figure([0.0026] * 20, 3, 0), "base: at most 2.5 ms"),
        ("home", Figure([0.0061] * 20, 3, 0), "home: at most 3 times the base page"),
        ("idle poll", Figure([0.0011] * 20, 3, 0), "idle poll: at most 0.5 times the base page"),
    ],
)
def test_reports_a_figure_that_misses_its_goal(page: str, figure: Figure, promise: str) -> None:
    missed = goals({page: figure})

    assert any(goal.promise.startswith(promise) for goal in missed)
    assert all(goal.format_line().split()[0] == "MISSED" for goal in missed)


def test_reports_a_heavy_worker() -> None:
    assert [goal.result for goal in goals({}, megabytes=151)] == ["151 MB"]
