"""The final table of a tournament and the tables of its rounds, as CSV, XLSX and JSON."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarokk_club.club.models import Tournament
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell, Dialect, write_csv
from tarokk_club.club.tables.workbook import write_sheets
from tarokk_club.club.tournaments.correction_words import correction_lines, correction_out
from tarokk_club.club.tournaments.queries.corrections import CorrectionRow
from tarokk_club.club.tournaments.queries.drawn_rounds import DrawnRow
from tarokk_club.club.tournaments.queries.results import PenaltyRow, Result
from tarokk_club.club.tournaments.queries.teams import TeamRow
from tarokk_club.club.tournaments.queries.told import counting_out, draw_out, penalty_out, side_out
from tarokk_club.club.tournaments.queries.tournaments import (
    TournamentStanding,
    TournamentTableRow,
)
from tarokk_club.club.tournaments.seat_words import drawn_round_out
from tarokk_club.club.values.counting import hundredths
from tarokk_club.club.values.table_points import in_digits

# Changes of seats in words, by round and player.
ByHand = Mapping[tuple[int, str], str]


def tournament_csv(standing: TournamentStanding, dialect: Dialect, *, xxi: bool) -> bytes:
    """Return the final table as CSV, one row for each player, best first.

    xxi: whether to include the points of the XXI table.
    """
    return write_csv(_header(standing, xxi=xxi), _rows(standing, xxi=xxi), dialect)


def rounds_csv(standing: TournamentStanding, dialect: Dialect, by_hand: ByHand) -> bytes:
    """Return the tables as CSV, one row for each seat of each table, rounds in the order of
    play.

    by_hand: changes of seats in words, by round and player; a column if there are any.
    """
    return write_csv(_seats_header(by_hand), _seats(standing, by_hand), dialect)


def tournament_xlsx(tournament: Tournament, standing: TournamentStanding, by_hand: ByHand) -> bytes:
    """Return both as an XLSX workbook, with teams, clubs and penalties if there are any."""
    title, xxi = tournament.name, tournament.xxi_table
    return write_sheets(
        [
            (title, _header(standing, xxi=xxi), _rows(standing, xxi=xxi)),
            (_("Tables of the rounds"), _seats_header(by_hand), _seats(standing, by_hand)),
            *_sides_sheets(standing),
        ]
    )


def tournament_json(
    tournament: Tournament, standing: TournamentStanding, draws: Sequence[DrawnRow]
) -> bytes:
    """Return the whole tournament as JSON, with the same keys as the API.

    Table points are given in hundredths.
    """
    told = {
        "id": str(tournament.id),
        "draw": draw_out(tournament),
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "game": tournament.game,
        "final": standing.final,
        "entrants": list(standing.entrants),
        "rounds": [
            {
                "number": one.number,
                "began": _moment(one.began),
                "until": _moment(one.until),
                "tables": [_serialize_table(table) for table in one.tables],
                "out": list(one.out),
            }
            for one in standing.rounds
        ],
        "results": [_serialize_result(row) for row in standing.results],
        **counting_out(tournament),
        "teams": [side_out(row) for row in standing.teams],
        "clubs": [side_out(row) for row in standing.clubs],
        "penalties": [penalty_out(one) for one in standing.penalties],
        "corrections": [correction_out(one) for one in standing.corrections],
        "draws": [drawn_round_out(one) for one in draws],
    }
    return f"{json.dumps(told, ensure_ascii=False, indent=1)}\n".encode()


def _header(standing: TournamentStanding, *, xxi: bool) -> list[str]:
    rounds = sorted(one.number for one in standing.rounds)
    return [
        _("Place"),
        _("Player"),
        *(_("Round %(number)s") % {"number": number} for number in rounds),
        _("Table points"),
        _("Points"),
        _("Tables won"),
        *([_("XXI table")] if xxi else []),
        *([_("Counts for the place")] if standing.counted_apart else []),
        *(title for title, _cell in _filled_columns(standing)),
    ]


def _rows(standing: TournamentStanding, *, xxi: bool) -> Iterator[list[Cell]]:
    for row in standing.results:
        yield [
            row.place,
            row.name,
            *(_amount(worth) for worth in row.by_round),
            _amount(row.total.worth),
            row.total.points,
            row.total.wins,
            *([row.xxi] if xxi else []),
            *([_amount(row.counted)] if standing.counted_apart else []),
            *(cell(row) for _title, cell in _filled_columns(standing)),
        ]


def _filled_columns(standing: TournamentStanding) -> list[tuple[str, Callable[[Result], Cell]]]:
    """Return the title and cell function of each optional column that is not empty for all
    players.
    """
    columns: list[tuple[str, Callable[[Result], Cell]]] = [
        (_("Decided by"), lambda row: row.decided),
        (_("Team"), lambda row: row.team),
        (_("Club"), lambda row: row.club_name),
        (_("Penalties"), lambda row: row.penalties),
    ]
    return [one for one in columns if any(one[1](row) for row in standing.results)]


def _seats_header(by_hand: ByHand) -> list[str]:
    words = [_("Round"), _("Table"), _("Place"), _("Player"), _("Points"), _("Table points")]
    return [*words, _("How the result came"), *([_("Changed by hand")] if by_hand else [])]


def _seats(standing: TournamentStanding, by_hand: ByHand) -> Iterator[list[Cell]]:
    for one in reversed(standing.rounds):
        for table in one.tables:
            for seat in table.seats:
                place = seat.share.place if seat.share else None
                worth = _amount(seat.share.worth if seat.share else None)
                row: list[Cell] = [one.number, table.number, place, seat.name, seat.points, worth]
                row.append(str(table.origin.label))
                changed = by_hand.get((one.number, seat.player_id), "")
                yield [*row, changed] if by_hand else row


def _sides_sheets(
    standing: TournamentStanding,
) -> Iterator[tuple[str, list[str], Iterator[list[Cell]]]]:
    """Yield sheets of teams, clubs, penalties and corrections, each only if there are any."""
    for title, rows in (
        (_("Teams"), standing.teams),
        (pgettext("of players", "Clubs"), standing.clubs),
    ):
        if rows:
            header = [_("Place"), title, _("Counts for the place"), _("Table points"), _("Points")]
            yield title, [*header, _("Players")], _side_rows(rows)
    if standing.penalties:
        header = [_("Player"), _("Round"), _("Table points"), _("Points"), _("Reason")]
        rows_of = _penalty_rows(standing.penalties)
        yield _("Penalties"), [*header, _("Taken back")], rows_of

    if standing.corrections:
        header = [_("Time"), _("Correction"), _("Before"), _("After"), _("Reason")]
        yield _("Corrections"), header, _correction_rows(standing.corrections)


def _correction_rows(rows: Iterable[CorrectionRow]) -> Iterator[list[Cell]]:
    for one in rows:
        time = date_format(localtime(one.made_at), "SHORT_DATETIME_FORMAT")
        for label, before, after in correction_lines(one):
            yield [time, label, before, after, one.reason]


def _side_rows(rows: Iterable[TeamRow]) -> Iterator[list[Cell]]:
    for row in rows:
        names = ", ".join(one.name for one in row.members if one.counts)
        yield [row.place, row.name, _amount(row.counted), _amount(row.worth), row.points, names]


def _penalty_rows(rows: Iterable[PenaltyRow]) -> Iterator[list[Cell]]:
    for one in rows:
        back = (one.back_reason or _("yes")) if one.back else ""
        yield [one.name, one.round, _amount(-one.worth), -one.points, one.reason, back]


def _serialize_table(table: TournamentTableRow) -> dict[str, Any]:
    seats = [
        {
            "player": seat.player_id,
            "seat": seat.seat,
            "name": seat.name,
            "points": seat.points,
            "place": seat.share.place if seat.share else None,
            "worth": hundredths(seat.share.worth) if seat.share else None,
        }
        for seat in table.seats
    ]
    told = {
        "session": str(table.session_id),
        "number": table.number,
        "title": table.title,
        "hands": table.hands,
    }
    state = {"state": table.state.value, "closed": table.closed, "origin": table.origin.value}
    return {**told, **state, "seats": seats}


def _serialize_result(row: Result) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": row.player_id,
        "name": row.name,
        "worth": hundredths(row.total.worth),
        "points": row.total.points,
        "wins": row.total.wins,
        "xxi": row.xxi,
        "counted": hundredths(row.counted),
        "decided_by": row.by or None,
        "team": row.team,
        "club": row.club_name,
        "penalties": row.penalties,
    }


def _moment(at: datetime | None) -> str | None:
    return at.isoformat().replace("+00:00", "Z") if at else None


def _amount(worth: Fraction | None) -> Amount | None:
    return None if worth is None else Amount(*in_digits(worth))
