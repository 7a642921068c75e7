"""Row R29: a year out of one seed, with power cuts, full disks, lost answers and a bad clock."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import OperationalError, connection
from django.utils import timezone

from support import scripted
from support.catalogue import row
from support.scripted import Year
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Session

SEED, ACTS = 29, 120
# Every way of Year to write.
WRITES = (
    *("record_event", "correct_event", "delete_event", "restore_event", "undo_last_entry"),
    *("replace_player", "bin_session", "restore_session", "start_session"),
)
# One act in two meets a fault; most acts have fewer statements than this.
LATEST = 25
JUMPS = (timedelta(days=-3), timedelta(days=400), timedelta(hours=-1), timedelta())


class Cut(Exception):  # noqa: N818
    """The power is gone."""


class Weather:
    """Faults by chance, the same ones for the same seed; struck: how many acts met one."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(f"faults {seed}")
        self.struck = self.unheard = 0

    def spoil(self, write: Callable[..., Any]) -> Callable[..., Any]:
        """The use case as a phone meets it: after a fault the same form is sent again."""

        def sent(**told: Any) -> Any:
            fault = self.dice.choice((Cut(), OperationalError("database or disk is full"), None))
            if fault and self._strikes(fault, lambda: write(**told)):
                self.struck += 1
            elif fault:
                # It went through, and the answer was lost.
                self.unheard += 1
            return write(**told)

        return sent

    def _strikes(self, fault: Exception, act: Callable[[], object]) -> bool:
        with suppress(type(fault)), fails(fault, at=self.dice.randint(1, LATEST)):
            act()
            return False
        return True


@contextmanager
def fails(fault: Exception, *, at: int) -> Iterator[None]:
    """The database with this fault at the statement with that number."""
    seen = 0

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal seen
        seen += 1
        if seen == at:
            raise fault
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield


def lived(weather: Weather | None) -> str:
    """A year on an empty book, judged after each act; the sum over all that can be taken away."""
    call_command("flush", interactive=False, verbosity=0)
    with pytest.MonkeyPatch.context() as patch:
        if weather:
            for name in WRITES:
                patch.setattr(scripted, name, weather.spoil(getattr(scripted, name)))
        year, start = Year(SEED), timezone.now()
        for number in range(ACTS):
            jump = weather.dice.choice(JUMPS) if weather else timedelta()
            with time_machine.travel(start + jump + timedelta(hours=number)):
                year.act()
            assert list(iter_findings()) == [], number
        assert Session.objects.count() > 3
        return year.hash()


@row("R29")
@pytest.mark.ci
@pytest.mark.django_db(transaction=True)
def test_years_with_faults_end_like_a_year_without_them() -> None:
    first, second = Weather(SEED), Weather(SEED)

    years = [lived(first), lived(second), lived(None)]

    assert len(set(years)) == 1
    assert (first.struck, first.unheard) == (second.struck, second.unheard)
    assert first.struck > ACTS / 6 and first.unheard > ACTS / 20
