"""Acts about money that can be seen and undone: all at once, in part, denied, written off."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest

from support.club_factories import House, a_form, codes
from support.money_tables import (
    THE_DAY,
    charge_fee,
    link_player,
    paid,
    pay_all,
    played,
    propose,
    read_open,
    settle_club,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import AuditLine, Charge, Payment, Settlement
from tarokk_club.club.models.money import KITTY, OUTSIDE, PaymentMethod, Purpose
from tarokk_club.club.money.queries.balances.account_balances import load_account_balances
from tarokk_club.club.money.queries.balances.balance_sums import sum_kitty_money
from tarokk_club.club.money.queries.entries.journal import load_journal
from tarokk_club.club.money.queries.entries.money_entries import (
    FEES,
    PAYMENTS,
    MoneyEntryQuery,
    load_money_entries,
)
from tarokk_club.club.money.queries.settlements.settlement import (
    CLAIMED,
    PAID,
    WAITS,
    TransferRow,
    load_settlement_page,
)
from tarokk_club.club.money.queries.settlements.unsettled_items import load_open_fees
from tarokk_club.club.money.usecases.charges import WriteOff, undo_charge, write_off_debt
from tarokk_club.club.money.usecases.payments import confirm_payment, undo_payment
from tarokk_club.club.money.usecases.settlements import (
    Instalment,
    pay_transfers,
    undo_paid_transfers,
    withdraw_settlement,
)
from tarokk_club.club.writing.errors import ConflictError, KeyReusedError, RefusedError
from tarokk_club.club.writing.unit_of_work import Submission

pytestmark = pytest.mark.django_db


def row_of(house: House, settlement: Settlement, payer: str) -> TransferRow:
    rows = load_settlement_page(settlement, house.anna.id).transfers
    return next(row for row in rows if row.payer == payer)


def pay_part(house: House, settlement: Settlement, payer: str, amount: int | None) -> Payment:
    (payment,) = pay_transfers(
        club_id=house.club.id,
        form=a_form(house.anna),
        settlement_id=settlement.id,
        transfer_id=settlement.transfers.get(payer__name=payer).id,
        paid=Instalment(amount=amount, how=PaymentMethod.TRANSFER),
    )
    return payment


def claim_of(house: House, settlement: Settlement) -> Payment:
    """Béla says that he has paid."""
    (payment,) = pay_transfers(
        club_id=house.club.id,
        form=a_form(house.bela),
        settlement_id=settlement.id,
        transfer_id=settlement.transfers.get(payer__name="Béla").id,
    )
    return payment


def deny(house: House, claim: Payment) -> None:
    form = replace(a_form(house.anna), reason="nem jött meg")
    undo_payment(club_id=house.club.id, form=form, payment_id=claim.id)


def undo_all(house: House, settlement: Settlement, act: Submission) -> tuple[Payment, ...]:
    return undo_paid_transfers(
        club_id=house.club.id, form=a_form(house.anna), settlement_id=settlement.id, act=act.key
    )


def test_a_transfer_is_paid_in_parts(house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)
    settlement = settle_club(house)

    pay_part(house, settlement, "Béla", 30)

    row = row_of(house, settlement, "Béla")
    assert (row.state, row.left, row.is_partly_paid) == (WAITS, 40, True)
    assert read_open(house) == {"Anna": 90, "Béla": -40, "Csaba": -50}
    for wrong, code in (
        (0, "amount_not_above_zero"),
        (-5, "amount_not_above_zero"),
        (41, "more_than_left"),
    ):
        with pytest.raises(RefusedError) as caught:
            pay_part(house, settlement, "Béla", wrong)
        assert codes(caught) == [("amount", code)]
    pay_part(house, settlement, "Béla", None)
    assert row_of(house, settlement, "Béla").state == PAID
    pay_all(house, settlement)
    assert read_open(house) == {}
    assert list(iter_findings()) == []


def test_a_plan_paid_in_part_is_not_withdrawn_but_carried_over(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    pay_part(house, settlement, "Béla", 50)
    with pytest.raises(ConflictError) as caught:
        withdraw_settlement(
            club_id=house.club.id, form=a_form(house.anna), settlement_id=settlement.id
        )
    assert codes(caught) == [("", "settlement_paid")]
    played(house, Anna=1, Béla=-1)

    (bela,) = [row for row in propose(house).shares if row.name == "Béla"]

    assert bela.figures.amounts == (-10, 0, 0, -70, -80)


def test_all_of_it_is_undone_at_once(house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)
    link_player(house, house.bela, "Béla")
    settlement, act = settle_club(house), a_form(house.anna)
    before = pay_part(house, settlement, "Csaba", 20)
    claim_of(house, settlement)
    pay_transfers(club_id=house.club.id, form=act, settlement_id=settlement.id)
    assert read_open(house) == {}

    counters = undo_all(house, settlement, act)

    assert [one.amount for one in counters] == [70, 30]
    assert read_open(house) == {"Anna": 100, "Béla": -70, "Csaba": -30}
    assert not Payment.objects.filter(reverses=before).exists()
    with pytest.raises(ConflictError):
        undo_all(house, settlement, act)
    with pytest.raises(ConflictError):
        undo_all(house, settlement, a_form(house.anna))
    assert list(iter_findings()) == []


def test_paying_all_skips_denied_payments(house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)
    link_player(house, house.bela, "Béla")
    settlement = settle_club(house)
    deny(house, claim_of(house, settlement))

    pay_all(house, settlement)

    assert read_open(house) == {"Anna": 70, "Béla": -70}
    row = row_of(house, settlement, "Béla")
    assert row.state == WAITS and row.denied is not None
    # Whoever taps on it knows what he does; and a new claim answers the denial.
    second = claim_of(house, settlement)
    assert row_of(house, settlement, "Béla").state == CLAIMED
    assert row_of(house, settlement, "Béla").denied is None
    confirm_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=second.id)
    assert read_open(house) == {}
    assert list(iter_findings()) == []


def test_withdrawing_a_claim_is_no_denial(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    link_player(house, house.bela, "Béla")
    claim = claim_of(house, settle_club(house))

    undo_payment(club_id=house.club.id, form=a_form(house.bela), payment_id=claim.id)

    (row,) = [row for row in load_money_entries(house.club.id).rows if row.id == claim.id]
    assert (row.state, row.undone_by) == ("undone", "bela")
    assert not AuditLine.objects.filter(act="payment_denied").exists()


def _written_off(house: House, name: str, amount: int | None = None, reason: str = "x") -> Charge:
    wanted = WriteOff(player_id=UUID(house.players[name]), currency="HUF", amount=amount)
    form = replace(a_form(house.anna), reason=reason)
    return write_off_debt(club_id=house.club.id, form=form, wanted=wanted)


def test_a_debt_is_written_off_with_its_reason(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    charge_fee(house, 80, "Béla")
    pay_all(house, settle_club(house))
    charge_fee(house, 500, "Béla")

    part = _written_off(house, "Béla", 200, "elengedve")
    rest = _written_off(house, "Béla", reason="elköltözött")

    assert (part.minor, rest.minor, rest.note) == (200, 300, "elköltözött")
    assert read_open(house) == {}
    assert sum_kitty_money(house.club.id) == {"HUF": 80}
    entries = [one for one in load_journal(house.club.id).entries if one.id == rest.id]
    assert [one.money for one in entries] == [
        {house.players["Béla"]: -300, "expenses:writeoff": 300}
    ]
    assert propose(house).transfers == ()
    assert [line.act for line in AuditLine.objects.filter(act="written_off")] == ["written_off"] * 2
    undo_charge(club_id=house.club.id, form=a_form(house.anna), charge_id=part.id)
    assert read_open(house) == {"Béla": -200, KITTY: 200}
    assert list(iter_findings()) == []


def test_a_form_with_another_day_is_other_content(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    form = a_form(house.anna)
    wanted = WriteOff(player_id=UUID(house.players["Béla"]), currency="HUF", amount=5, day=THE_DAY)
    write_off_debt(club_id=house.club.id, form=replace(form, reason="kevés"), wanted=wanted)
    paying = a_form(house.anna)
    sent: dict[str, Any] = {
        "club_id": house.club.id,
        "form": paying,
        "settlement_id": settlement.id,
    }
    pay_transfers(**sent, paid=Instalment(day=THE_DAY))

    later = THE_DAY + timedelta(days=1)
    with pytest.raises(KeyReusedError):
        write_off_debt(
            club_id=house.club.id,
            form=replace(form, reason="kevés"),
            wanted=replace(wanted, day=later),
        )
    with pytest.raises(KeyReusedError):
        pay_transfers(**sent, paid=Instalment(day=later))

    assert Charge.objects.get().date == Payment.objects.get().date == THE_DAY


@pytest.mark.parametrize(
    ("name", "amount", "reason", "fault"),
    [
        ("Béla", 60, "x", ("amount", "more_than_owed")),
        ("Béla", 0, "x", ("amount", "amount_not_above_zero")),
        ("Béla", 50, " ", ("reason", "write_off_without_reason")),
        ("Anna", 50, "x", ("", "nothing_owed")),
    ],
)
def test_refuses_an_invalid_write_off(
    house: House, name: str, amount: int, reason: str, fault: tuple[str, str]
) -> None:
    charge_fee(house, 50, "Béla")
    with pytest.raises(RefusedError) as caught:
        _written_off(house, name, amount, reason)
    assert codes(caught) == [fault]
    assert Charge.objects.count() == 1


def test_a_fee_is_paid_in_parts_by_name(house: House) -> None:
    first, second = charge_fee(house, 300, "Béla", "Csaba")
    facts: dict[str, Any] = {"purpose": Purpose.TABLE, "charge_id": first.id}

    paid(house, "Béla", KITTY, 100, **facts)

    assert {one.charge.pk: one.left for one in load_open_fees(house.club.id)} == {
        first.pk: 200,
        second.pk: 300,
    }
    with pytest.raises(RefusedError) as caught:
        paid(house, "Béla", KITTY, 201, **facts)
    assert codes(caught) == [("amount", "more_than_left")]
    # One that names no fee finds the oldest of its kind.
    typed = paid(house, "Csaba", KITTY, 300, purpose=Purpose.TABLE)
    assert typed.charge_id == second.pk
    other = paid(house, "Béla", KITTY, 50, purpose=Purpose.DUES)
    assert other.charge_id is None
    assert list(iter_findings()) == []


def test_the_list_is_filtered(house: House) -> None:
    charge_fee(house, 300, "Béla", date=date(2026, 11, 11))
    charge_fee(house, 100, "Csaba", paid=True)
    paid(house, "Béla", "Anna", 40)
    paid(house, KITTY, OUTSIDE, 30)

    def list_entries(**wanted: Any) -> list[tuple[bool, int]]:
        page = load_money_entries(house.club.id, wanted=MoneyEntryQuery(**wanted))
        return [(row.is_fee, row.amount) for row in page.rows]

    assert len(list_entries()) == 5
    assert list_entries(kind=FEES) == [(True, 100), (True, 300)]
    assert list_entries(kind=PAYMENTS) == [(False, 30), (False, 40), (False, 100)]
    assert list_entries(kind=Purpose.TABLE) == list_entries(kind=Purpose.TABLE, last=THE_DAY)
    assert list_entries(open_only=True) == [(True, 300)]
    assert list_entries(first=THE_DAY, kind=FEES) == [(True, 100)]
    assert list_entries(player=UUID(house.players["Béla"])) == [(False, 40), (True, 300)]


def test_to_pay_now_and_not_settled_yet_are_two_figures(house: House) -> None:
    """A player owed 299 while settlement 12 claimed 770: both were right, for two reasons."""
    played(house, Anna=77, Béla=-77)
    settlement = settle_club(house)
    played(house, Béla=47, Csaba=-47)

    (now,) = load_account_balances(house.club.id, house.players["Béla"], ["HUF"])

    assert (now.due_now, now.unsettled, now.open_balance) == (-770, 470, -300)
    assert [(one.number, one.left) for one in now.plans] == [(settlement.number, -770)]
    assert now.unsettled_figures.amounts == (470, 0, 0, 0, 470)
    pay_all(house, settlement)
    (later,) = load_account_balances(house.club.id, house.players["Béla"], ["HUF"])
    assert (later.due_now, later.unsettled) == (0, 470)


def test_lists_entries_for_several_players_by_name_and_fees_before_payments(
    house: House,
) -> None:
    charge_fee(house, 90, "Dóra", "Béla", "Cili", "Anna", "Csaba", paid=True)

    rows = load_money_entries(house.club.id).rows

    names = ["Anna", "Béla", "Cili", "Csaba", "Dóra"]
    assert [(row.player_name, row.is_fee) for row in rows] == [
        (name, is_fee) for name in names for is_fee in (True, False)
    ]
