"""Create a demo club with its members, and record a year of money in it."""

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
from tarokk_club.club.money.queries.balances.club_balances import find_players_on_day
from tarokk_club.club.money.queries.settlements.proposed_settlement import (
    find_last_settlement_number,
    propose_settlement,
)
from tarokk_club.club.money.queries.settlements.unsettled_items import RANGE, SettlingScope
from tarokk_club.club.money.usecases.charges import Fee, charge_players
from tarokk_club.club.money.usecases.payments import NewPayment, record_payment
from tarokk_club.club.money.usecases.settlements import (
    Instalment,
    SeenProposal,
    pay_transfers,
    settle_up,
)
from tarokk_club.club.people.queries.clubs import list_active_players
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
class DemoMember:
    """A member of a demo club who can sign in.

    password: the password in plain text, which is not stored.
    """

    user: User
    password: str
    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class Demo:
    """A new demo club.

    members: the founder first.
    """

    club: Club
    members: tuple[DemoMember, ...]


def create_demo_club(
    *,
    names: Sequence[str],
    seasons: Sequence[tuple[str, date, date | None]],
    currency: str,
    time_zone: str,
) -> Demo:
    """Create a demo club with its members and return it; no existing club or user changes.

    names: names of its players; the first four get an account.
    seasons: name, first day and last day of each season.
    """
    passwords = [_generate_password() for _roles in ROLES]
    # Hashing is slow by design, so hash before taking the lock.
    hashed = [make_password(password) for password in passwords]
    with write_lock():
        slug, number = _find_free_slug()
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
            Season.build_for_main_game(club, name, starts, ends) for name, starts, ends in seasons
        )
        members = [DemoMember(*account) for account in zip(users, passwords, ROLES, strict=False)]
        Membership.objects.bulk_create(
            Membership(user=member.user, club=club, roles=[role.value for role in member.roles])
            for member in members
        )
        return Demo(club, tuple(members))


def _generate_password() -> str:
    parts = ["".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3)]
    return "-".join(parts).lower()


def _find_free_slug() -> tuple[str, int]:
    """Return the first free slug of "demo", "demo-2" and so on, with its number."""
    addresses = (("demo" if number == 1 else f"demo-{number}", number) for number in count(1))
    return next(address for address in addresses if _is_slug_free(address[0]))


def _is_slug_free(slug: str) -> bool:
    is_used = User.objects.filter(username__startswith=f"{slug}-").exists()
    return not is_used and not Club.objects.filter(slug=slug).exists()


YEAR = timedelta(days=365)
# The club settles, and buys cards, after so many evenings.
SETTLED_AFTER, CARDS_AFTER = 4, 12
# Amounts in forints, which have no decimals here.
TABLE_MONEY, DUES, CARDS = 200, 6000, 4500


def record_demo_money(*, club: Club, treasurer: User, cards: str, until: date) -> int:
    """Record the fees, settlements and purchases of a year; return the last settlement's number.

    Earlier sessions are settled and paid first. The last settlement stays unpaid.
    until: the day on which the year ends.
    cards: note of the payments for new cards.
    """
    return _Treasury(club, treasurer, cards).record_year(until)


@dataclass(frozen=True, slots=True)
class _Treasury:
    club: Club
    treasurer: User
    cards: str

    def record_year(self, until: date) -> int:
        """Record the money of the year, and return the number of the last settlement.

        Sessions before that year are settled and paid first.
        """
        evenings = self._find_evenings(until)
        if not evenings:
            return 0
        self._settle_until(evenings[0] - timedelta(days=1), paid=True)
        self._charge_dues(evenings[0])
        for number, evening in enumerate(evenings, start=1):
            self._charge_table_money(evening)
            if number % CARDS_AFTER == 0:
                self._buy_cards(evening)
            if number % SETTLED_AFTER == 0:
                self._settle_until(evening, paid=number + SETTLED_AFTER <= len(evenings))
        return find_last_settlement_number(self.club.id)

    def _find_evenings(self, until: date) -> Sequence[date]:
        """Return the days of closed sessions in the last year, oldest first."""
        rows = Session.objects.filter(club=self.club, closed=True, binned_at=None)
        year = rows.filter(date__gt=until - YEAR, date__lte=until)
        return sorted(set(year.values_list("date", flat=True)))

    def _charge_dues(self, day: date) -> None:
        """Charge dues to all players, and record the payments of all but two of them."""
        players = [UUID(player) for player, _name in list_active_players(self.club)]
        self._charge_players(players, DUES, day, paid=False)
        for player in players[2:]:
            self._record_payment(str(player), KITTY, DUES, day)

    def _charge_table_money(self, day: date) -> None:
        players = sorted(map(UUID, find_players_on_day(self.club.id, day)))
        self._charge_players(players, TABLE_MONEY, day, paid=True)

    def _charge_players(
        self, players: Sequence[UUID], amount: int, day: date, *, paid: bool
    ) -> None:
        fee = Fee(
            currency=self.club.currency,
            amount=amount,
            purpose=Purpose.TABLE if paid else Purpose.DUES,
            date=day,
            players=tuple(players),
            paid=paid,
        )
        charge_players(club_id=self.club.id, form=self._build_submission(), fee=fee)

    def _buy_cards(self, day: date) -> None:
        self._record_payment(KITTY, OUTSIDE, CARDS, day, note=self.cards)

    def _record_payment(
        self, payer: str, receiver: str, amount: int, day: date, *, note: str = ""
    ) -> None:
        paid = NewPayment(
            currency=self.club.currency,
            amount=amount,
            payer=payer,
            receiver=receiver,
            date=day,
            purpose=Purpose.OTHER if note else Purpose.DUES,
            note=note,
        )
        record_payment(club_id=self.club.id, form=self._build_submission(), paid=paid)

    def _settle_until(self, day: date, *, paid: bool) -> None:
        """Settle everything up to the day.

        paid: whether to record the transfers as paid on that day.
        """
        scope = SettlingScope(what=RANGE, currency=self.club.currency, carry=True, last=day)
        proposal = propose_settlement(self.club, scope)
        if proposal.is_empty:
            return
        seen = SeenProposal(scope=scope, digest=proposal.digest)
        settlement = settle_up(club_id=self.club.id, form=self._build_submission(), seen=seen)
        if paid and proposal.transfers:
            pay_transfers(
                club_id=self.club.id,
                form=self._build_submission(),
                settlement_id=settlement.id,
                paid=Instalment(day=day),
            )

    def _build_submission(self) -> Submission:
        return Submission(key=uuid4(), by=self.treasurer)
