"""Read, check, preview and import session documents, with current names for merged players."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.answer import replay_document
from scoring.core.accounts import add_amounts
from scoring.core.events import Hand, serialize_event
from scoring.core.posting import sum_points
from scoring.core.problem import Problem
from scoring.core.reader import RECORD_SCHEMA
from scoring.core.replay import Step
from scoring.document import Head, read_head, rename_players
from scoring.parsing import parse_strict_json
from tarokk_club.club.formatting.sentences import ClubWords, register_refusals
from tarokk_club.club.models import Entry, Player, Session
from tarokk_club.club.models.hands import Action
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.session.queries.history.history_texts import SettingChange, list_unusual_rules
from tarokk_club.club.session.queries.sessions.same_sessions import find_duplicate_session
from tarokk_club.club.session.rule_words import PRESETS
from tarokk_club.club.session.titles import format_record_title
from tarokk_club.club.session.usecases.events import require_hands_quota
from tarokk_club.club.session.usecases.posting import ChangeDraft, add_history_lines, save_change
from tarokk_club.club.session.usecases.sessions import (
    build_head_content,
    find_figure_name_problems,
    insert_session_row,
)
from tarokk_club.club.values.days import find_day_problems
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.removed_players import MERGED, find_removed_players_by_name_key
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name, read_text
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    SessionWrite,
    Submission,
    write_to_club,
)

MEGABYTE = 1024 * 1024
LARGEST_MEGABYTES = 2
# The longest known session has 400 hands; a longer replay would delay other users.
MOST_EVENTS = 2000

register_refusals(
    {
        "names_alike": _("Two of the names are the same; tell them apart."),
        "document_too_large": _("The document is too large: at most %(highest)s megabytes."),
        "one_player_twice": _(
            "%(gone)s and %(kept)s are one player here, so they cannot sit at one table."
        ),
    }
)


@dataclass(frozen=True, slots=True)
class IncomingDocument:
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


def read_incoming_document(data: bytes, *, today: date) -> IncomingDocument:
    """Return the session document in a file.

    today: date of a document without a date.

    Raise IncomingError for problems in its events, and RefusedError for all others.
    """
    if len(data) > LARGEST_MEGABYTES * MEGABYTE:
        raise RefusedError([Problem("document_too_large", "", {"highest": LARGEST_MEGABYTES})])
    raw = parse_strict_json(data)
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
    return IncomingDocument(head, names, events, played, text)


def _normalise_head(head: Head, today: date) -> tuple[Head, dict[str, str]]:
    day = head.day or today
    problems = find_day_problems(day, today=today)
    title = read_text(head.title, problems, field="title")
    if len(title) > LONGEST_NAME or "\n" in title:
        problems.append(Problem("text_too_long", "title", {"highest": LONGEST_NAME}))
    problems += find_figure_name_problems(head)
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
    raw = serialize_event(head.game, step.event)
    if problems:
        raise RefusedError(problems, number, raw["type"])
    raw.pop("note", None)
    normalised = rename_players(raw, names.__getitem__)
    return normalised | {"note": note} if note else normalised


@dataclass(frozen=True, slots=True)
class RenamedDocument:
    """A session document in which merged players have the name of the remaining player.

    merged: values for the message about each replaced player.
    problems: reasons why the document cannot be imported.
    """

    incoming: IncomingDocument
    merged: tuple[Mapping[str, str], ...] = ()
    problems: tuple[Problem, ...] = ()

    def require_importable(self, *, as_named: bool = False) -> IncomingDocument:
        """Return the document if it can be imported.

        as_named: whether to refuse merged players instead of replacing them.

        Raise ConflictError for an erased player, or for two names of the same player.
        Raise RefusedError for a merged player, with `as_named`.
        """
        if self.problems:
            raise ConflictError(list(self.problems))
        if as_named and self.merged:
            raise RefusedError([Problem(MERGED, "", values) for values in self.merged])
        return self.incoming


def replace_merged_names(club_id: UUID, incoming: IncomingDocument) -> RenamedDocument:
    """Return the document with each merged player replaced by the remaining player.

    Erased players, and two names of the same player, are among its problems.
    """
    names_by_key = {build_name_key(name): name for name in incoming.names.values()}
    gone_by_key = find_removed_players_by_name_key(club_id, names_by_key.keys())
    if not gone_by_key:
        return RenamedDocument(incoming)
    current_names, merged, problems = {name: name for name in names_by_key.values()}, [], []
    for key, (player, gone) in sorted(gone_by_key.items()):
        if player in gone.erased:
            problems.append(gone.build_problem(player, "players"))
            continue
        values = gone.build_message_values(player)
        current_names[names_by_key[key]] = values["kept"]
        merged.append(values)
        if build_name_key(values["kept"]) in names_by_key:
            problems.append(
                Problem("one_player_twice", "players", gone.build_message_values(player))
            )
    if len(set(current_names.values())) < len(current_names) and not problems:
        problems.append(Problem("one_player_twice", "players", merged[0]))
    present = replace(
        incoming,
        names={written: current_names[name] for written, name in incoming.names.items()},
        events=tuple(rename_players(event, current_names.__getitem__) for event in incoming.events),
    )
    return RenamedDocument(present, tuple(merged), tuple(problems))


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """An event of a session document as text.

    number: number of the hand; None for other events.
    nets: points in the order of the players; None for players without a seat.
    """

    number: int | None
    title: str
    dealer: str
    multiplier: int
    nets: tuple[int | None, ...]
    note: str


@dataclass(frozen=True, slots=True)
class DocumentPreview:
    """The preview of a session document.

    preset: name of the preset of house rules; "" for none.
    rules: house rules that differ from the preset.
    totals: points of the players, in their order.
    pots: name and content of each pot at the end, without empty pots.
    """

    dealer: str
    preset: str
    rules: tuple[SettingChange, ...]
    rows: tuple[DocumentRow, ...]
    totals: tuple[int, ...]
    pots: tuple[tuple[str, int], ...]


def preview_document(incoming: IncomingDocument) -> DocumentPreview:
    """Return the preview of a valid session document."""
    totals = dict.fromkeys(incoming.names, 0)
    for step in incoming.steps:
        net = sum_points(step.lines)
        add_amounts(totals, {name: points for name, points in net.items() if name in totals})
    return DocumentPreview(
        dealer=incoming.names[incoming.head.dealer],
        preset=str(PRESETS.get(incoming.head.preset or "", "")),
        rules=list_unusual_rules(incoming.head),
        rows=tuple(_build_row(incoming, place) for place in range(len(incoming.steps))),
        totals=tuple(totals.values()),
        pots=_list_pots(incoming),
    )


def _build_row(incoming: IncomingDocument, place: int) -> DocumentRow:
    step = incoming.steps[place]
    before, net = step.before, sum_points(step.lines)
    return DocumentRow(
        number=before.number if isinstance(step.event, Hand) else None,
        title=format_record_title(
            incoming.head.game, incoming.events[place], ClubWords(incoming.names)
        ),
        dealer=incoming.names[before.dealer],
        multiplier=before.multiplier,
        nets=tuple(net.get(name, 0 if name in before.seats else None) for name in incoming.names),
        note=incoming.events[place].get("note", ""),
    )


def _list_pots(incoming: IncomingDocument) -> tuple[tuple[str, int], ...]:
    pots = incoming.steps[-1].after.pots if incoming.steps else {}
    words = ClubWords()
    return tuple((words.term(f"pot.{name}"), held) for name, held in pots.items() if held)


register_refusals(
    {
        "session_known": _("This session is already in the club. Say so if you want it twice."),
    }
)


def import_session(
    *, club_id: UUID, form: Submission, incoming: IncomingDocument, once: bool = False
) -> Session:
    """Import the document and return its session; the form's key becomes its id.

    Unknown names become new players, and merged players are replaced by the remaining player.
    once: whether to refuse a copy of an existing session.

    Raise ConflictError for such a copy, an erased player, or two names of the same player.
    Raise RefusedError if the club may not add so many hands, and the errors of the unit of work.
    """
    content = {"do": "import", **build_head_content(incoming.head), "events": incoming.events}
    if incoming.head.schema != RECORD_SCHEMA:
        content["schema"] = incoming.head.schema

    def save_session(write: ClubWrite) -> Session:
        hands = sum(event.get("type") == "hand" for event in incoming.events)
        require_hands_quota(write.club, hands)
        present = replace_merged_names(club_id, incoming).require_importable()
        if once and find_copy_of_document(club_id, present):
            raise ConflictError([Problem("session_known", "")])
        ids = _find_or_create_players(write, list(present.names.values()))
        names, head = present.names, present.head
        players = tuple(ids[names[written]] for written in head.players)
        head = replace(head, players=players, dealer=ids[names[head.dealer]])
        session = insert_session_row(write, head)
        entries = _build_entries(session, ids, present)
        Entry.objects.bulk_create(entries)
        saved = save_change(
            SessionWrite(session, form, [], write.fingerprint, loaded=entries),
            ChangeDraft(
                action=Action.IMPORT,
                after=session.serialize_settings(),
                note_after=session.table_name,
            ),
        )
        write.has_key = True
        add_history_lines(session, entries, saved.change)
        return session

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        save_session,
        repeated=lambda write: Session.objects.select_related("club").get(pk=form.key),
    )


def find_copy_of_document(club_id: UUID, incoming: IncomingDocument) -> Session | None:
    """Return the club's session with the same content as the document, or None."""
    return find_duplicate_session(club_id, incoming.head, incoming.names, incoming.events)


def find_existing_names(club_id: UUID, incoming: IncomingDocument) -> frozenset[str]:
    """Return the normalised names in the document that already belong to players of the club."""
    keys = {build_name_key(name): name for name in incoming.names.values()}
    players = Player.objects.filter(club_id=club_id, name_key__in=keys)
    return frozenset(keys[key] for key in players.values_list("name_key", flat=True))


def _find_or_create_players(write: ClubWrite, names: list[str]) -> dict[str, str]:
    """Return the player ids by name, and create missing players."""
    players_by_key = {
        player.name_key: player.id for player in Player.objects.filter(club=write.club)
    }
    new = [
        Player(club=write.club, name=name, name_key=build_name_key(name))
        for name in names
        if build_name_key(name) not in players_by_key
    ]
    Player.objects.bulk_create(new)
    players_by_key |= {player.name_key: player.id for player in new}
    return {name: str(players_by_key[build_name_key(name)]) for name in names}


def _build_entries(
    session: Session, ids: dict[str, str], incoming: IncomingDocument
) -> list[Entry]:
    now = timezone.now()
    entries = []
    for number, raw in enumerate(incoming.events, start=1):
        record = rename_players(raw, ids.__getitem__)
        entries.append(
            Entry(
                id=uuid4(),
                session=session,
                position=number,
                schema=incoming.head.schema,
                note=record.pop("note", ""),
                record=record,
                created_by=session.created_by,
                created_at=now,
            )
        )
    return entries
