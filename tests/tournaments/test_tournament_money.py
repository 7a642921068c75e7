"""The money of a tournament goes through the kitty: entry fees, prizes, each a fact by itself."""

from collections import Counter
from datetime import date
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import DAY, House, a_form, codes
from support.club_web import form_in, text_of
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Charge, Payment, Tournament
from tarokk_club.club.models.money import KITTY, Purpose
from tarokk_club.club.money.queries.balances.balance_sums import (
    sum_kitty_money,
    sum_player_open_balances,
)
from tarokk_club.club.money.queries.entries.journal import load_journal
from tarokk_club.club.money.queries.settlements.unsettled_items import load_open_fees
from tarokk_club.club.money.usecases.charges import undo_charge
from tarokk_club.club.tournaments.queries.tournament_money import load_tournament_money
from tarokk_club.club.tournaments.usecases.tournament_money import (
    TournamentMoney,
    record_tournament_money,
)
from tarokk_club.club.tournaments.usecases.tournaments import delete_tournament
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError

pytestmark = pytest.mark.django_db
FOUR = ("Anna", "Béla", "Csaba", "Dóra")


def money(house: House, **told: Any) -> TournamentMoney:
    """500 from each of four, and 1500 to Anna, or as it is told."""
    players = tuple(UUID(one) for one in house.ids(*FOUR))
    usual: dict[str, Any] = {"fee": 500, "players": players, "prizes": {players[0]: 1500}}
    return TournamentMoney(currency="HUF", day=date.fromisoformat(DAY), **usual | told)


def booked(house: House, cup: Tournament, **told: Any) -> tuple[Charge, ...]:
    return record_tournament_money(
        club_id=house.club.id,
        form=a_form(house.anna),
        tournament_id=cup.id,
        money=money(house, **told),
    )


def owed(house: House) -> dict[str, int]:
    """What everybody gets (+) or owes (-) by the book."""
    return {
        name: sum_player_open_balances(UUID(house.players[name])).get("HUF", 0) for name in FOUR
    }


def test_fees_are_owed_and_prizes_got(house: House) -> None:
    cup = a_tournament(house, 4)

    booked(house, cup)

    assert owed(house) == {"Anna": 1000, "Béla": -500, "Csaba": -500, "Dóra": -500}
    assert [one.left for one in load_open_fees(house.club.id)] == [500] * 4
    assert [(one.name, one.is_prize) for one in load_tournament_money(cup)] == [
        *((name, False) for name in FOUR),
        ("Anna", True),
    ]
    assert {one.note for one in Charge.objects.all()} == {"Tavaszi kupa"}
    assert list(iter_findings()) == []


def test_cash_payments_are_in_the_kitty(house: House) -> None:
    booked(house, a_tournament(house, 4), in_cash=True)

    assert owed(house) == dict.fromkeys(FOUR, 0)
    assert load_open_fees(house.club.id) == ()
    assert sum_kitty_money(house.club.id)["HUF"] == 4 * 500 - 1500
    assert Payment.objects.get(receiver__name="Anna").source == KITTY
    assert list(iter_findings()) == []


def test_fees_and_prizes_are_undone_one_by_one(house: House) -> None:
    cup = a_tournament(house, 4)
    charges = booked(house, cup)
    prize = next(one for one in charges if one.purpose == Purpose.PRIZE)
    fee = next(one for one in charges if one.player.name == "Béla")

    for charge in (prize, fee):
        undo_charge(club_id=house.club.id, form=a_form(house.anna), charge_id=charge.pk)

    assert owed(house) == {"Anna": -500, "Béla": 0, "Csaba": -500, "Dóra": -500}
    assert Counter(one.undone for one in load_tournament_money(cup)) == {False: 3, True: 2}
    assert list(iter_findings()) == []
    # Béla can be charged again, the others stand.
    booked(house, cup, players=(fee.player_id,), prizes={})
    assert owed(house)["Béla"] == -500


def test_the_journal_has_the_fee_as_income_and_the_prize_as_an_expense(house: House) -> None:
    booked(house, a_tournament(house, 4))

    moved: Counter[str] = Counter()
    for entry in load_journal(house.club.id).entries:
        moved.update({place: sum_ for place, sum_ in entry.money.items() if ":" in place})
    assert moved == {"income:entry": -2000, "expenses:prize": 1500}


def test_nobody_owes_the_entry_fee_twice(house: House) -> None:
    cup = a_tournament(house, 4)
    booked(house, cup, prizes={})

    with pytest.raises(RefusedError) as refused:
        booked(house, cup, prizes={})
    assert codes(refused) == [("players", "entry_charged")]
    assert Charge.objects.count() == 4
    # A prize is another matter, and so is another tournament.
    booked(house, cup, fee=0, players=())
    booked(house, a_tournament(house, 4), prizes={})


def test_refuses_a_form_without_fee_and_prizes(house: House) -> None:
    with pytest.raises(RefusedError) as refused:
        booked(house, a_tournament(house, 4), fee=0, prizes={})
    assert codes(refused) == [("", "nobody_chosen")]


def test_member_cannot_record_tournament_money(house: House) -> None:
    cup = a_tournament(house, 4)
    with pytest.raises(ForbiddenError):
        record_tournament_money(
            club_id=house.club.id,
            form=a_form(house.bela),
            tournament_id=cup.id,
            money=money(house),
        )


def test_a_deleted_tournament_leaves_the_kitty_as_it_is(house: House) -> None:
    cup = a_tournament(house, 4)
    booked(house, cup)

    delete_tournament(club_id=house.club.id, form=a_form(house.anna), tournament_id=cup.id)

    assert Charge.objects.count() == 5


def test_one_form_records_fees_and_prizes(client: Client, house: House) -> None:
    client.force_login(house.anna)
    cup = a_tournament(house, 4, rounds=1)
    page = reverse("club:tournament_money", args=[house.club.slug, cup.id])
    assert "once the tournament is over" in text_of(client.get(page))
    (session,) = begun(house, cup)
    close_with_points(house, session, 9, 3, -4, -8)
    first = str(session.seats[0])
    assert page in text_of(client.get(reverse("club:tournament", args=[house.club.slug, cup.id])))

    form = form_in(client.get(page), "")
    sent = form.sent | {"fee": "500", f"prize_{first}": "1 500"}
    answer = client.post(page, sent)
    assert answer["Location"] == page
    client.post(page, sent)

    assert Charge.objects.filter(purpose=Purpose.ENTRY).count() == 4
    prize = Charge.objects.get(purpose=Purpose.PRIZE)
    assert (str(prize.player_id), prize.amount) == (first, 1500)
    shown = client.get(page)
    assert reverse("club:fact", args=[house.club.slug, prize.pk]) in text_of(shown)
    # Nobody is ticked who owes it already.
    assert form_in(shown, "").sent.get("players", []) == []
    wrong = client.post(page, form_in(shown, "").sent | {"fee": "x"})
    assert wrong.status_code == 422


def test_money_pages_call_a_prize_a_prize(client: Client, house: House) -> None:
    client.force_login(house.anna)
    prize = booked(house, a_tournament(house, 4))[-1]
    undo_charge(club_id=house.club.id, form=a_form(house.anna), charge_id=prize.pk)

    facts = text_of(client.get(reverse("club:facts", args=[house.club.slug])))
    assert "Fee: Entry fee" in facts
    assert "Fee: Prize" not in facts and "Prize taken back" in facts
    account = reverse("club:account", args=[house.club.slug, house.players["Anna"]])
    assert "Prize taken back" in text_of(client.get(account))
