"""Exports of a club's standings: first all games together, then each game separately."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.statistics.queries.standings import PlayerStanding, Standings
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell
from tarokk_club.club.tables.table import Table


def build_standings_table(standings: Standings) -> Table:
    """Return the standings as a table: the players over all games, then those of each game."""
    return Table(_("Standings"), _build_header(standings), _iter_rows(standings))


def _build_header(standings: Standings) -> list[str]:
    return [
        _("Game"),
        _("Place"),
        _("Player"),
        _("Sessions"),
        _("Hands"),
        _("Points"),
        *_list_currencies(standings),
    ]


def _list_currencies(standings: Standings) -> list[str]:
    return sorted({code for row in standings.together.rows for code in row.minor})


def _iter_rows(standings: Standings) -> Iterator[list[Cell]]:
    currencies = _list_currencies(standings)
    for board in (standings.together, *standings.games):
        game = label_game(board.game) if board.game else _("All games")
        for row in board.rows:
            money = [_format_money(row, code) for code in currencies]
            # Points of different games are never added up, so they give no ranking.
            points = None if board.in_money or board.adds_games else row.points
            place = None if board.adds_games else row.place
            yield [game, place, row.name, row.sessions, row.hands, points, *money]


def _format_money(row: PlayerStanding, code: str) -> Amount | None:
    minor = row.minor.get(code)
    return None if minor is None else Amount(minor, CURRENCIES[code].digits)
