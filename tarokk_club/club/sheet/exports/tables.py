"""Tables for other programs: hands of a session, season or club, and postings of a session."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import IO
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.core.accounts import POT_PREFIX, is_pot, name_pot_account
from scoring.core.translation_marks import Words, render
from scoring.games import GAMES
from tarokk_club.club.formatting.labels import label_event_kind
from tarokk_club.club.session.queries.sessions.session_outcomes import SessionOutcome
from tarokk_club.club.sheet.exports.hand_columns import HandColumns
from tarokk_club.club.sheet.exports.hand_words import build_hand_words
from tarokk_club.club.sheet.queries.sessions_by_game import (
    list_played_games,
    load_player_names,
    load_posted_sessions,
)
from tarokk_club.club.tables.spreadsheet_csv import Cell, Dialect, build_csv, iter_csv_lines
from tarokk_club.database.snapshot import read_from_snapshot


def write_hand_tables(
    out: IO[bytes], dialect: Dialect, *, club_id: UUID, season_id: UUID | None, keys: bool = False
) -> None:
    """Write a zip with the hands of each game as a table, row by row, from one consistent snapshot.

    season_id: None for all seasons.
    keys: whether to write terms as the keys of the session document.
    Raise RefusedError if a session can no longer be replayed.
    """
    with read_from_snapshot(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for game in list_played_games(club_id, season_id):
            players = load_player_names(club_id, season_id, game)
            columns = HandColumns(GAMES[game], players, build_hand_words(GAMES[game], keys=keys))
            rows = _list_rows(columns, club_id, season_id)
            with archive.open(f"{game}.csv", "w", force_zip64=True) as file:
                for line in iter_csv_lines(columns.build_header(), rows, dialect):
                    file.write(line)


def _list_rows(columns: HandColumns, club_id: UUID, season_id: UUID | None) -> Iterator[list[Cell]]:
    for session, events in load_posted_sessions(club_id, season_id, columns.game.key):
        yield from columns.iter_rows(session, events)


def build_hands_csv(outcome: SessionOutcome, dialect: Dialect, *, keys: bool = False) -> bytes:
    """Return a session as CSV, a row for each event.

    The columns of players and pots add up to the totals.

    keys: whether to write terms as the keys of the session document.
    """
    game, table = outcome.head.game, outcome.book.table
    players = {player: outcome.names[player] for player in table.everyone}
    columns = HandColumns(game, players, build_hand_words(game, keys=keys))
    rows = columns.iter_rows(
        outcome.session, [(row.entry, row.posting) for row in outcome.book.rows]
    )
    return build_csv(columns.build_header(), rows, dialect)


def build_ledger_csv(outcome: SessionOutcome, words: Words, dialect: Dialect) -> bytes:
    """Return every posting of every event as CSV; the points of a hand add up to 0."""
    header = [_("Hand"), _("Event"), _("Item"), _("Account"), _("Points"), _("Reason")]
    return build_csv(header, _list_ledger_rows(outcome, words), dialect)


def _list_ledger_rows(outcome: SessionOutcome, words: Words) -> Iterator[list[Cell]]:
    # PostgreSQL does not preserve key order: sort accounts by arrival of players, pots last.
    table = outcome.book.table
    accounts = (*table.everyone, *(name_pot_account(name) for name in table.pots))
    place = {account: number for number, account in enumerate(accounts)}
    for row in outcome.book.rows:
        kind = label_event_kind(row.kind)
        for line in row.lines:
            reason = render(words, line.code, line.values)
            for account in sorted(line.points, key=place.__getitem__):
                points = line.points[account]
                if points:
                    # The item's key, as the scorer returns it, is the same in every language.
                    name = name_account(account, words)
                    yield [row.number, kind, line.item, name, points, reason]


def name_account(account: str, words: Words) -> str:
    """Return the name of a player, or the word for a pot."""
    if is_pot(account):
        return words.term(f"pot.{account.removeprefix(POT_PREFIX)}")
    return words.name(account)
