"""Overview of a club's money: the balances of all players, and the money in the kitty."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import format_decimal
from tarokk_club.club.models import Balance, Charge, Club, Payment, Player, Session
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.queries.balances.account_balances import sum_open_plans
from tarokk_club.club.money.queries.balances.balance_sums import sum_kitty_money, sum_open_balances
from tarokk_club.club.names.collation import build_sort_key


@dataclass(frozen=True, slots=True)
class OpenRow:
    """The total open balance of one player, in minor units, positive if receivable.

    now: the part due by the plans of settlements.
    """

    player_id: UUID
    name: str
    minor: int
    now: int = 0

    @property
    def unsettled(self) -> int:
        """The part that is not settled yet."""
        return self.minor - self.now


@dataclass(frozen=True, slots=True)
class ClubBalances:
    """The balances of a club in one currency.

    rows: players with a balance or a planned amount other than 0, highest balance first.
    even: the number of other players with results, charges or payments.
    kitty: the balance of the kitty, positive if receivable.
    cash: the money in the kitty.
    mine: the reader's balance; None for a reader who does not play.
    in_pots: the amount in the pots of open tables.
    """

    currency: str
    rows: tuple[OpenRow, ...]
    even: int
    kitty: int
    cash: int
    mine: OpenRow | None
    in_pots: int


def load_club_balances(
    club: Club, reader: UUID, *, visible: frozenset[str] | None = None
) -> tuple[ClubBalances, ...]:
    """Return the balances in each currency, the club's own currency first, in eight queries.

    visible: the accounts that the reader may see; None for all.
    """
    book, cash, planned = (
        sum_open_balances(club.id),
        sum_kitty_money(club.id),
        sum_open_plans(club.id),
    )
    players = {str(player.id): player for player in Player.objects.filter(club=club)}
    codes = sorted(book.keys() | cash.keys(), key=lambda code: (code != club.currency, code))
    return tuple(
        _limit_rows(
            replace(
                _build_balances(code, book.get(code, {}), planned.get(code, {}), players, reader),
                cash=cash.get(code, 0),
            ),
            visible,
        )
        for code in codes
    )


def _limit_rows(balances: ClubBalances, visible: frozenset[str] | None) -> ClubBalances:
    if visible is None:
        return balances
    rows = tuple(row for row in balances.rows if str(row.player_id) in visible)
    return replace(balances, rows=rows)


def _build_balances(
    currency: str,
    accounts: dict[str, int],
    now: Mapping[str, int],
    players: dict[str, Player],
    reader: UUID,
) -> ClubBalances:
    open_accounts = {account: minor for account, minor in accounts.items() if account != KITTY}
    rows = [
        _build_row(players[account], minor, now.get(account, 0))
        for account, minor in open_accounts.items()
        if minor or now.get(account)
    ]
    rows.sort(key=lambda row: (-row.minor, build_sort_key(row.name)))
    mine = next((player for player in players.values() if player.user_id == reader), None)
    return ClubBalances(
        currency=currency,
        rows=tuple(rows),
        even=len(open_accounts) - len(rows),
        kitty=accounts.get(KITTY, 0),
        cash=0,
        mine=_build_row(mine, accounts.get(str(mine.id), 0), now.get(str(mine.id), 0))
        if mine
        else None,
        in_pots=-sum(accounts.values()),
    )


def _build_row(player: Player, minor: int, now: int) -> OpenRow:
    return OpenRow(player.id, player.name, minor, now)


def list_club_currencies(club: Club) -> tuple[str, ...]:
    """Return the club's own currency, then the others of its sessions, fees and payments."""
    codes = {
        *Session.objects.filter(club=club).values_list("currency", flat=True).distinct(),
        *Charge.objects.filter(club=club).values_list("currency", flat=True).distinct(),
        *Payment.objects.filter(club=club).values_list("currency", flat=True).distinct(),
    }
    return (club.currency, *sorted(codes - {club.currency, ""}))


def format_amount_input(minor: int, currency: str) -> str:
    """Return minor units as the text of a form field, without the currency."""
    return format_decimal(minor, digits=CURRENCIES[currency].digits)


def find_players_on_day(club_id: UUID, day: date) -> frozenset[str]:
    """Return the ids of all players with a result in a session of this day."""
    rows = Balance.objects.filter(session__club=club_id, session__date=day, session__binned_at=None)
    return frozenset(map(str, rows.values_list("player_id", flat=True)))
