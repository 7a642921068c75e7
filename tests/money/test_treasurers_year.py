"""A treasurer's year: whatever is done, every equation holds, and nothing is counted twice.

Fees before and after sessions, cash, transfers, disputes, write-offs, part payments, corrections
after settling, spans of settling in any order; in forints with their cash and in euros. After every
step the figures of every player add up on the page, in the table and in the workbook alike, what
lies in the kitty is the counted cash, and no plan is longer than it must be.
"""

import contextlib
import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import combinations, permutations
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from support.ci_alone import some_in_ci
from support.club_factories import House, a_form
from support.club_web import text_of
from support.money_pages import check_open_rows, rows_of_book, rows_of_file, rows_on
from support.money_tables import charged, paid, played_with, plays_as
from tarokk_club.club.audit.queries import findings
from tarokk_club.club.base.errors import RefusedError
from tarokk_club.club.models import Payment, Session, Settlement
from tarokk_club.club.models.money import KITTY, OUTSIDE, How, Purpose
from tarokk_club.club.money.queries.money_book import counting, kitty_cash, open_balances
from tarokk_club.club.money.queries.open_balances import EVENING, OPEN, RANGE, SettlingScope
from tarokk_club.club.money.queries.standing import Standing, player_standings
from tarokk_club.club.money.queries.transfer_plan import Proposal, last_number, propose
from tarokk_club.club.money.usecases.pay_transfers import Instalment, pay_transfers
from tarokk_club.club.money.usecases.settle_up import Wish, settle_up
from tarokk_club.club.money.usecases.undo_payment import undo_payment
from tarokk_club.club.money.usecases.withdraw_settlement import withdraw_settlement
from tarokk_club.club.money.usecases.write_off_debt import WriteOff, write_off_debt
from tarokk_club.club.session.usecases.correct_event import correct_event

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Béla", "Csaba", "Dóra")
DAYS = tuple(date(2026, month, 18) for month in (2, 4, 6, 8, 10))
# Currency, stake, a fee in minor units, the smallest coin in minor units.
FORINTS = ("HUF", "7", 203, 5)
EUROS = ("EUR", "0.07", 150, 1)


@dataclass
class Year:
    """The book of one club and what the treasurer counts by hand beside it."""

    house: House
    client: Client
    code: str
    per_point: str
    fee: int
    step: int
    cash: int = 0
    sessions: dict[date, Session] = field(default_factory=dict)

    def play(self, day: date, *points: int) -> None:
        """An evening of the four."""
        stake = {"currency": self.code, "per_point": self.per_point}
        came_to = dict(zip(NAMES, points, strict=True))
        self.sessions[day] = played_with(self.house, came_to, stake=stake, date=day.isoformat())

    def charge(self, day: date, *names: str, at_once: bool = False, **more: Any) -> None:
        """Table money, or what is told."""
        facts = {"currency": self.code, "date": day, "paid": at_once, **more}
        charged(self.house, self.fee, *(names or NAMES), **facts)
        self.cash += self.fee * len(names or NAMES) * at_once

    def pay(self, payer: str, receiver: str, amount: int, day: date, **more: Any) -> Payment:
        """A payment that is typed in."""
        payment = paid(self.house, payer, receiver, amount, currency=self.code, date=day, **more)
        self.cash += amount * ((receiver == KITTY) - (payer == KITTY))
        return payment

    def scope(self, what: str, *, carry: bool = True, **more: Any) -> SettlingScope:
        """A span in the year's currency."""
        return SettlingScope(what=what, currency=self.code, carry=carry, **more)

    def settle(self, scope: SettlingScope) -> Settlement:
        """The settlement as the page shows it."""
        proposal = propose(self.house.club, scope)
        shortest(proposal)
        form = a_form(self.house.anna, version=last_number(self.house.club.id))
        wish = Wish(scope=scope, seen=proposal.seen)
        return settle_up(club_id=self.house.club.id, form=form, wish=wish)

    def tick(self, settlement: Settlement, **part: Any) -> tuple[Payment, ...]:
        """All of a plan is paid, or a part of its first transfer."""
        first = settlement.transfers.order_by("place")[0].id if part else None
        made = pay_transfers(
            club_id=self.house.club.id,
            form=a_form(self.house.anna),
            settlement_id=settlement.id,
            transfer_id=first,
            paid=Instalment(how=How.TRANSFER, **part),
        )
        for one in made:
            self.cash += one.amount * ((one.target == KITTY) - (one.source == KITTY))
        return made


def shortest(proposal: Proposal) -> None:
    """No plan with fewer transfers clears the rounded shares: tried by brute force."""
    open_ones = [row.rounded for row in proposal.shares if row.rounded]
    assert sum(open_ones) == 0
    # Whoever is cleared among themselves saves one transfer: the most such groups are the least.
    most = max_groups(tuple(sorted(open_ones)))
    assert len(proposal.transfers) == len(open_ones) - most
    left = Counter({row.account: row.rounded for row in proposal.shares})
    for one in proposal.transfers:
        left[one.payer] += one.amount
        left[one.receiver] -= one.amount
    assert not any(left.values())


def max_groups(balances: tuple[int, ...]) -> int:
    """Into how many groups of sum zero the balances fall at most."""
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


def holds(year: Year) -> None:
    """Everything that must be so after every step."""
    house = year.house
    book = open_balances(house.club.id).get(year.code, {})
    assert sum(book.values()) == 0
    assert kitty_cash(house.club.id).get(year.code, 0) == year.cash
    for name in NAMES:
        player = house.players[name]
        (standing,) = player_standings(house.club.id, player, [year.code])
        assert standing.altogether == book.get(player, 0)
        account_agrees(year, name, standing)
    for proposal in (propose(house.club, year.scope(OPEN)),):
        for row in proposal.shares:
            assert row.exact == book.get(row.account, 0)
            added_up(row.figures.amounts)
            assert row.rounded % year.step == 0
    for settlement in Settlement.objects.filter(club=house.club, currency=year.code):
        agrees(year, settlement)
    journal_agrees(year, book)
    assert list(findings()) == []


def account_agrees(year: Year, name: str, standing: Standing) -> None:
    """Check the account page, the printed statement and its file against what is open."""
    args = [year.house.club.slug, year.house.players[name]]
    page = text_of(year.client.get(reverse("club:account", args=args)))
    paper = text_of(year.client.get(reverse("club:statement", args=args)))
    for text in (in_currency(page, year.code), in_currency(paper, year.code)):
        rows = check_open_rows(text, standing.altogether)
        plans = rows[: len(standing.asked)]
        assert sum(row["still"] for row in plans) == standing.now
        assert sum(row["still"] for row in rows[len(plans) :]) == standing.unsettled
    content = year.client.get(reverse("club:statement_file", args=args), {"marks": "point"}).content
    rows_of = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    cents = 100 if year.code == "EUR" else 1
    sums = Counter[str]()
    for row in (one for one in rows_of if one["Currency"] == year.code):
        for title in ("Tables", "Fees", "Paid", "Carried over", "Open at the end"):
            sums[title] += round(float(row[title] or 0) * cents)
    closing = sums.pop("Open at the end", 0)
    assert sum(sums.values()) == closing == standing.altogether


def in_currency(page: str, code: str) -> str:
    """Return the tables whose titles name the currency."""
    tables = re.findall(r"<table.*?</table>", page, re.S)
    return "".join(one for one in tables if f"({code})" in one.split("</thead>")[0])


def added_up(amounts: tuple[int, ...]) -> None:
    tables, fees, was_paid, carried, due = amounts
    assert tables + fees + was_paid + carried == due


def agrees(year: Year, settlement: Settlement) -> None:
    """Page, table and workbook tell the same figures, which add up."""
    digits = 2 if year.code == "EUR" else 0
    page, table, book = (
        year.client.get(reverse(f"club:{name}", args=[year.house.club.slug, settlement.id]))
        for name in ("settled", "settled_file", "settled_book_file")
    )
    told = rows_of_file(table.content, digits)
    assert rows_on(text_of(page)) == told == rows_of_book(book.content, digits)
    assert {*NAMES} <= told.keys()
    for amounts in told.values():
        added_up(amounts)
    assert not any(map(sum, zip(*told.values(), strict=True)))


def journal_agrees(year: Year, book: Mapping[str, int]) -> None:
    """The money file's columns come to what the page says, the kitty's to the counted cash."""
    url = reverse("club:money_ledger_file", args=[year.house.club.slug])
    text = year.client.get(url, {"marks": "point"}).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    digits = 100 if year.code == "EUR" else 1
    cash = sum(round(float(row["Cash in the kitty"] or 0) * digits) for row in rows)
    assert cash == year.cash
    names = {player: name for name, player in year.house.players.items()} | {KITTY: "The kitty"}
    sums = Counter[str]()
    for row in rows:
        sums[row["Account"]] += round(float(row["Amount"] or 0) * digits)
    assert {name: minor for name, minor in sums.items() if minor} == {
        names[one]: minor for one, minor in book.items() if minor
    }


def the_steps(year: Year) -> Iterator[Callable[[], object]]:
    """What happens, step by step."""
    house, days = year.house, DAYS
    yield lambda: year.charge(days[0], at_once=True)
    yield lambda: year.play(days[0], 12, -7, -8, 3)
    yield lambda: year.charge(days[0], "Béla", "Dóra", purpose=Purpose.DUES)
    yield lambda: year.play(days[1], -5, 5, 11, -11)
    yield lambda: year.settle(year.scope(EVENING, carry=False, first=days[0], last=days[0]))
    yield lambda: year.tick(Settlement.objects.get(number=1), amount=year.step)
    yield lambda: year.pay("Béla", KITTY, year.fee - 3, days[1], purpose=Purpose.DUES)
    yield lambda: year.charge(days[1])
    yield lambda: year.pay(KITTY, OUTSIDE, 90, days[1], note="kártya")
    yield lambda: year.settle(year.scope(RANGE, last=days[1]))
    yield lambda: disputed(year, Settlement.objects.get(number=2))
    yield lambda: year.tick(Settlement.objects.get(number=2))
    yield lambda: corrected(year, days[0])
    yield lambda: year.play(days[2], 1, 2, 3, -6)
    yield lambda: year.pay("Dóra", "Csaba", 2 * year.step, days[2])
    yield lambda: year.pay("Anna", OUTSIDE, 55, days[2])
    yield lambda: year.settle(year.scope(OPEN))
    yield lambda: year.tick(Settlement.objects.get(number=3), amount=year.step)
    yield lambda: undo_payment(
        club_id=house.club.id,
        form=a_form(house.anna),
        payment_id=undone(year).id,
    )
    yield lambda: year.charge(days[3], "Csaba", purpose=Purpose.FINE)
    yield lambda: write_off_debt(
        club_id=house.club.id,
        form=replace(a_form(house.anna), reason="elengedve"),
        wanted=WriteOff(player_id=most_in_debt(year), currency=year.code, amount=1),
    )
    yield lambda: year.play(days[4], -9, 4, 4, 1)
    yield lambda: year.settle(year.scope(OPEN))
    yield lambda: year.tick(Settlement.objects.get(number=4))


def undone(year: Year) -> Payment:
    """The part payment of the third settlement, about to be taken back."""
    payment = Payment.objects.get(transfer__settlement__number=3)
    year.cash -= payment.amount * ((payment.target == KITTY) - (payment.source == KITTY))
    return payment


def most_in_debt(year: Year) -> UUID:
    book = open_balances(year.house.club.id)[year.code]
    return UUID(min((one for one in book if one != KITTY), key=lambda one: (book[one], one)))


def disputed(year: Year, settlement: Settlement) -> None:
    """A payer claims, the treasurer has seen nothing, and it is claimed again."""
    house = year.house
    transfer = settlement.transfers.exclude(payer=None).order_by("place")[0]
    assert transfer.payer
    plays_as(house, house.bela, transfer.payer.name)

    def claim() -> Payment:
        (payment,) = pay_transfers(
            club_id=house.club.id,
            form=a_form(house.bela),
            settlement_id=settlement.id,
            transfer_id=transfer.id,
        )
        return payment

    form = replace(a_form(house.anna), reason="nem jött meg")
    undo_payment(club_id=house.club.id, form=form, payment_id=claim().id)
    claim()


def corrected(year: Year, day: date) -> None:
    """A hand of an evening that is settled and paid turns out to be wrong."""
    session = year.sessions[day]
    entry = session.entries.order_by("position")[0]
    points = dict(zip(year.house.ids(*NAMES), (10, -5, -8, 3), strict=True))
    raw = {"type": "adjust", "points": points, "note": "mégis"}
    form = a_form(year.house.anna)
    correct_event(session_id=session.id, form=form, entry_id=entry.id, raw=raw)


@pytest.mark.ci
@pytest.mark.parametrize("money", [FORINTS, EUROS])
def test_a_treasurers_year(client: Client, house: House, money: tuple[str, str, int, int]) -> None:
    client.force_login(house.anna)
    code, per_point, fee, step = money
    house.club.currency = code
    house.club.save()
    year = Year(house, client, code, per_point, fee, step)

    for act in the_steps(year):
        act()
        holds(year)

    assert all(abs(minor) < step for minor in open_balances(house.club.id)[code].values())


def random_steps(years: tuple[Year, Year], rng: Random) -> Iterator[tuple[Year, str]]:
    """Do something at random to one of the two books of a club; yield which, and what it was.

    What cannot be done at that moment is refused and changes nothing.
    """
    acts: dict[str, Callable[[Year, date], object]] = {
        "play": lambda year, day: year.play(day, *zero_sum(rng)),
        "charge": lambda year, day: year.charge(day, *rng.sample(NAMES, rng.randint(1, 4))),
        "pay": lambda year, day: paid_at_random(year, rng, day),
        "settle all": lambda year, _day: year.settle(year.scope(OPEN)),
        "settle a day": lambda year, day: year.settle(
            year.scope(EVENING, carry=False, first=day, last=day)
        ),
        "pay a part": lambda year, _day: year.tick(newest(year), amount=year.step),
        "pay the plan": lambda year, _day: year.tick(newest(year)),
        "withdraw": lambda year, _day: withdraw_settlement(
            club_id=year.house.club.id,
            form=replace(a_form(year.house.anna), reason="mégsem"),
            settlement_id=newest(year).id,
        ),
        "write off": lambda year, _day: write_off_debt(
            club_id=year.house.club.id,
            form=replace(a_form(year.house.anna), reason="elengedve"),
            wanted=WriteOff(player_id=most_in_debt(year), currency=year.code, amount=1),
        ),
    }
    while True:
        year, name = rng.choice(years), rng.choice(list(acts))
        with contextlib.suppress(RefusedError, LookupError):
            acts[name](year, rng.choice(DAYS))
        yield year, name


def paid_at_random(year: Year, rng: Random, day: date) -> Payment:
    payer, receiver = rng.sample([*NAMES, KITTY], 2)
    return year.pay(payer, receiver, rng.randint(1, 400), day)


def newest(year: Year) -> Settlement:
    rows = Settlement.objects.filter(club=year.house.club, currency=year.code, withdrawn_at=None)
    return rows.order_by("-number")[0]


def zero_sum(rng: Random) -> tuple[int, ...]:
    first = [rng.randint(-300, 300) for _name in NAMES[1:]]
    return (*first, -sum(first))


@pytest.mark.parametrize("seed", some_in_ci(10, but=2))
def test_every_column_adds_up_after_every_step_of_a_random_year(
    client: Client, house: House, seed: int
) -> None:
    client.force_login(house.anna)
    books = [
        Year(house, client, code, per_point, fee, step)
        for code, per_point, fee, step in (FORINTS, EUROS)
    ]

    steps = random_steps((books[0], books[1]), Random(seed))
    for _number, (year, what) in zip(range(25), steps, strict=False):
        book = open_balances(house.club.id).get(year.code, {})
        for name in NAMES:
            player = house.players[name]
            standings = player_standings(house.club.id, player, [year.code])
            assert standings[0].altogether == book.get(player, 0), (seed, what)
            account_agrees(year, name, standings[0])


def paid_or_got(house: House) -> dict[str, int]:
    """What went out of or into everybody's pocket all year."""
    found = Counter[str]()
    for one in Payment.objects.filter(counting(), club=house.club):
        found[one.source] += one.amount
        found[one.target] -= one.amount
    names = {player: name for name, player in house.players.items()}
    return {names[one]: much for one, much in found.items() if one in names and much}


def settled_in(house: House, client: Client, scopes: tuple[SettlingScope, ...]) -> dict[str, int]:
    """The same evenings settled in these spans, and all that is left at last."""
    year = Year(house, client, "HUF", "7", 203, 5)
    year.charge(DAYS[0], at_once=True)
    year.play(DAYS[0], 12, -7, -8, 3)
    year.play(DAYS[1], -5, 5, 11, -11)
    year.charge(DAYS[1], "Béla", "Csaba")
    year.pay("Béla", KITTY, 100, DAYS[1], purpose=Purpose.TABLE)
    year.pay("Dóra", "Csaba", 33, DAYS[1])
    year.play(DAYS[2], 1, 2, 3, -6)
    year.charge(DAYS[2], "Anna", at_once=True)
    for scope in (*scopes, year.scope(OPEN)):
        proposal = propose(house.club, scope)
        if proposal.is_empty:
            continue
        settlement = year.settle(scope)
        if proposal.transfers:
            year.tick(settlement)
    return paid_or_got(house)


def _spans(carry: bool) -> tuple[SettlingScope, ...]:
    one, two, three = DAYS[:3]
    common: dict[str, Any] = {"currency": "HUF", "carry": carry}
    return (
        SettlingScope(what=EVENING, first=one, last=one, **common),
        SettlingScope(what=EVENING, first=two, last=two, **common),
        SettlingScope(what=RANGE, first=two, last=three, **common),
    )


ORDERS = [
    *(order for carry in (True, False) for order in permutations(_spans(carry))),
    (),
    tuple(Random(7).sample([*_spans(True), *_spans(False)], 4)),
]


@pytest.mark.parametrize("order", some_in_ci(len(ORDERS), but=2))
def test_neither_order_nor_spans_change_what_anybody_has_paid_in_the_end(
    client: Client, house: House, order: int
) -> None:
    found = settled_in(house, client, ORDERS[order])

    # Tables of 7 forints a point, fees of 203, paid in steps of 5: counted by hand.
    exact = {"Anna": 56 - 406, "Béla": 0 - 406, "Csaba": 42 - 406, "Dóra": -98 - 203}
    assert {name: -minor for name, minor in found.items()} == pytest.approx(exact, abs=5)
    assert found == END_OF_THE_YEAR
    assert all(abs(minor) < 5 for minor in open_balances(house.club.id)["HUF"].values())


END_OF_THE_YEAR = {"Anna": 351, "Béla": 403, "Csaba": 365, "Dóra": 301}


@pytest.mark.parametrize("seed", some_in_ci(20, but=2))
def test_whatever_is_settled_when_everybody_pays_what_the_evenings_came_to(
    client: Client, house: House, seed: int
) -> None:
    rng = Random(seed)
    year, exact = Year(house, client, *EUROS), Counter[str]()
    for day in DAYS:
        points = [rng.randint(-40, 40) for _name in NAMES[1:]]
        came_to = (-sum(points), *points)
        year.play(day, *came_to)
        payers = rng.sample(NAMES, rng.randint(1, 4))
        year.charge(day, *payers, at_once=rng.random() < 0.5)
        payer, receiver = rng.sample(NAMES, 2)
        year.pay(payer, receiver, rng.randint(1, 900), day)
        for name, much in zip(NAMES, came_to, strict=True):
            exact[name] += 7 * much - year.fee * (name in payers)
        if rng.random() < 0.6:
            settled_somehow(year, rng)
    if not propose(house.club, year.scope(OPEN)).is_empty:
        year.tick(year.settle(year.scope(OPEN)))

    found = paid_or_got(house)
    assert {name: -minor for name, minor in found.items()} == {
        name: minor for name, minor in exact.items() if minor
    }
    assert not any(open_balances(house.club.id).get("EUR", {}).values())


def settled_somehow(year: Year, rng: Random) -> None:
    """An evening, some days or all of them; and of the plan all, some or nothing is paid."""
    first, last = sorted(rng.choices(DAYS, k=2))
    carry = rng.random() < 0.5
    scope = rng.choice(
        (
            year.scope(EVENING, carry=carry, first=first, last=first),
            year.scope(RANGE, carry=carry, first=first, last=last),
            year.scope(OPEN),
        )
    )
    if propose(year.house.club, scope).is_empty:
        return
    settlement = year.settle(scope)
    if settlement.transfers.exists() and rng.random() < 0.7:
        year.tick(settlement, **({"amount": 1} if rng.random() < 0.3 else {}))
