"""End a table with totals that the organiser types."""

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID, uuid5

from django.utils.translation import gettext, override

from scoring.core.problem import Problem
from tarokk_club.club.formatting.numbers_and_dates import format_whole
from tarokk_club.club.models import Balance
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.entries import build_entry_change, read_record
from tarokk_club.club.session.usecases.events import insert_new_entry
from tarokk_club.club.session.usecases.posting import write_postings
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def end_table_with_totals(
    *, session_id: UUID, form: Submission, totals: Mapping[str, int], note: str = ""
) -> Saved:
    """End the table with these totals and return the saved adjustment.

    The differences from the present totals become an adjustment, which the history marks as typed.

    Raise RefusedError if the session is closed or not of a tournament, or if a player is missing
        or the totals do not add up to 0.
    Raise the errors of the unit of work.
    """
    content = {"do": "type_totals", "totals": dict(sorted(totals.items())), "note": note}

    def change(write: SessionWrite) -> Saved:
        before = _load_present_totals(write)
        _check_totals(write, totals, before)
        points = {player: totals[player] - before[player] for player in before}
        with override(write.session.club.language):
            text = note.strip() or gettext("Totals typed by the organiser")
        saved = _record_event(
            write, {"type": "adjust", "points": points, "note": text}, Action.TOTALS
        )
        end_write = replace(write, form=replace(write.form, key=uuid5(write.form.key, "end")))
        _record_event(end_write, {"type": "end"}, Action.CLOSE)
        return saved

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content),
        change,
    )


def _load_present_totals(write: SessionWrite) -> dict[str, int]:
    rows = Balance.objects.filter(session=write.session).order_by("pk")
    return {str(player): points for player, points in rows.values_list("player_id", "points")}


def _check_totals(
    write: SessionWrite, totals: Mapping[str, int], before: Mapping[str, int]
) -> None:
    problems = []
    if not hasattr(write.session, "tournament_table"):
        problems.append(Problem("no_tournament_table", ""))
    elif write.session.closed:
        problems.append(Problem("totals_of_closed", ""))
    elif set(totals) != set(before):
        problems.append(Problem("totals_of_others", ""))
    elif total := sum(totals.values()):
        problems.append(Problem("totals_not_zero", "", {"total": format_whole(total)}))
    if problems:
        raise RefusedError(problems)


def _record_event(write: SessionWrite, raw: Mapping[str, object], action: Action) -> Saved:
    record, note = read_record(write, dict(raw))
    entry = insert_new_entry(write, None)
    entry.record, entry.note = record, note
    add_new(entry)
    return write_postings(write, build_entry_change(action, entry))
