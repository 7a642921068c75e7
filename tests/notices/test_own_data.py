"""A person's data for notices is in their download, and is deleted with the rest."""

from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from support.club_factories import a_form, a_user
from support.notices_house import (
    NotifiedHouse,
    a_notified_house,
    a_plan,
    save_notice_choices,
    with_both_ways,
)
from support.push_receiver import HOST, Browser
from tarokk_club.club.models import Membership, Notice, NoticeChoice, NoticeKind, PushDevice
from tarokk_club.club.people.usecases.accounts import sign_everybody_out
from tarokk_club.club.people.usecases.members import remove_member
from tarokk_club.club.privacy.queries.personal import collect_user_data
from tarokk_club.club.privacy.usecases.erasing import erase_account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_list")]


@pytest.fixture
def notified(settings: Settings) -> NotifiedHouse:
    with_both_ways(settings)
    notified = a_notified_house()
    Browser().device(notified.bela)
    save_notice_choices(notified.bela, NoticeKind.PLAN, letter=True, push=True)
    a_plan(notified)
    return notified


def test_personal_data_contains_only_own_notices_and_phones(notified: NotifiedHouse) -> None:
    data = collect_user_data(notified.bela)["account"]["notices"]

    assert data["chosen"] == [{"kind": "plan", "by_letter": True, "on_phones": True}]
    assert [one["address"] for one in data["phones"]] == [f"https://{HOST}/to/anna"]
    assert {(one["kind"], one["way"], one["club"]) for one in data["sent"]} == {
        ("plan", "letter", "Zugló"),
        ("plan", "push", "Zugló"),
    }
    assert collect_user_data(notified.anna)["account"]["notices"]["phones"] == []


def test_leaving_a_club_ends_its_notices(notified: NotifiedHouse) -> None:
    remove_member(
        club_id=notified.house.club.id, form=a_form(notified.anna), user_id=notified.bela.id
    )

    assert not Notice.objects.filter(user=notified.bela).exists()
    assert PushDevice.objects.count() == 1


def test_an_account_that_is_erased_leaves_nothing_of_it(notified: NotifiedHouse) -> None:
    Membership.objects.filter(user=notified.bela).delete()
    erase_account(user=notified.bela)

    for rows in (Notice, NoticeChoice, PushDevice):
        assert not rows.objects.filter(user=notified.bela).exists()


def test_a_restore_that_signs_everybody_out_takes_their_phones_too(notified: NotifiedHouse) -> None:
    sign_everybody_out()

    assert PushDevice.objects.count() == 0


def test_notice_stores_ids_and_no_text(notified: NotifiedHouse) -> None:
    """So that nothing has to be taken out of it when somebody is erased."""
    zoli = a_user("zoli")
    now = timezone.now()
    row = Notice.objects.create(
        user=zoli, kind="plan", way="letter", subject=uuid4(), once="x", made_at=now, due_at=now
    )
    texts = [
        field.name
        for field in Notice._meta.concrete_fields
        if field.get_internal_type() in ("CharField", "TextField")
    ]
    assert sorted(texts) == ["kind", "once", "state", "way"]
    assert str(row) == "plan"
