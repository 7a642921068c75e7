"""A settlement afterwards: ticked off, withdrawn, and never changed by a later correction."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from support.catalogue import row
from support.club_factories import END, House, a_form, a_head, codes, recorded
from support.money_tables import (
    a_treasurer,
    charge_fee,
    link_player,
    paid,
    pay_all,
    played,
    played_with,
    propose,
    read_open,
    settle_club,
    shares_of,
    the_evening,
    transfers_in,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Payment, Settlement
from tarokk_club.club.models.money import KITTY, Purpose
from tarokk_club.club.money.queries.balances.balance_figures import Figures
from tarokk_club.club.money.queries.balances.balance_lines import (
    explain_open_figures,
    explain_settled_figures,
)
from tarokk_club.club.money.queries.balances.balance_sums import sum_kitty_money
from tarokk_club.club.money.queries.settlements.settlement import (
    WAITS,
    load_settlement_page,
    load_settlement_rows,
)
from tarokk_club.club.money.queries.settlements.unsettled_items import (
    OPEN,
    SettlingScope,
    load_unsettled_amounts,
    load_unsettled_items,
    select_unsettled_session_payments,
)
from tarokk_club.club.money.usecases.payments import undo_payment
from tarokk_club.club.money.usecases.settlements import pay_transfers, withdraw_settlement
from tarokk_club.club.session.usecases.events import correct_event
from tarokk_club.club.session.usecases.seats import replace_player
from tarokk_club.club.session.usecases.sessions import bin_session, change_session
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError

pytestmark = pytest.mark.django_db


def test_two_members_pay_a_transfer_only_once(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    transfer = settlement.transfers.get()
    (first,) = pay_all(house, settlement)

    (second,) = pay_transfers(
        club_id=house.club.id,
        form=a_form(a_treasurer(house)),
        settlement_id=settlement.id,
        transfer_id=transfer.id,
    )

    assert second.id == first.id
    assert Payment.objects.count() == 1


def test_member_cannot_tick_a_transfer_of_others(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    link_player(house, house.bela, "Csaba")
    for transfer in (settlement.transfers.get().id, None):
        with pytest.raises(ForbiddenError):
            pay_transfers(
                club_id=house.club.id,
                form=a_form(house.bela),
                settlement_id=settlement.id,
                transfer_id=transfer,
            )
    assert not Payment.objects.exists()


def test_a_payment_taken_back_opens_its_transfer_again(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    (payment,) = pay_all(house, settlement)
    undo_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=payment.id)
    page = load_settlement_page(settlement, house.anna.id)
    assert [transfer.state for transfer in page.transfers] == [WAITS]

    pay_all(house, settlement)

    assert read_open(house) == {}
    assert list(iter_findings()) == []


def test_settlement_can_be_withdrawn_only_before_a_payment(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    first = settle_club(house)
    withdraw_settlement(club_id=house.club.id, form=a_form(house.anna), settlement_id=first.id)

    second = settle_club(house)

    assert shares_of(second) == shares_of(first)
    assert second.number == 2
    assert [row.withdrawn for row in load_settlement_rows(house.club.id)] == [False, True]
    pay_all(house, second)
    with pytest.raises(ConflictError) as caught:
        withdraw_settlement(club_id=house.club.id, form=a_form(house.anna), settlement_id=second.id)
    assert codes(caught) == [("", "settlement_paid")]
    assert list(iter_findings()) == []


def test_withdrawing_a_settlement_restores_the_open_balances(house: House) -> None:
    session = played(house, Anna=12, Béla=-7, Csaba=-5, end=False)
    charge_fee(house, 300, "Anna", "Béla")
    charge_fee(house, 40, "Csaba")
    paid(house, "Csaba", "Anna", 20, session_id=session.id)
    paid(house, "Béla", KITTY, 100, session_id=session.id)
    paid(house, "Csaba", KITTY, 40, purpose=Purpose.TABLE)
    # Of no table and of no fee: what came before a settlement that stands would be settled with it.
    paid(house, "Anna", KITTY, 60)
    recorded(house, session, END)
    before = load_unsettled_amounts(house.club.id), read_open(house), sum_kitty_money(house.club.id)
    assert {item.source for item in before[0].items} == {"session", "charge", "payment"}
    settlement = settle_club(house)
    assert load_unsettled_amounts(house.club.id).items == ()

    withdraw_settlement(club_id=house.club.id, form=a_form(house.anna), settlement_id=settlement.id)

    assert (
        load_unsettled_amounts(house.club.id),
        read_open(house),
        sum_kitty_money(house.club.id),
    ) == before
    assert select_unsettled_session_payments().count() == 2
    assert shares_of(settle_club(house)) == shares_of(settlement)
    assert list(iter_findings()) == []


def test_only_the_last_settlement_is_withdrawn(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    first = settle_club(house)
    played(house, Anna=1, Béla=-1)
    settle_club(house)
    with pytest.raises(ConflictError) as caught:
        withdraw_settlement(club_id=house.club.id, form=a_form(house.anna), settlement_id=first.id)
    assert codes(caught) == [("", "settlement_not_last")]


@row("R19")
def test_correction_after_settling_opens_the_difference_and_keeps_payments(house: House) -> None:
    session = played(house, Anna=12, Béla=-12)
    settlement = settle_club(house, the_evening())
    (payment,) = pay_all(house, settlement)
    entry = session.entries.order_by("position")[0]
    points = {house.players["Anna"]: 10, house.players["Béla"]: -10}
    correct_event(
        session_id=session.id,
        form=a_form(house.anna),
        entry_id=entry.id,
        raw={"type": "adjust", "points": points, "note": "mégis"},
    )

    payment.refresh_from_db()
    assert (payment.amount, shares_of(settlement)["Anna"]) == (120, (120, 120))
    assert read_open(house) == {"Anna": -20, "Béla": 20}
    (correction,) = load_settlement_page(settlement, house.anna.id).corrections
    assert dict(correction.moved) == {"Anna": -20, "Béla": 20}
    assert [change.action for change in correction.changes] == ["correct"]
    assert list(iter_findings()) == []
    again = settle_club(house, the_evening())
    assert shares_of(again) == {"Anna": (-20, -20), "Béla": (20, 20)}
    assert load_settlement_page(settlement, house.anna.id).corrections == ()


def test_a_settlement_after_midnight_is_carried_over_with_its_day(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    first = settle_club(house)
    midnight = datetime(2026, 11, 18, 23, 30, tzinfo=UTC)
    Settlement.objects.filter(pk=first.pk).update(made_at=midnight)
    played(house, Anna=1, Béla=-1)
    second, anna = settle_club(house), house.players["Anna"]
    (share,) = [
        row for row in load_settlement_page(second, house.anna.id).shares if row.account == anna
    ]

    with timezone.override("Europe/Budapest"):
        explained = explain_settled_figures(second, anna, share.figures)

    days = [line.day for figure in explained for line in figure.lines if line.number]
    assert days == [date(2026, 11, 19)]


def test_a_stake_in_another_currency_after_settling_invents_no_points(house: House) -> None:
    euros = {"currency": "EUR", "per_point": "0.5"}
    session = played_with(house, {"Anna": 12, "Béla": -12}, stake=euros)
    settlement = settle_club(house, SettlingScope(what=OPEN, currency="EUR", carry=True))
    form = a_form(house.anna, version=session.version)
    change_session(session_id=session.id, form=form, head=a_head(house))

    page = load_settlement_page(settlement, house.anna.id)

    anna = house.players["Anna"]
    (share,) = [row for row in page.shares if row.account == anna]
    tables, *_rest = explain_settled_figures(settlement, anna, share.figures)
    assert page.games == ()
    assert [(line.minor, line.points) for line in tables.lines] == [(600, None)]
    items = load_unsettled_items(house.club.id)
    figures = Figures(tables=-600)
    opened, *_rest = explain_open_figures(house.club.id, "EUR", anna, figures, items)
    assert {(line.minor, line.points) for line in opened.lines} >= {(-600, None)}


@row("R19")
def test_another_player_or_the_bin_after_settling_shows_as_well(house: House) -> None:
    session = played(house, Anna=12, Béla=-12)
    pay_all(house, settle_club(house))
    replace_player(
        session_id=session.id,
        form=a_form(house.anna),
        old=session.balances.get(points=12).player_id,
        new=session.club.players.get(name="Cili").id,
    )
    assert read_open(house) == {"Anna": -120, "Cili": 120}
    assert transfers_in(propose(house, the_evening())) == [("Anna", "Cili", 120)]

    bin_session(session_id=session.id, form=a_form(house.anna))

    assert read_open(house) == {"Anna": -120, "Béla": 120}
    assert transfers_in(propose(house)) == [("Anna", "Béla", 120)]
    settle_club(house)
    assert list(iter_findings()) == []
