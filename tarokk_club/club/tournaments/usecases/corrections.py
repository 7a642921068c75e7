"""Record corrections of the setup or the entrants of a tournament whose result is final."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Tournament, TournamentCorrection
from tarokk_club.club.session.queries.sessions.final_results import is_result_final
from tarokk_club.club.session.usecases.posting import lock_played_rounds
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.typed_text import read_text
from tarokk_club.club.writing.unit_of_work import ClubWrite

# The settings besides the name that may change after the result is final, in page order.
CORRECTABLE = ("date", "rounds", "final_rounds", "minutes", "draw_kind")


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentChange:
    """The differences between a tournament and a submitted form.

    before, after: old and new values of the changed settings, including the name.
    entered, left: ids of the players who were entered or removed.
    """

    before: Mapping[str, str | int] = field(default_factory=dict)
    after: Mapping[str, str | int] = field(default_factory=dict)
    entered: Collection[UUID] = ()
    left: Collection[UUID] = ()

    def __bool__(self) -> bool:
        return bool(self.before or self.entered or self.left)


def read_correctable_settings(tournament: Tournament) -> dict[str, str | int]:
    """Return the current values of the settings that may change after the result is final."""
    values = {"name": tournament.name, **{key: getattr(tournament, key) for key in CORRECTABLE}}
    return {**values, "date": tournament.date.isoformat()}


def compare_settings(
    before: Mapping[str, str | int], after: Mapping[str, str | int]
) -> TournamentChange:
    """Return the settings that differ, with their values before and after."""
    names = [name for name in before if before[name] != after[name]]
    return TournamentChange(
        before={name: before[name] for name in names}, after={name: after[name] for name in names}
    )


def record_correction(write: ClubWrite, tournament: Tournament, change: TournamentChange) -> None:
    """Record a change after the result was final, with the reason from the form.

    If the result is still final, the rounds played so far stay protected.

    Raise RefusedError if the form gives no valid reason.
    """
    reason = _require_reason(write)
    if is_result_final(tournament):
        lock_played_rounds(tournament)
    before, after = dict(change.before), dict(change.after)
    insert_with_client_id(
        TournamentCorrection(
            id=write.form.key,
            tournament=tournament,
            name_before=before.pop("name", ""),
            name_after=after.pop("name", ""),
            before=before,
            after=after,
            entered=sorted(map(str, change.entered)),
            left=sorted(map(str, change.left)),
            reason=reason,
            made_by=write.form.by,
            made_at=write.at,
        )
    )


def _require_reason(write: ClubWrite) -> str:
    problems: list[Problem] = []
    reason = read_text(write.form.reason, problems, field="reason")
    if not reason and not problems:
        problems.append(Problem("locked_without_reason", "reason"))
    if problems:
        raise RefusedError(problems)
    return reason
