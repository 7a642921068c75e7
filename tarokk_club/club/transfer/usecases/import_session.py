"""Import a session document."""

from dataclasses import replace
from uuid import UUID, uuid4

from django.utils import timezone

from scoring.core.problem import Problem
from scoring.core.schema import RECORD_SCHEMA
from scoring.document import rename
from tarokk_club.club.models import Entry, Player, Session
from tarokk_club.club.models.hands import Action
from tarokk_club.club.models.people import name_key
from tarokk_club.club.session.queries.same_sessions import find_duplicate_session
from tarokk_club.club.session.usecases.events import require_room
from tarokk_club.club.session.usecases.posting import ChangeDraft, add_history, write_postings
from tarokk_club.club.session.usecases.sessions import head_content, open_session
from tarokk_club.club.transfer.usecases.incoming import Incoming
from tarokk_club.club.transfer.usecases.present_players import with_present_players
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    SessionWrite,
    Submission,
    write_to_club,
)


def import_session(
    *, club_id: UUID, form: Submission, incoming: Incoming, once: bool = False
) -> Session:
    """Import the document and return its session; names without a player become players of the
    club.

    The form's key becomes the session's id. A merged player is replaced by the player they were
    merged into.

    once: refuse a copy of a session of the club, which nobody has asked for explicitly.
    Raise ConflictError for such a copy or an erased player, and what the unit of work raises;
        nothing is imported then.
    """
    content = {"do": "import", **head_content(incoming.head), "events": incoming.events}
    if incoming.head.schema != RECORD_SCHEMA:
        content["schema"] = incoming.head.schema

    def change(write: ClubWrite) -> Session:
        hands = sum(event.get("type") == "hand" for event in incoming.events)
        require_room(write.club, hands)
        present = with_present_players(club_id, incoming).require_good()
        if once and find_imported_copy(club_id, present):
            raise ConflictError([Problem("session_known", "")])
        ids = _match_players(write, list(present.names.values()))
        names, head = present.names, present.head
        players = tuple(ids[names[written]] for written in head.players)
        head = replace(head, players=players, dealer=ids[names[head.dealer]])
        session = open_session(write, head)
        entries = _entries(session, ids, present)
        Entry.objects.bulk_create(entries)
        saved = write_postings(
            SessionWrite(session, form, [], write.mark, entries=entries),
            ChangeDraft(action=Action.IMPORT, after=session.facts(), note_after=session.table_name),
        )
        write.has_key = True
        add_history(session, entries, saved.change)
        return session

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: Session.objects.select_related("club").get(pk=form.key),
    )


def find_imported_copy(club_id: UUID, incoming: Incoming) -> Session | None:
    """Return the session of the club that the document is a copy of, or None."""
    return find_duplicate_session(club_id, incoming.head, incoming.names, incoming.events)


def existing_players(club_id: UUID, incoming: Incoming) -> frozenset[str]:
    """Return the normalised names in the document that are players of the club already."""
    keys = {name_key(name): name for name in incoming.names.values()}
    known = Player.objects.filter(club_id=club_id, name_key__in=keys)
    return frozenset(keys[key] for key in known.values_list("name_key", flat=True))


def _match_players(write: ClubWrite, names: list[str]) -> dict[str, str]:
    """Return the player id of each name, creating missing players."""
    known = {player.name_key: player.id for player in Player.objects.filter(club=write.club)}
    new = [
        Player(club=write.club, name=name, name_key=name_key(name))
        for name in names
        if name_key(name) not in known
    ]
    Player.objects.bulk_create(new)
    known |= {player.name_key: player.id for player in new}
    return {name: str(known[name_key(name)]) for name in names}


def _entries(session: Session, ids: dict[str, str], incoming: Incoming) -> list[Entry]:
    now = timezone.now()
    entries = []
    for number, raw in enumerate(incoming.events, start=1):
        record = rename(raw, ids.__getitem__)
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
