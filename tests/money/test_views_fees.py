"""The form for fees: currencies, fines of chosen players, clubs without players."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from support.club_factories import House, a_form, a_head
from support.club_web import send, text_of
from support.money_tables import charge_fee, played_with
from tarokk_club.club.models import Charge, Payment, Player
from tarokk_club.club.session.usecases.sessions import change_session


def test_fine_requires_chosen_players(anna: Client, house: House) -> None:
    new = reverse("club:fee_new", args=[house.club.slug])

    refused = send(anna, new, purpose="fine", amount="300")
    done = send(anna, new, purpose="fine", amount="300", players=house.ids("Béla"))

    assert refused.status_code == 422
    assert "Tick only those who pay the fine." in text_of(refused)
    assert done["Location"] == reverse("club:facts", args=[house.club.slug])
    assert Charge.objects.count() == 1


def test_a_fine_is_refused_for_all_active_players(anna: Client, house: House) -> None:
    Player.objects.filter(pk=house.players["Cili"]).update(archived_at=timezone.now())
    new = reverse("club:fee_new", args=[house.club.slug])

    refused = send(anna, new, purpose="fine", amount="300")

    assert "Tick only those who pay the fine." in text_of(refused)
    assert not Charge.objects.exists()


def test_a_fee_is_paid_in_its_currency_after_the_stake_was_corrected(
    anna: Client, house: House
) -> None:
    euros = {"currency": "EUR", "per_point": "1"}
    session = played_with(house, {"Anna": 1, "Béla": -1}, stake=euros)
    (fee,) = charge_fee(house, 300, "Béla", currency="EUR")
    form = a_form(house.anna, version=session.version)
    change_session(session_id=session.id, form=form, head=a_head(house))
    pay = reverse("club:payment_new", args=[house.club.slug])

    paid = send(anna, pay, at=f"{pay}?charge={fee.pk}")

    assert paid.status_code == 302
    assert Payment.objects.filter(charge=fee, currency="EUR", amount=300).exists()


@pytest.mark.parametrize(
    ("language", "label"),
    [("en", "Amount from each (HUF)"), ("hu", "Összeg fejenként (Ft)")],
)
def test_an_amount_names_its_currency(
    anna: Client, house: House, language: str, label: str
) -> None:
    anna.cookies["language"] = language

    page = text_of(anna.get(reverse("club:fee_new", args=[house.club.slug])))

    assert label in page


def test_advises_a_club_without_players_to_add_them(anna: Client, house: House) -> None:
    Player.objects.filter(club=house.club).update(archived_at=timezone.now())

    for name in ("fee_new", "session_new"):
        page = text_of(anna.get(reverse(f"club:{name}", args=[house.club.slug])))
        assert "Nobody is in the book yet." in page, name
        assert "Add players" in page, name
