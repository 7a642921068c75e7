"""The recorded evenings of the demonstration club, read from `demo/` and put on their days.

They were dealt and played by the card player of the workshop (`tools/demo/record.py` writes them),
so that the club is made quickly, needs nothing of the workshop and is the same for everybody. A
season's file holds a whole season; what lies after the day on which it is asked for is left out.
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
# The words of the recording that are no names; in the club they stand in its language.
WORDS = {
    "Table 1": _("Table 1"),
    "Table 2": _("Table 2"),
    "A side bet on who would wear the hat.": _("A side bet on who would wear the hat."),
    "Cup": _("Cup"),
    "Championship": _("Championship"),
}


@dataclass(frozen=True, slots=True)
class RecordedClub:
    """What the club is. stakes: money a point, by game; hands: in all sessions, played in full."""

    currency: str
    time_zone: str
    members: tuple[str, ...]
    stakes: dict[str, str]
    hands: int


@dataclass(frozen=True, slots=True)
class RecordedCup:
    """A tournament that was played to its end.

    players: by name; turns: how often everybody deals in a round; tables: the events of each, in
    the order of rounds and tables, the players called by their seats, "1" being the first.
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
    """The club whose evenings were recorded."""
    raw = json.loads((FOLDER / "club.json").read_text(encoding="utf-8"))
    return RecordedClub(**{**raw, "members": tuple(raw["members"])})


def recorded_sessions(today: date, *, hands: int) -> Iterator[dict[str, Any]]:
    """The session documents until `today`, by date; the last one is of today and still open.

    hands: about how many in all, each session giving its share.
    """
    all_hands = recorded_club().hands
    for number, season in enumerate(seasons_until(today), start=1):
        days = list(season.evenings(today))
        for line in _lines(f"season-{number}.jsonl"):
            if line["week"] <= len(days):
                document = _worded(line["document"], days[line["week"] - 1])
                yield cut(document, -(-_hands(document) * hands // all_hands))
    yield _worded(json.loads((FOLDER / "today.json").read_text(encoding="utf-8")), today)


def recorded_cups(today: date, *, short: bool) -> Iterator[RecordedCup]:
    """The tournaments until `today`; short: everybody deals but once a round."""
    for raw in _lines("cups.jsonl"):
        tables, turns = raw["tables"], 1 if short else raw["turns"]
        if short:
            tables = [cut({"events": one}, _dealers(one, raw["turns"]))["events"] for one in tables]
        yield RecordedCup(
            name=str(WORDS[raw["name"]]),
            game=raw["game"],
            day=saturday_before(today) - timedelta(weeks=raw["weeks_before"]),
            rounds=raw["rounds"],
            turns=turns,
            players=tuple(raw["players"]),
            rules=raw["rules"],
            tables=tuple(tables),
        )


def cut(document: dict[str, Any], hands: int) -> dict[str, Any]:
    """The session with its first hands alone, one at least, and the end if it had one."""
    events = document["events"]
    places = [place for place, event in enumerate(events, start=1) if event["type"] == "hand"]
    if len(places) <= max(1, hands):
        return document
    end = [event for event in events[-1:] if event["type"] == "end"]
    return {**document, "events": events[: places[max(1, hands) - 1]] + end}


def _dealers(events: list[dict[str, Any]], turns: int) -> int:
    """How many sit at a table of a tournament."""
    return _hands({"events": events}) // turns


def _hands(document: dict[str, Any]) -> int:
    return sum(event["type"] == "hand" for event in document["events"])


def _worded(document: dict[str, Any], day: date) -> dict[str, Any]:
    """The document of this day, its words in the language that is spoken now."""
    events = [
        {**event, "note": str(WORDS[event["note"]])} if "note" in event else event
        for event in document["events"]
    ]
    title = str(WORDS[document["title"]])
    return {**document, "title": title, "date": day.isoformat(), "events": events}


def _lines(name: str) -> Iterator[Any]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)
