"""The main pages as requested by a member of a club: their time and their queries."""

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
from tools.lab.bench.federation.filling import build_open_session
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
    """The measurements of one request.

    seconds: time in the server.
    queries: number of database queries.
    rows: number of rows displayed.
    """

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
        """Return the measurements of one request for the page."""
        return asdict(PAGES[page](self))

    def at(self, name: str, *parts: object) -> str:
        """Return the path of a page of the club."""
        return reverse(f"club:{name}", args=[self.club.slug, *parts])

    def sheet(self) -> str:
        """Return the path of the sheet of a whole session of the season."""
        return self.at("sheet", self.season().sessions.earliest("date").id)

    def form(self) -> str:
        """Return the path of the form for the next hand of an open session."""
        return self.at("hand_new", self.open_session().id)

    def open_session(self) -> Session:
        """Return an open session of a few hands."""
        if self._open is None:
            standing = self.season().sessions.filter(closed=False, hands_count=FEW - 1)
            self._open = standing.first() or self.fresh_session(FEW - 1)
        return self._open

    def leaderboard(self) -> str:
        """Return the path of the current season."""
        return self.at("season", self.season().id)

    def player(self) -> str:
        """Return the path of the figures of a player who has played all the time."""
        return self.at("career", self.players()[1].id)

    def standings(self) -> str:
        """Return the path of the file of all seasons."""
        return self.at("standings_file")

    def season(self) -> Season:
        """Return the current season."""
        return self.club.seasons.latest("starts")

    def way_in(self) -> dict[str, Any]:
        """Set a password for the real site, and return it with the username and the paths to open
        there.
        """
        password = token_urlsafe(12)
        self.user.set_password(password)
        self.user.save(update_fields=["password"])
        pages = [self.sheet(), self.leaderboard(), self.player(), self.standings()]
        return {"user": self.user.username, "password": password, "addresses": pages}

    def read(
        self, address: str, *, meanwhile: Callable[[], object] | None = None, kept: bool = True
    ) -> Asked:
        """Return the measurements of a page, which is requested twice because the first time all
        caches are cold.

        meanwhile: called between the two requests.
        kept: whether fragments cached for an earlier reader may be used.
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

    def poll(self) -> Asked:
        """Return the measurements of a member's poll while nothing changes."""
        address = self.at("live", self.open_session().id)
        known = {"If-None-Match": self.client.get(address).headers["ETag"]}
        with _counted() as queries:
            begin = time.perf_counter()
            answer = self.client.get(address, headers=known)
            seconds = time.perf_counter() - begin
        _require(answer, 304)
        return Asked(seconds, len(queries), 0)

    def write(self, address: str, fields: dict[str, str]) -> Asked:
        """Return the measurements of a form that the site accepts."""
        with _counted() as queries:
            begin = time.perf_counter()
            answer = self.client.post(address, fields)
            seconds = time.perf_counter() - begin
        _require(answer, 302)
        return Asked(seconds, len(queries), 0)

    def fresh_session(self, hands: int, *, day: date | None = None) -> Session:
        """Create an open session of this many hands, on the given day or in the season."""
        names = [player.name for player in self.players()[:4]]
        incoming = build_open_session(names, hands, day=day or self.season().starts, rng=self._rng)
        form = Submission(key=uuid4(), by=self.user)
        return import_session(club_id=self.club.id, form=form, incoming=incoming)

    def evening(self) -> Session:
        """Return an open session of the season, always the same, so that playing in it adds no
        row.
        """
        if self._evening is None:
            self._evening = self.fresh_session(HANDS)
        return self._evening

    def players(self) -> list[Player]:
        """Return the players by name."""
        return list(self.club.players.order_by("name"))

    def fields(self, address: str) -> Fields:
        """Return the form of a page as it is displayed."""
        answer = self.client.get(address)
        form = form_for(answer.content.decode(), address)
        assert form, f"{address} has no form"
        return form


def save(reader: Reader, hands: int = MANY) -> Asked:
    """Save the last hand of a session of this many hands."""
    return reader.write(*hand_form(reader, reader.fresh_session(hands - 1)))


def hand_form(reader: Reader, session: Session) -> tuple[str, dict[str, str]]:
    """Return the path and the completed fields of the form for a session's next hand."""
    address = reader.at("hand_new", session.id)
    form = reader.fields(address)
    declarer, partner = form.choices["declarer"][:2]
    return address, form.fields | {"declarer": declarer, "partner": partner, **BID}


def sheet_after_a_hand(reader: Reader) -> Asked:
    """Measure the sheet for a reader who saw it before the last hand was saved."""
    # In no season, so that the leaderboards do not grow.
    session = reader.fresh_session(HANDS - 1, day=date(YEAR - PAST - 1, 1, 1))
    first = session.entries.earliest("position")
    form = Submission(key=uuid4(), by=reader.user, version=session.version)

    def save_one() -> None:
        record_event(session_id=session.id, form=form, raw=first.record)

    return reader.read(reader.at("sheet", session.id), meanwhile=save_one)


def after_a_hand(reader: Reader, address: str) -> Asked:
    """Measure a page of figures after the result of a hand that counts in it has changed."""
    session = reader.evening()
    first = session.entries.earliest("position")
    raw = {**first.record, "result": "won" if first.record["result"] == "lost" else "lost"}

    def turn_it() -> None:
        form = Submission(key=uuid4(), by=reader.user)
        correct_event(session_id=session.id, form=form, entry_id=first.id, raw=raw)

    return reader.read(address, meanwhile=turn_it)


def correct(reader: Reader, hands: int = MANY) -> Asked:
    """Correct the first hand of a session of this many hands."""
    session = reader.fresh_session(hands)
    entry = session.entries.order_by("position").first()
    assert entry
    address = reader.at("entry_correct", session.id, entry.id)
    form = reader.fields(address)
    return reader.write(address, form.fields | {"result": "won", "confirm": "1"})


# The measurements, by the name under which they are printed.
PAGES: dict[str, Callable[[Reader], Asked]] = {
    "base": lambda reader: reader.read(BASE),
    "idle poll": lambda reader: reader.poll(),
    "home": lambda reader: reader.read(reader.at("club")),
    "settings": lambda reader: reader.read(reader.at("club_settings")),
    "sheet": lambda reader: reader.read(reader.sheet()),
    "leaderboard": lambda reader: reader.read(reader.leaderboard()),
    "player page": lambda reader: reader.read(reader.player()),
    "standings CSV": lambda reader: reader.read(reader.standings()),
    "form": lambda reader: reader.read(reader.form()),
    "calculator": lambda reader: reader.read(reverse("club:calculator")),
    "sheet, after a hand": sheet_after_a_hand,
    "leaderboard, after a hand": lambda reader: after_a_hand(reader, reader.leaderboard()),
    "standings, after a hand": lambda reader: after_a_hand(reader, reader.standings()),
    "player page, after a hand": lambda reader: after_a_hand(reader, reader.player()),
    "sheet, nothing kept": lambda reader: reader.read(reader.sheet(), kept=False),
    "leaderboard, nothing kept": lambda reader: reader.read(reader.leaderboard(), kept=False),
    "save hand 6": lambda reader: save(reader, FEW),
    "save hand 60": save,
    "correct 1 of 6": lambda reader: correct(reader, FEW),
    "correct 1 of 60": correct,
}


@contextmanager
def _counted() -> Iterator[list[str]]:
    """Yield a list that collects every statement sent to the database."""
    seen: list[str] = []

    def count(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        seen.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        yield seen


def _require(answer: Any, status: int) -> None:
    assert answer.status_code == status, f"{status} was expected, not {answer.status_code}"
