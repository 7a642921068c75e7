"""Money is whole minor units, exact, and cash rounding keeps the sum at zero."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.accounts import rank_accounts
from scoring.core.problem import RefusedError
from scoring.ledger.currency import CURRENCIES, read_currency
from scoring.ledger.money import (
    UnbalancedMoneyError,
    convert_points_to_money,
    format_decimal,
    read_amount,
    round_amount_to_cash,
    round_to_cash,
)
from support.catalogue import row


def _read(text: str, code: str) -> int:
    return read_amount(text, CURRENCIES[code], field="stake.per_point")


@pytest.mark.parametrize(
    ("text", "code", "minor"),
    [
        ("10", "HUF", 10),
        ("0.1", "EUR", 10),
        ("0.10", "EUR", 10),
        ("7", "DKK", 700),
        ("1.005", "KWD", 1005),
        ("0", "RON", 0),
        ("999999999.99", "EUR", 10**11 - 1),
    ],
)
def test_amounts_are_read_exactly(text: str, code: str, minor: int) -> None:
    assert _read(text, code) == minor


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0.001", "EUR"),
        ("+1", "EUR"),
        ("-", "EUR"),
        ("-x", "EUR"),
        ("1000000000.001", "EUR"),
        ("1,5", "EUR"),
        ("1e3", "EUR"),
        ("007", "DKK"),
        ("", "EUR"),
        (".5", "EUR"),
        ("5.", "EUR"),
        (" 5", "EUR"),
        ("5\n", "EUR"),
        ("٣", "EUR"),
        ("NaN", "EUR"),
    ],
)
def test_refuses_an_invalid_amount_of_the_currency(text: str, code: str) -> None:
    with pytest.raises(RefusedError) as caught:
        _read(text, code)
    (problem,) = caught.value.problems
    assert (problem.code, problem.field) == ("amount_wrong", "stake.per_point")
    assert problem.values == {"digits": CURRENCIES[code].digits}


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("0.5", "HUF", "amount_not_whole"),
        ("10.0", "HUF", "amount_not_whole"),
        ("sok", "HUF", "amount_not_whole"),
        ("-5", "HUF", "amount_below_zero"),
        ("\u22120.50", "EUR", "amount_below_zero"),
        ("1000000000", "EUR", "amount_too_large"),
        ("9" * 5000, "HUF", "amount_too_large"),
    ],
)
def test_each_fault_of_an_amount_has_its_own_sentence(text: str, code: str, told: str) -> None:
    with pytest.raises(RefusedError) as caught:
        _read(text, code)
    assert [problem.code for problem in caught.value.problems] == [told]


def test_digits_of_a_currency() -> None:
    codes = ("HUF", "DKK", "RON", "EUR", "KWD")
    assert [read_currency(code, field="currency").digits for code in codes] == [0, 2, 2, 2, 3]


def test_an_unknown_currency_is_refused() -> None:
    with pytest.raises(RefusedError) as caught:
        read_currency("XXX", field="stake.currency")
    (problem,) = caught.value.problems
    assert (problem.code, problem.field) == ("currency_unknown", "stake.currency")


@given(st.integers(0, 10**7), st.sampled_from(sorted(CURRENCIES)))
def test_amount_to_text_and_back(minor: int, code: str) -> None:
    currency = CURRENCIES[code]
    text = format_decimal(minor, digits=currency.digits)
    assert _read(text, code) == minor
    assert Decimal(text).scaleb(currency.digits) == minor


@row("R06")
@given(st.dictionaries(st.text(max_size=3), st.integers(-(10**6), 10**6)), st.integers(0, 10**6))
def test_money_is_points_times_stake(points: dict[str, int], per_point: int) -> None:
    money = convert_points_to_money(points, per_point=per_point)
    assert sum(money.values()) == sum(points.values()) * per_point


def _closed(amounts: list[int]) -> dict[str, int]:
    return {f"p{place}": amount for place, amount in enumerate([*amounts, -sum(amounts)])}


amounts = st.lists(st.integers(-(10**5), 10**5), max_size=12).map(_closed)


@row("R06")
@given(amounts, st.sampled_from([1, 5, 50, 100]))
def test_cash_rounding_keeps_the_sum_and_moves_each_amount_by_less_than_a_step(
    exact: dict[str, int], step: int
) -> None:
    paid = round_to_cash(exact, step=step)
    assert sum(paid.values()) == 0
    assert all(amount % step == 0 for amount in paid.values())
    assert all(abs(paid[player] - exact[player]) < step for player in exact)
    assert round_to_cash(dict(reversed(exact.items())), step=step) == paid


@given(amounts)
def test_payable_amounts_are_not_rounded(exact: dict[str, int]) -> None:
    fives = {player: 5 * amount for player, amount in exact.items()}
    assert round_to_cash(fives, step=5) == fives


def test_the_largest_remainder_is_raised_first() -> None:
    exact = {"Anna": 13, "Bela": 12, "Cili": 11, "Dora": -36}
    assert round_to_cash(exact, step=5) == {"Anna": 15, "Bela": 10, "Cili": 10, "Dora": -35}


@row("R06")
@pytest.mark.parametrize(
    ("minor", "step", "nearest"),
    [
        (50, 100, 100),
        (-50, 100, 0),
        (49, 100, 0),
        (51, 100, 100),
        (-51, 100, -100),
        (25, 50, 50),
        (-25, 50, 0),
        (75, 50, 100),
        (2, 5, 0),
        (3, 5, 5),
        (-2, 5, 0),
        (-3, 5, -5),
        (7, 1, 7),
    ],
)
def test_half_a_step_goes_up_and_below_it_down(minor: int, step: int, nearest: int) -> None:
    assert round_amount_to_cash(minor, step=step) == nearest


@row("R06")
def test_a_tie_in_cash_rounding_raises_the_first_by_key() -> None:
    exact = {"Dora": 50, "Anna": 50, "Cili": -50, "Bela": -50}
    assert round_to_cash(exact, step=100) == {"Dora": 0, "Anna": 100, "Cili": -100, "Bela": 0}


def test_amounts_that_do_not_close_are_a_fault_of_the_program() -> None:
    with pytest.raises(UnbalancedMoneyError):
        round_to_cash({"Anna": 5}, step=5)


def test_cash_steps_of_the_clubs_countries() -> None:
    steps = {code: CURRENCIES[code].cash_step for code in ("HUF", "DKK", "RON", "EUR")}
    assert steps == {"HUF": 5, "DKK": 50, "RON": 100, "EUR": 1}


def test_equals_share_a_place() -> None:
    totals = {"Anna": 4, "Bela": 4, "Cili": -8}
    assert rank_accounts(totals) == {"Anna": 1, "Bela": 1, "Cili": 3}


@pytest.mark.parametrize(("minor", "text"), [(0, "0.00"), (-1, "-0.01"), (1, "0.01")])
def test_the_smallest_amounts_carry_their_own_sign(minor: int, text: str) -> None:
    assert format_decimal(minor, digits=2) == text
