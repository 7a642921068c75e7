"""Events of a club are queued once, for those who chose them, in the same transaction."""

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from support.club_factories import a_form, a_hand, a_session, recorded
from support.money_tables import charge_fee, paid, pay_all, played, settle_club
from support.notices_house import (
    NotifiedHouse,
    a_plan,
    end_membership,
    list_queued,
    save_notice_choices,
)
from support.push_receiver import Browser
from tarokk_club.club.confirmations.usecases.confirmations import record_objection
from tarokk_club.club.models import (
    Entry,
    Membership,
    Notice,
    NoticeKind,
    Payment,
    Role,
    Settlement,
    User,
)
from tarokk_club.club.money.usecases.payments import undo_payment
from tarokk_club.club.money.usecases.settlements import pay_transfers
from tarokk_club.club.writing.events import plan_made

pytestmark = pytest.mark.django_db


def claimed(notified: NotifiedHouse, plan: Settlement, by: User) -> Payment:
    """What the payer says of the own transfer."""
    transfer = plan.transfers.get(payer__user=by)
    (payment,) = pay_transfers(
        club_id=notified.house.club.id,
        form=a_form(by),
        settlement_id=plan.id,
        transfer_id=transfer.id,
    )
    return payment


def denied(notified: NotifiedHouse, payment: Payment, by: User) -> None:
    form = a_form(by)
    form = type(form)(key=form.key, by=by, reason="nem jött meg")
    undo_payment(club_id=notified.house.club.id, form=form, payment_id=payment.id)


def test_plan_notifies_payers_and_recipients_but_not_its_maker(notified: NotifiedHouse) -> None:
    a_plan(notified)

    assert list_queued() == [("bela", "plan", "letter"), ("csaba", "plan", "letter")]


def test_maker_of_a_plan_is_not_notified_of_their_own_payment(notified: NotifiedHouse) -> None:
    played(notified.house, Anna=-4, Csaba=4)
    settle_club(notified.house)

    assert list_queued() == [("csaba", "plan", "letter")]


def test_claim_notifies_the_recipient_and_its_denial_the_payer(notified: NotifiedHouse) -> None:
    payment = claimed(notified, a_plan(notified), notified.bela)
    assert list_queued(kind="paid") == [("csaba", "paid", "letter")]

    denied(notified, payment, notified.csaba)
    assert list_queued(kind="disputed") == [("bela", "disputed", "letter")]


def test_a_claim_that_is_taken_back_by_its_maker_is_no_denial(notified: NotifiedHouse) -> None:
    payment = claimed(notified, a_plan(notified), notified.bela)
    undo_payment(club_id=notified.house.club.id, form=a_form(notified.bela), payment_id=payment.id)

    assert list_queued(kind="disputed") == []


def test_paying_all_at_once_notifies_a_recipient_once(notified: NotifiedHouse) -> None:
    pay_all(notified.house, a_plan(notified))

    assert Payment.objects.count() == 2
    assert list_queued(kind="paid") == [("csaba", "paid", "letter")]


def test_marking_all_paid_skips_payments_already_notified(
    notified: NotifiedHouse,
) -> None:
    plan = a_plan(notified)
    claimed(notified, plan, notified.bela)
    Notice.objects.all().delete()
    pay_all(notified.house, plan)

    marked = Payment.objects.exclude(payer__user=notified.bela).get()
    assert [one.subject for one in Notice.objects.all()] == [marked.id]


def test_payment_entered_by_the_secretary_notifies_only_its_recipient(
    notified: NotifiedHouse,
) -> None:
    paid(notified.house, "Dóra", "Béla", 500)
    paid(notified.house, "Béla", "kitty", 500)
    paid(notified.house, "Csaba", "Anna", 500)

    assert list_queued() == [("bela", "paid", "letter")]


def test_claim_to_the_kitty_notifies_its_keeper(notified: NotifiedHouse) -> None:
    roles = [Role.MEMBER.value, Role.TREASURER.value]
    Membership.objects.filter(user=notified.csaba).update(roles=roles)
    charge_fee(notified.house, 500, "Béla")
    payment = claimed(notified, settle_club(notified.house), notified.bela)

    assert payment.claimed
    assert list_queued(kind="paid") == [("anna", "paid", "letter"), ("csaba", "paid", "letter")]


def test_objection_notifies_those_who_may_answer(notified: NotifiedHouse) -> None:
    session = a_session(notified.house)
    recorded(notified.house, session, a_hand(notified.house))
    entry = Entry.objects.get(session=session)
    record_objection(
        session_id=session.id, form=a_form(notified.bela), note="öt", entry_id=entry.id
    )

    assert list_queued() == [("anna", "objection", "letter")]


def test_queues_the_chosen_kinds_and_channels(notified: NotifiedHouse) -> None:
    Browser().device(notified.bela, path="/one")
    Browser().device(notified.bela, path="/two")
    Browser().device(notified.csaba, path="/three")
    save_notice_choices(notified.bela, NoticeKind.PLAN, push=True)
    save_notice_choices(notified.csaba, NoticeKind.PLAN)
    a_plan(notified)

    assert list_queued() == [("bela", "plan", "push"), ("bela", "plan", "push")]
    assert Notice.objects.values("device").distinct().count() == 2


def test_phones_get_no_notices_before_opting_in(notified: NotifiedHouse) -> None:
    Browser().device(notified.bela)
    a_plan(notified)

    assert list_queued(way="push") == []


def test_skips_people_without_address_closed_accounts_and_former_members(
    notified: NotifiedHouse,
) -> None:
    User.objects.filter(pk=notified.bela.pk).update(email="")
    User.objects.filter(pk=notified.csaba.pk).update(is_active=False)
    a_plan(notified)
    assert list_queued() == []

    User.objects.filter(pk=notified.csaba.pk).update(is_active=True)
    end_membership(notified, notified.csaba)
    pay_all(notified.house, Settlement.objects.get())
    assert list_queued() == []


def test_site_without_mail_and_push_queues_nothing_without_queries(
    notified: NotifiedHouse, settings: Settings, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    plan = a_plan(notified)
    Notice.objects.all().delete()
    settings.EMAIL_CONFIGURED = settings.HTTPS = False
    with django_assert_num_queries(0):
        plan_made.send(None, settlement=plan)
    assert list_queued() == []


def test_notifying_more_people_costs_no_more_queries(
    notified: NotifiedHouse, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    plan = a_plan(notified)
    Notice.objects.all().delete()
    for number in range(3):
        Browser().device(notified.bela, path=f"/{number}")
    save_notice_choices(notified.bela, NoticeKind.PLAN, letter=True, push=True)
    # Payers and receivers, their accounts, members, choices, phones, one insert.
    with django_assert_num_queries(6):
        plan_made.send(None, settlement=plan)
    assert len(list_queued()) == 5


def test_repeated_event_notifies_once(notified: NotifiedHouse) -> None:
    plan = a_plan(notified)
    before = list_queued()
    plan_made.send(None, settlement=plan)

    assert list_queued() == before != []


@pytest.mark.django_db(transaction=True)
def test_rolled_back_transaction_notifies_nobody(notified: NotifiedHouse) -> None:
    plan = a_plan(notified)
    Notice.objects.all().delete()
    with pytest.raises(RuntimeError), transaction.atomic():
        plan_made.send(None, settlement=plan)
        raise RuntimeError
    assert list_queued() == []


def test_repeated_form_notifies_once(notified: NotifiedHouse) -> None:
    plan = a_plan(notified)
    transfer = plan.transfers.get(payer__user=notified.bela)
    form = a_form(notified.bela)
    for _ in range(2):
        pay_transfers(
            club_id=notified.house.club.id,
            form=form,
            settlement_id=plan.id,
            transfer_id=transfer.id,
        )

    assert list_queued(kind="paid") == [("csaba", "paid", "letter")]
