"""Deal and play the demonstration club again: python3 -m tools.demo.record.

It writes the files that `manage.py demo` reads. Run it by hand after a change of the card player
or of a game. It deals the same cards every time, and a test fails if the files differ from its
output.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from random import Random
from typing import Any

from tarokk_club.club.transfer.demo_calendar import SEASONS, WEEK, list_seasons_until
from tarokk_club.club.transfer.recorded_demo import FOLDER
from tools.demo.cups import CUPS, play_tournament
from tools.demo.evening import SessionPlan, play_session
from tools.demo.seasons import CURRENCY, MEMBERS, STAKES, Wording, plan_seasons, rest_of_season

# Total number of hands of all sessions until the day of the recording.
HANDS, RECORDED = 2900, date(2026, 11, 22)
# Number of hands of each session after that day, about as many as before it.
LATER = 16
TIME_ZONE = "Europe/Budapest"
WORDING = Wording(tables=("Table 1", "Table 2"), adjusted="A side bet on who would wear the hat.")


def build_recording() -> Mapping[str, str]:
    """Return the content of the files by their names."""
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
    cups = [_line(play_tournament(cup, rng=rng)) for cup in CUPS]
    files = {**seasons, "cups.jsonl": cups, "today.json": [today], "club.json": [_club()]}
    return {name: "".join(f"{line}\n" for line in lines) for name, lines in files.items()}


def _played() -> Iterator[tuple[date, dict[str, Any]]]:
    """Yield every session with its date, which the document omits."""
    rng = Random(1)
    for plan in plan_seasons(RECORDED, hands=HANDS, wording=WORDING, rng=rng):
        yield _undated(plan, rng)
    # A separate generator, so that earlier sessions do not depend on the season's length.
    rng = Random(2)
    for plan in rest_of_season(RECORDED, hands=LATER, wording=WORDING, rng=rng):
        yield _undated(plan, rng)


def _undated(plan: SessionPlan, rng: Random) -> tuple[date, dict[str, Any]]:
    document = play_session(plan, rng=rng)
    return date.fromisoformat(document.pop("date")), document


def _place(day: date) -> tuple[int, int]:
    """Return the season of the recording that contains the day, and the evening in it; both
    from 1.
    """
    for number, season in enumerate(list_seasons_until(RECORDED), start=1):
        if season.ends is None or day <= season.ends:
            first = next(season.iter_evenings(day + WEEK))
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
    for name, text in build_recording().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
