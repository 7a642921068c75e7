"""Keep the money of a demonstration club for a year, each fact by its own use case."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID, uuid4

from tarokk_club.club.models import Club, Session, User
from tarokk_club.club.models.money import KITTY, OUTSIDE, Purpose
from tarokk_club.club.money.queries.balances import who_played
from tarokk_club.club.money.queries.open_balances import RANGE, SettlingScope
from tarokk_club.club.money.queries.transfer_plan import last_number, propose
from tarokk_club.club.money.usecases.charge_players import Fee, charge_players
from tarokk_club.club.money.usecases.pay_transfers import Instalment, pay_transfers
from tarokk_club.club.money.usecases.record_payment import PaymentMade, record_payment
from tarokk_club.club.money.usecases.settle_up import Wish, settle_up
from tarokk_club.club.people.queries.clubs import active_players
from tarokk_club.club.writing.unit_of_work import Submission

YEAR = timedelta(days=365)
# The club settles after this many evenings, and buys cards after this many.
SETTLED_AFTER, CARDS_AFTER = 4, 12
# Whole forints, as the demonstration pays them.
TABLE_MONEY, DUES, CARDS = 200, 6000, 4500


def keep_demo_money(*, club: Club, treasurer: User, cards: str, until: date) -> int:
    """How many settlements the year has; the last one is not paid yet.

    Table money, dues, settlements, and what the kitty buys; cards: the note beside that.
    """
    return _Treasury(club, treasurer, cards).keep(until)


@dataclass(frozen=True, slots=True)
class _Treasury:
    club: Club
    treasurer: User
    cards: str

    def keep(self, until: date) -> int:
        """What was played before the year is settled and paid at once."""
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
        return last_number(self.club.id)

    def _evenings(self, until: date) -> Sequence[date]:
        """The days of the last year on which a session was played to its end, oldest first."""
        rows = Session.objects.filter(club=self.club, closed=True, binned_at=None)
        year = rows.filter(date__gt=until - YEAR, date__lte=until)
        return sorted(set(year.values_list("date", flat=True)))

    def _dues(self, day: date) -> None:
        """Everybody owes them; those who do not pay at once pay when the club settles."""
        players = [UUID(player) for player, _name in active_players(self.club)]
        self._charge(players, DUES, day, paid=False)
        for player in players[2:]:
            self._pay(str(player), KITTY, DUES, day)

    def _table_money(self, day: date) -> None:
        players = sorted(map(UUID, who_played(self.club.id, day)))
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
        """Everything until the day, which is when it is paid."""
        scope = SettlingScope(what=RANGE, currency=self.club.currency, carry=True, last=day)
        proposal = propose(self.club, scope)
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
