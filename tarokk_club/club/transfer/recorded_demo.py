"""The recorded sessions and tournaments of the demo club, read from `demo/`.

`tools/demo/record.py` recorded them with an automatic player, so that every demo club is the same
and is created quickly. Their dates depend on the current day.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

from tarokk_club.club.transfer.demo_calendar import find_saturday_before, list_seasons_until

FOLDER = Path(__file__).parent / "demo"
# The texts in the recording that are translated into the club's language.
WORDS = {
    "Table 1": _("Table 1"),
    "Table 2": _("Table 2"),
    "A side bet on who would wear the hat.": _("A side bet on who would wear the hat."),
    "Cup": _("Cup"),
    "Championship": _("Championship"),
}


@dataclass(frozen=True, slots=True)
class RecordedClub:
    """The club of the recording.

    stakes: money for each point, by game.
    hands: number of hands in all recorded sessions.
    """

    currency: str
    time_zone: str
    members: tuple[str, ...]
    stakes: dict[str, str]
    hands: int


@dataclass(frozen=True, slots=True)
class RecordedTournament:
    """A finished tournament of the recording.

    players: names of the players.
    turns: number of deals of each player in a round.
    tables: events of each table by round; players are seat numbers from "1".
    """

    name: str
    game: str
    day: date
    rounds: int
    turns: int
    players: tuple[str, ...]
    rules: dict[str, Any]
    tables: tuple[list[dict[str, Any]], ...]


def load_recorded_club() -> RecordedClub:
    """Return the club of the recording."""
    raw = json.loads((FOLDER / "club.json").read_text(encoding="utf-8"))
    return RecordedClub(**{**raw, "members": tuple(raw["members"])})


def load_recorded_sessions(today: date, *, hands: int) -> Iterator[dict[str, Any]]:
    """Yield the session documents up to `today`, season by season; today's session is still open.

    hands: approximate total number of hands; sessions are shortened in proportion.
    """
    all_hands = load_recorded_club().hands
    for number, season in enumerate(list_seasons_until(today), start=1):
        days = list(season.iter_evenings(today))
        for line in _read_lines(f"season-{number}.jsonl"):
            if line["week"] <= len(days):
                document = _localise_document(line["document"], days[line["week"] - 1])
                yield shorten_document(document, -(-_count_hands(document) * hands // all_hands))
    yield _localise_document(json.loads((FOLDER / "today.json").read_text(encoding="utf-8")), today)


def load_recorded_tournaments(today: date, *, short: bool) -> Iterator[RecordedTournament]:
    """Yield the tournaments, with dates before `today`.

    short: whether each player deals only once in a round.
    """
    for raw in _read_lines("cups.jsonl"):
        tables, turns = raw["tables"], 1 if short else raw["turns"]
        if short:
            tables = [
                shorten_document({"events": table}, _count_dealers(table, raw["turns"]))["events"]
                for table in tables
            ]
        yield RecordedTournament(
            name=str(WORDS[raw["name"]]),
            game=raw["game"],
            day=find_saturday_before(today) - timedelta(weeks=raw["weeks_before"]),
            rounds=raw["rounds"],
            turns=turns,
            players=tuple(raw["players"]),
            rules=raw["rules"],
            tables=tuple(tables),
        )


def shorten_document(document: dict[str, Any], hands: int) -> dict[str, Any]:
    """Return the document with only its first hands, at least one, and its end event if any."""
    events = document["events"]
    places = [place for place, event in enumerate(events, start=1) if event["type"] == "hand"]
    if len(places) <= max(1, hands):
        return document
    end = [event for event in events[-1:] if event["type"] == "end"]
    return {**document, "events": events[: places[max(1, hands) - 1]] + end}


def _count_dealers(events: list[dict[str, Any]], turns: int) -> int:
    """Return the number of players who deal at a tournament table.

    turns: number of deals of each player.
    """
    return _count_hands({"events": events}) // turns


def _count_hands(document: dict[str, Any]) -> int:
    return sum(event["type"] == "hand" for event in document["events"])


def _localise_document(document: dict[str, Any], day: date) -> dict[str, Any]:
    """Return the document with this date and with its texts translated."""
    events = [
        {**event, "note": str(WORDS[event["note"]])} if "note" in event else event
        for event in document["events"]
    ]
    title = str(WORDS[document["title"]])
    return {**document, "title": title, "date": day.isoformat(), "events": events}


def _read_lines(name: str) -> Iterator[Any]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)
