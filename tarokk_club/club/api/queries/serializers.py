"""Clubs, sessions and entries in the API's schemas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from tarokk_club.club.api import shapes, table_shapes
from tarokk_club.club.models import Balance, Club, Session
from tarokk_club.club.session.queries.rows.entry_rows import SheetRow
from tarokk_club.club.sheet.queries.sheets import Sheet


def serialize_club(club: Club) -> shapes.ClubOut:
    """Convert a club to its API schema."""
    return shapes.ClubOut(
        id=club.id,
        slug=club.slug,
        name=club.name,
        currency=club.currency,
        time_zone=club.time_zone,
        language=club.language,
    )


def serialize_sessions(sessions: Iterable[Session]) -> list[shapes.SessionOut]:
    """Return the sessions with the totals of their players."""
    loaded = list(sessions)
    totals: dict[UUID, dict[str, int]] = {session.id: {} for session in loaded}
    balances = Balance.objects.filter(session__in=loaded).order_by("player_id")
    for session_id, player, points in balances.values_list("session_id", "player_id", "points"):
        totals[session_id][str(player)] = points
    return [shapes.SessionOut(**_build_session_fields(row, totals[row.id])) for row in loaded]


def _build_session_fields(session: Session, totals: Mapping[str, int]) -> dict[str, Any]:
    return {
        "id": session.id,
        "date": session.date,
        "title": session.table_name,
        "game": session.game,
        "season": session.season_id,
        "closed": session.closed,
        "binned": session.binned_at is not None,
        "hands": session.hands_count,
        "version": session.version,
        "totals": dict(totals),
    }


def serialize_session(sheet: Sheet) -> shapes.SessionWhole:
    """Return a session in its current state."""
    session = sheet.session
    everyone = [*sheet.seats, *sheet.departed]
    stake = {"currency": session.currency, "per_point": session.per_point}
    return shapes.SessionWhole(
        **_build_session_fields(session, {player.player_id: player.points for player in everyone}),
        preset=session.rules_preset,
        rules=session.rules,
        names={player.player_id: player.name for player in everyone},
        seats=list(sheet.table.seats),
        dealer=sheet.table.dealer,
        multiplier=sheet.multiplier,
        next_number=sheet.next_number,
        pots=dict(sheet.pots),
        stake=shapes.DocumentStake(**stake) if session.per_point else None,
    )


def serialize_entry(row: SheetRow) -> shapes.HandOut:
    """Return an entry with its explained lines."""
    return shapes.HandOut(
        id=row.entry_id,
        number=row.number,
        kind=row.kind,
        dealer=row.dealer,
        multiplier=row.multiplier,
        net=dict(row.net),
        pots=dict(row.pots),
        note=row.note,
        record=dict(row.record),
        lines=_serialize_lines(row, {}),
    )


def serialize_guest_session(sheet: Sheet) -> table_shapes.GuestSession:
    """Return a session for guests, without ids, notes and records."""
    session, names = sheet.session, sheet.names
    return table_shapes.GuestSession(
        date=session.date,
        title=session.table_name,
        game=session.game,
        closed=session.closed,
        seats=[names[player] for player in sheet.table.seats],
        dealer=names[sheet.table.dealer],
        multiplier=sheet.multiplier,
        next_number=sheet.next_number,
        pots=dict(sheet.pots),
        totals={player.name: player.points for player in (*sheet.seats, *sheet.departed)},
        hands=[_serialize_guest_hand(row, names) for row in reversed(sheet.rows)],
    )


def _serialize_guest_hand(row: SheetRow, names: Mapping[str, str]) -> table_shapes.GuestHand:
    return table_shapes.GuestHand(
        number=row.number,
        kind=row.kind,
        dealer=names[row.dealer],
        multiplier=row.multiplier,
        net={names.get(account, account): points for account, points in row.net.items()},
        pots=dict(row.pots),
        lines=_serialize_lines(row, names),
    )


def _serialize_lines(row: SheetRow, names: Mapping[str, str]) -> list[shapes.ScoredLine]:
    return [
        shapes.ScoredLine(
            item=line.item,
            points={names.get(account, account): won for account, won in line.points.items()},
            why=line.sentence,
        )
        for line in row.why
    ]
