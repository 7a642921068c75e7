"""Settling: the amounts included, rounding, the plan, and later changes."""

from dataclasses import replace
from datetime import date
from itertools import permutations
from uuid import UUID, uuid4

import pytest

from scoring.ledger.currency import CURRENCIES
from support.catalogue import row
from support.club_factories import END, House, a_form, a_session, codes, recorded
from support.money_tables import (
    EVERYTHING,
    THE_DAY,
    a_treasurer,
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
from tarokk_club.club.models import MoneyRules, Settlement
from tarokk_club.club.models.money import KITTY, WhenSettled
from tarokk_club.club.money.queries.balances.balance_sums import sum_open_balances
from tarokk_club.club.money.queries.money_rules import load_money_rules
from tarokk_club.club.money.queries.settlements.proposed_settlement import (
    choose_first_scope,
    find_last_settlement_number,
)
from tarokk_club.club.money.queries.settlements.rounding_by_name import (
    plan_transfers_by_name,
    round_amounts_by_name,
)
from tarokk_club.club.money.queries.settlements.settlement import load_settlement_page
from tarokk_club.club.money.queries.settlements.unsettled_items import (
    EVENING,
    OPEN,
    RANGE,
    SESSION,
    SettlingScope,
    load_unsettled_items,
)
from tarokk_club.club.money.usecases.money_settings import MoneyRulesChoice, change_money_rules
from tarokk_club.club.money.usecases.settlements import SeenProposal, settle_up
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError

pytestmark = pytest.mark.django_db

HUNDREDTHS = {"currency": "HUF", "per_point": "1"}


def test_a_settlement_clears_the_open_balances(house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)

    settlement = settle_club(house)

    assert settlement.number == 1
    assert shares_of(settlement) == {
        "Anna": (120, 120),
        "Béla": (-70, -70),
        "Csaba": (-50, -50),
    }
    pay_all(house, settlement)
    assert read_open(house) == {}
    assert propose(house).is_empty
    assert list(iter_findings()) == []


@row("R06")
def test_rounding_remainders_stay_open_for_the_next_plan(house: House) -> None:
    played_with(house, {"Anna": 13, "Béla": 11, "Csaba": -24}, stake=HUNDREDTHS)
    first = settle_club(house)
    assert shares_of(first)["Anna"] == (13, 15)
    assert sum(rounded for _exact, rounded in shares_of(first).values()) == 0
    pay_all(house, first)
    assert read_open(house) == {"Anna": -2, "Béla": 1, "Csaba": 1}

    played_with(house, {"Anna": 3, "Csaba": -3}, stake=HUNDREDTHS)
    second = settle_club(house)

    assert shares_of(second) == {"Anna": (1, 0), "Béla": (1, 0), "Csaba": (-2, 0)}
    assert not second.transfers.exists()
    assert list(iter_findings()) == []


def test_an_evening_of_several_tables_is_settled_together(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    played(house, Anna=-2, Béla=2)
    played_with(house, {"Anna": 50, "Béla": -50}, date="2026-11-11")

    assert transfers_in(propose(house, the_evening(carry=False))) == [("Béla", "Anna", 100)]
    assert transfers_in(propose(house, the_evening(date(2026, 11, 11)))) == [("Béla", "Anna", 500)]
    assert transfers_in(propose(house)) == [("Béla", "Anna", 600)]


def test_plan_covers_a_date_range_and_a_single_game(house: House) -> None:
    for day in ("2026-10-07", "2026-10-14", "2026-11-04"):
        played_with(house, {"Anna": 1, "Béla": -1}, date=day)
    seats = house.ids("Anna", "Béla", "Csaba")
    played_with(
        house,
        {"Anna": 100, "Csaba": -100},
        game="taper",
        rules={},
        players=seats,
        dealer=seats[0],
        date="2026-10-14",
    )
    october = {"currency": "HUF", "first": date(2026, 10, 1), "last": date(2026, 10, 31)}

    def in_october(game: str = "") -> SettlingScope:
        return SettlingScope(what=RANGE, carry=False, game=game, **october)  # type: ignore[arg-type]

    assert transfers_in(propose(house, in_october("paskievics"))) == [("Béla", "Anna", 20)]
    assert transfers_in(propose(house, in_october("taper"))) == [("Csaba", "Anna", 1000)]
    assert len(propose(house, in_october()).items) == 3
    settle_club(house, in_october())
    assert transfers_in(propose(house, SettlingScope(what=RANGE, currency="HUF", carry=False))) == [
        ("Béla", "Anna", 10)
    ]
    assert list(iter_findings()) == []


def test_balances_are_carried_over_or_not(house: House) -> None:
    played_with(house, {"Anna": 5, "Béla": -5}, date="2026-11-11")
    first = settle_club(house, the_evening(date(2026, 11, 11)))
    played(house, Anna=1, Béla=-1)

    assert transfers_in(propose(house, the_evening(carry=False))) == [("Béla", "Anna", 10)]
    assert transfers_in(propose(house, the_evening())) == [("Béla", "Anna", 60)]
    second = settle_club(house, the_evening())
    assert load_settlement_page(first, house.anna.id).replaced_by == second
    with pytest.raises(ConflictError) as caught:
        pay_all(house, first)
    assert codes(caught) == [("", "plan_is_over")]
    pay_all(house, second)
    assert read_open(house) == {}
    assert list(iter_findings()) == []


def test_older_plan_stays_valid_beside_one_without_carried_balances(house: House) -> None:
    played_with(house, {"Anna": 5, "Béla": -5}, date="2026-11-11")
    first = settle_club(house, the_evening(date(2026, 11, 11), carry=False))
    played(house, Anna=1, Béla=-1)
    second = settle_club(house, the_evening(carry=False))

    pay_all(house, first)
    pay_all(house, second)

    assert read_open(house) == {}


def test_settling_after_each_hand_covers_only_new_points(house: House) -> None:
    _custom(house, MoneyRulesChoice(when=WhenSettled.HAND))
    session = played(house, Anna=3, Béla=-3, end=False)
    pay_all(house, settle_club(house, the_session(session)))
    more = {house.players["Anna"]: -1, house.players["Béla"]: 1}
    recorded(house, session, {"type": "adjust", "points": more, "note": "újra"}, END)

    settlement = settle_club(house, the_session(session))

    assert shares_of(settlement) == {"Anna": (-10, -10), "Béla": (10, 10)}
    assert list(iter_findings()) == []


@row("R08")
def test_a_table_with_money_in_its_pots_waits(house: House) -> None:
    session = a_session(house, rules={"preset": "standard"})
    recorded(house, session, {"type": "hand", "outcome": "passed_out"})
    played(house, Anna=1, Béla=-1)

    proposal = propose(house)

    assert [item.id for item in proposal.left_out] == [session.id]
    assert transfers_in(proposal) == [("Béla", "Anna", 10)]
    settle_club(house)
    assert list(iter_findings()) == []


def test_fees_are_settled_with_the_evening(house: House) -> None:
    played(house, Anna=100, Béla=-100)
    charge_fee(house, 200, "Anna", "Béla")

    settlement = settle_club(house, the_evening(carry=False))

    assert shares_of(settlement)[KITTY] == (400, 400)
    assert shares_of(settlement)["Anna"] == (800, 800)
    pay_all(house, settlement)
    assert read_open(house) == {}
    assert propose(house, the_evening(carry=False)).is_empty
    assert list(iter_findings()) == []


def _custom(house: House, custom: MoneyRulesChoice) -> None:
    change_money_rules(club_id=house.club.id, form=a_form(house.anna), choice=custom)


def test_everybody_can_pay_through_the_treasurer(house: House) -> None:
    _custom(house, MoneyRulesChoice(when=WhenSettled.EVENING, till=house.players["Dóra"]))
    played(house, Anna=12, Béla=-7, Csaba=-5)

    assert transfers_in(propose(house)) == [
        ("Béla", "Dóra", 70),
        ("Csaba", "Dóra", 50),
        ("Dóra", "Anna", 120),
    ]
    _custom(house, MoneyRulesChoice(when=WhenSettled.EVENING, till=KITTY))
    settlement = settle_club(house)
    assert [(one.payer_id is None) for one in settlement.transfers.order_by("place")] == [
        False,
        False,
        True,
    ]
    assert list(iter_findings()) == []


def test_the_club_sets_its_smallest_payment(house: House) -> None:
    played_with(house, {"Anna": 112, "Béla": -112}, stake=HUNDREDTHS)
    assert transfers_in(propose(house)) == [("Béla", "Anna", 110)]

    _custom(house, MoneyRulesChoice(when=WhenSettled.SEASON, cash_step=100))

    assert transfers_in(propose(house)) == [("Béla", "Anna", 100)]
    for wrong in (
        MoneyRulesChoice(when=WhenSettled.HAND, cash_step=0),
        MoneyRulesChoice(when="x", till=str(uuid4())),  # type: ignore[arg-type]
    ):
        with pytest.raises(RefusedError):
            _custom(house, wrong)
    assert MoneyRules.objects.get().cash_step == 100


@row("R06")
@pytest.mark.parametrize(
    ("currency", "per_point", "points", "planned_amount"),
    [
        # Half a step, one below and one above it: by the coins of that country.
        ("DKK", "0.25", 1, 50),
        ("DKK", "0.01", 24, 0),
        ("DKK", "0.01", 26, 50),
        ("RON", "0.50", 3, 200),
        ("RON", "0.01", 149, 100),
        ("CHF", "0.01", 13, 15),
        ("EUR", "0.01", 13, 13),
        ("HUF", "1", 13, 15),
    ],
)
def test_a_foreign_currency_is_paid_in_its_own_coins(
    house: House, currency: str, per_point: str, points: int, planned_amount: int
) -> None:
    # What the club sets is about its own currency alone.
    _custom(
        house,
        MoneyRulesChoice(when=WhenSettled.SEASON, cash_step=None if currency == "HUF" else 1000),
    )
    stake = {"currency": currency, "per_point": per_point}
    played_with(house, {"Anna": points, "Béla": -points}, stake=stake)

    found = propose(house, replace(EVERYTHING, currency=currency))

    assert [one.amount for one in found.transfers] == [planned_amount] * bool(planned_amount)
    assert found.step == CURRENCIES[currency].cash_step


@pytest.mark.parametrize(
    ("when", "what"),
    [(WhenSettled.HAND, SESSION), (WhenSettled.EVENING, EVENING), (WhenSettled.SEASON, OPEN)],
)
def test_first_scope_follows_the_clubs_custom(house: House, when: WhenSettled, what: str) -> None:
    _custom(house, MoneyRulesChoice(when=when))
    session = played(house, Anna=12, Béla=-12)

    scope = choose_first_scope(
        house.club, load_money_rules(house.club.id), load_unsettled_items(house.club.id)
    )

    assert scope.what == what
    assert scope.first in (None, THE_DAY)
    assert scope.session_id in (None, session.id)


def test_the_same_balances_give_the_same_plan(house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)
    assert propose(house) == propose(house)


@row("R07")
@pytest.mark.parametrize("hub", ["", "Dóra"])
def test_names_and_not_ids_decide_among_equals(hub: str) -> None:
    """An imported archive and newly entered players give the same plan."""
    balances = {"Anna": 12, "Béla": 12, "Csaba": -8, "Dóra": -8, "Edit": -8, KITTY: 0}
    found = set()
    for numbers in permutations(range(5)):
        ids = dict(zip("ABCDE", (str(UUID(int=number)) for number in numbers), strict=True))
        names = {ids[name[0]]: name for name in balances if name != KITTY}
        exact = {ids.get(name[0], KITTY): minor for name, minor in balances.items()}
        rounded = round_amounts_by_name(exact, names, step=5)
        paid_by = plan_transfers_by_name(rounded, names, hub=ids[hub[0]] if hub else "")
        assert sum(rounded.values()) == 0 and len(paid_by) == 4
        found.add(
            (
                tuple(sorted((names.get(one, one), minor) for one, minor in rounded.items())),
                tuple((names[one.payer], names[one.receiver], one.amount) for one in paid_by),
            )
        )

    assert len(found) == 1


def test_a_double_tap_settles_once(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    form = a_form(house.anna, version=0)
    seen = SeenProposal(scope=EVERYTHING, digest=propose(house).digest)

    first = settle_up(club_id=house.club.id, form=form, seen=seen)

    assert settle_up(club_id=house.club.id, form=form, seen=seen) == first
    assert Settlement.objects.count() == 1


@row("S70")
def test_second_treasurer_cannot_settle_the_same_evening(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    other = a_treasurer(house)
    seen = SeenProposal(scope=the_evening(), digest=propose(house, the_evening()).digest)
    settle_up(club_id=house.club.id, form=a_form(other, version=0), seen=seen)

    with pytest.raises(ConflictError) as caught:
        settle_up(club_id=house.club.id, form=a_form(house.anna, version=0), seen=seen)

    assert codes(caught) == [("", "settled_by_other")]
    assert caught.value.problems[0].values == {"number": 1, "who": "treasurer"}
    assert Settlement.objects.count() == 1
    assert find_last_settlement_number(house.club.id) == 1


def test_reports_amounts_that_changed_since_the_page(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    seen = propose(house).digest
    paid(house, "Béla", "Anna", 20)
    with pytest.raises(ConflictError) as caught:
        settle_up(
            club_id=house.club.id,
            form=a_form(house.anna, version=0),
            seen=SeenProposal(scope=EVERYTHING, digest=seen),
        )
    assert codes(caught) == [("", "money_moved")]


def test_nothing_is_settled_where_nothing_is_open(house: House) -> None:
    with pytest.raises(RefusedError) as caught:
        settle_club(house)
    assert codes(caught) == [("", "nothing_to_settle")]


def test_members_do_not_settle(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    with pytest.raises(ForbiddenError):
        settle_club(house, by=house.bela)


def test_each_currency_is_settled_by_itself(house: House) -> None:
    played(house, Anna=12, Béla=-12)
    euros = {"currency": "EUR", "per_point": "0.05"}
    played_with(house, {"Anna": -3, "Béla": 3}, stake=euros)

    assert transfers_in(propose(house)) == [("Béla", "Anna", 120)]
    in_euros = SettlingScope(what=OPEN, currency="EUR", carry=True)
    assert transfers_in(propose(house, in_euros)) == [("Anna", "Béla", 15)]
    settle_club(house, in_euros)
    assert transfers_in(propose(house)) == [("Béla", "Anna", 120)]
    assert list(iter_findings()) == []


def test_settled_and_omitted_amounts_sum_to_the_open_balances(house: House) -> None:
    session = played(house, Anna=13, Béla=-7, Csaba=-6, end=False)
    paid(house, KITTY, "Anna", 130, session_id=session.id)
    recorded(house, session, END)
    charge_fee(house, 200, "Anna", "Béla")
    pay_all(house, settle_club(house))
    played(house, Dóra=3, Béla=-3)
    charge_fee(house, 50, "Csaba")
    paid(house, "Csaba", KITTY, 20)

    shares = {row.account: row.exact for row in propose(house).shares}

    found = sum_open_balances(house.club.id)["HUF"]
    assert {account: minor for account, minor in shares.items() if minor} == {
        account: minor for account, minor in found.items() if minor
    }
