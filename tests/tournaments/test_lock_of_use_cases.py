"""Every use case of the site, tried on the tables of a final result.

They are those that `test_write_paths.py` knows, which misses none: a use case that is new is tried
here too, and fails where it changes such a session without a reason, or past the lock.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from writing.test_write_paths import ALL_ACTS

from support.attackers import World, a_world
from support.write_paths import Act, Scene
from tarokk_club.club.models import (
    Balance,
    Change,
    Entry,
    Posting,
    Session,
    Tournament,
    TournamentTable,
)
from tarokk_club.club.writing.errors import ConflictError, RefusedError

# What makes one player of two entered for one person, or two again: all places stay.
ONLY_NAMES = {"merge_players", "unmerge_players"}
# Use cases that the lock itself refuses; all others leave these sessions as they are.
REFUSED = {
    *("bin_session", "change_session", "close_session", "close_tournament_table", "correct_event"),
    *("delete_event", "insert_hand_keeping_dealers", "record_event", "record_paper_sheet"),
    *("reopen_session", "replace_player", "restore_event", "take_back_round", "take_seat"),
    *("end_table_with_totals", "restore_session", "seat_newcomer", "undo_last_entry"),
}
STAGES = [(name, stage) for name, stages in ALL_ACTS.items() for stage in stages]


@pytest.fixture
def world(db: None) -> World:
    return a_world()


def all_stand() -> list[Any]:
    """Make every session a table of a tournament whose result stands; return their keys."""
    for session in Session.objects.filter(tournament_table=None):
        tournament = Tournament.objects.create(
            club=session.club,
            name="Őszi kupa",
            date=session.date,
            minutes=60,
            game=session.game,
            rules=session.rules,
            rules_version=session.rules_version,
            made_at=timezone.now(),
        )
        TournamentTable.objects.create(tournament=tournament, session=session, round=1, number=1)
    Tournament.objects.filter(tables__isnull=False).update(guarded=1)
    return list(Session.objects.order_by("pk").values_list("pk", flat=True))


def books(tables: list[Any], *, named: bool = True) -> list[Any]:
    """Return all that results follow from; named: with who is who."""
    sessions = Session.objects.filter(pk__in=tables).order_by("pk")
    facts = ("pk", "closed", "binned_at", "game", "rules", "date", "per_point", "currency")
    entries = Entry.objects.filter(session__in=tables).order_by("session", "position", "pk")
    balances = Balance.objects.filter(session__in=tables)
    points = balances.values_list("session", "player" if named else "session", "points")
    nets = Posting.objects.filter(session__in=tables).order_by("session", "position")
    return [
        list(sessions.values_list(*facts)),
        list(sessions.values_list("seats", "table_name")) if named else [],
        list(entries.values_list("pk", "position", "deleted", *(["record"] if named else []))),
        sorted(points, key=str),
        [one if named else sorted(one.values()) for one in nets.values_list("net", flat=True)],
    ]


def refused_by_the_lock(act: Act) -> bool:
    """Do the act; return whether the lock was what refused it."""
    try:
        act()
    except (ConflictError, RefusedError) as error:
        codes = {problem.code for problem in error.problems}
        return bool(codes & {"locked_without_reason", "tournament_locked"})
    return False


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "stage"), STAGES, ids=[stage.__name__ for _name, stage in STAGES])
def test_no_use_case_changes_a_final_result_without_a_reason(
    world: World, name: str, stage: Callable[[Scene], Act]
) -> None:
    act = stage(Scene(world))
    tables, named = all_stand(), name not in ONLY_NAMES
    before, last = books(tables, named=named), Change.objects.count()

    refused = refused_by_the_lock(act)

    assert refused == (name in REFUSED)
    assert books(tables, named=named) == before
    if not named:
        changes = Change.objects.filter(session__in=tables)
        assert Change.objects.count() > last and changes.exists()


def test_check_detects_a_change_of_a_final_result(world: World) -> None:
    tables = all_stand()
    before = books(tables)

    entry = Entry.objects.filter(session=world.session)[0]
    Entry.objects.filter(pk=entry.pk).update(deleted=not entry.deleted)

    assert books(tables) != before
    assert set(ALL_ACTS) >= REFUSED | ONLY_NAMES
