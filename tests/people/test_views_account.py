"""The page of one's own account, and the language in which the site speaks."""

from datetime import UTC, datetime

import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.usersessions.models import UserSession
from django.conf import settings as django_settings
from django.core.mail import EmailMessage
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from support.catalogue import row
from support.club_factories import House, a_user, create_denes
from support.club_web import form_in, send, text_of
from tarokk_club.club.models import AuditLine, Club, Membership, Role, User

pytestmark = pytest.mark.django_db
PASSWORD = "kalandos pagat"
ME, LEAVE = "/me/", "/me/sign-out/"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit Version/17.0 Safari/604"


def signed_in_as(name: str, **headers: str) -> Client:
    """A browser in which this person has signed in on the page for it."""
    client = Client(headers=headers)
    answer = client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    assert answer.status_code == 302
    return client


def language_of(response: object) -> str:
    return text_of(response).partition('lang="')[2].partition('"')[0]


def test_a_user_changes_name_and_language(client: Client, house: House) -> None:
    client.force_login(house.bela)
    form = form_in(client.get(ME), ME)
    assert form.sent["name"] == "bela"

    answer = send(client, ME, name="Kovács Béla", language="hu")

    assert answer["Location"] == ME
    house.bela.refresh_from_db()
    assert (house.bela.name, house.bela.language) == ("Kovács Béla", "hu")
    shown = client.get(ME)
    assert language_of(shown) == "hu"
    assert "<bdi>bela</bdi>" in text_of(shown)


@row("S06")
def test_nothing_else_is_changed_by_further_fields(client: Client, house: House) -> None:
    client.force_login(house.bela)
    send(client, ME, name="Béla", username="anna2", is_staff="1", is_superuser="on", email="x@y.z")
    house.bela.refresh_from_db()
    assert (house.bela.name, house.bela.username, house.bela.email) == ("Béla", "bela", "")
    assert not house.bela.is_staff and not house.bela.is_superuser


def test_a_refused_name_stays_in_its_field(client: Client, house: House) -> None:
    client.force_login(house.bela)
    answer = send(client, ME, name="Anna")
    assert answer.status_code == 422
    assert "Somebody in a club of yours has this name already." in text_of(answer)
    form = form_in(answer, ME)
    assert form.sent["name"] == "Anna" and "name" in form.faulty


def test_pages_use_the_users_language_then_the_clubs_then_the_browsers(
    client: Client, house: House
) -> None:
    danish = {"accept-language": "da"}
    club = reverse("club:club", args=[house.club.slug])
    house.club.language = "hu"
    house.club.save()
    client.force_login(house.bela)
    for page in (ME, club):
        assert language_of(client.get(page, headers=danish)) == "hu"
    client.cookies[django_settings.LANGUAGE_COOKIE_NAME] = "en"
    assert language_of(client.get(club, headers=danish)) == "en"
    User.objects.filter(pk=house.bela.pk).update(language="ro")
    for page in (ME, club):
        assert language_of(client.get(page, headers=danish)) == "ro"
    # Nobody else's next page is touched by it.
    assert language_of(Client().get(reverse("account_login"), headers=danish)) == "da"


def test_members_of_clubs_with_different_languages_get_the_browsers_language(
    client: Client, house: House
) -> None:
    User.objects.filter(pk=house.bela.pk).update(language="")
    other = Club.objects.create(name="København", slug="kbh", language="da", founded_by=house.anna)
    Membership.objects.create(user=house.bela, club=other, roles=[Role.MEMBER])
    client.force_login(house.bela)

    assert language_of(client.get(ME, headers={"accept-language": "ro"})) == "ro"
    assert language_of(client.get(reverse("club:club", args=["kbh"]))) == "da"


def test_choosing_the_clubs_language_clears_the_browsers(client: Client, house: House) -> None:
    Club.objects.filter(pk=house.club.pk).update(language="hu")
    client.force_login(house.bela)
    client.cookies[django_settings.LANGUAGE_COOKIE_NAME] = "ro"
    assert language_of(client.get(ME)) == "ro"

    send(client, ME, name="Béla", language="")

    shown = client.get(ME, headers={"accept-language": "da"})
    assert language_of(shown) == "hu"
    with translation.override("hu"):
        assert translation.gettext("Saved.") in text_of(shown)


@pytest.mark.parametrize("spoken", ["hu", "da", "ro"])
def test_a_letter_speaks_the_language_of_its_receiver(
    house: House, rf: RequestFactory, mailoutbox: list[EmailMessage], spoken: str
) -> None:
    User.objects.filter(pk=house.bela.pk).update(language=spoken)
    told = {"user": User.objects.get(pk=house.bela.pk), "password_reset_url": "https://x.example/"}
    letters = []
    for browser in ("en", spoken):
        with context.request_context(rf.get("/")), translation.override(browser):
            get_adapter().send_mail("account/email/password_reset_key", "b@example.org", told)
        letters.append(f"{mailoutbox[-1].subject} {mailoutbox[-1].body}")
        assert "password" not in letters[-1]

    assert letters[0] == letters[1]


def test_the_devices_are_listed_in_words(
    house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    phone = signed_in_as("bela", **{"user-agent": PHONE})
    for _each in range(5):
        other = signed_in_as("bela", **{"user-agent": "curl/8"})
    with django_assert_max_num_queries(14):
        shown = text_of(phone.get(ME))
    # Each in its line, and on the button that signs it out.
    assert shown.count("An unknown device") == 2 * 5
    assert shown.index("Safari on iPhone") < shown.index("An unknown device")
    # A session that was signed out is listed no more.
    other.post(reverse("account_logout"))
    assert text_of(phone.get(ME)).count("An unknown device") == 2 * 4


def test_a_sign_in_by_founding_or_link_is_listed_too(client: Client, house: House) -> None:
    client.force_login(house.bela)
    client.get(ME)
    before = UserSession.objects.count()
    signed_in_as("bela")
    assert UserSession.objects.count() == before + 1


@row("S18")
def test_signing_out_everywhere_ends_every_session(house: House) -> None:
    clients = [signed_in_as("bela") for _each in range(3)]
    anna = signed_in_as("anna")

    answer = send(clients[0], LEAVE, at=ME)

    assert answer["Location"] == reverse("account_login")
    assert [one.get(ME).status_code for one in clients] == [302, 302, 302]
    assert anna.get(ME).status_code == 200
    assert not UserSession.objects.filter(user=house.bela).exists()


def test_the_page_of_the_library_about_sign_ins_leads_to_the_own_one(
    client: Client, house: House
) -> None:
    url = reverse("usersessions_list")
    assert client.get(url)["Location"].startswith(reverse("account_login"))
    client.force_login(house.bela)
    assert client.get(url)["Location"] == ME


def test_the_greeting_after_signing_in_writes_the_name_as_the_person_does(house: House) -> None:
    User.objects.filter(pk=house.bela.pk).update(name="Béla")
    sent = {"login": "BELA", "password": PASSWORD}
    greeted = Client().post(reverse("account_login"), sent, follow=True)

    assert "Successfully signed in as Béla." in text_of(greeted)


def test_the_messages_of_signing_in_and_out_speak_the_language_of_their_page(house: House) -> None:
    User.objects.filter(pk=house.bela.pk).update(name="Béla", language="hu")
    client = Client(headers={"accept-language": "da"})
    sent = {"login": "bela", "password": PASSWORD}

    inside = client.post(reverse("account_login"), sent, follow=True)
    outside = client.post(reverse("account_logout"), follow=True)

    assert (language_of(inside), language_of(outside)) == ("hu", "da")
    assert "Bejelentkezve: Béla." in text_of(inside)
    assert "Du er logget ud." in text_of(outside)


def test_get_of_the_sign_out_url_does_not_sign_out(client: Client, house: House) -> None:
    client.force_login(house.bela)
    assert client.get(LEAVE)["Location"] == ME
    assert client.get(ME).status_code == 200


@row("S18")
def test_another_password_ends_every_other_session(house: House) -> None:
    here, there = signed_in_as("bela"), signed_in_as("bela")
    url = reverse("account_change_password")
    new = "új jelszó, jobb"
    sent = {"oldpassword": PASSWORD, "password1": new, "password2": new}

    assert here.post(url, sent).status_code == 302

    assert there.get(ME).status_code == 302
    shown = here.get(ME)
    assert shown.status_code == 200
    assert text_of(shown).count("since") == 1


def test_password_page_uses_the_template_of_the_site(client: Client, house: House) -> None:
    client.force_login(house.bela)
    shown = text_of(client.get(reverse("account_change_password")))
    assert "Back to your account" in shown and 'class="go"' in shown


def test_signing_in_is_a_line_in_the_log_of_every_club_of_the_person(house: House) -> None:
    user = create_denes()
    a_user("elek")
    for name in ("bela", "denes", "elek"):
        signed_in_as(name)
    lines = AuditLine.objects.filter(act="signed_in").values_list("club__slug", "user__username")
    assert sorted(lines) == [(user.clubs.get().slug, "denes"), (house.club.slug, "bela")]


def test_asks_for_mail_addresses_only_if_mail_is_sent(
    client: Client, house: House, settings: Settings
) -> None:
    client.force_login(house.bela)
    mail = reverse("account_email")
    assert mail not in text_of(client.get(ME))
    settings.EMAIL_CONFIGURED = True
    assert mail in text_of(client.get(ME))
    assert client.get(mail).status_code == 200


def test_the_account_page_writes_times_as_the_club_does_and_asks_before_signing_out(
    house: House,
) -> None:
    Club.objects.filter(pk=house.club.pk).update(time_zone="Pacific/Auckland")
    client = signed_in_as("bela")
    client.get(ME)
    noon = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
    UserSession.objects.update(created_at=noon)

    shown = text_of(client.get(ME))

    assert "since 2 Jul 2026, 00:00" in shown
    assert "Yes, sign out everywhere" in shown
