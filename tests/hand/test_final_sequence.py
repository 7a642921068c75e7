"""Whatever was recorded wrong and put right again: in the end only the final sequence counts."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.core.table import Table
from support.catalogue import row
from support.club_factories import SEATED, House, a_form, a_head, a_house, a_session
from support.example_counts import count_examples
from support.strategies.paskievics import hands
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.money.exports.session_settlement import build_session_settlement_table
from tarokk_club.club.money.queries.settlements.session_settlement import load_session_settlement
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.session.usecases.events import (
    correct_event,
    delete_event,
    record_event,
    restore_event,
    undo_last_entry,
)
from tarokk_club.club.session.usecases.seats import replace_player
from tarokk_club.club.session.usecases.sessions import bin_session, change_session, start_session
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.sheet.exports.tables import build_hands_csv, build_ledger_csv
from tarokk_club.club.statistics.exports import build_standings_table
from tarokk_club.club.statistics.queries.standings import load_club_standings
from tarokk_club.club.tables.spreadsheet_csv import POINT
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.unit_of_work import Saved, Submission

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
        self.table = session.build_opening_table()
        # How many acts the book took.
        self.done = 0

    def step(self) -> None:
        acts = [self.record, self.record, self.insert, self.correct, self.delete, self.restore]
        others = [self.undo, self.swap, self.settle]
        self.try_to(self.data.draw(st.sampled_from([*acts, *others])))

    def try_to(self, act: Callable[[], Saved | None]) -> None:
        with suppress(RefusedError):
            self.done += act() is not None
        self.session.refresh_from_db()
        # From now on hands are entered for the table as it is.
        self.table = self.session.build_opening_table()

    def form(self) -> Submission:
        return Submission(key=uuid4(), by=self.house.anna, reason=f"{self.done}. javítás")

    def raw(self) -> dict[str, Any]:
        drawn: dict[str, Any] = self.data.draw(events(self.table, self.house))
        return drawn

    def chosen(self, *, deleted: bool) -> UUID | None:
        found = Entry.objects.filter(session=self.session, deleted=deleted).order_by("position")
        ids = list(found.values_list("pk", flat=True))
        return self.data.draw(st.sampled_from(ids)) if ids else None

    def record(self) -> Saved:
        return record_event(session_id=self.session.id, form=self.form(), raw=self.raw())

    def insert(self) -> Saved:
        before, raw = self.chosen(deleted=False), self.raw()
        return record_event(session_id=self.session.id, form=self.form(), raw=raw, before=before)

    def correct(self) -> Saved | None:
        entry_id, form = self.chosen(deleted=False), self.form()
        if entry_id is None:
            return None
        raw = self.raw()
        return correct_event(session_id=self.session.id, form=form, entry_id=entry_id, raw=raw)

    def delete(self) -> Saved | None:
        entry_id, form = self.chosen(deleted=False), self.form()
        if entry_id is None:
            return None
        return delete_event(session_id=self.session.id, form=form, entry_id=entry_id)

    def restore(self) -> Saved | None:
        entry_id, form = self.chosen(deleted=True), self.form()
        if entry_id is None:
            return None
        return restore_event(session_id=self.session.id, form=form, entry_id=entry_id)

    def undo(self) -> Saved:
        return undo_last_entry(session_id=self.session.id, form=self.form())

    def swap(self) -> Saved:
        """One player for another in everything, also in what is deleted."""
        old, new = self.data.draw(st.permutations(self.house.ids(*SEATED, "Cili")))[:2]
        form = self.form()
        return replace_player(session_id=self.session.id, form=form, old=UUID(old), new=UUID(new))

    def settle(self) -> Saved:
        """Other seats, another first dealer, another rule or stake."""
        seats = self.data.draw(st.permutations(self.session.seats))
        changes = {
            "players": seats,
            "dealer": self.data.draw(st.sampled_from(seats)),
            "rules": self.data.draw(st.sampled_from([RULES, {"preset": "pagat"}])),
            "stake": {"currency": "HUF", "per_point": self.data.draw(st.sampled_from("12"))},
        }
        head = a_head(self.house, **changes)
        return change_session(session_id=self.session.id, form=self.form(), head=head)


def booked(session: Session) -> list[tuple[Any, ...]]:
    """Everything that is booked, without ids and places of entries."""
    parts = ("number", "kind", "dealer", "multiplier", "net", "pots", "lines")
    return list(session.postings.order_by("position").values_list(*parts))


def balances(session: Session) -> set[tuple[Any, ...]]:
    return set(session.balances.values_list("player_id", "points", "hands"))


def entered_afresh(house: House, session: Session) -> Session:
    """A second session into which only the final sequence is entered, once and rightly."""
    head = load_session_outcome(session).head
    twin = start_session(club_id=house.club.id, form=a_form(house.anna), head=head)
    for entry in session.entries.filter(deleted=False).order_by("position"):
        raw = {**entry.record, "note": entry.note or None}
        record_event(session_id=twin.id, form=a_form(house.anna), raw=raw)
    return twin


def exported(session: Session) -> list[bytes]:
    """Every file that is made of a session and of the standings, to the byte."""
    whole = load_session_outcome(session)
    words, plain = ClubWords(whole.names), POINT
    return [
        build_session_document(whole),
        build_hands_csv(whole, plain).replace(str(session.pk).encode(), b"one of them"),
        build_ledger_csv(whole, words, plain),
        build_session_settlement_table(load_session_settlement(session)).build_csv(plain),
        build_standings_table(load_club_standings(session.club)).build_csv(plain),
    ]


def check_final(house: House, clerk: Clerk) -> None:
    """Check that the session equals one that was entered correctly from the start."""
    session = Session.objects.get(pk=clerk.session.pk)
    changes = list(session.changes.order_by("seq"))[1:]
    assert len(changes) == clerk.done
    assert all(change.author == house.anna and change.reason for change in changes)
    assert all(change.before is not None or change.after is not None for change in changes)
    files = exported(session)
    # Two sessions of the same players would count twice.
    bin_session(session_id=session.id, form=a_form(house.anna))
    twin = entered_afresh(house, session)
    assert booked(session) == booked(twin)
    assert balances(session) == balances(twin)
    assert exported(twin) == files
    assert list(iter_findings()) == []


class FinalSequence(TestCase):
    """Each example in a transaction of its own."""

    # Making a failing example smaller takes minutes with a database, and they are small enough.
    @row("R09")
    @settings(max_examples=count_examples(EXAMPLES), phases=(Phase.reuse, Phase.generate))
    @given(st.data())
    def test_only_the_final_sequence_counts(self, data: st.DataObject) -> None:
        house = a_house()
        clerk = Clerk(data, house, a_session(house, rules=RULES))
        for _ in range(data.draw(st.integers(FEWEST_STEPS, MOST_STEPS))):
            clerk.step()
        check_final(house, clerk)

    @row("R09")
    @pytest.mark.ci
    @settings(max_examples=20, phases=(Phase.generate,), suppress_health_check=list(HealthCheck))
    @given(st.data())
    def test_twenty_evenings_of_thirty_hands(self, data: st.DataObject) -> None:
        """Thirty hands are entered, many of them wrong; then all is put right in random order."""
        house = a_house()
        clerk = Clerk(data, house, a_session(house, rules=RULES))
        for _ in range(30):
            clerk.try_to(clerk.record)
        for _ in range(30):
            clerk.step()
        check_final(house, clerk)
