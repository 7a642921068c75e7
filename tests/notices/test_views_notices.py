"""The page where notices are chosen, the phones on it, and the link that stops letters."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as site
from django.core import signing
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from support.club_factories import House, a_user
from support.club_web import form_in, send, text_of
from support.notices_house import save_notice_choices, with_both_ways
from support.page_reader import forms_of
from support.push_receiver import HOST, Browser, plain
from tarokk_club.club.models import NoticeChannel, NoticeChoice, NoticeKind, PushDevice, User
from tarokk_club.club.notices.defaults import OFFERED
from tarokk_club.club.notices.push_keys import derive_public_key
from tarokk_club.club.notices.queries.recipients import load_notice_choices, wants_notice
from tarokk_club.club.notices.unsubscribe import SALT, build_unsubscribe_url
from tarokk_club.club.notices.usecases.devices import MOST

pytestmark = pytest.mark.django_db
PAGE, PHONE = "/me/notices/", "/me/notices/phone/"
PASSWORD = "kalandos pagat"


@pytest.fixture
def bela(house: House, settings: Settings) -> User:
    """Who has an address, on a site with both ways."""
    with_both_ways(settings)
    house.bela.email = "bela@example.org"
    house.bela.save()
    return house.bela


def subscription_data(browser: Browser, **changes: Any) -> dict[str, str]:
    """What the script fills in on a phone."""
    return {
        "key": str(uuid4()),
        "endpoint": f"https://{HOST}/send/abc",
        "p256dh": plain(browser.point),
        "auth": plain(browser.secret),
        "server": derive_public_key(),
        **changes,
    }


def in_browser(name: str = "bela") -> Client:
    """A browser in which somebody has signed in on the page for it."""
    client = Client(headers={"User-Agent": "Mozilla/5.0 (Android 15; Mobile) Firefox/130.0"})
    form = {"login": name, "password": PASSWORD}
    assert client.post(reverse("account_login"), form).status_code == 302
    return client


def test_a_user_chooses_notices_and_ways(client: Client, bela: User) -> None:
    client.force_login(bela)
    form = form_in(client.get(PAGE), PAGE)
    ticked = {name for name in form.sent if "_" in name and not name.startswith("csrf")}
    usual = ("plan", "paid", "disputed", "objection", "key")
    assert ticked == {f"letter_{kind}" for kind in usual}

    answer = send(client, PAGE, letter_plan=None, push_plan="on", letter_debts="on")

    assert answer["Location"] == PAGE
    held = {one for one, wanted in load_notice_choices(bela).items() if wanted}
    assert (NoticeKind.PLAN, NoticeChannel.PUSH) in held and (
        NoticeKind.DEBTS,
        NoticeChannel.LETTER,
    ) in held
    assert (NoticeKind.PLAN, NoticeChannel.LETTER) not in held
    assert (NoticeKind.PAID, NoticeChannel.LETTER) in held


def test_unticked_choices_stay_off_and_push_is_off_by_default(bela: User) -> None:
    assert not any(
        wanted
        for (_kind, way), wanted in load_notice_choices(bela).items()
        if way == NoticeChannel.PUSH
    )
    assert not wants_notice(bela.pk, NoticeKind.EVENING, NoticeChannel.PUSH)


def test_without_a_mail_server_letters_are_hidden_and_their_choices_stay(
    client: Client, bela: User, settings: Settings
) -> None:
    save_notice_choices(bela, NoticeKind.DEBTS, letter=True)
    settings.EMAIL_CONFIGURED = False
    client.force_login(bela)
    page = text_of(client.get(PAGE))
    assert "names no mail server" in page or "set up no mail server" in page
    assert "letter_plan" not in page

    send(client, PAGE, push_plan="on")
    assert load_notice_choices(bela)[NoticeKind.DEBTS, NoticeChannel.LETTER]
    assert load_notice_choices(bela)[NoticeKind.PLAN, NoticeChannel.PUSH]


def test_without_an_address_the_page_links_to_the_email_settings(
    client: Client, bela: User
) -> None:
    User.objects.update(email="")
    client.force_login(bela)
    page = text_of(client.get(PAGE))

    assert "you have not given one" in page
    assert reverse("account_email") in page
    assert "letter_plan" not in page and "push_plan" in page


def test_plain_http_shows_a_sentence_instead_of_phones(
    client: Client, bela: User, settings: Settings
) -> None:
    settings.HTTPS = False
    client.force_login(bela)
    page = text_of(client.get(PAGE))

    assert "plain http" in page
    assert "this-phone" not in page and "push_plan" not in page
    assert client.post(PHONE, subscription_data(Browser()))["Location"] == PAGE
    assert PushDevice.objects.count() == 0


def test_with_neither_way_there_is_nothing_to_choose(client: Client, house: House) -> None:
    client.force_login(house.bela)
    answer = client.get(PAGE)

    assert answer.status_code == 200
    assert "<table" not in text_of(answer)
    client.post(PAGE, {"key": str(uuid4()), "letter_plan": "on"})
    assert not any(NoticeChoice.objects.values_list("letter", flat=True).filter(kind="debts"))


def test_phone_is_stored_listed_and_removed(bela: User) -> None:
    client = in_browser()
    assert client.post(PHONE, subscription_data(Browser()))["Location"] == PAGE

    device = PushDevice.objects.get()
    assert device.user == bela
    page = client.get(PAGE)
    assert "Firefox on Android" in text_of(page) and "data-this-phone" in text_of(page)

    client.post(reverse("club:notices_phone_drop", args=[device.pk]))
    assert PushDevice.objects.count() == 0


def test_same_phone_is_stored_once_with_its_newest_address(bela: User) -> None:
    client = in_browser()
    browser = Browser()
    for path in ("a", "a", "b"):
        client.post(PHONE, subscription_data(browser, endpoint=f"https://{HOST}/{path}"))

    assert [one.endpoint for one in PushDevice.objects.all()] == [f"https://{HOST}/b"]


@pytest.mark.parametrize(
    "changes",
    [
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "https://localhost/x"},
        {"endpoint": "https://push.example.org:8443/x"},
        {"endpoint": "https://push.example.org/" + "x" * 1000},
        {"endpoint": ""},
        {"p256dh": "AAAA"},
        {"p256dh": "\0"},
        {"auth": "AAAA"},
        {"auth": "é"},
        {"server": "another key"},
        {"key": "no key"},
    ],
)
def test_refuses_an_invalid_subscription_with_a_sentence(
    bela: User, changes: dict[str, str]
) -> None:
    client = in_browser()
    answer = client.post(PHONE, subscription_data(Browser(), **changes))

    assert answer.status_code == 422
    assert 'class="faults"' in text_of(answer)
    assert PushDevice.objects.count() == 0


def test_number_of_phones_is_limited(bela: User) -> None:
    for number in range(MOST):
        Browser().device(bela, path=f"/{number}")
    answer = in_browser().post(PHONE, subscription_data(Browser()))

    assert answer.status_code == 422
    assert "remove one of them first" in text_of(answer)


def test_phone_of_another_user_cannot_be_removed(client: Client, bela: User) -> None:
    device = Browser().device(bela)
    client.force_login(a_user("zoli"))
    client.post(reverse("club:notices_phone_drop", args=[device.pk]))
    client.get(reverse("club:notices_phone_drop", args=[device.pk]))

    assert PushDevice.objects.count() == 1


def test_phone_shows_only_the_notices_of_its_new_owner(bela: User, house: House) -> None:
    client = in_browser()
    client.post(PHONE, subscription_data(Browser()))
    client.cookies.pop(site.SESSION_COOKIE_NAME)
    client.post(reverse("account_login"), {"login": "anna", "password": PASSWORD})

    assert PushDevice.objects.count() == 0
    client.post(PHONE, subscription_data(Browser()))
    assert PushDevice.objects.get().user == house.anna


def test_signing_out_unsubscribes_only_this_phone(bela: User) -> None:
    client, other = in_browser(), in_browser()
    client.post(PHONE, subscription_data(Browser()))
    other.post(PHONE, subscription_data(Browser(), endpoint=f"https://{HOST}/other"))
    client.post(reverse("account_logout"))

    assert [one.endpoint for one in PushDevice.objects.all()] == [f"https://{HOST}/other"]


def test_signing_a_device_out_removes_its_phone(bela: User) -> None:
    client, other = in_browser(), in_browser()
    client.post(PHONE, subscription_data(Browser()))
    other.post(PHONE, subscription_data(Browser(), endpoint=f"https://{HOST}/other"))
    forms = [form.action for form in forms_of(text_of(other.get("/me/")))]
    (away,) = (one for one in forms if re.fullmatch(r"/me/sign-out/\d+/", one))
    other.post(away)
    assert [one.endpoint for one in PushDevice.objects.all()] == [f"https://{HOST}/other"]

    client = in_browser()
    client.post(PHONE, subscription_data(Browser()))
    other.post("/me/sign-out/")
    assert PushDevice.objects.count() == 0


def test_signing_in_again_keeps_the_phone(bela: User) -> None:
    client = in_browser()
    client.post(PHONE, subscription_data(Browser()))
    client.cookies.pop(site.SESSION_COOKIE_NAME)
    client.post(reverse("account_login"), {"login": "bela", "password": PASSWORD})

    device = PushDevice.objects.get()
    assert device.session_key == client.session.session_key


def test_new_password_removes_other_phones(bela: User) -> None:
    client, other = in_browser(), in_browser()
    client.post(PHONE, subscription_data(Browser()))
    other.post(PHONE, subscription_data(Browser(), endpoint=f"https://{HOST}/other"))
    changes = {"oldpassword": PASSWORD, "password1": "nagy kaland 2", "password2": "nagy kaland 2"}
    assert client.post(reverse("account_change_password"), changes).status_code == 302

    assert [one.endpoint for one in PushDevice.objects.all()] == [f"https://{HOST}/send/abc"]


def test_the_page_costs_the_same_with_many_phones(
    client: Client, bela: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(bela)
    client.get(PAGE)
    counted = django_assert_num_queries
    for seen in range(2):
        # Session, account, its language, choices, phones.
        with counted(5):
            assert client.get(PAGE).status_code == 200
        for number in range(MOST):
            Browser().device(bela, path=f"/{seen}/{number}")


def stop(user: User, kind: NoticeKind = NoticeKind.PLAN) -> str:
    return build_unsubscribe_url(user.pk, kind).removeprefix(site.SITE_ADDRESS)


def test_a_letters_link_asks_first_and_stops_by_its_button_signed_out(
    client: Client, bela: User
) -> None:
    save_notice_choices(bela, NoticeKind.PLAN, letter=True, push=True)
    url = stop(bela)
    page = client.get(url)
    assert "A plan says what you pay or get" in text_of(page)
    assert "bela" not in text_of(page).replace(url, "")
    assert wants_notice(bela.pk, NoticeKind.PLAN, NoticeChannel.LETTER)

    client.post(url, {"key": str(uuid4())})
    assert not wants_notice(bela.pk, NoticeKind.PLAN, NoticeChannel.LETTER)
    assert wants_notice(bela.pk, NoticeKind.PLAN, NoticeChannel.PUSH)
    assert wants_notice(bela.pk, NoticeKind.PAID, NoticeChannel.LETTER)
    assert "these e-mails have stopped" in text_of(client.get(f"{url}?stopped"))


def test_the_link_can_stop_all_letters(client: Client, bela: User) -> None:
    client.post(stop(bela), {"key": str(uuid4()), "everything": "1"})

    assert not any(wants_notice(bela.pk, kind, NoticeChannel.LETTER) for kind in OFFERED)


def test_a_mail_program_may_press_the_button(bela: User) -> None:
    """RFC 8058: no cookie, no page before, no token of a form."""
    client = Client(enforce_csrf_checks=True)
    answer = client.post(stop(bela), {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 204
    assert not wants_notice(bela.pk, NoticeKind.PLAN, NoticeChannel.LETTER)


def test_a_cancelled_evening_is_stopped_as_evenings_are(client: Client, bela: User) -> None:
    save_notice_choices(bela, NoticeKind.EVENING, letter=True)
    client.post(stop(bela, NoticeKind.CANCELLED), {"key": str(uuid4())})

    assert not wants_notice(bela.pk, NoticeKind.CANCELLED, NoticeChannel.LETTER)


def test_a_link_that_was_tampered_with_is_none(client: Client, bela: User, house: House) -> None:
    good = stop(bela)
    other = stop(house.anna)
    mixed = other.rpartition(":")[0] + ":" + good.rpartition(":")[2]
    foreign = reverse("club:notices_stop", args=[signing.dumps([str(bela.pk), "x"], salt=SALT)])
    nobody = reverse("club:notices_stop", args=[signing.dumps([str(uuid4()), "plan"], salt=SALT)])
    for url in (good[:-2] + "x/", mixed, foreign, nobody, "/n/x/"):
        assert client.get(url).status_code == client.post(url).status_code == 404
    assert NoticeChoice.objects.count() == 0


def test_a_link_speaks_the_language_of_its_person(client: Client, bela: User) -> None:
    User.objects.filter(pk=bela.pk).update(language="hu")

    assert 'lang="hu"' in text_of(client.get(stop(bela)))
