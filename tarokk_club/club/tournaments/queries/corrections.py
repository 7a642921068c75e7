"""The corrections of the setup and the entrants of a tournament whose result was final."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from tarokk_club.club.models import Tournament, TournamentCorrection
from tarokk_club.club.names.collation import collation_key


@dataclass(frozen=True, slots=True)
class CorrectionRow:
    """A correction as pages and files show it.

    before, after: the settings that changed, with the name.
    entered, left: names of the players who were entered or removed.
    entered_ids: ids of the former.
    """

    made_at: datetime
    reason: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    entered: tuple[str, ...]
    left: tuple[str, ...]
    entered_ids: tuple[str, ...] = ()


def correction_rows(tournament: Tournament, names: Mapping[str, str]) -> tuple[CorrectionRow, ...]:
    """Return all corrections, the oldest first; in one query where a result was final."""
    if not tournament.guarded:
        return ()
    return tuple(_row(one, names) for one in tournament.corrections.all())


def entered_too_late(tournament: Tournament) -> set[UUID]:
    """Return the ids of the players who were entered after the result was final."""
    rows = tournament.corrections.values_list("entered", flat=True)
    return {UUID(player) for players in rows for player in players}


def _row(correction: TournamentCorrection, names: Mapping[str, str]) -> CorrectionRow:
    renamed = bool(correction.name_after)
    return CorrectionRow(
        made_at=correction.made_at,
        reason=correction.reason,
        before={**({"name": correction.name_before} if renamed else {}), **correction.before},
        after={**({"name": correction.name_after} if renamed else {}), **correction.after},
        entered=_named(correction.entered, names),
        left=_named(correction.left, names),
        entered_ids=tuple(correction.entered),
    )


def _named(players: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    found = (names[player] for player in players if player in names)
    return tuple(sorted(found, key=collation_key))
