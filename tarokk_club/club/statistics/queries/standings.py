"""The standings over all sessions of a club or a season."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from django.db.models import Count, Sum

from scoring.core.accounts import rank_accounts
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.models import Balance, Club, Season
from tarokk_club.club.money.queries.balances.own_money import hide_money_of_others
from tarokk_club.club.names.collation import build_sort_key


@dataclass(slots=True)
class PlayerStanding:
    """A row of the standings: the sums of a player.

    points: sum of points, + receives.
    minor: money in minor units by currency, + receives.
    """

    player_id: str
    name: str
    place: int = 0
    points: int = 0
    hands: int = 0
    sessions: int = 0
    minor: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Board:
    """The standings in a game, or in all games together, best first.

    game: key of the game, None for all games together.
    in_money: whether money decides the places.
    adds_games: whether the points are sums of different games; no page displays such standings.
    """

    game: str | None
    rows: tuple[PlayerStanding, ...]
    in_money: bool = False
    adds_games: bool = False

    @property
    def has_money(self) -> bool:
        """Whether any player played for money."""
        return any(row.minor for row in self.rows)

    def limit_money_to(self, accounts: Collection[str]) -> Board:
        """Return the board with money shown only for these players."""
        return replace(self, rows=hide_money_of_others(self.rows, accounts))


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a club.

    together: board of all games, ranked by money if there are several games and one currency.
    games: board of each game, ranked by points.
    """

    together: Board
    games: tuple[Board, ...]

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards to display: each game, most played first, and all games if ranked by money."""
        games = tuple(sorted(self.games, key=_count_hands, reverse=True))
        return (*games, self.together) if self.together.in_money else games

    def limit_money_to(self, accounts: Collection[str]) -> Standings:
        """Return the standings with money shown only for these players."""
        games = tuple(game.limit_money_to(accounts) for game in self.games)
        return Standings(self.together.limit_money_to(accounts), games)


def load_club_standings(club: Club, season: Season | None = None) -> Standings:
    """Return the standings of a club without guests of tournaments, in one query.

    season: None for all seasons.
    """
    rows = Balance.objects.filter(session__club=club, session__binned_at=None, player__guest=False)
    if season:
        rows = rows.filter(session__season=season)
    sums = rows.values_list(
        "session__game", "session__currency", "session__per_point", "player_id", "player__name"
    ).annotate(Sum("points"), Sum("hands"), Count("session"))
    games: dict[str, dict[str, PlayerStanding]] = {}
    together: dict[str, PlayerStanding] = {}
    for game, currency, per_point, player_id, name, points, hands, sessions in sums:
        for people in (games.setdefault(game, {}), together):
            standing = people.setdefault(str(player_id), PlayerStanding(str(player_id), name))
            standing.points += points
            standing.hands += hands
            standing.sessions += sessions
            if per_point:
                stake = read_amount(per_point, CURRENCIES[currency], field="per_point")
                worth = points * stake
                standing.minor[currency] = standing.minor.get(currency, 0) + worth
    boards = tuple(_build_board(game, people) for game, people in sorted(games.items()))
    currencies = {code for standing in together.values() for code in standing.minor}
    in_money = currencies.pop() if len(games) > 1 and len(currencies) == 1 else None
    together_board = _build_board(None, together, currency=in_money)
    return Standings(
        replace(together_board, adds_games=len(games) > 1 and in_money is None), boards
    )


def _count_hands(board: Board) -> int:
    return sum(row.hands for row in board.rows)


def _build_board(
    game: str | None, people: Mapping[str, PlayerStanding], *, currency: str | None = None
) -> Board:
    """Return a board ranked by points, or by the money of a currency; equal players share a place.

    Players with neither hands nor points are left out.
    """
    played = {
        player: standing for player, standing in people.items() if standing.hands or standing.points
    }
    worth = {
        player: standing.minor.get(currency, 0) if currency else standing.points
        for player, standing in played.items()
    }
    for player, place in rank_accounts(worth).items():
        played[player].place = place
    rows = sorted(
        played.values(), key=lambda standing: (standing.place, build_sort_key(standing.name))
    )
    return Board(game, tuple(rows), in_money=currency is not None)
