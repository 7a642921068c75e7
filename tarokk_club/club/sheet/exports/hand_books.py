"""All hands of a season or of a club: a zip with one table a game."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import IO
from uuid import UUID

from scoring.games import GAMES
from tarokk_club.club.sheet.exports.hand_columns import HandColumns
from tarokk_club.club.sheet.exports.hand_words import words_of
from tarokk_club.club.sheet.queries.hand_books import booked_sessions, played_games, seated_players
from tarokk_club.club.tables.spreadsheet_csv import Cell, Dialect, csv_lines
from tarokk_club.database.snapshot import one_moment


def write_hand_books(
    out: IO[bytes], dialect: Dialect, *, club_id: UUID, season_id: UUID | None, keys: bool = False
) -> None:
    """Write the zip row by row, as the book was at one moment; season_id None: the whole club.

    Raises RefusedError when a session cannot be played through any more.
    """
    with one_moment(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for game in played_games(club_id, season_id):
            players = seated_players(club_id, season_id, game)
            columns = HandColumns(GAMES[game], players, words_of(GAMES[game], keys=keys))
            rows = _rows(columns, club_id, season_id)
            with archive.open(f"{game}.csv", "w", force_zip64=True) as file:
                for line in csv_lines(columns.header(), rows, dialect):
                    file.write(line)


def _rows(columns: HandColumns, club_id: UUID, season_id: UUID | None) -> Iterator[list[Cell]]:
    for session, events in booked_sessions(club_id, season_id, columns.game.key):
        yield from columns.rows(session, events)
