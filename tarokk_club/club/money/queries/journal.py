"""All that moved money or points in a club, day by day, as entries that add up to zero.

Seen from the club: what a player owes is an asset, and so is what lies in the kitty; what the kitty
charges and is given is income, what it spends is an expense.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from uuid import UUID

from scoring.core.accounts import add_to
from tarokk_club.club.models import Balance, Charge, Payment, Player
from tarokk_club.club.models.money import BORNE, KITTY, OUTSIDE
from tarokk_club.club.money.queries.money_book import counting, money_worth

# Accounts beside the players, whose account is their id.
CASH, POTS = "cash", "pots"
INCOME, EXPENSES = "income", "expenses"
# Entries of one day stand in this order: first it is won, then charged, then paid.
SESSION, FEE, PAYMENT = "session", "fee", "payment"
_ORDER = (SESSION, FEE, PAYMENT)


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One fact. money: minor units by account, + is owed to the club or lies in it.

    points: by account, + receives; game: of a session; purpose: of a fee or payment, where it is
    the account of an income or expense as well; counter: it takes another entry back.
    """

    kind: str
    id: UUID
    day: date
    at: datetime
    currency: str = ""
    money: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    game: str = ""
    title: str = ""
    purpose: str = ""
    note: str = ""
    counter: bool = False

    def sums(self) -> Iterator[tuple[tuple[str, str], Mapping[str, int]]]:
        """What it moves, by what it moves: a currency, or the points of a game."""
        if self.money:
            yield ("", self.currency), self.money
        if self.points:
            yield (self.game, ""), self.points


# Game and currency, one of them empty -> account -> sum.
Sums = dict[tuple[str, str], dict[str, int]]


@dataclass(frozen=True, slots=True)
class Journal:
    """first: the first day asked for; players: id and name, oldest first.

    opening, closing: of players, cash and pots; what came in and went out begins anew.
    """

    entries: tuple[JournalEntry, ...]
    opening: Sums
    closing: Sums
    first: date | None
    players: tuple[tuple[str, str], ...]


def journal(club_id: UUID, *, first: date | None = None, last: date | None = None) -> Journal:
    """The entries from one day to another, in four queries."""
    entries = [*_sessions(club_id), *_fees(club_id), *_payments(club_id)]
    entries.sort(key=lambda one: (one.day, _ORDER.index(one.kind), one.at, str(one.id)))
    known = [one for one in entries if last is None or one.day <= last]
    before = [one for one in known if first is not None and one.day < first]
    players = Player.objects.filter(club=club_id).order_by("created_at", "pk")
    return Journal(
        entries=tuple(known[len(before) :]),
        opening=_sums(before),
        closing=_sums(known),
        first=first,
        players=tuple((str(pk), name) for pk, name in players.values_list("pk", "name")),
    )


def _sums(entries: Iterable[JournalEntry]) -> Sums:
    found: Sums = {}
    for entry in entries:
        for what, moved in entry.sums():
            standing = {account: much for account, much in moved.items() if not _flows(account)}
            add_to(found.setdefault(what, {}), standing)
    return found


def _flows(account: str) -> bool:
    return account.startswith((INCOME, EXPENSES))


def _sessions(club_id: UUID) -> Iterator[JournalEntry]:
    rows = Balance.objects.filter(session__club=club_id, session__binned_at=None)
    found: dict[UUID, JournalEntry] = {}
    for row in rows.select_related("session").order_by("session__date", "player__created_at"):
        session, player = row.session, str(row.player_id)
        staked = session.currency if session.per_point else ""
        entry = found.setdefault(
            session.id,
            JournalEntry(
                SESSION,
                session.id,
                session.date,
                session.created_at,
                currency=staked,
                game=session.game,
                title=session.table_name,
            ),
        )
        entry.points[player] = row.points
        if staked:
            entry.money[player] = -money_worth(row.points, session.per_point, staked)
    for entry in found.values():
        # What no player has lies in the pots of an open table.
        for moved in (entry.points, entry.money):
            if rest := -sum(moved.values()):
                moved[POTS] = rest
    return iter(found.values())


def _fees(club_id: UUID) -> Iterator[JournalEntry]:
    for one in Charge.objects.filter(club=club_id):
        yield JournalEntry(
            FEE,
            one.id,
            one.date,
            one.made_at,
            currency=one.currency,
            money={str(one.player_id): -one.minor, f"{_fee_side(one)}:{one.purpose}": one.minor},
            purpose=one.purpose,
            note=one.note,
            counter=one.reverses_id is not None,
        )


def _fee_side(one: Charge) -> str:
    """What the club forgoes or gives is an expense."""
    return EXPENSES if one.purpose in BORNE else INCOME


def _payments(club_id: UUID) -> Iterator[JournalEntry]:
    for one in Payment.objects.filter(counting(), club=club_id):
        money: dict[str, int] = {}
        # A counter-entry goes back the way its payment came.
        source, target = (EXPENSES, INCOME) if one.reverses_id else (INCOME, EXPENSES)
        add_to(money, {_place(one.source, f"{source}:{one.purpose}"): -one.amount})
        add_to(money, {_place(one.target, f"{target}:{one.purpose}"): one.amount})
        yield JournalEntry(
            PAYMENT,
            one.id,
            one.date,
            one.made_at,
            currency=one.currency,
            money=money,
            purpose=one.purpose,
            note=one.note,
            counter=one.reverses_id is not None,
        )


def _place(account: str, outside: str) -> str:
    """Where the money of a side is: with a player, in the kitty, or out of the club."""
    if account == OUTSIDE:
        return outside
    return CASH if account == KITTY else account
