"""The standings of a tournament and the tables of its rounds, as CSV, XLSX and JSON."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarokk_club.club.formatting.numbers_and_dates import format_utc
from tarokk_club.club.models import Tournament
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell
from tarokk_club.club.tables.table import Table
from tarokk_club.club.tables.workbook import build_xlsx
from tarokk_club.club.tournaments.correction_words import (
    iter_correction_lines,
    serialize_correction,
)
from tarokk_club.club.tournaments.queries.corrections import CorrectionRow
from tarokk_club.club.tournaments.queries.drawn_rounds import DrawnRow
from tarokk_club.club.tournaments.queries.results import PenaltyRow, Result
from tarokk_club.club.tournaments.queries.standing import (
    TournamentStanding,
    TournamentTableRow,
)
from tarokk_club.club.tournaments.queries.teams import TeamRow
from tarokk_club.club.tournaments.seat_words import serialize_drawn_round
from tarokk_club.club.tournaments.serializers import (
    serialize_counting_settings,
    serialize_draw,
    serialize_entrant,
    serialize_penalty,
    serialize_side,
)
from tarokk_club.club.values.season_ranking import round_to_hundredths
from tarokk_club.club.values.table_points import scale_to_digits

# (round, player id) -> a sentence about the manual change of the player's seat.
ByHand = Mapping[tuple[int, str], str]


def build_tournament_results_table(tournament: Tournament, standing: TournamentStanding) -> Table:
    """Return the standings, live or final, one row for each player, best first."""
    xxi = tournament.xxi_table
    header, rows = _build_header(standing, xxi=xxi), _iter_rows(standing, xxi=xxi)
    return Table(tournament.name, header, rows)


def build_rounds_table(standing: TournamentStanding, by_hand: ByHand) -> Table:
    """Return the tables of the rounds, one row for each seat, in the order of the rounds.

    by_hand: sentences about manual changes of seats; if there are any, they fill a column.
    """
    header, rows = _build_seat_header(by_hand), _iter_seat_rows(standing, by_hand)
    return Table(_("Tables of the rounds"), header, rows)


def render_tournament_xlsx(
    tournament: Tournament, standing: TournamentStanding, by_hand: ByHand
) -> bytes:
    """Return a workbook with the standings and the tables of the rounds.

    Teams, clubs, penalties and corrections get a sheet each if there are any.
    """
    return build_xlsx(
        build_tournament_results_table(tournament, standing),
        build_rounds_table(standing, by_hand),
        *_iter_additional_tables(standing),
    )


def render_tournament_json(
    tournament: Tournament, standing: TournamentStanding, draws: Sequence[DrawnRow]
) -> bytes:
    """Return the tournament as JSON with the keys of the API and table points in hundredths."""
    document = {
        "id": str(tournament.id),
        "draw": serialize_draw(tournament),
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "game": tournament.game,
        "final": standing.final,
        "entrants": list(standing.entrants),
        "players": [serialize_entrant(player) for player in standing.players],
        "rounds": [
            {
                "number": drawn_round.number,
                "began": format_utc(drawn_round.began),
                "until": format_utc(drawn_round.until),
                "tables": [_serialize_table(table) for table in drawn_round.tables],
                "out": list(drawn_round.out),
                "out_players": list(drawn_round.out_ids),
            }
            for drawn_round in standing.rounds
        ],
        "results": [_serialize_result(row) for row in standing.results],
        **serialize_counting_settings(tournament),
        "teams": [serialize_side(row) for row in standing.teams],
        "clubs": [serialize_side(row) for row in standing.clubs],
        "penalties": [serialize_penalty(penalty) for penalty in standing.penalties],
        "corrections": [serialize_correction(correction) for correction in standing.corrections],
        "draws": [serialize_drawn_round(draw) for draw in draws],
    }
    return f"{json.dumps(document, ensure_ascii=False, indent=1)}\n".encode()


def _build_header(standing: TournamentStanding, *, xxi: bool) -> list[str]:
    rounds = sorted(drawn_round.number for drawn_round in standing.rounds)
    return [
        _("Place"),
        _("Player"),
        *(_("Round %(number)s") % {"number": number} for number in rounds),
        _("Table points"),
        _("Points"),
        _("Tables won"),
        *([_("XXI table")] if xxi else []),
        *([_("Counts for the place")] if standing.counted_apart else []),
        *(title for title, _cell in _find_filled_columns(standing)),
    ]


def _iter_rows(standing: TournamentStanding, *, xxi: bool) -> Iterator[list[Cell]]:
    filled = _find_filled_columns(standing)
    for row in standing.results:
        yield [
            row.place,
            row.name,
            *(_convert_to_amount(worth) for worth in row.by_round),
            _convert_to_amount(row.total.worth),
            row.total.points,
            row.total.wins,
            *([row.xxi] if xxi else []),
            *([_convert_to_amount(row.counted)] if standing.counted_apart else []),
            *(cell(row) for _title, cell in filled),
        ]


def _find_filled_columns(
    standing: TournamentStanding,
) -> list[tuple[str, Callable[[Result], Cell]]]:
    """Return the title and cell function of each optional column with at least one value."""
    columns: list[tuple[str, Callable[[Result], Cell]]] = [
        (_("Decided by"), lambda row: row.tie_break_label),
        (_("Team"), lambda row: row.team),
        (_("Club"), lambda row: row.club_name),
        (_("Penalties"), lambda row: row.penalties),
    ]
    return [column for column in columns if any(column[1](row) for row in standing.results)]


def _build_seat_header(by_hand: ByHand) -> list[str]:
    words = [_("Round"), _("Table"), _("Place"), _("Player"), _("Points"), _("Table points")]
    return [*words, _("How the result came"), *([_("Changed by hand")] if by_hand else [])]


def _iter_seat_rows(standing: TournamentStanding, by_hand: ByHand) -> Iterator[list[Cell]]:
    for drawn_round in reversed(standing.rounds):
        for table in drawn_round.tables:
            for seat in table.seats:
                place = seat.share.place if seat.share else None
                worth = _convert_to_amount(seat.share.worth if seat.share else None)
                row: list[Cell] = [drawn_round.number, table.number, place, seat.name]
                row += [seat.points, worth, str(table.origin.label)]
                changed = by_hand.get((drawn_round.number, seat.player_id), "")
                yield [*row, changed] if by_hand else row


def _iter_additional_tables(standing: TournamentStanding) -> Iterator[Table]:
    """Yield the tables of teams, clubs, penalties and corrections, without empty ones."""
    for title, rows in (
        (_("Teams"), standing.teams),
        (pgettext("of players", "Clubs"), standing.clubs),
    ):
        if rows:
            header = [_("Place"), title, _("Counts for the place"), _("Table points"), _("Points")]
            yield Table(title, [*header, _("Players")], _iter_side_rows(rows))
    if standing.penalties:
        header = [_("Player"), _("Round"), _("Table points"), _("Points"), _("Reason")]
        rows_of = _iter_penalty_rows(standing.penalties)
        yield Table(_("Penalties"), [*header, _("Taken back")], rows_of)
    if standing.corrections:
        header = [_("Time"), _("Correction"), _("Before"), _("After"), _("Reason")]
        yield Table(_("Corrections"), header, _iter_correction_rows(standing.corrections))


def _iter_correction_rows(rows: Iterable[CorrectionRow]) -> Iterator[list[Cell]]:
    for row in rows:
        time = date_format(localtime(row.made_at), "SHORT_DATETIME_FORMAT")
        for label, before, after in iter_correction_lines(row):
            yield [time, label, before, after, row.reason]


def _iter_side_rows(rows: Iterable[TeamRow]) -> Iterator[list[Cell]]:
    for row in rows:
        names = ", ".join(member.name for member in row.members if member.counts)
        yield [
            row.place,
            row.name,
            _convert_to_amount(row.counted),
            _convert_to_amount(row.worth),
            row.points,
            names,
        ]


def _iter_penalty_rows(rows: Iterable[PenaltyRow]) -> Iterator[list[Cell]]:
    for row in rows:
        back = (row.back_reason or _("yes")) if row.back else ""
        yield [row.name, row.round, _convert_to_amount(-row.worth), -row.points, row.reason, back]


def _serialize_table(table: TournamentTableRow) -> dict[str, Any]:
    seats = [
        {
            "player": seat.player_id,
            "seat": seat.seat,
            "name": seat.name,
            "points": seat.points,
            "place": seat.share.place if seat.share else None,
            "worth": round_to_hundredths(seat.share.worth) if seat.share else None,
        }
        for seat in table.seats
    ]
    fields = {
        "session": str(table.session_id),
        "dealer": table.dealer,
        "number": table.number,
        "title": table.title,
        "hands": table.hands,
    }
    state = {"state": table.state.value, "closed": table.closed, "origin": table.origin.value}
    return {**fields, **state, "seats": seats}


def _serialize_result(row: Result) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": row.player_id,
        "name": row.name,
        "worth": round_to_hundredths(row.total.worth),
        "points": row.total.points,
        "wins": row.total.wins,
        "xxi": row.xxi,
        "counted": round_to_hundredths(row.counted),
        "decided_by": row.by or None,
        "team": row.team,
        "club": row.club_name,
        "penalties": row.penalties,
    }


def _convert_to_amount(worth: Fraction | None) -> Amount | None:
    return None if worth is None else Amount(*scale_to_digits(worth))
