"""Import session documents."""

from dataclasses import replace
from uuid import UUID, uuid4

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem
from scoring.core.reader import RECORD_SCHEMA
from scoring.document import rename_players
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.models import Entry, Player, Session
from tarokk_club.club.models.hands import Action
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.session.queries.same_sessions import find_duplicate_session
from tarokk_club.club.session.usecases.events import require_hands_quota
from tarokk_club.club.session.usecases.posting import ChangeDraft, add_history, write_postings
from tarokk_club.club.session.usecases.sessions import build_head_content, insert_session_row
from tarokk_club.club.transfer.usecases.session_documents import Incoming, replace_merged_names
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    SessionWrite,
    Submission,
    write_to_club,
)

register_refusals(
    {
        "session_known": _("This session is already in the club. Say so if you want it twice."),
    }
)


def import_session(
    *, club_id: UUID, form: Submission, incoming: Incoming, once: bool = False
) -> Session:
    """Import the document and return its session; the form's key becomes its id.

    Unknown names become new players, and merged players are replaced by the remaining player.
    once: whether to refuse a copy of an existing session.

    Raise ConflictError for such a copy or an erased player, and the errors of the unit of work.
    """
    content = {"do": "import", **build_head_content(incoming.head), "events": incoming.events}
    if incoming.head.schema != RECORD_SCHEMA:
        content["schema"] = incoming.head.schema

    def save_session(write: ClubWrite) -> Session:
        hands = sum(event.get("type") == "hand" for event in incoming.events)
        require_hands_quota(write.club, hands)
        present = replace_merged_names(club_id, incoming).require_importable()
        if once and find_imported_copy(club_id, present):
            raise ConflictError([Problem("session_known", "")])
        ids = _match_players(write, list(present.names.values()))
        names, head = present.names, present.head
        players = tuple(ids[names[written]] for written in head.players)
        head = replace(head, players=players, dealer=ids[names[head.dealer]])
        session = insert_session_row(write, head)
        entries = _build_entries(session, ids, present)
        Entry.objects.bulk_create(entries)
        saved = write_postings(
            SessionWrite(session, form, [], write.fingerprint, loaded=entries),
            ChangeDraft(
                action=Action.IMPORT, after=session.build_facts(), note_after=session.table_name
            ),
        )
        write.has_key = True
        add_history(session, entries, saved.change)
        return session

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        save_session,
        repeated=lambda write: Session.objects.select_related("club").get(pk=form.key),
    )


def find_imported_copy(club_id: UUID, incoming: Incoming) -> Session | None:
    """Return the club's session with the same content as the document, or None."""
    return find_duplicate_session(club_id, incoming.head, incoming.names, incoming.events)


def find_existing_names(club_id: UUID, incoming: Incoming) -> frozenset[str]:
    """Return the normalised names in the document that already belong to players of the club."""
    keys = {build_name_key(name): name for name in incoming.names.values()}
    players = Player.objects.filter(club_id=club_id, name_key__in=keys)
    return frozenset(keys[key] for key in players.values_list("name_key", flat=True))


def _match_players(write: ClubWrite, names: list[str]) -> dict[str, str]:
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


def _build_entries(session: Session, ids: dict[str, str], incoming: Incoming) -> list[Entry]:
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
