"""Start a session."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from scoring.core.schema import RULES_SCHEMA
from scoring.document import Head
from tarokk_club.club.models import Club, Session
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.entries import players_in
from tarokk_club.club.session.usecases.posting import ChangeDraft, post
from tarokk_club.club.session.usecases.session_head import fill_head, head_content
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    SessionWrite,
    Submission,
    write_to_club,
)


def start_session(*, club_id: UUID, form: Submission, head: Head) -> Session:
    """A new session under `head`, whose players are ids; the form's key becomes the session's id.

    The club remembers game, rules and stake for the next time. Raises RefusedError and what the
    raises.
    """
    content = {"do": "start", **head_content(head)}

    def change(write: ClubWrite) -> Session:
        check_players(club_id, head)
        session = start_at(write, head)
        remember_choice(write.club, head)
        return session

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: Session.objects.select_related("club").get(pk=form.key),
    )


def start_at(write: ClubWrite, head: Head) -> Session:
    """A new session, booked and in the history, under the key of its form."""
    session = open_session(write, head)
    post(
        SessionWrite(session, write.form, [], write.mark),
        ChangeDraft(action=Action.START, after=session.facts(), note_after=session.table_name),
    )
    write.has_key = True
    return session


def open_session(write: ClubWrite, head: Head) -> Session:
    """The saved row of a new session, without entries or history."""
    session = Session(
        id=write.form.key, club=write.club, created_by=write.form.by, created_at=timezone.now()
    )
    fill_head(session, head)
    add_new(session)
    return session


def check_players(club_id: UUID, head: Head) -> None:
    """Refuse whoever is no player of the club, or is archived."""
    known = players_in(club_id, [player for player in head.players if read_id(player)])
    problems = [
        Problem("no_such_player", f"players.{place}")
        for place, player in enumerate(head.players)
        if player not in known
    ]
    if problems:
        raise RefusedError(problems)


def remember_choice(club: Club, head: Head) -> None:
    """Keep game, rules, stake and seats of a session for the next one."""
    content = head_content(head)
    kept = ("game", "rules", "preset", "stake", "players")
    club.last_choice = {key: content[key] for key in kept} | {"rules_version": RULES_SCHEMA}
    club.save(update_fields=["last_choice"])
