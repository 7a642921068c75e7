"""Who dies in the midst of a write leaves nothing behind: row R03, for every way to write."""

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from support.attackers import World, a_world
from support.catalogue import row
from support.club_factories import a_user
from support.shared_rows import create_rows_once
from support.source import use_cases
from support.write_calendar import CALENDAR_ACTS
from support.write_deaths import everything, left_behind
from support.write_money import MONEY_ACTS
from support.write_notices import NOTICE_ACTS
from support.write_paths import ACTS, Act, Scene
from support.write_people import PEOPLE_ACTS
from support.write_tournaments import TOURNAMENT_ACTS
from support.write_traces import TRACES, WITHOUT_TRACE, traces_of
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Role, WriteKey
from tarokk_club.club.writing.errors import ForbiddenError, KeyReusedError, RefusedError
from tarokk_club.env import ROOT

ROOMS = (ACTS, MONEY_ACTS, PEOPLE_ACTS, TOURNAMENT_ACTS, CALENDAR_ACTS, NOTICE_ACTS)
ALL_ACTS = {name: stages for room in ROOMS for name, stages in room.items()}
CLUB = ROOT / "tarokk_club" / "club"
# What takes the lock, by itself or by a function that writes.
WRITES = re.compile(
    r"\bwith .*\bwrite_lock\(|\bwrite_(?:to_session|beside_session|to_club|to_tournament)\("
)
# What other use cases write through.
SHARED = {"lock_open_invitation", "lock_founding", "write_to_tournament"}
# A use case whose death needs not be tried among ACTS: name -> why.
ELSEWHERE = {
    "found_club": "wants an empty site; test_write_deaths.py tries it",
    "create_demo_club": "makes a club of its own, of which nothing is anybody's",
    "queue_debt_reminders": "queues each person apart, each once; test_reminders.py looks again",
    "queue_evening_reminders": "queues each evening apart, each once; test_evenings.py looks again",
    "send_notices": "goes out between its writes; test_sending.py stops it at each of them",
    "repair_merges": "is the repair of `audit_ledger`, with tests of its own in tests/merging",
    "send_deliveries": "goes out between its writes; tests/webhooks sees each of them",
    "import_club": "takes too long at every statement; test_archive_refused.py sees it undone",
}
# An operator's decision has no form and no key; test_site_clubs.py takes each.
ELSEWHERE |= dict.fromkeys(
    ("suspend_club", "resume_club", "schedule_club_removal", "limit_club_hands"),
    "is one row and its line in the log, in one transaction",
)
ELSEWHERE["remove_club"] = "takes too long at every statement; test_site_clubs.py sees it whole"


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with create_rows_once(django_db_blocker, a_world) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None) -> World:
    return deepcopy(_world)


@row("R03")
@pytest.mark.sweep
@pytest.mark.parametrize(
    "stage",
    [stage for stages in ALL_ACTS.values() for stage in stages],
    ids=lambda one: one.__name__,
)
def test_a_crash_at_any_statement_leaves_nothing(
    world: World, stage: Callable[[Scene], Act]
) -> None:
    deaths, traces = left_behind(stage(Scene(world)))

    assert deaths > 0
    assert traces == 0
    assert list(iter_findings()) == []


@row("R03")
@pytest.mark.parametrize("name", ["record_event", "correct_event", "start_session"])
def test_a_replay_after_the_answer_was_lost_is_the_same_success(world: World, name: str) -> None:
    act = ACTS[name][0](Scene(world))
    first, stands = act(), everything()
    again = act()

    assert everything() == stands
    assert getattr(again, "entry_id", None) == getattr(first, "entry_id", None)


@row("S76")
@pytest.mark.parametrize(
    "stage",
    [stage for stages in ALL_ACTS.values() for stage in stages],
    ids=lambda one: one.__name__,
)
def test_another_account_repeats_no_key(world: World, stage: Callable[[Scene], Act]) -> None:
    on = Scene(world)
    everybody = a_user("everything", club=world.house.club, roles=tuple(Role))
    act = stage(on)
    act()
    if on.form.by is None or not WriteKey.objects.filter(pk=on.form.key).exists():
        pytest.skip("no form of an account, so no key is stored")
    stands = everything()

    on.form = replace(on.form, by=everybody)
    with pytest.raises((KeyReusedError, RefusedError, ForbiddenError)):
        act()

    assert everything() == stands


@row("R03")
def test_every_use_case_that_writes_is_tried() -> None:
    writing = use_cases(WRITES)

    assert writing - SHARED <= set(ALL_ACTS) | set(ELSEWHERE)
    assert len(writing) > 60


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: next(iter(room)))
def test_every_write_leaves_its_line_of_history_or_of_the_log(
    world: World, room: dict[str, list[Callable[[Scene], Act]]]
) -> None:
    left, expected = {}, {}
    for name, stages in room.items():
        traces = TRACES.get(name, "")
        expected[name] = traces if isinstance(traces, tuple) else (traces,) * len(stages)
        left[name] = tuple(left_by(stage, world) for stage in stages)

    assert left == expected


def left_by(stage: Callable[[Scene], Act], world: World) -> str:
    """Return the traces of an act, which is rolled back for the next one."""
    start = transaction.savepoint()
    traces = traces_of(stage(Scene(world)))
    transaction.savepoint_rollback(start)
    return traces


def test_every_write_has_traces_or_a_reason_to_leave_none() -> None:
    assert not set(TRACES) & set(WITHOUT_TRACE)
    assert set(TRACES) | set(WITHOUT_TRACE) == set(ALL_ACTS)
