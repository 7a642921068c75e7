"""The points of a season in long form: a row for each event and player or pot, for pivot tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from django.utils.translation import gettext as _

from scoring.core.accounts import is_pot
from scoring.core.game import AnyGame
from scoring.core.game_info_types import Roles
from scoring.core.table import Table
from scoring.games import GAMES
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.formatting.labels import label_event_kind, label_game
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Posting, Season, Session
from tarokk_club.club.models.hands import read_stored_roles
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.queries.replay.posted_session import compute_seats_after
from tarokk_club.club.sheet.exports.tables import name_account
from tarokk_club.club.sheet.queries.sessions_by_game import (
    Events,
    list_played_games,
    load_posted_sessions,
)
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell, Dialect, iter_csv_lines
from tarokk_club.database.snapshot import read_from_snapshot


def write_points_table(out: IO[bytes], dialect: Dialect, season: Season) -> None:
    """Write the points of a season as CSV: a row for each event and each player or pot.

    Raise RefusedError if a session can no longer be replayed.
    """
    header = [
        *(_("Session"), _("Date"), _("Name of the table"), _("Kind of game"), _("Hand")),
        *(_("Event"), _("Multiplier"), _("Bid"), _("Player"), _("Role"), _("Points")),
        *(_("Stake per point"), _("Money"), _("Currency")),
    ]
    with read_from_snapshot():
        for line in iter_csv_lines(header, _list_rows(season), dialect):
            out.write(line)


def _list_rows(season: Season) -> Iterator[list[Cell]]:
    words = ClubWords(load_names(season.club_id))
    for game in list_played_games(season.club_id, season.id):
        for session, events in load_posted_sessions(season.club_id, season.id, game):
            yield from _list_session_rows(session, events, words)


def _list_session_rows(session: Session, events: Events, words: ClubWords) -> Iterator[list[Cell]]:
    game = GAMES[session.game]
    currency = CURRENCIES[session.currency] if session.per_point else None
    stake = read_amount(session.per_point, currency, field="per_point") if currency else 0
    place: list[Cell] = [str(session.pk), session.date.isoformat(), session.table_name or None]
    seats = tuple(session.seats)
    for entry, posting in events:
        seats = compute_seats_after(seats, entry.record)
        is_hand = posting.number is not None
        roles = read_stored_roles(game, entry.record) if is_hand else Roles()
        away = game.sits_out(Table(None, seats, str(posting.dealer), seats)) if is_hand else None
        head: list[Cell] = [
            *(*place, label_game(session.game), posting.number, label_event_kind(posting.kind)),
            posting.multiplier if is_hand else None,
            _name_bid(game, roles, words),
        ]
        for account, points in _list_points(posting):
            pot = is_pot(account)
            role = _("Pot") if pot else _name_role(account, roles, away) if is_hand else None
            money: list[Cell] = [None, None, None]
            if currency:
                worth = [Amount(minor, currency.digits) for minor in (stake, points * stake)]
                money = [*worth, currency.code]
            yield [*head, name_account(account, words), role, points, *money]


def _list_points(posting: Posting) -> Iterator[tuple[str, int]]:
    """Yield the points of all players at the table of a hand, and of other accounts that changed.

    Players come first, then pots, each sorted by key, as PostgreSQL does not preserve key order.
    """
    for account in sorted(posting.net, key=lambda account: (is_pot(account), account)):
        points = posting.net[account]
        if points or (posting.number is not None and not is_pot(account)):
            yield account, points


def _name_bid(game: AnyGame, roles: Roles, words: ClubWords) -> str | None:
    bidding = game.info.bidding
    return words.term(bidding.terms[roles.bid]) if bidding and roles.bid else None


def _name_role(account: str, roles: Roles, away: str | None) -> str | None:
    if account == away:
        return _("Sits out")
    if account == roles.declarer:
        return _("Declarer") if roles.partner else _("Declarer alone")
    if account == roles.partner:
        return _("Partner")
    return _("Opponent") if roles.declarer else None
