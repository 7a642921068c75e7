"""A message is in the language of the page that displays it, not of the page before."""

from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_form, create_denes
from support.club_web import forms_in, text_of
from support.invitations import an_invitation, link_to, token_of
from tarokk_club.club.models import Club, User
from tarokk_club.club.people.usecases.accounts import make_password_link

pytestmark = pytest.mark.django_db


def test_a_new_club_greets_its_founder_in_its_own_language(client: Client, house: House) -> None:
    call_command("operator", "Anna", verbosity=0)
    client.force_login(User.objects.get(pk=house.anna.pk))
    sent = {"key": str(uuid4()), "club": "Óbuda", "language": "hu", "currency": "HUF"}

    page = client.post(reverse("club:found_further"), sent, follow=True)

    assert "Megalakult: Óbuda. Ön a tulajdonosa és a titkára." in text_of(page)


def test_a_club_greets_a_member_of_another_in_its_own_language(
    client: Client, house: House
) -> None:
    Club.objects.filter(pk=house.club.pk).update(language="hu")
    client.force_login(create_denes())
    url = link_to(an_invitation(house))

    page = client.post(url, forms_in(client.get(url))[0].sent, follow=True)

    assert "Belépett. Üdvözöljük a klubban." in text_of(page)


def test_a_new_password_is_confirmed_in_the_language_of_the_account(
    client: Client, house: House
) -> None:
    User.objects.filter(pk=house.bela.pk).update(language="hu")
    link = make_password_link(club_id=house.club.id, form=a_form(house.anna), user_id=house.bela.id)
    url = reverse("club:new_password", args=[token_of(link)])
    sent = {**forms_in(client.get(url))[0].sent, "password": "új jelszó, jobb"}

    page = client.post(url, sent, follow=True)

    assert "Mostantól az új jelszó érvényes." in text_of(page)
