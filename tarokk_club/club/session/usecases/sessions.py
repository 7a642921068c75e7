"""Start, change, close, reopen, bin and restore sessions."""

from collections.abc import Iterator
from dataclasses import replace
from unicodedata import category
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.options import serialize_rules
from scoring.core.problem import Problem
from scoring.core.reader import RULES_SCHEMA
from scoring.document import Head
from tarokk_club.club.models import Act, AuditLine, Club, Session
from tarokk_club.club.models.hands import Action
from tarokk_club.club.people.queries.club_days import get_today, load_season_of_day
from tarokk_club.club.session.usecases.entries import (
    filter_active_players,
    find_last_live_entry,
    soft_delete_entry,
)
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.session.usecases.posting import ChangeDraft, save_change
from tarokk_club.club.values.days import find_day_problems
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_text
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    PlayersNamed,
    Saved,
    SessionWrite,
    Submission,
    select_sessions_for_update,
    write_to_club,
    write_to_session,
)

HEAD_FIELDS = (
    "season",
    "date",
    "table_name",
    "rules",
    "rules_preset",
    "per_point",
    "currency",
    "seats",
    "first_dealer",
)


def set_session_fields_from_head(session: Session, head: Head) -> None:
    """Set the session's fields from the head, and the season of its day, without saving.

    Raise RefusedError if the title is invalid, or the date is invalid or missing.
    """
    problems: list[Problem] = []
    if head.day is None:
        problems.append(Problem("missing", "date"))
    # A clock that was set back must not make existing dates invalid.
    elif head.day != session.date:
        problems += find_day_problems(head.day, today=get_today(session.club))
    table_name = read_text(head.title, problems, field="title")
    if len(table_name) > LONGEST_NAME or "\n" in table_name:
        problems.append(Problem("text_too_long", "title", {"highest": LONGEST_NAME}))
    problems += find_figure_name_problems(head)
    if problems or head.day is None:
        raise RefusedError(problems)
    session.set_fields_from_head(replace(head, title=table_name))
    session.season = load_season_of_day(session.club_id, head.day)


def find_figure_name_problems(head: Head) -> list[Problem]:
    """Return a problem for each figure of the club whose name no page or database can hold."""
    figures = getattr(head.rules, "own_figures", ())
    return [
        Problem("name_has_unseen", f"rules.own_figures.{place}.name")
        for place, figure in enumerate(figures)
        if any(category(char) == "Cs" or char == "\0" for char in figure.name)
    ]


def build_head_content(head: Head) -> dict[str, object]:
    """Return the head as JSON values, for the fingerprint of the form."""
    stake = [head.stake.currency, head.stake.per_point] if head.stake else None
    return {
        "game": head.game.key,
        "rules": serialize_rules(head.rules),
        "preset": head.preset,
        "players": list(head.players),
        "dealer": head.dealer,
        "title": head.title,
        "date": head.day.isoformat() if head.day else None,
        "stake": stake,
    }


def start_session(*, club_id: UUID, form: Submission, head: Head) -> Session:
    """Start a session; the form's key becomes its id.

    The club remembers game, rules, stake and players for the next session.

    head: the head of the session, with player ids instead of names.

    Raise RefusedError and the errors of the unit of work.
    """
    content = {"do": "start", **build_head_content(head)}

    def create_and_store_defaults(write: ClubWrite) -> Session:
        require_active_players(club_id, head)
        session = create_session(write, head)
        store_session_defaults(write.club, head)
        return session

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        create_and_store_defaults,
        repeated=lambda write: Session.objects.select_related("club").get(pk=form.key),
    )


def create_session(write: ClubWrite, head: Head) -> Session:
    """Create a session with the first line of its history; the form's key becomes its id."""
    session = insert_session_row(write, head)
    save_change(
        SessionWrite(session, write.form, [], write.fingerprint, loaded=[]),
        ChangeDraft(
            action=Action.START, after=session.serialize_settings(), note_after=session.table_name
        ),
    )
    write.has_key = True
    return session


def insert_session_row(write: ClubWrite, head: Head) -> Session:
    """Save and return the row of a new session, without entries or history."""
    session = Session(
        id=write.form.key, club=write.club, created_by=write.form.by, created_at=timezone.now()
    )
    set_session_fields_from_head(session, head)
    insert_with_client_id(session)
    return session


def require_active_players(club_id: UUID, head: Head) -> None:
    """Raise RefusedError if a player of the head is archived or not in the club."""
    active = filter_active_players(club_id, [player for player in head.players if read_id(player)])
    problems = [
        Problem("no_such_player", f"players.{place}")
        for place, player in enumerate(head.players)
        if player not in active
    ]
    if problems:
        raise RefusedError(problems)


def store_session_defaults(club: Club, head: Head) -> None:
    """Store game, rules, stake and seats in the club as the defaults for its next session."""
    content = build_head_content(head)
    keys = ("game", "rules", "preset", "stake", "players")
    club.last_choice = {key: content[key] for key in keys} | {"rules_version": RULES_SCHEMA}
    club.save(update_fields=["last_choice"])


def change_session(*, session_id: UUID, form: Submission, head: Head) -> Saved:
    """Change the head of the session and replay it; the game cannot change.

    head: the new head, with player ids instead of names.

    Raise LaterEntryError if a recorded entry becomes impossible, or RefusedError if the head is
        invalid or unchanged.
    Raise the errors of the unit of work.
    """
    content = {"do": "session", **build_head_content(head)}

    def replace_head(write: SessionWrite) -> Saved:
        _require_same_game_and_active_players(write, head)
        session = write.session
        before, name_before, rules_before = (
            session.serialize_settings(),
            session.table_name,
            session.rules,
        )
        set_session_fields_from_head(session, head)
        # The names of a club's own figures are in the rules, not in the facts.
        now = (session.serialize_settings(), session.table_name, session.rules)
        if now == (before, name_before, rules_before):
            raise RefusedError([Problem("nothing_changed", "")])
        return save_change(
            write,
            ChangeDraft(
                action=Action.SESSION,
                before=before,
                after=session.serialize_settings(),
                note_before=name_before,
                note_after=session.table_name,
                fields=HEAD_FIELDS,
            ),
        )

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content, PlayersNamed.SEATED),
        replace_head,
    )


def _require_same_game_and_active_players(write: SessionWrite, head: Head) -> None:
    session = write.session
    problems = []
    if head.game.key != session.game:
        problems.append(Problem("game_stays", "game"))
    new = [player for player in head.players if player not in session.seats]
    missing = set(new) - filter_active_players(session.club_id, new) if new else set()
    for place, player in enumerate(head.players):
        if player in missing:
            problems.append(Problem("no_such_player", f"players.{place}"))
    if problems:
        raise RefusedError(problems)


def close_session(*, session_id: UUID, form: Submission) -> Saved:
    """Record the end of the session.

    Raise RefusedError if it has ended already.
    Raise the errors of the unit of work.
    """
    return record_event(session_id=session_id, form=form, raw={"type": "end"})


def reopen_session(*, session_id: UUID, form: Submission) -> Saved:
    """Undo the end of the session, and so restore its pots.

    Raise RefusedError and the errors of the unit of work.
    """

    def delete_end(write: SessionWrite) -> Saved:
        entry = find_last_live_entry(write)
        if entry is None or entry.record["type"] != "end":
            raise RefusedError([Problem("session_not_closed", "")])
        return soft_delete_entry(write, entry)

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, {"do": "reopen"}),
        delete_end,
    )


def iter_session_writes(write: ClubWrite, session_ids: list[UUID]) -> Iterator[SessionWrite]:
    """Yield a write for each of these sessions of the club, locked in the order of their ids."""
    for session_id in sorted(session_ids):
        session = select_sessions_for_update().get(pk=session_id, club=write.club)
        form = replace(write.form, key=uuid5(write.form.key, str(session_id)), version=None)
        entries = list(session.entries.order_by("position"))
        yield SessionWrite(session, form, write.roles, write.fingerprint, loaded=entries)


def bin_session(*, session_id: UUID, form: Submission) -> Saved:
    """Move a session to the bin; lists and sums ignore sessions in the bin.

    Sessions stay in the bin until they are restored; nothing purges them.

    Raise RefusedError if it is in the bin already.
    Raise the errors of the unit of work.
    """

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, {"do": "bin"}),
        bin_session_in_write,
    )


def bin_session_in_write(write: SessionWrite) -> Saved:
    """Move the session to the bin; call only in a unit of work."""
    session = write.session
    session.binned_at = timezone.now()
    AuditLine.write(
        session.club_id, Act.BINNED, by=write.form.by, facts={"session": str(session.id)}
    )
    return save_change(write, ChangeDraft(action=Action.BIN, since=None, fields=("binned_at",)))


def restore_session(*, session_id: UUID, form: Submission) -> Saved:
    """Restore a session from the bin.

    Raise RefusedError if it is not in the bin.
    Raise the errors of the unit of work.
    """

    def take_out_of_bin(write: SessionWrite) -> Saved:
        if write.session.binned_at is None:
            raise RefusedError([Problem("session_not_binned", "")])
        write.session.binned_at = None
        facts = {"session": str(session_id)}
        AuditLine.write(write.session.club_id, Act.UNBINNED, by=form.by, facts=facts)
        return save_change(
            write, ChangeDraft(action=Action.UNBIN, since=None, fields=("binned_at",))
        )

    return write_to_session(
        session_id, Command(form, Right.CORRECT, {"do": "unbin"}), take_out_of_bin, binned=True
    )
