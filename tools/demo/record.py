"""Deal and play the demonstration club once more: python3 -m tools.demo.record.

Writes what `manage.py demo` reads. To be run by hand when the card player or a game has changed;
the same cards are dealt every time, and a test says when the files are not what it writes.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from random import Random
from typing import Any

from tarokk_club.club.transfer.demo_calendar import SEASONS, WEEK, seasons_until
from tarokk_club.club.transfer.recorded_demo import FOLDER
from tools.demo.cups import CUPS, played
from tools.demo.evening import Evening, evening
from tools.demo.seasons import CURRENCY, MEMBERS, STAKES, Wording, programme, rest_of_season

# Sessions until the day of the recording share so many hands.
HANDS, RECORDED = 2900, date(2026, 11, 22)
# Hands of each session after that day, about as many as it had before.
LATER = 16
TIME_ZONE = "Europe/Budapest"
WORDING = Wording(tables=("Table 1", "Table 2"), adjusted="A side bet on who would wear the hat.")


def recording() -> Mapping[str, str]:
    """The files by their names."""
    seasons: dict[str, list[str]] = {f"season-{n}.jsonl": [] for n in range(1, SEASONS + 1)}
    today = ""
    for day, document in _played():
        if day == RECORDED:
            today = _line(document)
        else:
            season, week = _place(day)
            line = _line({"week": week, "document": document})
            seasons[f"season-{season}.jsonl"].append(line)
    rng = Random(1)
    cups = [_line(played(cup, rng=rng)) for cup in CUPS]
    files = {**seasons, "cups.jsonl": cups, "today.json": [today], "club.json": [_club()]}
    return {name: "".join(f"{line}\n" for line in lines) for name, lines in files.items()}


def _played() -> Iterator[tuple[date, dict[str, Any]]]:
    """Every session with its day, which its document leaves out."""
    rng = Random(1)
    for plan in programme(RECORDED, hands=HANDS, wording=WORDING, rng=rng):
        yield _undated(plan, rng)
    # Dealt apart, so that the evenings before do not depend on how long the season is.
    rng = Random(2)
    for plan in rest_of_season(RECORDED, hands=LATER, wording=WORDING, rng=rng):
        yield _undated(plan, rng)


def _undated(plan: Evening, rng: Random) -> tuple[date, dict[str, Any]]:
    document = evening(plan, rng=rng)
    return date.fromisoformat(document.pop("date")), document


def _place(day: date) -> tuple[int, int]:
    """Which season of the recording the day lies in, and which evening of it; both from 1."""
    for number, season in enumerate(seasons_until(RECORDED), start=1):
        if season.ends is None or day <= season.ends:
            first = next(season.evenings(day + WEEK))
            return number, (day - first).days // WEEK.days + 1
    raise AssertionError(day)


def _club() -> str:
    club = {
        "currency": CURRENCY,
        "time_zone": TIME_ZONE,
        "members": MEMBERS,
        "stakes": STAKES,
        "hands": HANDS,
    }
    return _line(club)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in recording().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
