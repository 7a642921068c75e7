"""Measure the time and the queries of the main pages, as the owner of a club requests them."""

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
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.transfer.usecases.session_documents import import_session
from tarokk_club.club.writing.unit_of_work import Submission
from tools.lab.bench.federation.filling import build_open_session
from tools.lab.bench.federation.size import HANDS, PAST_SEASONS, YEAR
from tools.lab.bench.federation.urls import BASE
from tools.lab.torture.page import Form, find_form

# The start of a table row or of a hand on a sheet, or the end of a line in a file.
ROW_MARK = re.compile(rb"<tr\b|<details id=|\r\n")
FEW, MANY = 6, 60
HAND_FIELDS = {"outcome": "played", "bid": "three", "result": "won"}


@dataclass(frozen=True, slots=True)
class Measurement:
    """The cost of a request.

    seconds: time in the server.
    queries: number of database queries.
    rows: number of displayed rows.
    """

    seconds: float
    queries: int
    rows: int


class Reader:
    """The signed-in owner of a club, whose requests are measured."""

    def __init__(self, slug: str) -> None:
        self.club = Club.objects.get(slug=slug)
        self.user: User = self.club.founded_by
        self.client = Client(SERVER_NAME="127.0.0.1")
        self.client.force_login(self.user)
        self._rng = Random(1)
        self._last_session: Session | None = None
        self._open: Session | None = None

    def measure(self, page: str) -> dict[str, Any]:
        """Return the result of the measurement with this name in `MEASUREMENTS`."""
        return asdict(MEASUREMENTS[page](self))

    def build_path(self, name: str, *parts: object) -> str:
        """Return the path of a page of the club."""
        return reverse(f"club:{name}", args=[self.club.slug, *parts])

    def find_sheet_path(self) -> str:
        """Return the path of the sheet of the season's first session."""
        return self.build_path("sheet", self.load_current_season().sessions.earliest("date").id)

    def find_hand_form_path(self) -> str:
        """Return the path of the page that enters the next hand of an open session."""
        return self.build_path("hand_new", self.load_open_session().id)

    def load_open_session(self) -> Session:
        """Return an open session of a few hands."""
        if self._open is None:
            sessions = self.load_current_season().sessions.filter(closed=False, hands_count=FEW - 1)
            self._open = sessions.first() or self.create_session(FEW - 1)
        return self._open

    def find_leaderboard_path(self) -> str:
        """Return the path of the leaderboard of the current season."""
        return self.build_path("season", self.load_current_season().id)

    def find_career_path(self) -> str:
        """Return the path of a page with a player's figures from all seasons."""
        return self.build_path("career", self.list_players()[1].id)

    def build_standings_path(self) -> str:
        """Return the path of the standings as a file."""
        return self.build_path("standings_file")

    def load_current_season(self) -> Season:
        """Return the current season."""
        return self.club.seasons.latest("starts")

    def prepare_sign_in(self) -> dict[str, Any]:
        """Set a password; return it with the username and the paths to request on a real site."""
        password = token_urlsafe(12)
        self.user.set_password(password)
        self.user.save(update_fields=["password"])
        pages = [
            self.find_sheet_path(),
            self.find_leaderboard_path(),
            self.find_career_path(),
            self.build_standings_path(),
        ]
        return {"user": self.user.username, "password": password, "addresses": pages}

    def measure_get(
        self, address: str, *, meanwhile: Callable[[], object] | None = None, cached: bool = True
    ) -> Measurement:
        """Request a page twice and return the cost of the second request.

        meanwhile: function that is called between the requests.
        cached: whether the second request may use the fragments that the first one cached.
        """
        self.client.get(address)
        if meanwhile:
            meanwhile()
        if not cached:
            caches[FRAGMENTS].clear()
        with _collect_queries() as queries:
            started = time.perf_counter()
            response = self.client.get(address)
            seconds = time.perf_counter() - started
        _require_status(response, 200)
        return Measurement(seconds, len(queries), len(ROW_MARK.findall(response.content)))

    def measure_poll(self) -> Measurement:
        """Return the cost of a poll while nothing changes."""
        address = self.build_path("live", self.load_open_session().id)
        headers = {"If-None-Match": self.client.get(address).headers["ETag"]}
        with _collect_queries() as queries:
            started = time.perf_counter()
            response = self.client.get(address, headers=headers)
            seconds = time.perf_counter() - started
        _require_status(response, 304)
        return Measurement(seconds, len(queries), 0)

    def measure_post(self, address: str, fields: dict[str, str]) -> Measurement:
        """Submit a form that the site accepts and return the cost."""
        with _collect_queries() as queries:
            started = time.perf_counter()
            response = self.client.post(address, fields)
            seconds = time.perf_counter() - started
        _require_status(response, 302)
        return Measurement(seconds, len(queries), 0)

    def create_session(self, hands: int, *, day: date | None = None) -> Session:
        """Create an open session of this many hands, by default at the start of the season."""
        names = [player.name for player in self.list_players()[:4]]
        incoming = build_open_session(
            names, hands, day=day or self.load_current_season().starts, rng=self._rng
        )
        form = Submission(key=uuid4(), by=self.user)
        return import_session(club_id=self.club.id, form=form, incoming=incoming)

    def load_last_session(self) -> Session:
        """Return an open session of the season's last evening, the same one at each call."""
        if self._last_session is None:
            last_day = self.load_current_season().sessions.latest("date").date
            self._last_session = self.create_session(HANDS, day=last_day)
        self._last_session.refresh_from_db()
        return self._last_session

    def list_players(self) -> list[Player]:
        """Return the players in order of their names."""
        return list(self.club.players.order_by("name"))

    def load_form(self, address: str) -> Form:
        """Return the form that a page submits to itself."""
        response = self.client.get(address)
        form = find_form(response.content.decode(), address)
        assert form, f"{address} has no form"
        return form


def measure_save(reader: Reader, hands: int = MANY) -> Measurement:
    """Measure saving the last hand of a session of this many hands."""
    return reader.measure_post(*fill_hand_form(reader, reader.create_session(hands - 1)))


def fill_hand_form(reader: Reader, session: Session) -> tuple[str, dict[str, str]]:
    """Return the path and the completed fields of the form for a session's next hand."""
    address = reader.build_path("hand_new", session.id)
    form = reader.load_form(address)
    declarer, partner = form.choices["declarer"][:2]
    return address, form.fields | {"declarer": declarer, "partner": partner, **HAND_FIELDS}


def measure_sheet_after_hand(reader: Reader) -> Measurement:
    """Measure the sheet for a reader who last loaded it before the latest hand."""
    # Before all seasons, so that the leaderboards do not grow.
    session = reader.create_session(HANDS - 1, day=date(YEAR - PAST_SEASONS - 1, 1, 1))
    first = session.entries.earliest("position")
    form = Submission(key=uuid4(), by=reader.user, version=session.version)

    def save_hand() -> None:
        record_event(session_id=session.id, form=form, raw=first.record)

    return reader.measure_get(reader.build_path("sheet", session.id), meanwhile=save_hand)


def measure_after_hand(reader: Reader, address: str) -> Measurement:
    """Measure a page after a hand of the last evening that counts in its figures.

    Each measurement saves a new hand, so no sums of an earlier one can be cached.
    """
    session = reader.load_last_session()
    first = session.entries.earliest("position")
    form = Submission(key=uuid4(), by=reader.user, version=session.version)

    def save_hand() -> None:
        record_event(session_id=session.id, form=form, raw=first.record)

    return reader.measure_get(address, meanwhile=save_hand)


def measure_correction(reader: Reader, hands: int = MANY) -> Measurement:
    """Measure correcting the first hand of a session of this many hands."""
    session = reader.create_session(hands)
    entry = session.entries.order_by("position").first()
    assert entry
    address = reader.build_path("entry_correct", session.id, entry.id)
    form = reader.load_form(address)
    return reader.measure_post(address, form.fields | {"result": "won", "confirm": "1"})


# The measurements, by the name under which they are printed.
MEASUREMENTS: dict[str, Callable[[Reader], Measurement]] = {
    "base": lambda reader: reader.measure_get(BASE),
    "idle poll": lambda reader: reader.measure_poll(),
    "home": lambda reader: reader.measure_get(reader.build_path("club")),
    "settings": lambda reader: reader.measure_get(reader.build_path("club_settings")),
    "sheet": lambda reader: reader.measure_get(reader.find_sheet_path()),
    "leaderboard": lambda reader: reader.measure_get(reader.find_leaderboard_path()),
    "player page": lambda reader: reader.measure_get(reader.find_career_path()),
    "standings CSV": lambda reader: reader.measure_get(reader.build_standings_path()),
    "form": lambda reader: reader.measure_get(reader.find_hand_form_path()),
    "calculator": lambda reader: reader.measure_get(reverse("club:calculator")),
    "sheet, after a hand": measure_sheet_after_hand,
    "leaderboard, after a hand": lambda reader: measure_after_hand(
        reader, reader.find_leaderboard_path()
    ),
    "standings, after a hand": lambda reader: measure_after_hand(
        reader, reader.build_standings_path()
    ),
    "player page, after a hand": lambda reader: measure_after_hand(
        reader, reader.find_career_path()
    ),
    "sheet, nothing kept": lambda reader: reader.measure_get(
        reader.find_sheet_path(), cached=False
    ),
    "leaderboard, nothing kept": lambda reader: reader.measure_get(
        reader.find_leaderboard_path(), cached=False
    ),
    "save hand 6": lambda reader: measure_save(reader, FEW),
    "save hand 60": measure_save,
    "correct 1 of 6": lambda reader: measure_correction(reader, FEW),
    "correct 1 of 60": measure_correction,
}


@contextmanager
def _collect_queries() -> Iterator[list[str]]:
    """Yield a list that collects every statement sent to the database."""
    statements: list[str] = []

    def collect(execute: Callable[..., Any], sql: str, *parameters: Any) -> Any:
        statements.append(sql)
        return execute(sql, *parameters)

    with connection.execute_wrapper(collect):
        yield statements


def _require_status(response: Any, status: int) -> None:
    assert response.status_code == status, f"{status} was expected, not {response.status_code}"
