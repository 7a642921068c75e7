"""Who dies in the midst of a write leaves nothing behind: row R03, for every way to write."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.models import QuerySet

from support.attackers import World, a_world
from support.catalogue import row
from support.club_factories import a_user
from support.source import use_cases
from support.write_calendar import CALENDAR_ACTS
from support.write_money import MONEY_ACTS
from support.write_notices import NOTICE_ACTS
from support.write_paths import ACTS, Act, Scene
from support.write_people import PEOPLE_ACTS
from support.write_tournaments import TOURNAMENT_ACTS
from support.write_traces import TRACES, WITHOUT_TRACE, traces_of
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Role, WriteKey
from tarokk_club.club.people.usecases.clubs import Founding, found_club
from tarokk_club.club.writing.errors import ForbiddenError, KeyReusedError, RefusedError
from tarokk_club.database import write_lock
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
    "found_club": "wants an empty site, and has a test of its own below",
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
    ("suspend_club", "resume_club", "schedule_club_removal", "limit_club"),
    "is one row and its line in the log, in one transaction",
)
ELSEWHERE["remove_club"] = "takes too long at every statement; test_site_clubs.py sees it whole"
BOUNDS, MOST_STATEMENTS = ("SAVEPOINT", "RELEASE", "ROLLBACK"), 200


class Dead(Exception):  # noqa: N818
    """The process is gone."""


@pytest.fixture
def world(db: None) -> World:
    return a_world()


def died(act: Act, *, at: int) -> bool:
    """Whether the act met its end before the statement with that number."""
    seen = 0

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal seen
        # Inside a test a transaction is a savepoint; its begin and end are no work of the site.
        if not sql.startswith(BOUNDS):
            seen += 1
            if seen == at:
                raise Dead
        return execute(sql, params, many, context)

    try:
        with connection.execute_wrapper(wrapper):
            act()
    except Dead:
        return True
    return False


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the book."""
    return {
        model.__name__: sorted(model._default_manager.values_list(), key=repr)
        for model in apps.get_app_config("club").get_models()
    }


def left_behind(act: Act) -> tuple[int, int]:
    """How many deaths there were until the act went through, and how many of them left traces."""
    before, deaths, traces = everything(), 0, 0
    while died(act, at=deaths + 1):
        deaths += 1
        traces += everything() != before
        assert deaths < MOST_STATEMENTS
    assert everything() != before
    return deaths, traces


@row("R03")
@pytest.mark.sweep
@pytest.mark.parametrize(
    "stage",
    [stage for stages in ALL_ACTS.values() for stage in stages],
    ids=lambda one: one.__name__,
)
def test_who_dies_at_any_statement_leaves_nothing(
    world: World, stage: Callable[[Scene], Act]
) -> None:
    deaths, traces = left_behind(stage(Scene(world)))

    assert deaths > 0
    assert traces == 0
    assert list(iter_findings()) == []


@row("R03")
@pytest.mark.django_db
def test_who_dies_while_the_club_is_founded_leaves_nothing() -> None:
    founding = Founding(
        key=uuid4(),
        club_name="Zugló",
        founder="Anna",
        password="kalandos pagat",
        currency="HUF",
        language="hu",
    )
    deaths, traces = left_behind(lambda: found_club(founding=founding))

    assert (deaths > 1, traces) == (True, 0)


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
@pytest.mark.django_db(transaction=True)
def test_a_gate_without_a_transaction_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    act = ACTS["record_event"][0](Scene(a_world()))
    # Rows can be locked in a transaction only.
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows)
    monkeypatch.setattr(
        write_lock, "transaction", SimpleNamespace(atomic=lambda **_: nullcontext())
    )

    before = everything()
    # Tried no further than to the first trace: a half hand is in the way of the next try.
    assert any(died(act, at=at) and everything() != before for at in range(1, 40))


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
