"""Whatever is booked in two currencies, every column of an account adds up."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from random import Random

import pytest
from django.test import Client

from support.club_factories import House, a_form
from support.treasurers_book import DAYS, EUROS, FORINTS, NAMES, Year, check_account, most_in_debt
from tarokk_club.club.models import Payment, Settlement
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.queries.balances.account_balances import load_account_balances
from tarokk_club.club.money.queries.balances.balance_sums import sum_open_balances
from tarokk_club.club.money.queries.settlements.unsettled_items import EVENING, OPEN
from tarokk_club.club.money.usecases.charges import WriteOff, write_off_debt
from tarokk_club.club.money.usecases.settlements import withdraw_settlement
from tarokk_club.club.writing.errors import RefusedError

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize(
    ("seed", "steps"), [(0, 8), *(pytest.param(one, 25, marks=pytest.mark.ci) for one in range(10))]
)
def test_every_column_adds_up_after_every_step_of_a_random_year(
    client: Client, house: House, seed: int, steps: int
) -> None:
    client.force_login(house.anna)
    books = [
        Year(house, client, code, per_point, fee, step)
        for code, per_point, fee, step in (FORINTS, EUROS)
    ]

    acts = random_steps((books[0], books[1]), Random(seed))
    for _number, (year, what) in zip(range(steps), acts, strict=False):
        book = sum_open_balances(house.club.id).get(year.code, {})
        for name in NAMES:
            player = house.players[name]
            standings = load_account_balances(house.club.id, player, [year.code])
            assert standings[0].open_balance == book.get(player, 0), (seed, what)
            check_account(year, name, standings[0])
