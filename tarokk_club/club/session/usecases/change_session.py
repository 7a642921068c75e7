"""Correct the session itself: rules, stake, seat order, first dealer, date, name of the table."""

from uuid import UUID

from scoring.core.problem import Problem
from scoring.document import Head
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.entries import players_in
from tarokk_club.club.session.usecases.posting import ChangeDraft, post
from tarokk_club.club.session.usecases.session_head import HEAD_FIELDS, fill_head, head_content
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    PlayersNamed,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def change_session(*, session_id: UUID, form: Submission, head: Head) -> Saved:
    """Play the session as if it had been started under `head`, whose players are ids. The game
    stays.

    Raises RefusedError, LaterEntryError when a recorded entry becomes impossible, and what the
    unit of work raises.
    """
    content = {"do": "session", **head_content(head)}

    def change(write: SessionWrite) -> Saved:
        _check(write, head)
        session = write.session
        before, name_before, rules_before = session.facts(), session.table_name, session.rules
        fill_head(session, head)
        # The names of a club's own figures are in the rules and not in the facts.
        now = (session.facts(), session.table_name, session.rules)
        if now == (before, name_before, rules_before):
            raise RefusedError([Problem("nothing_changed", "")])
        return post(
            write,
            ChangeDraft(
                action=Action.SESSION,
                before=before,
                after=session.facts(),
                note_before=name_before,
                note_after=session.table_name,
                fields=HEAD_FIELDS,
            ),
        )

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content, PlayersNamed.SEATED),
        change,
    )


def _check(write: SessionWrite, head: Head) -> None:
    session = write.session
    problems = []
    if head.game.key != session.game:
        problems.append(Problem("game_stays", "game"))
    new = [player for player in head.players if player not in session.seats]
    missing = set(new) - players_in(session.club_id, new) if new else set()
    for place, player in enumerate(head.players):
        if player in missing:
            problems.append(Problem("no_such_player", f"players.{place}"))
    if problems:
        raise RefusedError(problems)
