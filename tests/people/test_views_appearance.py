"""Appearance: chosen once, stored with the account and in the browser, for every page."""

import re
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse

from support.club_factories import House
from support.club_web import form_in, send, text_of
from support.guest_visits import a_guest_link, guest_url
from tarokk_club.club.models import Session
from tarokk_club.club.values.theming import HandSide, Theme

URL = reverse("club:appearance")
ME = reverse("club:me")


def read_appearance(client: Client, url: str) -> str:
    """The class of the page, by which its first frame has the right colours."""
    return text_of(client.get(url)).split('class="')[1].split('"')[0]


def choose(client: Client, theme: str, hand_side: str = "right", **more: str) -> Any:
    """Send the form as the page has it."""
    return send(client, URL, theme=theme, hand_side=hand_side, **more)


def test_a_chosen_look_holds_on_every_page(bela: Client, house: House) -> None:
    assert read_appearance(bela, ME) == "system"

    answer = choose(bela, "dark", next="/")

    assert answer.headers["Location"] == "/"
    assert read_appearance(bela, ME) == "dark"
    assert '<meta name="color-scheme" content="dark">' in text_of(bela.get(ME))
    house.bela.refresh_from_db()
    assert house.bela.theme == Theme.DARK


def test_account_stores_the_appearance_for_other_browsers(bela: Client, house: House) -> None:
    choose(bela, "contrast")
    elsewhere = Client()
    assert read_appearance(elsewhere, reverse("account_login")) == "system"

    elsewhere.force_login(house.bela)

    assert read_appearance(elsewhere, ME) == "contrast"


def test_a_cookie_stores_it_for_anonymous_visitors(client: Client, house: House) -> None:
    answer = choose(client, "light", next=reverse("account_login"))

    assert answer.headers["Location"] == reverse("account_login")
    assert read_appearance(client, reverse("account_login")) == "light"
    assert read_appearance(client, "/nothing/here/") == "light"
    cookie = answer.cookies[settings.THEME_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_choice_of_the_account_overrides_the_cookie(bela: Client, house: House) -> None:
    bela.cookies[settings.THEME_COOKIE_NAME] = "light"
    assert read_appearance(bela, ME) == "light"

    choose(bela, "system")
    bela.cookies[settings.THEME_COOKIE_NAME] = "light"

    assert read_appearance(bela, ME) == "system"


def test_forged_theme_cookie_is_ignored(client: Client, db: None) -> None:
    client.cookies[settings.THEME_COOKIE_NAME] = "x onload=alert"

    assert read_appearance(client, reverse("account_login")) == "system"


def test_never_redirects_to_another_site(client: Client, db: None) -> None:
    answer = choose(client, "dark", next="https://evil.example/")

    assert answer.headers["Location"] == "/"
    page = text_of(client.get(f"{URL}?next=//evil.example/"))
    assert "evil" not in page


def test_refuses_an_unknown_theme(client: Client, db: None) -> None:
    answer = choose(client, "pink")

    assert answer.status_code == 422
    assert settings.THEME_COOKIE_NAME not in answer.cookies


def test_back_link_leads_to_the_previous_page(bela: Client) -> None:
    page = text_of(bela.get(URL, headers={"referer": f"http://testserver{ME}"}))

    assert f'href="http://testserver{ME}"' in page


def test_guest_page_does_not_link_to_the_appearance_page(
    client: Client, house: House, session: Session
) -> None:
    page = text_of(client.get(guest_url(a_guest_link(house, session))))

    assert URL not in page and 'class="system"' in page


def test_a_stranger_chooses_a_language_by_its_own_name(client: Client, house: House) -> None:
    login = reverse("account_login")
    link = f'href="{URL}?language=hu"'
    assert link in re.sub(r"\s+", " ", text_of(client.get(login)))

    page = text_of(client.get(f"{URL}?language=hu"))
    assert '<html lang="hu"' in page
    # Looking chose nothing yet.
    assert '<html lang="en"' in text_of(client.get(login))
    answer = send(client, URL, theme="system", language="hu", next=login)

    cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    shown = text_of(client.get(login))
    assert '<html lang="hu"' in shown and "Saved." not in shown
    assert link not in shown
    # Who does not read Hungarian finds the way back.
    assert re.search(r'lang="en"\s*>English</a>', shown)


def test_the_browsers_own_language_is_chosen_again(client: Client, db: None) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "hu"
    send(client, URL, theme="system", language="")

    shown = client.get(reverse("account_login"), headers={"accept-language": "ro"})
    assert '<html lang="ro"' in text_of(shown)


def test_signed_in_users_choose_the_language_with_the_account(bela: Client) -> None:
    assert "language" not in form_in(bela.get(URL), URL).sent
    assert f"{URL}?language" not in text_of(bela.get(ME))
    assert '<html lang="en"' in text_of(bela.get(f"{URL}?language=hu"))


def test_refuses_an_unsupported_language(client: Client, db: None) -> None:
    assert client.get(f"{URL}?language=tlh").status_code == 200
    answer = send(client, URL, theme="system", language="tlh")

    assert answer.status_code == 422
    assert settings.LANGUAGE_COOKIE_NAME not in answer.cookies


def test_a_guest_link_without_a_language_takes_the_browsers_choice(
    client: Client, house: House, session: Session
) -> None:
    fixed = guest_url(a_guest_link(house, session, language="da"))
    free = guest_url(a_guest_link(house, session))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ro"

    assert '<html lang="da"' in text_of(client.get(fixed))
    assert '<html lang="ro"' in text_of(client.get(free))


def test_stores_the_left_hand_in_account_and_browser(bela: Client, house: House) -> None:
    choose(bela, "dark", "left")

    assert read_appearance(bela, ME) == "dark left"
    house.bela.refresh_from_db()
    assert house.bela.hand_side == HandSide.LEFT
    elsewhere = Client()
    elsewhere.force_login(house.bela)
    assert read_appearance(elsewhere, ME) == "dark left"
    del bela.cookies[settings.SESSION_COOKIE_NAME]
    assert read_appearance(bela, reverse("account_login")) == "dark left"
    (checked,) = [tag for tag in text_of(bela.get(URL)).split("<input") if 'value="left"' in tag]
    assert "checked" in checked


def test_right_hand_of_the_account_overrides_the_cookie(bela: Client) -> None:
    choose(bela, "dark", "right")
    bela.cookies[settings.THEME_COOKIE_NAME] = "light-left"

    assert read_appearance(bela, ME) == "dark"


def test_a_cookie_from_before_the_choice_keeps_its_theme(client: Client, db: None) -> None:
    client.cookies[settings.THEME_COOKIE_NAME] = "contrast"

    assert read_appearance(client, reverse("account_login")) == "contrast"


def test_refuses_an_unknown_hand_side(client: Client, db: None) -> None:
    assert choose(client, "dark", "both").status_code == 422


def test_worker_changes_with_the_hand_side(bela: Client) -> None:
    # It keeps pages, which would stay as they were.
    before = bela.get("/sw.js").content
    choose(bela, "system", "left")

    assert bela.get("/sw.js").content != before
