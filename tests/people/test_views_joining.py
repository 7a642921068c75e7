"""Joining by an invitation, guessing links, and new passwords by a link."""

import logging
import secrets
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from support.catalogue import row
from support.club_factories import House, a_form, a_user, create_denes
from support.club_web import forms_in, text_of
from support.invitations import PASSWORD, an_invitation, link_to, token_of
from tarokk_club.club.models import (
    AuditLine,
    Invitation,
    Membership,
    PasswordLink,
    Player,
    Role,
    User,
)
from tarokk_club.club.people.usecases.accounts import make_password_link
from tarokk_club.club.people.usecases.invitations import revoke_invitation
from tarokk_club.http.logs import KeyValueFormatter

pytestmark = pytest.mark.django_db
NEW = "új jelszó, jobb"
GONE = "This link is no longer valid"


def come(client: Client, url: str, **changes: object) -> Any:
    """Submit the first form of the page with a name and a password, or the given fields."""
    sent = {**forms_in(client.get(url))[0].sent, "name": "Cili", "password": PASSWORD}
    return client.post(url, {**sent, **changes})


def members_of(house: House) -> int:
    return Membership.objects.filter(club=house.club).count()


def test_an_invited_person_joins_by_the_link(client: Client, house: House) -> None:
    invitation = an_invitation(house, Role.SCORER, player="Cili")
    url = link_to(invitation)
    shown = client.get(url)
    assert "Zugló" in text_of(shown) and "You are invited: Scorer." in text_of(shown)
    assert forms_in(shown)[0].sent["name"] == "Cili"

    answer = client.post(url, {**forms_in(shown)[0].sent, "password": PASSWORD})

    assert answer.status_code == 302
    assert answer["Location"] == reverse("club:club", args=[house.club.slug])
    assert "You are in. Welcome to the club." in text_of(client.get(answer["Location"]))
    membership = Membership.objects.get(user__username="cili")
    assert membership.roles == ["scorer"]
    assert Player.objects.get(name="Cili").user == membership.user
    acts = AuditLine.objects.filter(user=membership.user).order_by("pk")
    assert list(acts.values_list("act", flat=True)) == ["joined", "signed_in"]


@row("S30")
def test_guesses_get_identical_responses_and_are_throttled(client: Client, house: House) -> None:
    used = an_invitation(house)
    Invitation.objects.update(uses_left=0)
    guesses = [token_of(used), *(secrets.token_urlsafe(24) for _each in range(19))]
    answers = [client.get(reverse("club:invited", args=[guess])) for guess in guesses]

    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    assert GONE in text_of(answers[0]) and "Zugló" not in text_of(answers[0])
    tired = client.get(reverse("club:invited", args=["one-more"]))
    assert (tired.status_code, tired["Retry-After"]) == (429, "60")
    # Forging where one comes from does not help; somebody elsewhere is not held up.
    forged = client.get(
        reverse("club:new_password", args=["x"]), headers={"x-forwarded-for": "192.0.2.9"}
    )
    assert forged.status_code == 429
    elsewhere = client.get(link_to(an_invitation(house)), REMOTE_ADDR="192.0.2.1")
    assert elsewhere.status_code == 200


@pytest.mark.ci
def test_a_whole_club_behind_one_address_comes_in(client: Client, house: House) -> None:
    url = link_to(an_invitation(house, evening=True))
    for number in range(25):
        guest = Client()
        assert come(guest, url, name=f"Vendég {number}").status_code == 302
    assert members_of(house) == 27


@row("S31")
def test_additional_form_fields_do_not_change_the_granted_role(
    client: Client, house: House
) -> None:
    other = create_denes().clubs.get()
    url = link_to(an_invitation(house, Role.MEMBER))
    come(
        client,
        url,
        role="secretary",
        roles="owner",
        club=str(other.id),
        is_staff="1",
        is_superuser="1",
        expires_at="2099-01-01",
    )
    membership = Membership.objects.get(user__username="cili")
    # S36 too: invited as a member, a member.
    assert (membership.club, membership.roles) == (house.club, ["member"])
    assert not membership.user.is_staff and not membership.user.is_superuser


@row("S32")
def test_after_three_days_the_link_shows_no_club_any_more(client: Client, house: House) -> None:
    url = link_to(an_invitation(house))
    Invitation.objects.update(expires_at=timezone.now() - timedelta(hours=1))
    answer = client.get(url)
    assert answer.status_code == 404
    assert "Zugló" not in text_of(answer) and "Ask for a new one." in text_of(answer)


@row("S33")
def test_a_link_that_is_taken_back_while_the_form_is_filled_in_is_gone(
    client: Client, house: House
) -> None:
    invitation = an_invitation(house)
    url = link_to(invitation)
    form = forms_in(client.get(url))[0].sent
    revoke_invitation(club_id=house.club.id, form=a_form(house.anna), invitation_id=invitation.id)

    answer = client.post(url, {**form, "name": "Cili", "password": PASSWORD})

    assert answer.status_code == 404 and GONE in text_of(answer)
    assert members_of(house) == 2


@row("S34")
def test_single_invitation_admits_one_person_even_if_the_form_is_resent(
    client: Client, house: House
) -> None:
    url = link_to(an_invitation(house))
    form = {**forms_in(client.get(url))[0].sent, "name": "Cili", "password": PASSWORD}
    assert client.post(url, form).status_code == 302
    # The first answer may have been lost: the same form finds the same account.
    again = Client()
    assert again.post(url, form).status_code == 302
    assert again.session["_auth_user_id"] == client.session["_auth_user_id"]
    late = Client()
    answer = late.post(url, {"key": uuid4(), "name": "Dezső", "password": PASSWORD})
    assert answer.status_code == 404
    assert members_of(house) == 3


@row("S35")
def test_opening_an_invitation_does_not_use_it_up(client: Client, house: House) -> None:
    invitation = an_invitation(house)
    url = link_to(invitation)
    for ask in (client.get, client.head):
        for _each in range(25):
            assert ask(url).status_code == 200
    invitation.refresh_from_db()
    assert (invitation.uses_left, invitation.used) == (1, 0)
    assert come(client, url).status_code == 302


@row("S37")
def test_asks_a_signed_in_visitor_which_account_joins(client: Client, house: House) -> None:
    user = create_denes()
    client.force_login(user)
    url = link_to(an_invitation(house, Role.SCORER))

    shown = client.get(url)

    assert "You are signed in as <bdi>denes</bdi>" in text_of(shown)
    assert members_of(house) == 2
    stay, leave = forms_in(shown)
    assert leave.action == reverse("account_logout") and leave.sent["next"] == url
    answer = client.post(url, stay.sent)
    assert answer["Location"] == reverse("club:club", args=[house.club.slug])
    assert Membership.objects.get(club=house.club, user=user).roles == ["scorer"]


@row("S37")
def test_signing_out_returns_to_the_invitation(client: Client, house: House) -> None:
    client.force_login(create_denes())
    url = link_to(an_invitation(house))
    leave = forms_in(client.get(url))[1]
    answer = client.post(leave.action, leave.sent)
    assert answer["Location"] == url
    assert 'name="password"' in text_of(client.get(url))


@row("S37")
def test_a_page_seen_with_one_account_lets_no_other_in(client: Client, house: House) -> None:
    url = link_to(an_invitation(house))
    client.force_login(create_denes())
    stay = forms_in(client.get(url))[0].sent
    client.force_login(a_user("elek"))

    answer = client.post(url, stay)

    assert answer.status_code == 409
    assert "Another account is signed in now." in text_of(answer)
    assert members_of(house) == 2
    assert client.post(url, forms_in(answer)[0].sent).status_code == 302
    assert Membership.objects.filter(club=house.club, user__username="elek").exists()


@row("S37")
def test_the_newcomer_form_does_not_add_a_signed_in_user(client: Client, house: House) -> None:
    url = link_to(an_invitation(house))
    form = forms_in(client.get(url))[0].sent
    client.force_login(create_denes())
    answer = client.post(url, {**form, "name": "Cili", "password": PASSWORD})
    assert answer.status_code == 422
    assert members_of(house) == 2


def test_an_invitation_with_nothing_new_redirects_to_the_club(client: Client, house: House) -> None:
    client.force_login(house.bela)
    answer = client.get(link_to(an_invitation(house)))
    assert answer["Location"] == reverse("club:club", args=[house.club.slug])


def test_warns_the_maker_that_the_invitation_is_for_others(client: Client, house: House) -> None:
    client.force_login(house.anna)
    url = link_to(an_invitation(house, Role.TREASURER))
    assert "it is for somebody else" in text_of(client.get(url))
    sent = {"key": uuid4(), "account": house.anna.id}
    assert client.post(url, sent).status_code == 403
    assert Membership.objects.get(user=house.anna).roles == ["owner", "secretary"]


@row("S15")
@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("rövid 7", "at least 8 characters"),
        ("password1234", "too common"),
        ("kovács cili 1", "too similar"),
        ("ZUGLÓi tarokk KÖR", "name of a club"),
    ],
)
def test_a_bad_password_is_refused_and_the_name_stays(
    client: Client, house: House, password: str, words: str
) -> None:
    house.club.name = "Zuglói Tarokk Kör"
    house.club.save()
    url = link_to(an_invitation(house))
    answer = come(client, url, name="Kovács Cili", password=password)
    assert answer.status_code == 422
    assert words in text_of(answer)
    form = forms_in(answer)[0]
    assert form.sent["name"] == "Kovács Cili" and "password" in form.faulty
    assert members_of(house) == 2


@row("S15")
@pytest.mark.parametrize("password", ["á" * 64, "hosszú mondat " * 14, " 🂡 ász tarokk 🂡 "])
def test_long_password_is_stored_to_the_last_letter(
    client: Client, house: House, password: str
) -> None:
    come(client, link_to(an_invitation(house)), password=password)
    for typed, status in ((password[:-1], 200), (password, 302)):
        sent = {"login": "Cili", "password": typed}
        answer = Client().post(reverse("account_login"), sent)
        assert answer.status_code == status


def test_taken_name_preserves_the_input_except_the_password(client: Client, house: House) -> None:
    answer = come(client, link_to(an_invitation(house)), name="Bela")
    assert answer.status_code == 422
    assert "Somebody signs in with this name already." in text_of(answer)
    assert forms_in(answer)[0].sent["name"] == "Bela"
    # What was refused with it is typed once more: no page carries a password.
    assert forms_in(answer)[0].sent["password"] == ""
    assert PASSWORD not in text_of(answer)


@row("S17")
def test_joining_starts_a_new_session(client: Client, house: House) -> None:
    client.force_login(create_denes())
    client.logout()
    session = client.session
    session["planted"] = "1"
    session.save()
    planted = session.session_key
    client.cookies["session"] = planted or ""

    come(client, link_to(an_invitation(house)))

    assert client.session.session_key != planted


def test_the_newcomer_keeps_the_language_of_the_page(client: Client, house: House) -> None:
    url = link_to(an_invitation(house))
    sent = {"key": uuid4(), "name": "Cili", "password": PASSWORD}
    client.post(url, sent, headers={"accept-language": "da"})
    assert Membership.objects.get(user__username="cili").user.language == "da"


@row("S39")
def test_token_is_neither_logged_nor_displayed(
    client: Client, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    invitation = an_invitation(house)
    url, token = link_to(invitation), token_of(invitation)
    caplog.set_level(logging.DEBUG)
    strict = Client(enforce_csrf_checks=True)
    strict.post(url)
    come(client, url)
    client.get(url)
    lines = [KeyValueFormatter().format(record) for record in caplog.records]

    assert any("/i/..." in line for line in lines)
    assert any("CSRF" in line for line in lines)
    assert not any(token in line for line in lines)


@row("S39")
def test_invitation_page_is_hidden_from_robots_and_other_sites(
    client: Client, house: House
) -> None:
    answer = client.get(link_to(an_invitation(house)))
    assert answer["X-Robots-Tag"] == "noindex, nofollow, noarchive"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cache-Control"] == "no-store"
    assert '<meta name="robots" content="noindex, nofollow, noarchive">' in text_of(answer)


# --- a new password


def a_password_url(house: House) -> str:
    link = make_password_link(club_id=house.club.id, form=a_form(house.anna), user_id=house.bela.id)
    return reverse("club:new_password", args=[token_of(link)])


def test_a_new_password_by_a_link(client: Client, house: House) -> None:
    url = a_password_url(house)
    elsewhere = Client()
    elsewhere.force_login(house.bela)
    shown = client.get(url)
    assert "You sign in as <bdi>bela</bdi>." in text_of(shown)

    answer = client.post(url, {**forms_in(shown)[0].sent, "password": NEW})

    assert answer["Location"] == "/"
    assert client.get(reverse("club:club", args=[house.club.slug])).status_code == 200
    # S18: whoever held the old session is out.
    assert elsewhere.get(reverse("club:me")).status_code == 302
    assert client.get(url).status_code == 404
    sent = {"login": "bela", "password": NEW}
    assert Client().post(reverse("account_login"), sent).status_code == 302


def test_a_bad_new_password_is_refused_and_the_link_stays(client: Client, house: House) -> None:
    User.objects.filter(pk=house.bela.pk).update(name="Kovács Béla")
    url = a_password_url(house)
    for _again in range(2):
        answer = client.post(url, {"key": uuid4(), "password": "kovács béla 1"})
        assert answer.status_code == 422 and "too similar" in text_of(answer)
    assert PasswordLink.objects.get().used_at is None


@row("S16")
def test_the_link_for_a_password_is_used_once_and_looked_at_often(
    client: Client, house: House
) -> None:
    url = a_password_url(house)
    for _each in range(5):
        assert client.get(url).status_code == 200
    assert client.post(url, {"key": uuid4(), "password": NEW}).status_code == 302
    assert client.post(url, {"key": uuid4(), "password": PASSWORD}).status_code == 404


def test_without_mail_a_lost_password_is_a_matter_for_the_owner(
    client: Client, settings: Settings
) -> None:
    assert not settings.EMAIL_CONFIGURED
    url = reverse("account_reset_password")
    assert url in text_of(client.get(reverse("account_login")))
    for answer in (client.get(url), client.post(url, {"email": "a@example.org"})):
        assert answer.status_code == 200
        assert "Ask an owner of your club" in text_of(answer)
