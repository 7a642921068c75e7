"""The standings of a club as a table: the money of all games first, then each game separately."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.formatting.labels import game_label
from tarokk_club.club.statistics.queries.standings import PlayerStanding, Standings
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell, Dialect, write_csv
from tarokk_club.club.tables.workbook import write_xlsx


def standings_csv(standings: Standings, dialect: Dialect) -> bytes:
    """Return the standings as CSV: one row for each player and game, one money column for each
    currency.
    """
    return write_csv(_header(standings), _rows(standings), dialect)


def standings_xlsx(standings: Standings) -> bytes:
    """Return the same rows as an XLSX workbook."""
    return write_xlsx(_("Standings"), _header(standings), _rows(standings))


def _header(standings: Standings) -> list[str]:
    return [
        _("Game"),
        _("Place"),
        _("Player"),
        _("Sessions"),
        _("Hands"),
        _("Points"),
        *_currencies(standings),
    ]


def _currencies(standings: Standings) -> list[str]:
    return sorted({code for row in standings.together.rows for code in row.minor})


def _rows(standings: Standings) -> Iterator[list[Cell]]:
    currencies = _currencies(standings)
    for board in (standings.together, *standings.games):
        game = game_label(board.game) if board.game else _("All games")
        for row in board.rows:
            money = [_money(row, code) for code in currencies]
            # Points of different games are never added up, so they give no ranking.
            points = None if board.in_money or board.adds_games else row.points
            place = None if board.adds_games else row.place
            yield [game, place, row.name, row.sessions, row.hands, points, *money]


def _money(row: PlayerStanding, code: str) -> Amount | None:
    minor = row.minor.get(code)
    return None if minor is None else Amount(minor, CURRENCIES[code].digits)
