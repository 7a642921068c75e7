"""The money of a club as the site stores it and as a treasurer counts it by hand."""

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations
from typing import Any
from uuid import UUID

from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_form
from support.club_web import text_of
from support.money_pages import check_open_rows
from support.money_tables import charge_fee, paid, played_with
from tarokk_club.club.models import Payment, Session, Settlement
from tarokk_club.club.models.money import KITTY, PaymentMethod
from tarokk_club.club.money.queries.balances.account_balances import AccountBalance
from tarokk_club.club.money.queries.balances.balance_sums import sum_open_balances
from tarokk_club.club.money.queries.settlements.proposed_settlement import (
    Proposal,
    find_last_settlement_number,
    propose_settlement,
)
from tarokk_club.club.money.queries.settlements.unsettled_items import SettlingScope
from tarokk_club.club.money.usecases.settlements import (
    Instalment,
    SeenProposal,
    pay_transfers,
    settle_up,
)

NAMES = ("Anna", "Béla", "Csaba", "Dóra")


DAYS = tuple(date(2026, month, 18) for month in (2, 4, 6, 8, 10))


# Currency, stake, a fee in minor units, the smallest coin in minor units.
FORINTS = ("HUF", "7", 203, 5)


EUROS = ("EUR", "0.07", 150, 1)


@dataclass
class Year:
    """A club whose money is also counted by hand."""

    house: House
    client: Client
    code: str
    per_point: str
    fee: int
    step: int
    cash: int = 0
    sessions: dict[date, Session] = field(default_factory=dict)

    def play(self, day: date, *points: int) -> None:
        """Create an evening with these results."""
        stake = {"currency": self.code, "per_point": self.per_point}
        came_to = dict(zip(NAMES, points, strict=True))
        self.sessions[day] = played_with(self.house, came_to, stake=stake, date=day.isoformat())

    def charge(self, day: date, *names: str, at_once: bool = False, **more: Any) -> None:
        """Charge table money, by default to everybody."""
        facts = {"currency": self.code, "date": day, "paid": at_once, **more}
        charge_fee(self.house, self.fee, *(names or NAMES), **facts)
        self.cash += self.fee * len(names or NAMES) * at_once

    def pay(self, payer: str, receiver: str, amount: int, day: date, **more: Any) -> Payment:
        """Record a payment."""
        payment = paid(self.house, payer, receiver, amount, currency=self.code, date=day, **more)
        self.cash += amount * ((receiver == KITTY) - (payer == KITTY))
        return payment

    def scope(self, what: str, *, carry: bool = True, **more: Any) -> SettlingScope:
        """Return a scope in the year's currency."""
        return SettlingScope(what=what, currency=self.code, carry=carry, **more)

    def settle(self, scope: SettlingScope) -> Settlement:
        """Settle a scope as the page shows it."""
        proposal = propose_settlement(self.house.club, scope)
        check_shortest(proposal)
        form = a_form(self.house.anna, version=find_last_settlement_number(self.house.club.id))
        seen = SeenProposal(scope=scope, digest=proposal.digest)
        return settle_up(club_id=self.house.club.id, form=form, seen=seen)

    def tick(self, settlement: Settlement, **part: Any) -> tuple[Payment, ...]:
        """Pay a settlement, or a part of its first transfer."""
        first = settlement.transfers.order_by("place")[0].id if part else None
        made = pay_transfers(
            club_id=self.house.club.id,
            form=a_form(self.house.anna),
            settlement_id=settlement.id,
            transfer_id=first,
            paid=Instalment(how=PaymentMethod.TRANSFER, **part),
        )
        for one in made:
            self.cash += one.amount * ((one.target == KITTY) - (one.source == KITTY))
        return made


def check_shortest(proposal: Proposal) -> None:
    """Check by brute force that no plan with fewer transfers clears the rounded shares."""
    open_ones = [row.rounded for row in proposal.shares if row.rounded]
    assert sum(open_ones) == 0
    # Each group that clears its balances by itself saves a transfer.
    most = max_groups(tuple(sorted(open_ones)))
    assert len(proposal.transfers) == len(open_ones) - most
    left = Counter({row.account: row.rounded for row in proposal.shares})
    for one in proposal.transfers:
        left[one.payer] += one.amount
        left[one.receiver] -= one.amount
    assert not any(left.values())


def max_groups(balances: tuple[int, ...]) -> int:
    """Return the largest number of groups with sum zero into which the balances can be split."""
    if not balances:
        return 0
    first, rest = balances[0], balances[1:]
    found = 0
    for size in range(len(rest) + 1):
        for chosen in combinations(range(len(rest)), size):
            if first + sum(rest[place] for place in chosen) == 0:
                others = tuple(one for place, one in enumerate(rest) if place not in chosen)
                found = max(found, 1 + max_groups(others))
    return found


def check_account(year: Year, name: str, standing: AccountBalance) -> None:
    """Check the account page, the printed statement and its file against the open amount."""
    args = [year.house.club.slug, year.house.players[name]]
    page = text_of(year.client.get(reverse("club:account", args=args)))
    paper = text_of(year.client.get(reverse("club:statement", args=args)))
    for text in (in_currency(page, year.code), in_currency(paper, year.code)):
        rows = check_open_rows(text, standing.open_balance)
        plans = rows[: len(standing.plans)]
        assert sum(row["still"] for row in plans) == standing.due_now
        assert sum(row["still"] for row in rows[len(plans) :]) == standing.unsettled
    content = year.client.get(reverse("club:statement_file", args=args), {"marks": "point"}).content
    rows_of = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    cents = 100 if year.code == "EUR" else 1
    sums = Counter[str]()
    for row in (one for one in rows_of if one["Currency"] == year.code):
        for title in ("Tables", "Fees", "Paid", "Carried over", "Open at the end"):
            sums[title] += round(float(row[title] or 0) * cents)
    closing = sums.pop("Open at the end", 0)
    assert sum(sums.values()) == closing == standing.open_balance


def in_currency(page: str, code: str) -> str:
    """Return the tables whose titles name the currency."""
    tables = re.findall(r"<table.*?</table>", page, re.S)
    return "".join(one for one in tables if f"({code})" in one.split("</thead>")[0])


def most_in_debt(year: Year) -> UUID:
    book = sum_open_balances(year.house.club.id)[year.code]
    return UUID(min((one for one in book if one != KITTY), key=lambda one: (book[one], one)))
