"""Writes that die in the midst, in tests that need a database without the common rows."""

from contextlib import nullcontext
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.db.models import QuerySet

from support.attackers import a_world
from support.catalogue import row
from support.write_deaths import died, everything, left_behind
from support.write_paths import ACTS, Scene
from tarokk_club.club.people.usecases.clubs import Founding, found_club
from tarokk_club.database import write_lock


@row("R03")
@pytest.mark.django_db
def test_a_crash_while_founding_leaves_nothing() -> None:
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
