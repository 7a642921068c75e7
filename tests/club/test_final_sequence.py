"""Whatever was recorded wrong and put right again: in the end only the final sequence counts."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from club_factories import House, a_form, a_house, a_session
from scoring.core.table import Table
from strategies.paskievics import hands
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.queries.audit import findings
from tarokk_club.club.usecases.correct_event import correct_event
from tarokk_club.club.usecases.delete_event import delete_event
from tarokk_club.club.usecases.errors import RefusedError
from tarokk_club.club.usecases.record_event import record_event
from tarokk_club.club.usecases.restore_event import restore_event
from tarokk_club.club.usecases.undo_last import undo_last

EXAMPLES, FEWEST_STEPS, MOST_STEPS = 30, 3, 14
RULES = {"preset": "pagat", "void_hands": "pot"}


def events(table: Table, house: House) -> st.SearchStrategy[dict[str, Any]]:
    """Mostly hands; now and then somebody comes, goes, or points are agreed."""
    anna, bela, cili = house.ids("Anna", "Béla", "Cili")
    others = st.sampled_from(
        [
            {"type": "join", "player": cili, "after": anna},
            {"type": "leave", "player": cili},
            {"type": "adjust", "points": {anna: 3, bela: -3}, "note": "megegyeztek"},
        ]
    )
    return st.one_of(hands(table), hands(table), hands(table), others)


class Clerk:
    """Does one random thing to a session; what the book refuses is left undone."""

    def __init__(self, data: st.DataObject, house: House, session: Session) -> None:
        self.data, self.house, self.session = data, house, session
        self.table = session.opening()

    def step(self) -> None:
        acts = [self.record, self.record, self.insert, self.correct, self.delete, self.restore]
        with suppress(RefusedError):
            self.data.draw(st.sampled_from([*acts, self.undo]))()

    def raw(self) -> dict[str, Any]:
        drawn: dict[str, Any] = self.data.draw(events(self.table, self.house))
        return drawn

    def chosen(self, *, deleted: bool) -> UUID | None:
        found = Entry.objects.filter(session=self.session, deleted=deleted).order_by("position")
        ids = list(found.values_list("pk", flat=True))
        return self.data.draw(st.sampled_from(ids)) if ids else None

    def record(self) -> None:
        form = a_form(self.house.anna)
        record_event(session_id=self.session.id, form=form, raw=self.raw())

    def insert(self) -> None:
        before = self.chosen(deleted=False)
        form = a_form(self.house.anna)
        record_event(session_id=self.session.id, form=form, raw=self.raw(), before=before)

    def correct(self) -> None:
        if entry_id := self.chosen(deleted=False):
            form = a_form(self.house.anna)
            correct_event(session_id=self.session.id, form=form, entry_id=entry_id, raw=self.raw())

    def delete(self) -> None:
        if entry_id := self.chosen(deleted=False):
            form = a_form(self.house.anna)
            delete_event(session_id=self.session.id, form=form, entry_id=entry_id)

    def restore(self) -> None:
        if entry_id := self.chosen(deleted=True):
            form = a_form(self.house.anna)
            restore_event(session_id=self.session.id, form=form, entry_id=entry_id)

    def undo(self) -> None:
        undo_last(session_id=self.session.id, form=a_form(self.house.anna))


def booked(session: Session) -> list[tuple[Any, ...]]:
    """Everything that is booked, without ids and places of entries."""
    parts = ("number", "kind", "dealer", "multiplier", "net", "pots", "lines")
    return list(session.bookings.order_by("position").values_list(*parts))


def balances(session: Session) -> set[tuple[Any, ...]]:
    return set(session.balances.values_list("player_id", "points", "hands"))


def entered_afresh(house: House, session: Session) -> Session:
    """A second session into which only the final sequence is entered, once and rightly."""
    twin = a_session(house, rules=RULES)
    for entry in session.entries.filter(deleted=False).order_by("position"):
        raw = {**entry.record, "note": entry.note}
        record_event(session_id=twin.id, form=a_form(house.anna), raw=raw)
    return twin


class FinalSequence(TestCase):
    """Each example in a transaction of its own."""

    # Making a failing example smaller takes minutes with a database, and they are small enough.
    @settings(max_examples=EXAMPLES, phases=(Phase.reuse, Phase.generate))
    @given(st.data())
    def test_only_the_final_sequence_counts(self, data: st.DataObject) -> None:
        house = a_house()
        session = a_session(house, rules=RULES)
        clerk = Clerk(data, house, session)
        for _ in range(data.draw(st.integers(FEWEST_STEPS, MOST_STEPS))):
            clerk.step()
        twin = entered_afresh(house, session)
        assert booked(session) == booked(twin)
        assert balances(session) == balances(twin)
        assert list(findings()) == []
