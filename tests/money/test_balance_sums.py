"""Balances: open amounts, the kitty, payments and fees."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from support.catalogue import row
from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_form,
    a_session,
    codes,
    create_denes,
    recorded,
)
from support.money_tables import (
    THE_DAY,
    a_treasurer,
    charge_fee,
    link_player,
    paid,
    pay_all,
    played,
    played_with,
    read_open,
    settle_club,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Payment, Player, Session
from tarokk_club.club.models.money import KITTY, OUTSIDE, Purpose
from tarokk_club.club.money.queries.balances.balance_sums import (
    sum_kitty_money,
    sum_open_balances,
    sum_player_open_balances,
)
from tarokk_club.club.money.queries.balances.club_balances import load_club_balances
from tarokk_club.club.money.queries.balances.player_accounts import (
    list_account_currencies,
    load_account_lines,
)
from tarokk_club.club.money.queries.entries.money_entries import (
    DENIED,
    load_money_entries,
    load_open_claims,
)
from tarokk_club.club.money.queries.settlements.session_settlement import (
    load_session_settlement as settlement_of,
)
from tarokk_club.club.money.usecases.charges import undo_charge
from tarokk_club.club.money.usecases.payments import (
    NewPayment,
    confirm_payment,
    record_payment,
    undo_payment,
)
from tarokk_club.club.money.usecases.settlements import pay_transfers
from tarokk_club.club.session.usecases.sessions import bin_session
from tarokk_club.club.writing.errors import (
    ConflictError,
    ForbiddenError,
    KeyReusedError,
    RefusedError,
)

pytestmark = pytest.mark.django_db


def test_unsettled_sessions_and_payments_make_the_balance(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    paid(house, "Béla", "Anna", 100)

    assert read_open(house) == {"Anna": 20, "Béla": -20}
    assert sum_player_open_balances(Player.objects.get(name="Anna").id) == {"HUF": 20}
    assert sum_player_open_balances(Player.objects.get(name="Cili").id) == {}
    assert list(iter_findings()) == []


def test_a_session_in_the_bin_or_without_a_stake_owes_nothing(house: House) -> None:
    bin_session(session_id=played(house, Anna=5, Béla=-5).id, form=a_form(house.anna))
    played_with(house, {"Anna": 5, "Béla": -5}, stake=None)

    assert read_open(house) == {}


@row("R06")
@pytest.mark.parametrize(
    ("currency", "per_point", "worth"),
    [("HUF", "7", 7), ("DKK", "0.25", 25), ("RON", "0.1", 10), ("EUR", "0.30", 30)],
)
def test_money_is_whole_minor_units_of_each_currency(
    house: House, currency: str, per_point: str, worth: int
) -> None:
    stake = {"currency": currency, "per_point": per_point}
    played_with(house, {"Anna": 1, "Béla": 2, "Csaba": -3}, stake=stake)

    found = read_open(house, currency)

    assert found == {"Anna": worth, "Béla": 2 * worth, "Csaba": -3 * worth}
    assert (
        Decimal(found["Anna"]) / 100 + Decimal(found["Béla"]) / 100
        == -Decimal(found["Csaba"]) / 100
    )
    assert {type(minor) for minor in found.values()} == {int}


@row("R08")
def test_a_pot_is_an_account_until_it_is_split(house: House) -> None:
    session = a_session(house, rules={"preset": "standard"})
    recorded(house, session, PASSED_OUT)

    (balances,) = load_club_balances(house.club, house.anna.id)
    assert balances.in_pots == 80
    assert sum(row.minor for row in balances.rows) == -80
    assert list(iter_findings()) == []
    recorded(house, session, END)
    assert read_open(house) == {}


def test_fees_are_owed_to_the_kitty_and_paid_into_it(house: House) -> None:
    charge_fee(house, 500, "Anna", "Béla")
    charge_fee(house, 300, "Csaba", paid=True)
    paid(house, "Anna", KITTY, 500, purpose=Purpose.TABLE)
    paid(house, KITTY, OUTSIDE, 350, note="kártya")

    assert read_open(house) == {"Béla": -500, KITTY: 500}
    assert sum_kitty_money(house.club.id) == {"HUF": 450}
    assert list(iter_findings()) == []


def test_an_expense_for_the_club_is_owed_by_the_kitty(house: House) -> None:
    paid(house, "Anna", OUTSIDE, 700)

    assert read_open(house) == {"Anna": 700, KITTY: -700}
    assert sum_kitty_money(house.club.id) == {"HUF": 0}


def test_sessions_fees_and_payments_add_up_to_zero(house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)
    charge_fee(house, 500, "Anna", "Béla", "Csaba")
    paid(house, "Csaba", "Anna", 35)
    paid(house, "Béla", KITTY, 120)
    paid(house, "Anna", OUTSIDE, 90)

    assert [sum(accounts.values()) for accounts in sum_open_balances(house.club.id).values()] == [0]


def test_a_payment_is_taken_back_by_its_mirror_image(house: House) -> None:
    payment = paid(house, "Béla", "Anna", 100)

    counter = undo_payment(
        club_id=house.club.id, form=a_form(house.anna, key=uuid4()), payment_id=payment.id
    )

    assert (counter.source, counter.target) == (payment.target, payment.source)
    assert read_open(house) == {}
    assert Payment.objects.count() == 2
    assert list(iter_findings()) == []
    for one in (payment, counter):
        with pytest.raises(ConflictError) as caught:
            undo_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=one.id)
        assert codes(caught) == [("", "fact_undone")]


def test_a_fee_is_forgiven_once(house: House) -> None:
    (charge,) = charge_fee(house, 500, "Anna")
    form = a_form(house.anna)

    for _tap in range(2):
        undo_charge(club_id=house.club.id, form=form, charge_id=charge.id)

    assert read_open(house) == {}
    assert list(iter_findings()) == []
    with pytest.raises(ConflictError):
        undo_charge(club_id=house.club.id, form=a_form(house.anna), charge_id=charge.id)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"amount": 0}, ("amount", "amount_not_above_zero")),
        ({"amount": -5}, ("amount", "amount_not_above_zero")),
        ({"amount": 10**15}, ("amount", "amount_too_large")),
        ({"receiver": "Anna"}, ("receiver", "pays_oneself")),
        ({"receiver": str(uuid4())}, ("receiver", "no_such_party")),
        ({"session_id": uuid4()}, ("session", "no_such_session")),
        ({"currency": "XXX"}, ("currency", "currency_unknown")),
        ({"date": timezone.localdate() + timedelta(days=2)}, ("date", "date_in_future")),
        ({"note": "a\u202eb"}, ("note", "text_has_unseen")),
    ],
)
def test_an_impossible_payment_is_refused_at_its_field(
    house: House, changes: dict[str, object], fault: tuple[str, str]
) -> None:
    facts = {"payer": "Anna", "receiver": "Béla", "amount": 5} | changes
    with pytest.raises(RefusedError) as caught:
        paid(house, **facts)  # type: ignore[arg-type]  # just what is wrong
    assert codes(caught) == [fault]
    assert not Payment.objects.exists()


def test_refuses_another_clubs_player_as_unknown(house: House) -> None:
    other = Player.objects.create(club=create_denes().clubs.get(), name="Titkos Tamás")
    with pytest.raises(RefusedError) as caught:
        paid(house, "Anna", str(other.id), 5)
    assert codes(caught) == [("receiver", "no_such_party")]
    house.players["Tamás"] = str(other.id)
    with pytest.raises(RefusedError) as caught:
        charge_fee(house, 5, "Anna", "Tamás")
    assert codes(caught) == [("players", "no_such_party")]


def test_database_refuses_invalid_payments(house: House) -> None:
    payment = paid(house, "Anna", "Béla", 5)
    wrong: list[dict[str, object]] = [
        {"amount": 0},
        {"payer": None},
        {"receiver_side": KITTY},
        {"payer": payment.receiver_id},
    ]
    for fields in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            Payment.objects.filter(pk=payment.pk).update(**fields)


def test_double_tap_records_one_payment(house: House) -> None:
    form = a_form(house.anna)
    facts = NewPayment(
        currency="HUF",
        amount=50,
        payer=house.players["Béla"],
        receiver=house.players["Anna"],
        date=THE_DAY,
    )
    first = record_payment(club_id=house.club.id, form=form, paid=facts)

    assert record_payment(club_id=house.club.id, form=form, paid=facts).id == first.id
    assert Payment.objects.count() == 1


def test_a_key_used_for_something_else_is_refused(house: House) -> None:
    payment = paid(house, "Béla", "Anna", 100)
    with pytest.raises(KeyReusedError):
        undo_payment(
            club_id=house.club.id, form=a_form(house.anna, key=payment.id), payment_id=payment.id
        )


def test_member_cannot_record_or_undo_payments(house: House) -> None:
    payment = paid(house, "Béla", "Anna", 100)
    facts = NewPayment(
        currency="HUF",
        amount=50,
        payer=house.players["Béla"],
        receiver=house.players["Anna"],
        date=THE_DAY,
    )
    link_player(house, house.bela, "Béla")
    form = a_form(house.bela)
    with pytest.raises(ForbiddenError):
        record_payment(club_id=house.club.id, form=form, paid=facts)
    with pytest.raises(ForbiddenError):
        undo_payment(club_id=house.club.id, form=form, payment_id=payment.id)


def _claimed(house: House) -> Payment:
    """Béla, who owes Anna, says that he has paid."""
    played(house, Anna=12, Béla=-12)
    link_player(house, house.bela, "Béla")
    settlement = settle_club(house)
    (payment,) = pay_transfers(
        club_id=house.club.id,
        form=a_form(house.bela),
        settlement_id=settlement.id,
        transfer_id=settlement.transfers.get().id,
    )
    return payment


def test_a_claim_counts_once_it_is_confirmed(house: House) -> None:
    claim = _claimed(house)
    assert read_open(house) == {"Anna": 120, "Béla": -120}
    assert [row.id for row in load_open_claims(house.club.id)] == [claim.id]
    with pytest.raises(ForbiddenError):
        confirm_payment(club_id=house.club.id, form=a_form(house.bela), payment_id=claim.id)

    for _tap in range(2):
        confirm_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=claim.id)

    assert read_open(house) == {}
    assert load_open_claims(house.club.id) == ()
    assert list(iter_findings()) == []


def test_the_receiver_confirms_or_denies(house: House) -> None:
    claim = _claimed(house)
    csaba = a_treasurer(house)
    csaba.memberships.update(roles=["member"])
    with pytest.raises(ForbiddenError):
        undo_payment(club_id=house.club.id, form=a_form(csaba), payment_id=claim.id)
    link_player(house, csaba, "Anna")
    with pytest.raises(RefusedError) as refused:
        undo_payment(club_id=house.club.id, form=a_form(csaba), payment_id=claim.id)
    assert codes(refused) == [("reason", "denied_without_reason")]

    denial = replace(a_form(csaba), reason="nem jött meg")
    undo_payment(club_id=house.club.id, form=denial, payment_id=claim.id)

    (row,) = [row for row in load_money_entries(house.club.id).rows if row.id == claim.id]
    assert (row.state, row.undone_by, row.reason) == (DENIED, "treasurer", "nem jött meg")
    assert read_open(house) == {"Anna": 120, "Béla": -120}
    assert load_open_claims(house.club.id) == ()
    assert list(iter_findings()) == []
    with pytest.raises(ConflictError):
        confirm_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=claim.id)


def test_an_early_leaver_is_paid_out_and_balances_still_sum(house: House) -> None:
    session = played(house, Anna=13, Béla=-7, Csaba=-6, end=False)
    offers = {row.name: row.amount for row in settlement_of(session).leaving}
    assert offers == {"Anna": 130, "Béla": -70, "Csaba": -60}

    paid(house, KITTY, "Anna", 130, session_id=session.id)

    assert "Anna" not in {row.name for row in settlement_of(session).leaving}
    recorded(house, session, END)
    settlement = settle_club(house)
    assert sorted(settlement.shares.values_list("exact", flat=True)) == [-70, -60, 0, 0, 130]
    assert pay_all(house, settlement)
    assert read_open(house) == {}
    assert list(iter_findings()) == []


def test_account_lists_every_line_with_the_open_amount_after_it(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    charge_fee(house, 500, "Béla")
    paid(house, "Béla", "Anna", 100)
    paid(house, "Béla", KITTY, 500)
    bela = Player.objects.select_related("club").get(name="Béla")

    lines = load_account_lines(bela, "HUF")

    assert [(line.kind, line.minor, line.balance) for line in lines] == [
        ("session", -120, -120),
        ("fee", -500, -620),
        ("payment", 100, -520),
        ("payment", 500, -20),
    ]
    assert lines[2].counterparty == "Anna" and lines[3].counterparty is None
    assert list_account_currencies(bela) == ("HUF",)
    assert lines[-1].balance == sum_player_open_balances(bela.id)["HUF"]


def test_money_entries_are_paged_without_loss(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tarokk_club.club.money.queries.entries.money_entries.PAGE", 2)
    made = [paid(house, "Béla", "Anna", amount).id for amount in (1, 2, 3)]
    charge_fee(house, 9, "Anna", "Béla", "Csaba")

    pages = [load_money_entries(house.club.id)]
    while pages[-1].older:
        pages.append(load_money_entries(house.club.id, before=pages[-1].older))

    rows = [row for page in pages for row in page.rows]
    assert [len(page.rows) for page in pages] == [2, 2, 2]
    assert [row.is_fee for row in rows] == [True] * 3 + [False] * 3
    assert len({row.id for row in rows}) == 6
    assert [row.id for row in rows[3:]] == made[::-1]
    for nonsense in ("nothing", "~", "2026-11-18~", f"2026-11-18T10:00:00~{uuid4()}"):
        assert load_money_entries(house.club.id, before=nonsense) == pages[0]
    for at in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"):
        assert load_money_entries(house.club.id, before=f"{at}~{uuid4()}") == pages[0]


def test_balances_do_not_include_another_club(house: House) -> None:
    played(house, Anna=12, Béla=-12)

    assert sum_open_balances(create_denes().clubs.get().id) == {}
    assert Session.objects.count() == 1
