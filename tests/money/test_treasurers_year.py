"""A treasurer's year: after every step every sum agrees, and nothing is counted twice.

Fees before and after sessions, cash, transfers, disputes, write-offs, part payments, corrections
after settling, spans of settling in any order; in forints with their cash and in euros. After every
step the figures of every player add up on the page, in the table and in the workbook, the kitty
equals the counted cash, and no plan is longer than necessary.
"""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from itertools import permutations
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from support.ci_alone import some_in_ci
from support.club_factories import House, a_form
from support.club_web import text_of
from support.money_pages import figures_on, rows_of_book, rows_of_file
from support.money_tables import link_player
from support.treasurers_book import DAYS, EUROS, FORINTS, NAMES, Year, check_account, most_in_debt
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Payment, Settlement
from tarokk_club.club.models.money import KITTY, OUTSIDE, Purpose
from tarokk_club.club.money.queries.balances.account_balances import load_account_balances
from tarokk_club.club.money.queries.balances.balance_sums import (
    build_counted_condition,
    sum_kitty_money,
    sum_open_balances,
)
from tarokk_club.club.money.queries.settlements.proposed_settlement import propose_settlement
from tarokk_club.club.money.queries.settlements.unsettled_items import (
    EVENING,
    OPEN,
    RANGE,
    SettlingScope,
)
from tarokk_club.club.money.usecases.charges import WriteOff, write_off_debt
from tarokk_club.club.money.usecases.payments import undo_payment
from tarokk_club.club.money.usecases.settlements import pay_transfers
from tarokk_club.club.session.usecases.events import correct_event

pytestmark = pytest.mark.django_db


def holds(year: Year) -> None:
    """Everything that must be so after every step."""
    house = year.house
    book = sum_open_balances(house.club.id).get(year.code, {})
    assert sum(book.values()) == 0
    assert sum_kitty_money(house.club.id).get(year.code, 0) == year.cash
    for name in NAMES:
        player = house.players[name]
        (standing,) = load_account_balances(house.club.id, player, [year.code])
        assert standing.open_balance == book.get(player, 0)
        check_account(year, name, standing)
    for proposal in (propose_settlement(house.club, year.scope(OPEN)),):
        for row in proposal.shares:
            assert row.exact == book.get(row.account, 0)
            added_up(row.figures.amounts)
            assert row.rounded % year.step == 0
    for settlement in Settlement.objects.filter(club=house.club, currency=year.code):
        agrees(year, settlement)
    journal_agrees(year, book)
    assert list(iter_findings()) == []


def added_up(amounts: tuple[int, ...]) -> None:
    tables, fees, was_paid, carried, due = amounts
    assert tables + fees + was_paid + carried == due


def agrees(year: Year, settlement: Settlement) -> None:
    """Page, table and workbook tell the same figures, which add up."""
    digits = 2 if year.code == "EUR" else 0
    page, table, book = (
        year.client.get(reverse(f"club:{name}", args=[year.house.club.slug, settlement.id]))
        for name in ("settled", "settled_file", "settled_xlsx_file")
    )
    told = rows_of_file(table.content, digits)
    assert figures_on(text_of(page)) == told == rows_of_book(book.content, digits)
    assert {*NAMES} <= told.keys()
    for amounts in told.values():
        added_up(amounts)
    assert not any(map(sum, zip(*told.values(), strict=True)))


def journal_agrees(year: Year, book: Mapping[str, int]) -> None:
    """Check that the money file's columns add up to the page's figures and the counted cash."""
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


def disputed(year: Year, settlement: Settlement) -> None:
    """A payer claims, the treasurer has seen nothing, and it is claimed again."""
    house = year.house
    transfer = settlement.transfers.exclude(payer=None).order_by("place")[0]
    assert transfer.payer
    link_player(house, house.bela, transfer.payer.name)

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

    assert all(abs(minor) < step for minor in sum_open_balances(house.club.id)[code].values())


def paid_or_got(house: House) -> dict[str, int]:
    """What went out of or into everybody's pocket all year."""
    found = Counter[str]()
    for one in Payment.objects.filter(build_counted_condition(), club=house.club):
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
        proposal = propose_settlement(house.club, scope)
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
def test_order_and_spans_of_settlements_do_not_change_final_payments(
    client: Client, house: House, order: int
) -> None:
    found = settled_in(house, client, ORDERS[order])

    # Tables of 7 forints a point, fees of 203, paid in steps of 5: counted by hand.
    exact = {"Anna": 56 - 406, "Béla": 0 - 406, "Csaba": 42 - 406, "Dóra": -98 - 203}
    assert {name: -minor for name, minor in found.items()} == pytest.approx(exact, abs=5)
    assert found == END_OF_THE_YEAR
    assert all(abs(minor) < 5 for minor in sum_open_balances(house.club.id)["HUF"].values())


END_OF_THE_YEAR = {"Anna": 351, "Béla": 403, "Csaba": 365, "Dóra": 301}


@pytest.mark.parametrize("seed", some_in_ci(20, but=2))
def test_paying_all_settlements_adds_up_to_the_evenings(
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
    if not propose_settlement(house.club, year.scope(OPEN)).is_empty:
        year.tick(year.settle(year.scope(OPEN)))

    found = paid_or_got(house)
    assert {name: -minor for name, minor in found.items()} == {
        name: minor for name, minor in exact.items() if minor
    }
    assert not any(sum_open_balances(house.club.id).get("EUR", {}).values())


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
    if propose_settlement(year.house.club, scope).is_empty:
        return
    settlement = year.settle(scope)
    if settlement.transfers.exists() and rng.random() < 0.7:
        year.tick(settlement, **({"amount": 1} if rng.random() < 0.3 else {}))
