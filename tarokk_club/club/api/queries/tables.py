"""Standings, leaderboards, settlements and tournaments in the API's schemas."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from tarokk_club.club.api import money_shapes, table_shapes, tournament_shapes
from tarokk_club.club.api.queries.pagination import paginate_rows
from tarokk_club.club.api.shapes import CorrectionOut, ListFilter
from tarokk_club.club.models import Club, Season, Tournament
from tarokk_club.club.money.queries.balances.own_money import MoneyRow, limit_money
from tarokk_club.club.money.queries.settlements.settlement import SettlementPage
from tarokk_club.club.seasons.queries.final_tables import SeasonTable
from tarokk_club.club.seasons.queries.leaderboard import Leader, Leaderboard
from tarokk_club.club.statistics.queries.standings import Board, Standings
from tarokk_club.club.tournaments.correction_words import serialize_correction
from tarokk_club.club.tournaments.queries.drawn_rounds import load_published_draws
from tarokk_club.club.tournaments.queries.standing import (
    Round,
    TournamentSeat,
    TournamentStanding,
)
from tarokk_club.club.tournaments.queries.teams import TeamRow
from tarokk_club.club.tournaments.queries.tournament_list import load_tournament_rows
from tarokk_club.club.tournaments.seat_words import serialize_drawn_round
from tarokk_club.club.tournaments.serializers import (
    serialize_counting_settings,
    serialize_draw,
    serialize_entrant,
    serialize_penalty,
    serialize_side,
)
from tarokk_club.club.values.season_ranking import round_to_hundredths
from tarokk_club.club.values.season_rules import CountingRules


def serialize_standings(
    whole: Standings, seen: Collection[str] | None
) -> table_shapes.StandingsOut:
    """Convert the standings of a club to their API schema.

    seen: the accounts whose money the reader may see; None for all.
    """
    return table_shapes.StandingsOut(
        together=_serialize_board(whole.together, seen),
        games=[_serialize_board(board, seen) for board in whole.games],
    )


def _serialize_board(board: Board, seen: Collection[str] | None) -> table_shapes.BoardOut:
    rows = [
        table_shapes.StandingOut(
            player=row.player_id,
            name=row.name,
            place=row.place,
            points=row.points,
            hands=row.hands,
            sessions=row.sessions,
            money=_select_visible_money(row, seen),
        )
        for row in board.rows
    ]
    return table_shapes.BoardOut(
        game=board.game, in_money=board.in_money, adds_games=board.adds_games, rows=rows
    )


def serialize_leaderboard(
    season: Season, table: SeasonTable, seen: Collection[str] | None
) -> table_shapes.LeaderboardOut:
    """Return the leaderboard of a season.

    seen: the accounts whose money the reader may see; None for all.
    """
    board = limit_money(table, seen).board
    return table_shapes.LeaderboardOut(
        season=season.name,
        final=table.final is not None,
        counts=board.rules.counts,
        games=_serialize_games(board.rules),
        in_hundredths=board.rules.in_hundredths,
        evenings=list(board.evenings),
        rows=[_serialize_leader(row, board, seen) for row in board.rows],
    )


def _serialize_games(rules: CountingRules) -> table_shapes.GamesOut:
    return table_shapes.GamesOut(
        by=rules.games,
        game=rules.game or None,
        weights=dict(rules.weights),
        tournaments=rules.tournaments,
    )


def _serialize_leader(
    row: Leader, board: Leaderboard, seen: Collection[str] | None
) -> table_shapes.LeaderOut:
    return table_shapes.LeaderOut(
        player=row.player_id,
        name=row.name,
        place=row.place,
        evenings=row.evenings,
        hands=row.hands,
        points=row.points,
        average=row.average,
        counted=None if board.conceals else row.counted,
        hat_days=row.hat_days,
        money=_select_visible_money(row, seen),
    )


def serialize_guest_season(season: Season, table: SeasonTable) -> table_shapes.GuestSeason:
    """Return the leaderboard of a season for guests, without money."""
    board = table.board
    return table_shapes.GuestSeason(
        season=season.name,
        counts=board.rules.counts,
        games=_serialize_games(board.rules),
        rows=[
            table_shapes.GuestLeader(
                name=row.name,
                place=row.place,
                evenings=row.evenings,
                hands=row.hands,
                points=row.points,
                average=row.average,
                hat_days=row.hat_days,
            )
            for row in board.rows
        ],
    )


def serialize_settlement(page: SettlementPage) -> money_shapes.SettlementWhole:
    """Return a settlement with the shares and transfers that are visible on its page."""
    settlement = page.settlement
    return money_shapes.SettlementWhole(
        id=settlement.id,
        number=settlement.number,
        currency=settlement.currency,
        made_at=settlement.made_at,
        withdrawn=settlement.withdrawn_at is not None,
        scope=money_shapes.SettledScope(
            what=settlement.scope["what"],
            game=settlement.scope.get("game") or "",
            first=settlement.scope.get("first"),
            last=settlement.scope.get("last"),
            session=settlement.scope.get("session"),
            carried=settlement.carried,
        ),
        step=settlement.step,
        shares=[
            money_shapes.ShareOut(
                account=share.account,
                name=share.name,
                tables=share.figures.tables,
                fees=share.figures.fees,
                paid=share.figures.paid,
                carried=share.figures.carried,
                exact=share.exact,
                rounded=share.rounded,
            )
            for share in page.shares
        ],
        transfers=[
            money_shapes.TransferOut(
                id=transfer.id,
                payer=transfer.payer_id,
                receiver=transfer.receiver_id,
                amount=transfer.amount,
                left=transfer.left,
                state=transfer.state,
            )
            for transfer in page.transfers
        ],
    )


def serialize_tournaments(club: Club, filters: ListFilter) -> tournament_shapes.TournamentList:
    """Return a page of the tournaments of a club, newest first."""
    rows = load_tournament_rows(club)
    listed, following = paginate_rows(rows, [str(row.id) for row in rows], filters)
    items = [
        tournament_shapes.TournamentOut(
            id=row.id,
            name=row.name,
            date=row.date,
            game=row.game,
            rounds=row.rounds,
            played=row.played,
            entrants=row.entrants,
        )
        for row in listed
    ]
    return tournament_shapes.TournamentList(items=items, next=following)


def serialize_tournament(
    tournament: Tournament, standing: TournamentStanding, *, for_guests: bool = False
) -> tournament_shapes.TournamentWhole:
    """Return a tournament in its current state.

    for_guests: whether to omit ids, by which people could be recognised elsewhere.
    """
    return tournament_shapes.TournamentWhole(
        id=None if for_guests else tournament.id,
        draw=tournament_shapes.DrawOut(**serialize_draw(tournament)),
        name=tournament.name,
        date=tournament.date,
        game=tournament.game,
        final=standing.final,
        entrants=list(standing.entrants),
        players=[]
        if for_guests
        else [
            tournament_shapes.EntrantOut(**serialize_entrant(player)) for player in standing.players
        ],
        rounds=[_serialize_round(row, for_guests=for_guests) for row in standing.rounds],
        results=[
            tournament_shapes.ResultOut(
                place=row.place,
                player=None if for_guests else UUID(row.player_id),
                name=row.name,
                worth=round_to_hundredths(row.total.worth),
                points=row.total.points,
                wins=row.total.wins,
                xxi=row.xxi,
                counted=round_to_hundredths(row.counted),
                decided_by=row.by or None,
                team=row.team,
                club=row.club_name,
                penalties=row.penalties,
            )
            for row in standing.results
        ],
        teams=[_serialize_side(row, for_guests=for_guests) for row in standing.teams],
        clubs=[_serialize_side(row, for_guests=for_guests) for row in standing.clubs],
        penalties=[
            tournament_shapes.PenaltyOut(**serialize_penalty(row, for_guests=for_guests))
            for row in standing.penalties
        ],
        corrections=[CorrectionOut(**serialize_correction(row)) for row in standing.corrections],
        draws=[] if for_guests else _serialize_draws(tournament),
        **serialize_counting_settings(tournament),
    )


def _serialize_side(row: TeamRow, *, for_guests: bool) -> tournament_shapes.SideOut:
    return tournament_shapes.SideOut(**serialize_side(row, for_guests=for_guests))


def _serialize_draws(tournament: Tournament) -> list[tournament_shapes.DrawnRoundOut]:
    rows = load_published_draws(tournament)
    return [tournament_shapes.DrawnRoundOut(**serialize_drawn_round(row)) for row in rows]


def _serialize_round(drawn_round: Round, *, for_guests: bool) -> tournament_shapes.RoundOut:
    tables = [
        tournament_shapes.TableOut(
            session=None if for_guests else table.session_id,
            dealer=None if for_guests else UUID(table.dealer),
            number=table.number,
            title=table.title,
            hands=table.hands,
            state=table.state,
            closed=table.closed,
            origin=table.origin,
            seats=[_serialize_seat(seat, for_guests=for_guests) for seat in table.seats],
        )
        for table in drawn_round.tables
    ]
    return tournament_shapes.RoundOut(
        number=drawn_round.number,
        began=drawn_round.began,
        until=drawn_round.until,
        tables=tables,
        out=list(drawn_round.out),
        out_players=[] if for_guests else [UUID(player) for player in drawn_round.out_ids],
    )


def _serialize_seat(seat: TournamentSeat, *, for_guests: bool) -> tournament_shapes.SeatOut:
    share = seat.share
    return tournament_shapes.SeatOut(
        name=seat.name,
        points=seat.points,
        place=share.place if share else None,
        worth=round_to_hundredths(share.worth) if share else None,
        seat=seat.seat,
        player=None if for_guests else UUID(seat.player_id),
    )


def _select_visible_money(row: MoneyRow, seen: Collection[str] | None) -> dict[str, int] | None:
    return dict(sorted(row.minor.items())) if seen is None or row.player_id in seen else None
