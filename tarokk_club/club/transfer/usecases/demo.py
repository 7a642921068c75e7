"""Create the demonstration club."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from uuid import UUID, uuid4

from django.contrib.auth.hashers import make_password
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tarokk_club.accounts.founding_code import LETTERS
from tarokk_club.club.models import Club, Membership, Role, Season, Session, User
from tarokk_club.club.models.money import KITTY, OUTSIDE, Purpose
from tarokk_club.club.money.queries.balances import find_players_on_day
from tarokk_club.club.money.queries.open_balances import RANGE, SettlingScope
from tarokk_club.club.money.queries.transfer_plan import (
    find_last_settlement_number,
    propose_settlement,
)
from tarokk_club.club.money.usecases.charges import Fee, charge_players
from tarokk_club.club.money.usecases.payments import PaymentMade, record_payment
from tarokk_club.club.money.usecases.settlements import Instalment, Wish, pay_transfers, settle_up
from tarokk_club.club.people.queries.clubs import active_players
from tarokk_club.club.writing.unit_of_work import Submission
from tarokk_club.database.write_lock import write_lock

# The roles of the members who can sign in, the founder first.
ROLES = (
    (Role.OWNER, Role.SECRETARY),
    (Role.TREASURER, Role.MEMBER),
    (Role.SCORER, Role.MEMBER),
    (Role.MEMBER,),
)


@dataclass(frozen=True, slots=True)
class Member:
    """A member who can sign in.

    password: in plain text, available only at creation.
    """

    user: User
    password: str
    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class Demo:
    """A demonstration club.

    members: the founder first.
    """

    club: Club
    members: tuple[Member, ...]


def create_demo_club(
    *,
    names: Sequence[str],
    seasons: Sequence[tuple[str, date, date | None]],
    currency: str,
    time_zone: str,
) -> Demo:
    """Create a club marked as a demonstration, in which the first of `names` can sign in, and
    return it.

    Nothing that exists is changed, and the site's real club can still be founded.

    seasons: name, first day and last day.
    """
    passwords = [_password() for _roles in ROLES]
    # Hashing is slow by design, so it is done before the lock is taken.
    hashed = [make_password(password) for password in passwords]
    with write_lock():
        slug, number = _free_address()
        users = [
            User(username=f"{slug}-{slugify(name.split()[0])}", name=name, password=secret)
            for name, secret in zip(names, hashed, strict=False)
        ]
        User.objects.bulk_create(users)
        club = Club.objects.create(
            slug=slug,
            name=_("Demo") if number == 1 else _("Demo %(number)s") % {"number": number},
            time_zone=time_zone,
            currency=currency,
            founded_by=users[0],
            demo=True,
        )
        Season.objects.bulk_create(
            Season.for_main_game(club, name, starts, ends) for name, starts, ends in seasons
        )
        members = [Member(*one) for one in zip(users, passwords, ROLES, strict=False)]
        Membership.objects.bulk_create(
            Membership(user=one.user, club=club, roles=[role.value for role in one.roles])
            for one in members
        )
        return Demo(club, tuple(members))


def _password() -> str:
    parts = ["".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3)]
    return "-".join(parts).lower()


def _free_address() -> tuple[str, int]:
    """Return the first free slug of demo, demo-2 and so on, with its number.

    A slug is free if no club has it and no username starts with it.
    """
    addresses = (("demo" if number == 1 else f"demo-{number}", number) for number in count(1))
    return next(address for address in addresses if _is_free(address[0]))


def _is_free(slug: str) -> bool:
    taken = User.objects.filter(username__startswith=f"{slug}-").exists()
    return not taken and not Club.objects.filter(slug=slug).exists()


YEAR = timedelta(days=365)
# The numbers of evenings after which the club settles, and buys cards.
SETTLED_AFTER, CARDS_AFTER = 4, 12
# Amounts in forints, which have no decimals here.
TABLE_MONEY, DUES, CARDS = 200, 6000, 4500


def record_demo_money(*, club: Club, treasurer: User, cards: str, until: date) -> int:
    """Record table money, dues, settlements and purchases of the kitty for a year, and return the
    number of settlements.

    The last settlement is not paid yet.

    cards: note of the payments for new cards.
    """
    return _Treasury(club, treasurer, cards).keep(until)


@dataclass(frozen=True, slots=True)
class _Treasury:
    club: Club
    treasurer: User
    cards: str

    def keep(self, until: date) -> int:
        """Record the money of the year, and return the number of the last settlement.

        Everything played before the year is settled and paid at once.
        """
        evenings = self._evenings(until)
        if not evenings:
            return 0
        self._settle(evenings[0] - timedelta(days=1), paid=True)
        self._dues(evenings[0])
        for number, evening in enumerate(evenings, start=1):
            self._table_money(evening)
            if number % CARDS_AFTER == 0:
                self._buy_cards(evening)
            if number % SETTLED_AFTER == 0:
                self._settle(evening, paid=number + SETTLED_AFTER <= len(evenings))
        return find_last_settlement_number(self.club.id)

    def _evenings(self, until: date) -> Sequence[date]:
        """Return the days of the last year on which a session was closed, oldest first."""
        rows = Session.objects.filter(club=self.club, closed=True, binned_at=None)
        year = rows.filter(date__gt=until - YEAR, date__lte=until)
        return sorted(set(year.values_list("date", flat=True)))

    def _dues(self, day: date) -> None:
        """Charge dues to all players; those who do not pay at once pay at the next settlement."""
        players = [UUID(player) for player, _name in active_players(self.club)]
        self._charge(players, DUES, day, paid=False)
        for player in players[2:]:
            self._pay(str(player), KITTY, DUES, day)

    def _table_money(self, day: date) -> None:
        players = sorted(map(UUID, find_players_on_day(self.club.id, day)))
        self._charge(players, TABLE_MONEY, day, paid=True)

    def _charge(self, players: Sequence[UUID], amount: int, day: date, *, paid: bool) -> None:
        fee = Fee(
            currency=self.club.currency,
            amount=amount,
            purpose=Purpose.TABLE if paid else Purpose.DUES,
            date=day,
            players=tuple(players),
            paid=paid,
        )
        charge_players(club_id=self.club.id, form=self._form(), fee=fee)

    def _buy_cards(self, day: date) -> None:
        self._pay(KITTY, OUTSIDE, CARDS, day, note=self.cards)

    def _pay(self, payer: str, receiver: str, amount: int, day: date, *, note: str = "") -> None:
        paid = PaymentMade(
            currency=self.club.currency,
            amount=amount,
            payer=payer,
            receiver=receiver,
            date=day,
            purpose=Purpose.OTHER if note else Purpose.DUES,
            note=note,
        )
        record_payment(club_id=self.club.id, form=self._form(), paid=paid)

    def _settle(self, day: date, *, paid: bool) -> None:
        """Settle everything up to the day.

        paid: whether the transfers are paid on that day.
        """
        scope = SettlingScope(what=RANGE, currency=self.club.currency, carry=True, last=day)
        proposal = propose_settlement(self.club, scope)
        if proposal.is_empty:
            return
        wish = Wish(scope=scope, seen=proposal.seen)
        done = settle_up(club_id=self.club.id, form=self._form(), wish=wish)
        if paid and proposal.transfers:
            pay_transfers(
                club_id=self.club.id,
                form=self._form(),
                settlement_id=done.id,
                paid=Instalment(day=day),
            )

    def _form(self) -> Submission:
        return Submission(key=uuid4(), by=self.treasurer)
