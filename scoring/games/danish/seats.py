"""The players of a hand of Danish tarok."""

from __future__ import annotations

from scoring.core.table import Table


def find_player_sitting_out(table: Table) -> str | None:
    """Return the player opposite the dealer if four sit at the table, else None.

    Source: scoring/RULEBOOK.md, section 3.
    """
    seats = table.seats
    if len(seats) < 4:
        return None
    return seats[(seats.index(table.dealer) + 2) % 4]


def find_players(table: Table) -> tuple[str, ...]:
    """Return the three players of the next hand, in playing order.

    Source: scoring/RULEBOOK.md, section 3.
    """
    sitter = find_player_sitting_out(table)
    if sitter is None:
        return table.seats
    return tuple([name for name in table.seats if name != sitter])
