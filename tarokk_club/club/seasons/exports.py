"""Exports of a season's leaderboard as CSV and XLSX."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.seasons.queries.leaderboard import Leader, Leaderboard
from tarokk_club.club.seasons.words import label_games
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell
from tarokk_club.club.tables.table import Table

# The number of decimals of averages and weighted values, which are stored in hundredths.
AVERAGE_DIGITS = 2


def build_leaderboard_table(title: str, board: Leaderboard) -> Table:
    """Return the leaderboard as a table, one row for each player, best first."""
    return Table(title, _build_header(board), _iter_rows(board))


def _build_header(board: Leaderboard) -> list[str]:
    return [
        _("Place"),
        _("Change"),
        _("Player"),
        _("Evenings"),
        _("Hands"),
        _("Points"),
        _("Average per hand"),
        *_list_currencies(board),
        _("Days with the hat"),
        _("What counts"),
        _("Games that count"),
    ]


def _iter_rows(board: Leaderboard) -> Iterator[list[Cell]]:
    """Yield a row for each player, without points and average if several games are mixed."""
    games = label_games(board.rules)
    for row in board.rows:
        yield [
            row.place,
            row.moved,
            row.name,
            row.evenings,
            row.hands,
            None if board.mixes_games else row.points,
            None if board.mixes_games else Amount(row.average, AVERAGE_DIGITS),
            *(_format_money(row, code) for code in _list_currencies(board)),
            row.hat_days,
            _format_counted(row, board),
            games,
        ]


def _list_currencies(board: Leaderboard) -> list[str]:
    return sorted({code for row in board.rows for code in row.minor})


def _format_money(row: Leader, code: str) -> Amount | None:
    minor = row.minor.get(code)
    return None if minor is None else Amount(minor, CURRENCIES[code].digits)


def _format_counted(row: Leader, board: Leaderboard) -> Cell:
    if board.rules.in_hundredths:
        return Amount(row.counted, AVERAGE_DIGITS)
    if board.in_money:
        return Amount(row.counted, CURRENCIES[board.currency].digits)
    return row.counted
