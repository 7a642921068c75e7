"""Record the sessions of the demonstration club: python3 -m tools.demo.record.

Run this command after a change of the simulated players or of a game; it writes the files that
`manage.py demo` reads. The cards are the same every time, and a test fails if the files are out of
date.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from random import Random
from typing import Any

from tarokk_club.club.transfer.demo_calendar import SEASONS, WEEK, list_seasons_until
from tarokk_club.club.transfer.recorded_demo import FOLDER
from tools.demo.evening import SessionPlan, play_session
from tools.demo.seasons import (
    CURRENCY,
    MEMBERS,
    STAKES,
    Wording,
    plan_rest_of_season,
    plan_seasons,
)
from tools.demo.tournaments import TOURNAMENTS, play_tournament

# Total number of hands of all sessions until the day of the recording.
HANDS, RECORDING_DAY = 2900, date(2026, 11, 22)
# Number of hands of each session after that day, about as many as in earlier sessions.
HANDS_LATER = 16
TIME_ZONE = "Europe/Budapest"
WORDING = Wording(
    tables=("Table 1", "Table 2"), adjustment_note="A side bet on who would wear the hat."
)


def build_recording() -> Mapping[str, str]:
    """Return the content of each file of the recording, by name."""
    seasons: dict[str, list[str]] = {f"season-{n}.jsonl": [] for n in range(1, SEASONS + 1)}
    insert_session_row = ""
    for day, document in _play_sessions():
        if day == RECORDING_DAY:
            insert_session_row = _format_json_line(document)
        else:
            season, week = _locate_evening(day)
            line = _format_json_line({"week": week, "document": document})
            seasons[f"season-{season}.jsonl"].append(line)
    rng = Random(1)
    tournaments = [
        _format_json_line(play_tournament(tournament, rng=rng)) for tournament in TOURNAMENTS
    ]
    files = {
        **seasons,
        "cups.jsonl": tournaments,
        "today.json": [insert_session_row],
        "club.json": [_format_club_line()],
    }
    return {name: "".join(f"{line}\n" for line in lines) for name, lines in files.items()}


def _play_sessions() -> Iterator[tuple[date, dict[str, Any]]]:
    """Yield the date and the document of every session; the document omits the date."""
    rng = Random(1)
    for plan in plan_seasons(RECORDING_DAY, hands=HANDS, wording=WORDING, rng=rng):
        yield _play_undated(plan, rng)
    # A new generator, so that these sessions do not depend on the number of earlier ones.
    rng = Random(2)
    for plan in plan_rest_of_season(RECORDING_DAY, hands=HANDS_LATER, wording=WORDING, rng=rng):
        yield _play_undated(plan, rng)


def _play_undated(plan: SessionPlan, rng: Random) -> tuple[date, dict[str, Any]]:
    document = play_session(plan, rng=rng)
    return date.fromisoformat(document.pop("date")), document


def _locate_evening(day: date) -> tuple[int, int]:
    """Return the number of the day's season, and that of its evening in the season, from 1."""
    for number, season in enumerate(list_seasons_until(RECORDING_DAY), start=1):
        if season.ends is None or day <= season.ends:
            first = next(season.iter_evenings(day + WEEK))
            return number, (day - first).days // WEEK.days + 1
    raise AssertionError(day)


def _format_club_line() -> str:
    club = {
        "currency": CURRENCY,
        "time_zone": TIME_ZONE,
        "members": MEMBERS,
        "stakes": STAKES,
        "hands": HANDS,
    }
    return _format_json_line(club)


def _format_json_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in build_recording().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
