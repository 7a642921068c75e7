"""The money of a club at a glance: who gets and who owes how much, and what lies in the kitty."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import decimal_text
from tarokk_club.club.models import Balance, Club, Payment, Player, Session
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.queries.money_book import kitty_cash, open_balances
from tarokk_club.club.money.queries.standing import asked_now
from tarokk_club.club.names.collation import collation_key


@dataclass(frozen=True, slots=True)
class OpenRow:
    """What one player still gets (+) or owes altogether, minor units; now: of that, by a plan."""

    player_id: UUID
    name: str
    minor: int
    now: int = 0

    @property
    def unsettled(self) -> int:
        """What is not settled yet."""
        return self.minor - self.now


@dataclass(frozen=True, slots=True)
class ClubBalances:
    """One currency of a club. rows: who is not even, who gets most first; even: how many are.

    kitty: what the kitty still gets; cash: what lies in it; mine: of the reader, None for somebody
    who does not play; in_pots: what lies on open tables; together: what all of `rows` get, also
    where the reader sees their own alone.
    """

    currency: str
    rows: tuple[OpenRow, ...]
    even: int
    kitty: int
    cash: int
    mine: OpenRow | None
    in_pots: int
    together: int


def club_balances(
    club: Club, reader: UUID, *, seen: frozenset[str] | None = None
) -> tuple[ClubBalances, ...]:
    """The currencies of a club that anything was booked in, its own first, in eight queries.

    seen: the accounts that the reader may see, None for all.
    """
    book, cash, asked = open_balances(club.id), kitty_cash(club.id), asked_now(club.id)
    players = {str(one.id): one for one in Player.objects.filter(club=club)}
    codes = sorted(book.keys() | cash.keys(), key=lambda code: (code != club.currency, code))
    return tuple(
        _seen(
            replace(
                _balances_in(code, book.get(code, {}), asked.get(code, {}), players, reader),
                cash=cash.get(code, 0),
            ),
            seen,
        )
        for code in codes
    )


def _seen(balances: ClubBalances, seen: frozenset[str] | None) -> ClubBalances:
    if seen is None:
        return balances
    rows = tuple(row for row in balances.rows if str(row.player_id) in seen)
    return replace(balances, rows=rows)


def _balances_in(
    currency: str,
    accounts: dict[str, int],
    now: Mapping[str, int],
    players: dict[str, Player],
    reader: UUID,
) -> ClubBalances:
    open_ones = {account: minor for account, minor in accounts.items() if account != KITTY}
    rows = [
        _row(players[account], minor, now.get(account, 0))
        for account, minor in open_ones.items()
        if minor or now.get(account)
    ]
    rows.sort(key=lambda row: (-row.minor, collation_key(row.name)))
    mine = next((one for one in players.values() if one.user_id == reader), None)
    return ClubBalances(
        currency=currency,
        rows=tuple(rows),
        even=len(open_ones) - len(rows),
        kitty=accounts.get(KITTY, 0),
        cash=0,
        mine=_row(mine, accounts.get(str(mine.id), 0), now.get(str(mine.id), 0)) if mine else None,
        in_pots=-sum(accounts.values()),
        together=sum(row.minor for row in rows if row.minor > 0),
    )


def _row(player: Player, minor: int, now: int) -> OpenRow:
    return OpenRow(player.id, player.name, minor, now)


def currencies(club: Club) -> tuple[str, ...]:
    """The currencies that a club plays or pays in, its own first."""
    found = {
        *Session.objects.filter(club=club).values_list("currency", flat=True).distinct(),
        *Payment.objects.filter(club=club).values_list("currency", flat=True).distinct(),
    }
    return (club.currency, *sorted(found - {club.currency, ""}))


def typed(minor: int, currency: str) -> str:
    """An amount the way somebody types it into a form."""
    return decimal_text(minor, digits=CURRENCIES[currency].digits)


def who_played(club_id: UUID, day: date) -> frozenset[str]:
    """The ids of all who sat at a table on a day."""
    rows = Balance.objects.filter(session__club=club_id, session__date=day, session__binned_at=None)
    return frozenset(map(str, rows.values_list("player_id", flat=True)))
