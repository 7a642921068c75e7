"""Two things at once: rows S69 and S70 of the catalogue."""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from support.attackers import World, a_world
from support.catalogue import row
from support.club_factories import a_form, a_hand, a_house
from support.money_tables import EVERYTHING, a_treasurer, played, propose
from tarokk_club.club.models import Change, Membership, Settlement
from tarokk_club.club.money.usecases.settlements import SeenProposal, settle_up
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.writing import unit_of_work
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError
from tarokk_club.club.writing.unit_of_work import Submission
from tarokk_club.database.write_lock import write_lock

ROUNDS, PHONES = 12, 4


@pytest.fixture
def world(transactional_db: None) -> World:
    return a_world()


def race(world: World) -> list[bool]:
    """Entries of one scorer and the end of the scorer's role at one moment; which went through."""
    start, went = threading.Barrier(PHONES + 1), list[bool]()

    def enter() -> None:
        form = a_form(world.people["scorer"])
        start.wait(10)
        try:
            record_event(session_id=world.session.id, form=form, raw=a_hand(world.house))
            went.append(True)
        except ForbiddenError:
            went.append(False)

    def demote() -> None:
        start.wait(10)
        with write_lock():
            row = Membership.objects.select_for_update().get(user=world.people["scorer"])
            row.roles, row.since = ["member"], timezone.now()
            row.save()

    threads = [threading.Thread(target=_closing(enter)) for _ in range(PHONES)]
    threads.append(threading.Thread(target=_closing(demote)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return went


def _closing(work: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    return run


def late_entries(world: World) -> int:
    """How many entries were written after the role had ended, over many races."""
    row, late = Membership.objects.get(user=world.people["scorer"]), 0
    for _round in range(ROUNDS):
        Membership.objects.filter(pk=row.pk).update(roles=["scorer"])
        assert len(race(world)) == PHONES
        row.refresh_from_db()
        late += Change.objects.filter(author=row.user, at__gt=row.since).count()
    return late


@row("S69")
@pytest.mark.ci
def test_nothing_is_entered_after_the_role_has_ended(world: World) -> None:
    assert late_entries(world) == 0


@row("S69")
@pytest.mark.ci
def test_check_detects_a_role_read_too_early(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_of_work, "require_right_at_session", lambda *_args: ["scorer"])

    assert late_entries(world) > 0


@row("S70")
def test_two_treasurers_at_one_moment_make_one_settlement(transactional_db: None) -> None:
    house = a_house()
    played(house, Anna=12, Béla=-12)
    seen = SeenProposal(scope=EVERYTHING, digest=propose(house).digest)
    start, told = threading.Barrier(2), list[str]()

    def settle(form: Submission) -> None:
        start.wait(10)
        try:
            settle_up(club_id=house.club.id, form=form, seen=seen)
        except ConflictError as conflict:
            told.append(conflict.problems[0].code)

    people = (house.anna, a_treasurer(house))
    forms = [a_form(person, version=0) for person in people]
    threads = [threading.Thread(target=_closing(partial(settle, form))) for form in forms]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert told == ["settled_by_other"]
    assert Settlement.objects.count() == 1
