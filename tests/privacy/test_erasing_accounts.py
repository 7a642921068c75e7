"""Erasing an account: who may request and do it, and which account remains."""

import pytest

from support.club_factories import a_form, a_user, codes
from support.erasable import Traces, erase_tamas, traces
from tarokk_club.club.models import AuditLine, Membership, User
from tarokk_club.club.privacy.erasure_list import ListedErasure, read_erasure_list
from tarokk_club.club.privacy.usecases.erasing import erase_account, save_erasure_request
from tarokk_club.club.writing.errors import ConflictError


@pytest.fixture
def there(db: None) -> Traces:
    return traces()


def test_asking_to_be_erased_is_a_wish_that_can_be_dropped(there: Traces) -> None:
    club = there.house.club
    for asked in (True, True, False):
        save_erasure_request(club_id=club.id, form=a_form(there.account), asked=asked)
        mine = Membership.objects.get(user=there.account)
        assert bool(mine.erasure_asked_at) == asked
    acts = AuditLine.objects.filter(user=there.account).values_list("act", flat=True)
    assert sorted(acts) == ["erasure_asked", "erasure_dropped", "signed_in"]


def test_an_account_without_a_club_is_erased_by_its_owner(there: Traces) -> None:
    gizi = a_user("gizi")
    erase_account(user=gizi)
    gizi.refresh_from_db()
    assert (gizi.name, gizi.is_active) == ("Former member", False)
    assert read_erasure_list()[-1] == ListedErasure(
        None, None, str(gizi.id), number=None, parts=False
    )


def test_a_member_and_the_operator_cannot_erase_their_own_accounts(there: Traces) -> None:
    operator = User.objects.create_superuser("operator", "kalandos pagat")
    for user, code in ((there.account, "still_a_member"), (operator, "operators_account")):
        with pytest.raises(ConflictError) as error:
            erase_account(user=user)
        assert codes(error) == [("", code)]


def test_the_operators_account_outlives_an_erasing(there: Traces) -> None:
    User.objects.filter(pk=there.account.pk).update(is_staff=True)
    erase_tamas(there)
    account = User.objects.get(pk=there.account.pk)
    assert (account.is_active, account.find_name_in_club(there.house.club.id)) == (True, "Player 1")
