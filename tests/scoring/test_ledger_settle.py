"""The plan of transfers: fewest, stable, and clearing everything."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ledger.fewest_transfers import (
    EXACT_UP_TO,
    Transfer,
    plan_transfers,
    plan_transfers_through,
)
from scoring.ledger.money import UnbalancedMoneyError
from support.catalogue import row
from support.example_counts import count_examples

Balances = dict[str, int]


def _named(amounts: list[int]) -> Balances:
    closed = [*amounts, -sum(amounts)]
    return {f"p{place:02}": amount for place, amount in enumerate(closed)}


def _after(balances: Balances, transfers: tuple[Transfer, ...]) -> Balances:
    left = dict(balances)
    for done in transfers:
        left[done.payer] += done.amount
        left[done.receiver] -= done.amount
    return left


def _most_groups(amounts: tuple[int, ...]) -> int:
    """Tries every partition: the first one joins every zero-sum company in turn."""
    if not amounts:
        return 0
    first, rest = amounts[0], amounts[1:]
    best = 0
    for size in range(len(rest) + 1):
        for others in itertools.combinations(range(len(rest)), size):
            if first + sum(rest[place] for place in others) == 0:
                left = tuple(rest[place] for place in range(len(rest)) if place not in others)
                best = max(best, 1 + _most_groups(left))
    return best


def _fewest(balances: Balances) -> int:
    open_ones = tuple(amount for amount in balances.values() if amount)
    return len(open_ones) - _most_groups(open_ones)


small = st.lists(st.integers(-6, 6), min_size=1, max_size=7).map(_named)
any_size = st.lists(st.integers(-500, 500), min_size=0, max_size=29).map(_named)


@given(small)
@settings(max_examples=count_examples(300), deadline=None)
def test_no_plan_has_fewer_transfers(balances: Balances) -> None:
    assert len(plan_transfers(balances)) == _fewest(balances)


@row("R07")
@given(any_size)
@settings(max_examples=count_examples(60), deadline=None)
def test_transfers_clear_all_balances_and_no_player_both_pays_and_receives(
    balances: Balances,
) -> None:
    transfers = plan_transfers(balances)
    assert not any(_after(balances, transfers).values())
    payers = {done.payer for done in transfers}
    receivers = {done.receiver for done in transfers}
    assert not payers & receivers
    assert all(done.amount > 0 for done in transfers)
    assert len(transfers) <= max(0, sum(1 for amount in balances.values() if amount) - 1)
    assert len(transfers) == len({(done.payer, done.receiver) for done in transfers})


@row("R07")
@given(any_size, st.randoms())
@settings(max_examples=count_examples(60), deadline=None)
def test_order_of_the_balances_makes_no_difference(
    balances: Balances, chance: random.Random
) -> None:
    shuffled = list(balances.items())
    chance.shuffle(shuffled)
    assert plan_transfers(dict(shuffled)) == plan_transfers(balances)


def test_finds_a_hidden_grouping() -> None:
    """Paying the largest first needs five transfers here; two groups of three need four."""
    balances = {"A": 7, "B": -3, "C": -4, "D": 10, "E": -1, "F": -9}
    assert len(plan_transfers(balances)) == 4


def test_balances_without_groups_need_one_transfer_less_than_players() -> None:
    balances = _named([2**place for place in range(EXACT_UP_TO - 1)])
    assert len(plan_transfers(balances)) == EXACT_UP_TO - 1


def test_a_large_club_pays_equal_debts_directly() -> None:
    amounts = [3 * place + 1 for place in range(40)]
    balances = {f"c{amount:03}": amount for amount in amounts} | {
        f"d{amount:03}": -amount for amount in amounts
    }
    assert len(plan_transfers(balances)) == len(amounts)


def test_zero_balances_need_no_transfer() -> None:
    assert plan_transfers({"Anna": 0, "Bela": 0}) == ()
    assert plan_transfers({}) == ()


def test_balances_that_do_not_close_are_a_fault_of_the_program() -> None:
    with pytest.raises(UnbalancedMoneyError):
        plan_transfers({"Anna": 1})


@row("R07")
def test_thousands_of_random_tables_against_brute_force() -> None:
    """Cleared, nobody pays and receives, and as few transfers as any partition allows."""
    chance = random.Random(7)
    for _table in range(3000):
        balances = _named([chance.randint(-9, 9) for _ in range(chance.randint(2, 6))])
        transfers = plan_transfers(balances)
        assert not any(_after(balances, transfers).values())
        assert len(transfers) == _fewest(balances)
        assert not {one.payer for one in transfers} & {one.receiver for one in transfers}


@row("R07")
def test_larger_tables_need_at_most_one_transfer_less_than_people() -> None:
    chance = random.Random(70)
    for _table in range(200):
        balances = _named([chance.randint(-900, 900) for _ in range(chance.randint(2, 11))])
        transfers = plan_transfers(balances)
        shuffled = sorted(balances, key=lambda _name: chance.random())
        assert not any(_after(balances, transfers).values())
        assert len(transfers) < len(balances)
        assert plan_transfers({name: balances[name] for name in shuffled}) == transfers


@given(any_size, st.integers(0, 29))
@settings(max_examples=count_examples(60), deadline=None)
def test_everybody_settles_only_with_the_hub(balances: Balances, place: int) -> None:
    hub = sorted(balances)[place % len(balances)]
    transfers = plan_transfers_through(balances, hub)
    assert not any(_after({hub: 0, **balances}, transfers).values())
    assert all(hub in (one.payer, one.receiver) for one in transfers)
    paid_out = [one.payer == hub for one in transfers]
    assert paid_out == sorted(paid_out)


def test_hub_refuses_balances_that_do_not_add_up() -> None:
    with pytest.raises(UnbalancedMoneyError):
        plan_transfers_through({"Anna": 1}, "Bela")


def test_equal_debts_are_paid_in_the_order_of_the_names() -> None:
    left = {"Anna": -10, "Béla": -10, "Csaba": 10, "Dóra": 10, "Emil": 0}
    found = [(one.payer, one.receiver, one.amount) for one in plan_transfers(left)]
    assert found == [("Anna", "Csaba", 10), ("Béla", "Dóra", 10)]


def test_a_single_unit_is_paid_as_well() -> None:
    assert plan_transfers({"Anna": 1, "Béla": -1}) == (Transfer("Béla", "Anna", 1),)
    assert plan_transfers_through({"Anna": 1, "Béla": -1, "Csaba": 0}, "Dóra") == (
        Transfer("Béla", "Dóra", 1),
        Transfer("Dóra", "Anna", 1),
    )


def list_amounts(transfers: tuple[Transfer, ...]) -> list[tuple[str, str, int]]:
    return [(one.payer, one.receiver, one.amount) for one in transfers]


def test_the_largest_transfer_comes_first_then_the_names_decide() -> None:
    left = {"Anna": -20, "Béla": -30, "Csaba": -20, "Dóra": 70}
    assert list_amounts(plan_transfers(left)) == [
        ("Béla", "Dóra", 30),
        ("Anna", "Dóra", 20),
        ("Csaba", "Dóra", 20),
    ]


def test_hub_receives_everything_before_it_pays() -> None:
    left = {"Anna": -10, "Béla": 5, "Csaba": -30, "Dóra": 20, "Emil": 15}
    assert list_amounts(plan_transfers_through(left, "Béla")) == [
        *(("Csaba", "Béla", 30), ("Anna", "Béla", 10)),
        *(("Béla", "Dóra", 20), ("Béla", "Emil", 15)),
    ]


def test_plan_is_minimal_up_to_the_exact_limit() -> None:
    # Two groups of three and two of four; to pay the largest first would break one of them.
    groups = ((80, 52, -132), (-85, 82, 3), (65, -75, 29, -19), (-74, -55, 34, 95))
    amounts = [amount for group in groups for amount in group]
    assert len(amounts) == EXACT_UP_TO
    assert len(plan_transfers(_named(amounts[:-1]))) == EXACT_UP_TO - len(groups)


@pytest.mark.parametrize("amount", [1, 2, 300])
def test_equal_debt_and_credit_are_matched_among_many(amount: int) -> None:
    others = [1000 + 7**place for place in range(EXACT_UP_TO // 2)]
    owed = [2000 + 5**place for place in range(EXACT_UP_TO // 2)]
    balances = _named([*others, *[-one for one in owed]]) | {"a": amount, "z": -amount}
    assert ("z", "a", amount) in list_amounts(plan_transfers(balances))
