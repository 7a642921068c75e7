"""Letters: what they say, to whom, when no more, and what becomes of one that was refused."""

import smtplib
from collections.abc import Sequence
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone
from pytest_django.fixtures import Settings

from support.club_factories import a_form
from support.money_tables import played, settle_club
from support.notices_house import (
    SITE,
    NotifiedHouse,
    a_plan,
    end_membership,
    list_letters,
    list_states,
    save_notice_choices,
)
from tarokk_club.club.models import (
    Notice,
    NoticeKind,
    NoticeState,
    Payment,
    User,
)
from tarokk_club.club.money.usecases.payments import confirm_payment, undo_payment
from tarokk_club.club.money.usecases.settlements import pay_transfers, withdraw_settlement
from tarokk_club.club.notices.usecases.sending import send_notices

pytestmark = pytest.mark.django_db
LATER = timedelta(minutes=2)


def sent_later(*, after: timedelta = LATER) -> int:
    """What a sender hands over a moment later, when it is due."""
    with time_machine.travel(timezone.now() + after):
        return send_notices()


def claim(notified: NotifiedHouse) -> Payment:
    plan = a_plan(notified)
    Notice.objects.all().delete()
    transfer = plan.transfers.get(payer__user=notified.bela)
    (payment,) = pay_transfers(
        club_id=notified.house.club.id,
        form=a_form(notified.bela),
        settlement_id=plan.id,
        transfer_id=transfer.id,
    )
    return payment


def test_mail_has_no_amount_no_name_and_only_protected_links(
    notified: NotifiedHouse,
) -> None:
    plan = a_plan(notified)
    sent_later()
    letter = mail.outbox[0]
    text = str(letter.body)

    assert f"{SITE}/c/zuglo/money/settlements/{plan.id}/" in text
    assert f"{SITE}/me/notices/" in text
    for secret in ("Béla", "Csaba", "Dóra", "bela", "csaba", "40", "60", "HUF", "Ft"):
        assert secret not in text.replace(str(plan.id), "").split(f"{SITE}/n/")[0]
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert stop.startswith(f"{SITE}/n/") and stop in text
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_letters_use_the_readers_language_else_the_clubs(
    notified: NotifiedHouse,
) -> None:
    User.objects.filter(pk=notified.bela.pk).update(language="hu")
    notified.house.club.language = "da"
    notified.house.club.save()
    a_plan(notified)
    sent_later()

    found = {one.to[0]: str(one.body) for one in mail.outbox}
    hungarian, danish = found["bela@example.org"], found["csaba@example.org"]
    assert "A new plan" not in hungarian + danish
    assert hungarian.splitlines()[0] != danish.splitlines()[0]


def test_subject_stays_one_line_for_any_club_name(notified: NotifiedHouse) -> None:
    notified.house.club.name = "Zugló\r\nBcc: all@example.org"
    notified.house.club.save()
    a_plan(notified)

    assert sent_later() == 2
    assert {len(one.recipients()) for one in mail.outbox} == {1}


def test_a_notice_turned_off_meanwhile_is_dropped(notified: NotifiedHouse) -> None:
    a_plan(notified)
    save_notice_choices(notified.bela, NoticeKind.PLAN)
    end_membership(notified, notified.csaba)

    assert sent_later() == 0
    assert list_states() == ["dropped", "dropped"]


def test_plan_withdrawn_within_the_minute_notifies_nobody(notified: NotifiedHouse) -> None:
    plan = a_plan(notified)
    withdraw_settlement(
        club_id=notified.house.club.id, form=a_form(notified.anna), settlement_id=plan.id
    )

    assert sent_later() == 0


def test_sends_only_the_newer_plan_that_replaced_another(notified: NotifiedHouse) -> None:
    a_plan(notified)
    played(notified.house, Béla=-1, Csaba=1)
    newer = settle_club(notified.house)
    assert sent_later() == 2
    assert all(str(newer.id) in str(one.body) for one in mail.outbox)


def test_a_claim_asks_for_the_confirmation_that_it_waits_for(notified: NotifiedHouse) -> None:
    payment = claim(notified)
    sent_later()
    assert list_letters() == [
        ("csaba@example.org", "Zugló: A payment waits for you to confirm that it has arrived.")
    ]

    Notice.objects.update(state=NoticeState.WAITING)
    confirm_payment(
        club_id=notified.house.club.id, form=a_form(notified.csaba), payment_id=payment.id
    )
    assert sent_later() == 0


def test_withdrawn_claim_notifies_nobody(notified: NotifiedHouse) -> None:
    payment = claim(notified)
    undo_payment(club_id=notified.house.club.id, form=a_form(notified.bela), payment_id=payment.id)

    assert sent_later() == 0


def test_drops_outdated_notices(notified: NotifiedHouse) -> None:
    a_plan(notified)

    assert sent_later(after=timedelta(days=2)) == 0
    assert list_states() == ["dropped", "dropped"]


class Refusing(EmailBackend):
    """A mail server that answers with the fault it was given."""

    fault: Exception | None = None
    opening: Exception | None = None
    tried = 0

    def open(self) -> None:
        if Refusing.opening:
            raise Refusing.opening

    def send_messages(self, messages: Sequence[mail.EmailMessage]) -> int:
        Refusing.tried += 1
        if Refusing.fault:
            raise Refusing.fault
        return int(super().send_messages(messages))


@pytest.fixture
def refusing(settings: Settings) -> type[Refusing]:
    settings.EMAIL_BACKEND = f"{Refusing.__module__}.Refusing"
    Refusing.fault = Refusing.opening = None
    Refusing.tried = 0
    return Refusing


@pytest.mark.parametrize(
    ("fault", "again"),
    [
        (smtplib.SMTPRecipientsRefused({"bela@example.org": (450, b"later")}), True),
        (smtplib.SMTPDataError(451, b"later"), True),
        (smtplib.SMTPRecipientsRefused({"bela@example.org": (550, b"nobody")}), False),
        (smtplib.SMTPDataError(554, b"no"), False),
        (smtplib.SMTPServerDisconnected("gone"), False),
        (TimeoutError("gone"), False),
    ],
)
def test_retries_only_letters_refused_by_the_mail_server(
    notified: NotifiedHouse, refusing: type[Refusing], fault: Exception, again: bool
) -> None:
    save_notice_choices(notified.csaba, NoticeKind.PLAN)
    a_plan(notified)
    refusing.fault = fault
    assert sent_later() == 0

    refusing.fault = None
    assert sent_later(after=timedelta(minutes=10)) == int(again)
    assert refusing.tried == 1 + int(again)


def test_a_mail_server_that_is_away_is_tried_again(
    notified: NotifiedHouse, refusing: type[Refusing]
) -> None:
    a_plan(notified)
    refusing.opening = ConnectionRefusedError()
    assert sent_later() == 0

    refusing.opening = None
    assert sent_later(after=timedelta(minutes=10)) == 2
