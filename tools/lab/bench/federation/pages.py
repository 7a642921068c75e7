"""The main pages as a member of a club asks for them: how long they take, what they ask."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date
from random import Random
from secrets import token_urlsafe
from typing import Any
from uuid import uuid4

from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.urls import reverse

from tarokk_club.club.models import Club, Player, Season, Session, User
from tarokk_club.club.pages.fragment_cache import FRAGMENTS
from tarokk_club.club.session.usecases.events import correct_event, record_event
from tarokk_club.club.transfer.usecases.import_session import import_session
from tarokk_club.club.writing.unit_of_work import Submission
from tools.lab.bench.federation.filling import an_evening
from tools.lab.bench.federation.size import HANDS, PAST, YEAR
from tools.lab.bench.federation.urls import BASE
from tools.lab.torture.page import Form as Fields
from tools.lab.torture.page import form_for

# Rows of a table, hands of a sheet, lines of a file.
ROW = re.compile(rb"<tr\b|<details id=|\r\n")
FEW, MANY = 6, 60
BID = {"outcome": "played", "bid": "three", "result": "won"}


@dataclass(frozen=True, slots=True)
class Asked:
    """One request. seconds: in the server; queries: to the database; rows: shown."""

    seconds: float
    queries: int
    rows: int


class Reader:
    """The owner of a club, signed in."""

    def __init__(self, slug: str) -> None:
        self.club = Club.objects.get(slug=slug)
        self.user: User = self.club.founded_by
        self.client = Client(SERVER_NAME="127.0.0.1")
        self.client.force_login(self.user)
        self._rng = Random(1)
        self._evening: Session | None = None
        self._open: Session | None = None

    def ask(self, page: str) -> dict[str, Any]:
        """What the page took this time."""
        return asdict(PAGES[page](self))

    def at(self, name: str, *parts: object) -> str:
        """An address of the club."""
        return reverse(f"club:{name}", args=[self.club.slug, *parts])

    def sheet(self) -> str:
        """A whole evening of the season."""
        return self.at("sheet", self.season().sessions.earliest("date").id)

    def form(self) -> str:
        """The form of the next hand of an open evening."""
        if self._open is None:
            standing = self.season().sessions.filter(closed=False, hands_count=FEW - 1)
            self._open = standing.first() or self.fresh_session(FEW - 1)
        return self.at("hand_new", self._open.id)

    def leaderboard(self) -> str:
        """The season that is running."""
        return self.at("season", self.season().id)

    def player(self) -> str:
        """One of those who played all the time."""
        return self.at("player", self.players()[1].id)

    def standings(self) -> str:
        """The file of all seasons together."""
        return self.at("standings_file")

    def season(self) -> Season:
        """The season that is running."""
        return self.club.seasons.latest("starts")

    def way_in(self) -> dict[str, Any]:
        """A password for the real site, and the pages to be opened there."""
        password = token_urlsafe(12)
        self.user.set_password(password)
        self.user.save(update_fields=["password"])
        pages = [self.sheet(), self.leaderboard(), self.player(), self.standings()]
        return {"user": self.user.username, "password": password, "addresses": pages}

    def read(
        self, address: str, *, meanwhile: Callable[[], object] | None = None, kept: bool = True
    ) -> Asked:
        """A page; asked for twice, as the first time finds everything cold. meanwhile: what happens
        between the two; kept: whether what an earlier reader was shown may be shown again.
        """
        self.client.get(address)
        if meanwhile:
            meanwhile()
        if not kept:
            caches[FRAGMENTS].clear()
        with _counted() as queries:
            begin = time.perf_counter()
            answer = self.client.get(address)
            seconds = time.perf_counter() - begin
        _require(answer, 200)
        return Asked(seconds, len(queries), len(ROW.findall(answer.content)))

    def write(self, address: str, fields: dict[str, str]) -> Asked:
        """A form that is taken in."""
        with _counted() as queries:
            begin = time.perf_counter()
            answer = self.client.post(address, fields)
            seconds = time.perf_counter() - begin
        _require(answer, 302)
        return Asked(seconds, len(queries), 0)

    def fresh_session(self, hands: int, *, day: date | None = None) -> Session:
        """A session of the season, or of that day, that is still open, with so many hands."""
        names = [player.name for player in self.players()[:4]]
        incoming = an_evening(names, hands, day=day or self.season().starts, rng=self._rng)
        form = Submission(key=uuid4(), by=self.user)
        return import_session(club_id=self.club.id, form=form, incoming=incoming)

    def evening(self) -> Session:
        """One session of the season that is still open: what is played there adds no row."""
        if self._evening is None:
            self._evening = self.fresh_session(HANDS)
        return self._evening

    def players(self) -> list[Player]:
        """The players by name."""
        return list(self.club.players.order_by("name"))

    def fields(self, address: str) -> Fields:
        """The form of a page as it stands."""
        answer = self.client.get(address)
        form = form_for(answer.content.decode(), address)
        assert form, f"{address} has no form"
        return form


def save(reader: Reader, hands: int = MANY) -> Asked:
    """The next hand of an evening of so many."""
    return reader.write(*hand_form(reader, reader.fresh_session(hands - 1)))


def hand_form(reader: Reader, session: Session) -> tuple[str, dict[str, str]]:
    """The form of the next hand of a session, filled in, and where it goes."""
    address = reader.at("hand_new", session.id)
    form = reader.fields(address)
    declarer, partner = form.choices["declarer"][:2]
    return address, form.fields | {"declarer": declarer, "partner": partner, **BID}


def sheet_after_a_hand(reader: Reader) -> Asked:
    """The sheet of somebody who follows, once the hand before it was looked at and one is saved."""
    # Of no season, so that the leaderboards stay as large as they are.
    session = reader.fresh_session(HANDS - 1, day=date(YEAR - PAST - 1, 1, 1))
    first = session.entries.earliest("position")
    form = Submission(key=uuid4(), by=reader.user, version=session.version)

    def save_one() -> None:
        record_event(session_id=session.id, form=form, raw=first.record)

    return reader.read(reader.at("sheet", session.id), meanwhile=save_one)


def after_a_hand(reader: Reader, address: str) -> Asked:
    """A page of figures, once a hand that counts there has another result."""
    session = reader.evening()
    first = session.entries.earliest("position")
    raw = {**first.record, "result": "won" if first.record["result"] == "lost" else "lost"}

    def turn_it() -> None:
        form = Submission(key=uuid4(), by=reader.user)
        correct_event(session_id=session.id, form=form, entry_id=first.id, raw=raw)

    return reader.read(address, meanwhile=turn_it)


def correct(reader: Reader, hands: int = MANY) -> Asked:
    """The first hand of an evening of so many."""
    session = reader.fresh_session(hands)
    entry = session.entries.order_by("position").first()
    assert entry
    address = reader.at("entry_correct", session.id, entry.id)
    form = reader.fields(address)
    return reader.write(address, form.fields | {"result": "won", "confirm": "1"})


# What is asked for, by the name under which it is printed.
PAGES: dict[str, Callable[[Reader], Asked]] = {
    "base": lambda reader: reader.read(BASE),
    "sheet": lambda reader: reader.read(reader.sheet()),
    "leaderboard": lambda reader: reader.read(reader.leaderboard()),
    "player page": lambda reader: reader.read(reader.player()),
    "standings CSV": lambda reader: reader.read(reader.standings()),
    "form": lambda reader: reader.read(reader.form()),
    "calculator": lambda reader: reader.read(reverse("club:calculator")),
    "sheet, after a hand": sheet_after_a_hand,
    "leaderboard, after a hand": lambda reader: after_a_hand(reader, reader.leaderboard()),
    "standings, after a hand": lambda reader: after_a_hand(reader, reader.standings()),
    "sheet, nothing kept": lambda reader: reader.read(reader.sheet(), kept=False),
    "leaderboard, nothing kept": lambda reader: reader.read(reader.leaderboard(), kept=False),
    "save hand 6": lambda reader: save(reader, FEW),
    "save hand 60": save,
    "correct 1 of 6": lambda reader: correct(reader, FEW),
    "correct 1 of 60": correct,
}


@contextmanager
def _counted() -> Iterator[list[str]]:
    """Every statement that goes to the database."""
    seen: list[str] = []

    def count(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        seen.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        yield seen


def _require(answer: Any, status: int) -> None:
    assert answer.status_code == status, f"{status} was expected, not {answer.status_code}"
