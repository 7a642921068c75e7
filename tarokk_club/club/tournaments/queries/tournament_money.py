"""The money of a tournament in the kitty: entry fees and prizes, each a money entry of its own."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import Charge, Tournament
from tarokk_club.club.models.money import Purpose
from tarokk_club.club.names.collation import collation_key


@dataclass(frozen=True, slots=True)
class TournamentMoneyEntry:
    """An entry fee or a prize.

    undone: whether it was taken back.
    """

    charge: Charge
    name: str
    undone: bool

    @property
    def is_prize(self) -> bool:
        """Whether it is a prize, which the player receives."""
        return self.charge.purpose == Purpose.PRIZE


def tournament_facts(tournament: Tournament) -> tuple[TournamentMoneyEntry, ...]:
    """Return the fees by name, then the prizes by name, in one query."""
    rows = tournament.charges.select_related("charge__player", "charge__reversed_by")
    facts = [
        TournamentMoneyEntry(one.charge, one.charge.player.name, hasattr(one.charge, "reversed_by"))
        for one in rows
    ]
    return tuple(sorted(facts, key=lambda one: (one.is_prize, collation_key(one.name))))


def paid_entry(tournament: Tournament) -> set[UUID]:
    """Return the ids of the players who have been charged a fee that was not taken back."""
    rows = tournament.charges.filter(charge__purpose=Purpose.ENTRY, charge__reversed_by=None)
    return set(rows.values_list("charge__player", flat=True))
