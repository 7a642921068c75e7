"""Random acts in a club's year, which are the same on every database for the same seed."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID

from scoring.core.problem import RefusedError
from support.archives import documents_hash
from support.club_factories import PASSED_OUT, SEATED, House, a_hand, a_head, a_house
from tarokk_club.club.models import Player, Session
from tarokk_club.club.money.exports.session_settlement import build_session_settlement_table
from tarokk_club.club.money.queries.settlements.session_settlement import load_session_settlement
from tarokk_club.club.session.usecases.events import (
    correct_event,
    delete_event,
    record_event,
    restore_event,
    undo_last_entry,
)
from tarokk_club.club.session.usecases.seats import replace_player
from tarokk_club.club.session.usecases.sessions import bin_session, restore_session, start_session
from tarokk_club.club.statistics.exports import build_standings_table
from tarokk_club.club.statistics.queries.standings import load_club_standings
from tarokk_club.club.tables.spreadsheet_csv import choose_dialect
from tarokk_club.club.transfer.queries import iter_archived_sessions
from tarokk_club.club.writing.unit_of_work import Submission

RESULTS = ("no_tricks", "double_lost", "lost", "won", "double_won", "all_tricks")
# Number of entries after which another session is started.
LENGTH = 10


def _create_house_with_fixed_ids() -> House:
    """Create Anna's club with fixed player ids, so that every database sorts them alike."""
    house = a_house()
    Player.objects.all().delete()
    players = {
        name: str(Player.objects.create(club=house.club, name=name, id=UUID(int=number)).id)
        for number, name in enumerate(house.players, start=1)
    }
    return replace(house, players=players)


class Year:
    """A club in which random acts are performed; every database must refuse the same acts."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.house = _create_house_with_fixed_ids()
        self.refused: list[str] = []
        self.begun = 0
        self.session = self._begin()

    def act(self) -> None:
        """Perform a random act."""
        if self.session.entries.count() >= LENGTH:
            self.session = self._begin()
        acts: list[Callable[[], None]] = [self.record] * 5 + [self.insert, self.correct]
        acts += [self.delete, self.restore, self.undo, self.replace, self.into_bin]
        self.session.refresh_from_db()
        try:
            (self.out_of_bin if self.session.binned_at else self.rng.choice(acts))()
        except RefusedError as refused:
            self.refused.append(refused.problems[0].code)

    def hash(self) -> str:
        """Return a hash of all exports of the club."""
        club, dialect = self.house.club, choose_dialect("en")
        files = [build_standings_table(load_club_standings(club)).build_csv(dialect)]
        files += sorted(
            build_session_settlement_table(load_session_settlement(one)).build_csv(dialect)
            for one in iter_archived_sessions(club.id)
        )
        whole = [documents_hash(club).encode(), ",".join(self.refused).encode(), *files]
        return hashlib.sha256(b"".join(whole)).hexdigest()

    def record(self) -> None:
        record_event(session_id=self.session.id, form=self._form(), raw=self._raw())

    def insert(self) -> None:
        before = self._entry(deleted=False)
        record_event(session_id=self.session.id, form=self._form(), raw=self._raw(), before=before)

    def correct(self) -> None:
        if entry := self._entry(deleted=False):
            correct_event(
                session_id=self.session.id, form=self._form(), entry_id=entry, raw=self._raw()
            )

    def delete(self) -> None:
        if entry := self._entry(deleted=False):
            delete_event(session_id=self.session.id, form=self._form(), entry_id=entry)

    def restore(self) -> None:
        if entry := self._entry(deleted=True):
            restore_event(session_id=self.session.id, form=self._form(), entry_id=entry)

    def undo(self) -> None:
        undo_last_entry(session_id=self.session.id, form=self._form())

    def replace(self) -> None:
        old, new = (UUID(one) for one in self.rng.sample(self.house.ids(*SEATED, "Cili"), 2))
        replace_player(session_id=self.session.id, form=self._form(), old=old, new=new)

    def into_bin(self) -> None:
        bin_session(session_id=self.session.id, form=self._form())

    def out_of_bin(self) -> None:
        restore_session(session_id=self.session.id, form=self._form())

    def _begin(self) -> Session:
        self.begun += 1
        head = a_head(
            self.house,
            date=f"2026-{self.begun % 9 + 1:02}-18",
            title=f"Asztal {self.begun}",
            rules={"preset": "pagat", "void_hands": "pot"},
        )
        return start_session(club_id=self.house.club.id, form=self._form(), head=head)

    def _raw(self) -> dict[str, Any]:
        one, two = self.rng.sample((*SEATED, "Cili"), 2)
        first, second = self.house.ids(one, two)
        points = self.rng.randint(1, 9)
        note = self.rng.choice(("", "Őszi kör", "újra?"))
        hand = a_hand(
            self.house,
            one,
            two,
            bid=self.rng.choice(("three", "two", "one", "solo")),
            result=self.rng.choice(RESULTS),
            kontra_game=self.rng.choice((0, 0, 0, 1, 2)),
        )
        raw = self.rng.choice(
            [
                *[hand] * 8,
                PASSED_OUT,
                {"type": "join", "player": self.house.players["Cili"], "after": first},
                {"type": "leave", "player": first},
                {"type": "adjust", "points": {first: points, second: -points}, "note": "borravaló"},
            ]
        )
        return {"note": note, **raw} if note else raw

    def _entry(self, *, deleted: bool) -> UUID | None:
        rows = self.session.entries.filter(deleted=deleted).order_by("position")
        ids = list(rows.values_list("pk", flat=True))
        return self.rng.choice(ids) if ids else None

    def _form(self) -> Submission:
        return Submission(key=UUID(int=self.rng.getrandbits(128), version=4), by=self.house.anna)
