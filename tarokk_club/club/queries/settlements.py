"""What a session comes to in money, and the fewest transfers that clear it."""

from dataclasses import dataclass

from scoring.ledger.currency import CURRENCIES, Currency
from scoring.ledger.money import money_of, read_amount
from scoring.ledger.settle import plan
from tarokk_club.club.models import Session


@dataclass(frozen=True, slots=True)
class Due:
    """One player's result. points: + receives; minor: in minor units, None without a stake."""

    player_id: str
    name: str
    points: int
    hands: int
    minor: int | None


@dataclass(frozen=True, slots=True)
class Payment:
    """One planned transfer; amount: above 0, in minor units, or in points without a stake."""

    payer_id: str
    payer: str
    receiver_id: str
    receiver: str
    amount: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """dues: best first; payments: largest first; currency: None without a stake.

    in_pots, in_pots_minor: what lies in the pots of an open session; as long as they are not split,
    the players' results do not close and nothing is to be paid.
    """

    dues: tuple[Due, ...]
    payments: tuple[Payment, ...]
    currency: Currency | None
    per_point: str
    in_pots: int
    in_pots_minor: int | None

    @property
    def total(self) -> int:
        """Of all players and pots, always 0."""
        return sum(due.points for due in self.dues) + self.in_pots


def settlement(session: Session) -> Settlement:
    """The settlement of a session as it stands, in one query."""
    rows = list(session.balances.values_list("player_id", "player__name", "points", "hands"))
    names = {str(player): name for player, name, _, _ in rows}
    points = {str(player): amount for player, _, amount, _ in rows}
    currency = CURRENCIES[session.currency] if session.per_point else None
    in_pots = -sum(points.values())
    money = money_of(points, per_point=_stake(session, currency)) if currency else None
    dues = [
        Due(str(player), name, amount, hands, None if money is None else money[str(player)])
        for player, name, amount, hands in rows
    ]
    payments = [
        Payment(done.payer, names[done.payer], done.receiver, names[done.receiver], done.amount)
        for done in (() if in_pots else plan(points if money is None else money))
    ]
    dues.sort(key=lambda due: (-due.points, due.name))
    in_pots_minor = None if money is None else -sum(money.values())
    return Settlement(
        dues=tuple(dues),
        payments=tuple(payments),
        currency=currency,
        per_point=session.per_point,
        in_pots=in_pots,
        in_pots_minor=in_pots_minor,
    )


def _stake(session: Session, currency: Currency) -> int:
    return read_amount(session.per_point, currency, field="per_point")
