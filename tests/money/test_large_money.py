"""More money than 64 bits hold is refused where it is booked, with a sentence."""

from typing import Any

import pytest
from django.test import Client

from support.catalogue import row
from support.club_factories import House, a_form, a_head, a_session, codes, recorded
from support.money_tables import settle_club
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Balance, Posting, Session, Settlement
from tarokk_club.club.money.queries.settlements.unsettled_items import OPEN, SettlingScope
from tarokk_club.club.session.usecases.sessions import change_session, close_session
from tarokk_club.club.writing.errors import RefusedError

pytestmark = pytest.mark.django_db
STAKE = "999999999.99"
IN_EUROS = SettlingScope(what=OPEN, currency="EUR", carry=True)


def an_adjustment(house: House, points: int) -> dict[str, Any]:
    ids = house.players
    return {
        "type": "adjust",
        "note": "a wager",
        "points": {ids["Anna"]: points, ids["Béla"]: -points},
    }


def a_dear_session(house: House, per_point: str = STAKE) -> Session:
    return a_session(house, stake={"currency": "EUR", "per_point": per_point})


def close(house: House, session: Session) -> None:
    close_session(session_id=session.id, form=a_form(house.anna))


@row("S80")
def test_refuses_points_worth_too_much_money(house: House) -> None:
    session = a_dear_session(house)
    recorded(house, session, an_adjustment(house, 1000))
    with pytest.raises(RefusedError) as refused:
        recorded(house, session, an_adjustment(house, 10**9))

    assert codes(refused) == [("", "money_too_large")]
    assert Posting.objects.count() == 1
    close(house, session)
    assert settle_club(house, IN_EUROS).transfers.get().amount == 1000 * 99_999_999_999
    assert list(iter_findings()) == []


@row("S80")
def test_refuses_a_stake_that_makes_money_too_large(house: House) -> None:
    session = a_dear_session(house, "1")
    recorded(house, session, an_adjustment(house, 10**9))
    dear = a_head(house, stake={"currency": "EUR", "per_point": STAKE})
    with pytest.raises(RefusedError) as refused:
        change_session(session_id=session.id, form=a_form(house.anna), head=dear)

    assert codes(refused) == [("", "money_too_large")]


def test_points_without_a_stake_are_not_limited(house: House) -> None:
    session = a_session(house, stake=None)
    recorded(house, session, *[an_adjustment(house, 10**9)] * 3)

    assert Balance.objects.get(player_id=house.players["Anna"]).points == 3 * 10**9


@row("S80")
def test_older_oversized_balances_can_be_read_but_not_settled(house: House) -> None:
    session = a_dear_session(house, "1")
    recorded(house, session, an_adjustment(house, 10**9))
    close(house, session)
    Session.objects.update(per_point=STAKE)
    client = Client()
    client.force_login(house.anna)
    url = f"/c/{house.club.slug}/money/settle/"

    page = client.get(url)

    assert page.status_code == 200
    with pytest.raises(RefusedError) as refused:
        settle_club(house, IN_EUROS)
    assert codes(refused) == [("", "money_too_large")]
    assert not Settlement.objects.exists()
