"""The items of a plan: fees with their payments, open tables, other days."""

from datetime import date

import pytest

from support.club_factories import END, House, a_form, recorded
from support.money_tables import (
    THE_DAY,
    charge_fee,
    paid,
    pay_all,
    played,
    played_with,
    propose,
    read_open,
    settle_club,
    shares_of,
    the_evening,
    the_session,
    transfers_in,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Payment
from tarokk_club.club.models.money import KITTY, Purpose, WhenSettled
from tarokk_club.club.money.queries.money_rules import load_money_rules
from tarokk_club.club.money.queries.settlements.proposed_settlement import (
    Proposal,
    choose_first_scope,
)
from tarokk_club.club.money.queries.settlements.unsettled_items import load_unsettled_items
from tarokk_club.club.money.usecases.charges import undo_charge
from tarokk_club.club.money.usecases.money_settings import MoneyRulesChoice, change_money_rules
from tarokk_club.club.money.usecases.payments import undo_payment

pytestmark = pytest.mark.django_db

BEFORE, EARLIER = date(2026, 11, 11), date(2026, 11, 4)
FOUR = ("Anna", "Béla", "Csaba", "Dóra")


def figures(proposal: Proposal) -> dict[str, tuple[int, ...]]:
    """Tables, fees, paid, carried over and due, by name."""
    return {row.name or KITTY: row.figures.amounts for row in proposal.shares}


def test_fee_paid_on_the_spot_is_not_requested_again(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    charge_fee(house, 20, *FOUR, paid=True)

    proposal = propose(house, the_evening(carry=False))

    assert transfers_in(proposal) == [("Béla", "Anna", 120)]
    assert figures(proposal)["Csaba"] == (0, -20, 20, 0, 0)
    assert figures(proposal)[KITTY] == (0, 80, -80, 0, 0)
    pay_all(house, settle_club(house, the_evening(carry=False)))
    assert read_open(house) == {}
    assert list(iter_findings()) == []


def test_kitty_pays_nothing_back_for_an_evening_outside_the_plan(house: House) -> None:
    """In the demonstration it paid 200 to a player who owed 410."""
    played_with(house, {"Anna": 1, "Béla": -1}, date=BEFORE.isoformat())
    charge_fee(house, 200, "Anna", "Béla", date=BEFORE, paid=True)
    played(house, Anna=12, Béla=-12)

    proposal = propose(house, the_evening())

    assert transfers_in(proposal) == [("Béla", "Anna", 120)]
    assert [(one.day, one.amount) for one in proposal.other_days] == [(BEFORE, 10)]


def test_a_new_club_has_nothing_open_from_before(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    charge_fee(house, 20, *FOUR, paid=True)
    paid(house, "Béla", "Anna", 100)

    proposal = propose(house, the_evening())

    assert {row.carried for row in proposal.shares} == {0}
    assert figures(proposal)["Béla"] == (-120, -20, 120, 0, -20)


def test_a_payment_typed_later_goes_with_the_oldest_fee_of_its_kind(house: House) -> None:
    played_with(house, {"Anna": 1, "Béla": -1}, date=BEFORE.isoformat())
    charge_fee(house, 200, "Anna", "Béla", date=BEFORE)
    played(house, Anna=12, Béla=-12)
    charge_fee(house, 200, "Anna", "Béla")
    paid(house, "Béla", KITTY, 300, purpose=Purpose.TABLE)

    first = propose(house, the_evening(BEFORE, carry=False))
    second = propose(house, the_evening(carry=False))

    assert figures(first)["Béla"] == (-10, -200, 200, 0, -10)
    assert figures(second)["Béla"] == (-120, -200, 100, 0, -220)
    settle_club(house, the_evening(BEFORE, carry=False))
    assert figures(propose(house, the_evening(carry=False))) == figures(second)
    settle_club(house, the_evening(carry=False))
    assert list(iter_findings()) == []


def test_the_fee_of_this_evening_is_paid_though_an_older_one_is_not(house: House) -> None:
    charge_fee(house, 200, "Anna", date=BEFORE)
    played(house, Anna=12, Béla=-12)
    charge_fee(house, 200, "Anna", paid=True)

    assert figures(propose(house, the_evening(carry=False)))["Anna"] == (120, -200, 200, 0, 120)


def test_a_fee_taken_back_leaves_with_its_counter_entry(house: House) -> None:
    (charge,) = charge_fee(house, 200, "Anna", date=BEFORE)
    undo_charge(club_id=house.club.id, form=a_form(house.anna), charge_id=charge.id)
    played(house, Anna=12, Béla=-12)

    assert transfers_in(propose(house, the_evening(carry=False))) == [("Béla", "Anna", 120)]
    assert figures(propose(house, the_evening(BEFORE, carry=False)))["Anna"] == (0, 0, 0, 0, 0)


def test_a_payment_of_a_fee_that_is_taken_back_leaves_the_fee_open(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    charge_fee(house, 200, "Anna", paid=True)
    payment = Payment.objects.get()
    undo_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=payment.id)

    assert figures(propose(house, the_evening(carry=False)))["Anna"] == (120, -200, 0, 0, -80)
    settle_club(house, the_evening(carry=False))
    assert list(iter_findings()) == []


def test_a_payment_of_a_settled_fee_is_carried_over(house: House) -> None:
    played_with(house, {"Anna": 1, "Béla": -1}, date=BEFORE.isoformat())
    charge_fee(house, 200, "Béla", date=BEFORE)
    settle_club(house, the_evening(BEFORE))
    paid(house, "Béla", KITTY, 200, purpose=Purpose.TABLE)
    played(house, Anna=12, Béla=-12)

    assert figures(propose(house, the_evening()))["Béla"] == (-120, 0, 200, -210, -130)


def test_days_that_are_left_out_are_named_with_their_sum(house: House) -> None:
    played_with(house, {"Anna": 5, "Béla": -5}, date=EARLIER.isoformat())
    played_with(house, {"Anna": 1, "Béla": -1}, date=BEFORE.isoformat())
    charge_fee(house, 200, "Csaba", date=BEFORE)
    played(house, Anna=12, Béla=-12)
    pay_all(house, settle_club(house, the_evening(EARLIER)))
    paid(house, "Béla", "Anna", 30)

    proposal = propose(house, the_evening(carry=False))

    assert [(one.day, one.amount) for one in proposal.other_days] == [(BEFORE, 210)]
    assert proposal.before == 30
    assert propose(house, the_evening()).before == 0


def test_a_session_that_is_still_played_is_in_no_plan(house: House) -> None:
    table = played(house, Anna=12, Béla=-12, end=False)
    played(house, Csaba=1, Dóra=-1)

    for scope in (the_evening(), the_session(table), the_evening(carry=False)):
        proposal = propose(house, scope)
        assert [item.id for item in proposal.left_out] == [table.id]
        assert ("Béla", "Anna", 120) not in transfers_in(proposal)
    assert transfers_in(propose(house)) == [("Dóra", "Csaba", 10)]
    settle_club(house)
    recorded(house, table, END)
    assert transfers_in(propose(house)) == [("Béla", "Anna", 120), ("Dóra", "Csaba", 10)]
    assert list(iter_findings()) == []


def test_paying_after_each_hand_settles_only_the_open_table(house: House) -> None:
    custom = MoneyRulesChoice(when=WhenSettled.HAND)
    change_money_rules(club_id=house.club.id, form=a_form(house.anna), choice=custom)
    table = played(house, Anna=12, Béla=-12, end=False)

    assert transfers_in(propose(house, the_session(table))) == [("Béla", "Anna", 120)]
    assert [item.id for item in propose(house, the_evening()).left_out] == [table.id]


def test_settlement_keeps_the_figures_of_its_preview(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    charge_fee(house, 20, *FOUR, paid=True)
    paid(house, "Béla", "Anna", 100, date=THE_DAY)
    shown = figures(propose(house))

    settlement = settle_club(house)

    assert shares_of(settlement) == {"Anna": (20, 20), "Béla": (-20, -20)}
    assert shown["Anna"] == (120, -20, -80, 0, 20)


def test_an_evening_that_has_ended_is_offered_before_one_that_is_played(house: House) -> None:
    played_with(house, {"Anna": 1, "Béla": -1}, date=BEFORE.isoformat())
    played(house, Anna=12, Béla=-12, end=False)

    scope = choose_first_scope(
        house.club, load_money_rules(house.club.id), load_unsettled_items(house.club.id)
    )

    assert scope.first == BEFORE
