"""The entry fees and prizes of a tournament that are recorded in the kitty."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import Charge, Tournament
from tarokk_club.club.models.money import Purpose
from tarokk_club.club.names.collation import build_sort_key


@dataclass(frozen=True, slots=True)
class TournamentMoneyEntry:
    """A recorded entry fee or prize.

    name: name of the player.
    undone: whether the charge was taken back.
    """

    charge: Charge
    name: str
    undone: bool

    @property
    def is_prize(self) -> bool:
        """Whether the player receives the amount."""
        return self.charge.purpose == Purpose.PRIZE


def load_tournament_money(tournament: Tournament) -> tuple[TournamentMoneyEntry, ...]:
    """Return the fees and then the prizes, each sorted by name, in one query."""
    rows = tournament.charges.select_related("charge__player", "charge__reversed_by")
    entries = [
        TournamentMoneyEntry(row.charge, row.charge.player.name, hasattr(row.charge, "reversed_by"))
        for row in rows
    ]
    return tuple(sorted(entries, key=lambda entry: (entry.is_prize, build_sort_key(entry.name))))


def load_charged_player_ids(tournament: Tournament) -> set[UUID]:
    """Return the ids of the players who were charged a fee that was not taken back."""
    rows = tournament.charges.filter(charge__purpose=Purpose.ENTRY, charge__reversed_by=None)
    return set(rows.values_list("charge__player", flat=True))
