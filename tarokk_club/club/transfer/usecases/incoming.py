"""Session documents to import, which are validated, normalised and replayed first."""

import json
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.answer import replay_document
from scoring.core.events import write_event
from scoring.core.problem import Problem, RefusedError
from scoring.core.replay import Step
from scoring.document import Head, read_head, rename_players
from scoring.parsing import parse
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.values.days import find_day_problems
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name, read_text

MEGABYTE = 1024 * 1024
LARGEST_MEGABYTES = 2
# The longest known session has 400 hands; a longer replay would delay other users.
MOST_EVENTS = 2000

register_refusals(
    {
        "names_alike": _("Two of the names are the same; tell them apart."),
        "document_too_large": _("The document is too large: at most %(highest)s megabytes."),
    }
)


@dataclass(frozen=True, slots=True)
class Incoming:
    """A valid session document.

    head: the head of the document, with a normalised title and a date.
    names: the normalised names of all players, by the name in the document.
    events: canonical events with normalised names.
    steps: the replay of the events, with the names in the document.
    text: the document as JSON, for the import form.
    """

    head: Head
    names: dict[str, str]
    events: tuple[dict[str, Any], ...]
    steps: tuple[Step, ...]
    text: str


class IncomingError(RefusedError):
    """An event of a document cannot be imported.

    hand: number of the hand; None for other events.
    """

    def __init__(self, refused: RefusedError, events: list[Any]) -> None:
        super().__init__(refused.problems, refused.event, refused.kind)
        kinds = [event.get("type") if isinstance(event, dict) else None for event in events]
        until = kinds[: refused.event or 0]
        self.hand = until.count("hand") if until[-1:] == ["hand"] else None


def read_incoming_document(data: bytes, *, today: date) -> Incoming:
    """Return the session document in a file.

    today: date of a document without a date.

    Raise IncomingError for problems in its events, and RefusedError for all others.
    """
    if len(data) > LARGEST_MEGABYTES * MEGABYTE:
        raise RefusedError([Problem("document_too_large", "", {"highest": LARGEST_MEGABYTES})])
    raw = parse(data)
    head = read_head(raw)
    if len(head.events) > MOST_EVENTS:
        raise RefusedError([Problem("too_many_events", "events", {"highest": MOST_EVENTS})])
    head, names = _normalise_head(head, today)
    try:
        played = tuple(replay_document(head))
        numbered = enumerate(played, start=1)
        events = tuple(_normalise_event(head, names, number, step) for number, step in numbered)
    except RefusedError as refused:
        raise IncomingError(refused, head.events) from refused
    dated = {**raw, "date": (head.day or today).isoformat()}
    text = json.dumps(dated, ensure_ascii=False, separators=(",", ":"))
    return Incoming(head, names, events, played, text)


def _normalise_head(head: Head, today: date) -> tuple[Head, dict[str, str]]:
    day = head.day or today
    problems = find_day_problems(day, today=today)
    title = read_text(head.title, problems, field="title")
    if len(title) > LONGEST_NAME or "\n" in title:
        problems.append(Problem("text_too_long", "title", {"highest": LONGEST_NAME}))
    names: dict[str, str] = {}
    for place, name in enumerate(head.players):
        _add_name(names, name, problems, field=f"players.{place}")
    if problems:
        raise RefusedError(problems)
    return replace(head, title=title, day=day), names


def _add_name(names: dict[str, str], name: str, problems: list[Problem], *, field: str) -> None:
    """Add the normalised name to `names`; append a problem if it is invalid or equals another."""
    normalised = read_name(name, problems, field=field)
    if build_name_key(normalised) in {build_name_key(other) for other in names.values()}:
        problems.append(Problem("names_alike", field))
    names[name] = normalised


def _normalise_event(head: Head, names: dict[str, str], number: int, step: Step) -> dict[str, Any]:
    problems: list[Problem] = []
    for name in step.after.everyone:
        if name not in names:
            _add_name(names, name, problems, field="player")
    note = read_text(step.event.note, problems, field="note")
    raw = write_event(head.game, step.event)
    if problems:
        raise RefusedError(problems, number, raw["type"])
    raw.pop("note", None)
    normalised = rename_players(raw, names.__getitem__)
    return normalised | {"note": note} if note else normalised
