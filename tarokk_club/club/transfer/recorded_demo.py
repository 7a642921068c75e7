"""The recorded sessions of the demonstration club, read from `demo/` and given their dates.

They were dealt and played by the automatic player of the tools (`tools/demo/record.py` writes
them), so the club is created quickly, without the tools, and is the same for everybody. Each
file contains a whole season; anything after the requested day is left out.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

from tarokk_club.club.transfer.demo_calendar import saturday_before, seasons_until

FOLDER = Path(__file__).parent / "demo"
# The texts of the recording, except names; they are translated to the club's language.
WORDS = {
    "Table 1": _("Table 1"),
    "Table 2": _("Table 2"),
    "A side bet on who would wear the hat.": _("A side bet on who would wear the hat."),
    "Cup": _("Cup"),
    "Championship": _("Championship"),
}


@dataclass(frozen=True, slots=True)
class RecordedClub:
    """The recorded club.

    stakes: money for each point, by game.
    hands: number in all sessions when played in full.
    """

    currency: str
    time_zone: str
    members: tuple[str, ...]
    stakes: dict[str, str]
    hands: int


@dataclass(frozen=True, slots=True)
class RecordedTournament:
    """A finished tournament.

    players: names.
    turns: number of deals of each player in a round.
    tables: the events of each table, in the order of rounds and tables; players are seat numbers
        from "1".
    """

    name: str
    game: str
    day: date
    rounds: int
    turns: int
    players: tuple[str, ...]
    rules: dict[str, Any]
    tables: tuple[list[dict[str, Any]], ...]


def recorded_club() -> RecordedClub:
    """Return the club whose sessions were recorded."""
    raw = json.loads((FOLDER / "club.json").read_text(encoding="utf-8"))
    return RecordedClub(**{**raw, "members": tuple(raw["members"])})


def recorded_sessions(today: date, *, hands: int) -> Iterator[dict[str, Any]]:
    """Yield the session documents up to `today`, by date; the last one is of today and still open.

    hands: approximate total number, to which each session is shortened in proportion.
    """
    all_hands = recorded_club().hands
    for number, season in enumerate(seasons_until(today), start=1):
        days = list(season.evenings(today))
        for line in _lines(f"season-{number}.jsonl"):
            if line["week"] <= len(days):
                document = _worded(line["document"], days[line["week"] - 1])
                yield shorten_session(document, -(-_hands(document) * hands // all_hands))
    yield _worded(json.loads((FOLDER / "today.json").read_text(encoding="utf-8")), today)


def load_recorded_tournaments(today: date, *, short: bool) -> Iterator[RecordedTournament]:
    """Yield the tournaments up to `today`.

    short: whether each player deals only once in a round.
    """
    for raw in _lines("cups.jsonl"):
        tables, turns = raw["tables"], 1 if short else raw["turns"]
        if short:
            tables = [
                shorten_session({"events": one}, _dealers(one, raw["turns"]))["events"]
                for one in tables
            ]
        yield RecordedTournament(
            name=str(WORDS[raw["name"]]),
            game=raw["game"],
            day=saturday_before(today) - timedelta(weeks=raw["weeks_before"]),
            rounds=raw["rounds"],
            turns=turns,
            players=tuple(raw["players"]),
            rules=raw["rules"],
            tables=tuple(tables),
        )


def shorten_session(document: dict[str, Any], hands: int) -> dict[str, Any]:
    """Return the session with only its first hands, at least one, and with its end if it had
    one.
    """
    events = document["events"]
    places = [place for place, event in enumerate(events, start=1) if event["type"] == "hand"]
    if len(places) <= max(1, hands):
        return document
    end = [event for event in events[-1:] if event["type"] == "end"]
    return {**document, "events": events[: places[max(1, hands) - 1]] + end}


def _dealers(events: list[dict[str, Any]], turns: int) -> int:
    """Return the number of players at a table of a tournament."""
    return _hands({"events": events}) // turns


def _hands(document: dict[str, Any]) -> int:
    return sum(event["type"] == "hand" for event in document["events"])


def _worded(document: dict[str, Any], day: date) -> dict[str, Any]:
    """Return the document with this date, and with its texts in the active language."""
    events = [
        {**event, "note": str(WORDS[event["note"]])} if "note" in event else event
        for event in document["events"]
    ]
    title = str(WORDS[document["title"]])
    return {**document, "title": title, "date": day.isoformat(), "events": events}


def _lines(name: str) -> Iterator[Any]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)
