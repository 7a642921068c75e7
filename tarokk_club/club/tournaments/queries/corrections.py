"""The corrections of a tournament after its result was final."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from tarokk_club.club.models import Tournament, TournamentCorrection
from tarokk_club.club.names.collation import build_sort_key


@dataclass(frozen=True, slots=True)
class CorrectionRow:
    """A correction of the settings or the entrants, for pages and files.

    before, after: old and new values of the changed settings, including the name.
    entered, left: names of the players who were entered or removed.
    entered_ids: ids of the players who were entered.
    """

    made_at: datetime
    reason: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    entered: tuple[str, ...]
    left: tuple[str, ...]
    entered_ids: tuple[str, ...] = ()


def load_correction_rows(
    tournament: Tournament, names: Mapping[str, str]
) -> tuple[CorrectionRow, ...]:
    """Return all corrections, oldest first, without a query if the result was never final."""
    if not tournament.guarded:
        return ()
    return tuple(_build_row(correction, names) for correction in tournament.corrections.all())


def load_late_entrant_ids(tournament: Tournament) -> set[UUID]:
    """Return the ids of the players who were entered after the result was final."""
    rows = tournament.corrections.values_list("entered", flat=True)
    return {UUID(player) for players in rows for player in players}


def _build_row(correction: TournamentCorrection, names: Mapping[str, str]) -> CorrectionRow:
    renamed = bool(correction.name_after)
    return CorrectionRow(
        made_at=correction.made_at,
        reason=correction.reason,
        before={**({"name": correction.name_before} if renamed else {}), **correction.before},
        after={**({"name": correction.name_after} if renamed else {}), **correction.after},
        entered=_sort_names(correction.entered, names),
        left=_sort_names(correction.left, names),
        entered_ids=tuple(correction.entered),
    )


def _sort_names(players: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    present = (names[player] for player in players if player in names)
    return tuple(sorted(present, key=build_sort_key))
