"""A passkey from its making to its end, with an authenticator that the browser itself plays."""

import re

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House


@pytest.fixture
def key_holder(page: Page, live_server: LiveServer) -> Page:
    """A phone whose owner always unlocks it."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return page


@pytest.mark.ci
def test_a_passkey_is_added_opens_the_book_and_is_removed(
    key_holder: Page, live_server: LiveServer, house: House
) -> None:
    page = key_holder
    complaints: list[str] = []
    page.on("console", lambda one: complaints.append(one.text) if one.type == "error" else None)
    # A passkey belongs to a name: an address of numbers has none.
    base = live_server.url.replace("127.0.0.1", "localhost")
    page.goto(f"{base}/accounts/login/")
    page.get_by_label("Username").fill("anna")
    page.get_by_label("Password").fill("kalandos pagat")
    page.get_by_role("button", name="Sign in", exact=True).tap()
    page.get_by_role("link", name="Your account").tap()
    page.get_by_role("link", name="Passkeys").tap()
    page.get_by_role("link", name="Add a passkey").tap()
    page.get_by_label("Name of the passkey").fill("Anna's phone")
    page.get_by_role("button", name="Add the passkey").tap()
    expect(page.get_by_text("The passkey is added")).to_be_visible()
    page.goto(f"{base}/accounts/logout/")
    page.get_by_role("button", name="Sign out").tap()
    expect(page).to_have_url(f"{base}/accounts/login/")

    page.goto(f"{base}/accounts/login/?next=/me/")
    page.get_by_role("button", name="Sign in with a passkey").tap()

    expect(page).to_have_url(re.compile("/me/$"))
    page.get_by_role("link", name="Passkeys").tap()
    page.get_by_role("link", name="Anna's phone").tap()
    page.get_by_role("link", name="Remove this passkey").tap()
    page.get_by_role("button", name="Remove the passkey").tap()
    expect(page.get_by_text("You have no passkey yet")).to_be_visible()
    assert not Authenticator.objects.exists()
    assert complaints == []
