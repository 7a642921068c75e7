"""The hands of a session as a table: a row for every event, a column for all that it says."""

from __future__ import annotations

from tarokk_club.club.session.queries.evenings import Evening
from tarokk_club.club.sheet.exports.hand_columns import HandColumns
from tarokk_club.club.sheet.exports.hand_words import words_of
from tarokk_club.club.tables.spreadsheet_csv import Dialect, write_csv


def hands_csv(evening: Evening, dialect: Dialect, *, keys: bool = False) -> bytes:
    """The columns of the players and pots add up to the totals; keys: terms as in the document."""
    game, table = evening.head.game, evening.book.table
    players = {player: evening.names[player] for player in table.everyone}
    columns = HandColumns(game, players, words_of(game, keys=keys))
    rows = columns.rows(evening.session, [(row.entry, row.booking) for row in evening.book.rows])
    return write_csv(columns.header(), rows, dialect)
