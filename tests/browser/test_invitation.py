"""From the QR code to the sheet on a real phone, and the pages of the members as axe sees them."""

from functools import partial

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, expect

from support.axe_looks import find_violations
from support.club_factories import House, a_form
from support.entry_phone import Phone
from support.invitations import PASSWORD, an_invitation, link_to, token_of
from tarokk_club.club.models import Membership, Session
from tarokk_club.club.people.usecases.accounts import make_password_link


@pytest.mark.parametrize("scripted", [True, False])
@pytest.mark.ci
def test_a_guest_reads_the_sheet_after_one_form(
    phone: Phone, browser: Browser, house: House, session: Session, scripted: bool
) -> None:
    page = phone.page
    page.goto(f"{phone.base}/c/{house.club.slug}/")
    page.get_by_role("link", name="Members").tap()
    page.get_by_role("link", name="Invite somebody").tap()
    page.get_by_role("button", name="Show the QR code").tap()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    address = page.get_by_label("Link", exact=True).input_value()

    with browser.new_context(java_script_enabled=scripted, locale="en-GB") as context:
        guest = context.new_page()
        guest.goto(address)
        guest.get_by_label("Your name").fill("Cili")
        guest.get_by_label("Password").fill(PASSWORD)
        guest.get_by_role("button", name="Join the club").click()
        expect(guest.get_by_text("You are in. Welcome to the club.")).to_be_visible()
        sheet = reverse("club:sheet", args=[house.club.slug, session.id])
        guest.locator(f'a[href="{sheet}"]').first.click()
        expect(guest.locator(".seat").first).to_be_visible()
    assert Membership.objects.get(user__username="cili").roles == ["member"]


@pytest.mark.ci
def test_the_link_is_copied_by_a_tap(phone: Phone, house: House) -> None:
    page = phone.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    invitation = an_invitation(house)
    page.goto(phone.base + reverse("club:invitation", args=[house.club.slug, invitation.id]))

    page.get_by_role("button", name="Copy the link").tap()

    expect(page.get_by_text("The link is copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == phone.base + link_to(invitation)


@pytest.mark.axe
@pytest.mark.parametrize("signed_in", [True, False])
def test_axe_finds_nothing_on_the_pages_of_the_members(
    phone: Phone, house: House, browser: Browser, signed_in: bool
) -> None:
    club, slug = house.club, house.club.slug
    invitation = an_invitation(house, player="Cili", by=None)
    link = make_password_link(club_id=club.id, form=a_form(house.anna), user_id=house.bela.id)
    own = [
        reverse("club:member", args=[slug, house.bela.id]),
        reverse("club:member", args=[slug, house.anna.id]),
        reverse("club:invitation", args=[slug, invitation.id]),
        reverse("club:password_link", args=[slug, link.id]),
        reverse("club:me"),
        reverse("account_change_password"),
        link_to(invitation),
    ]
    strange = [
        link_to(invitation),
        reverse("club:new_password", args=[token_of(link)]),
        reverse("account_reset_password"),
    ]
    page = phone.page
    if not signed_in:
        page.context.clear_cookies()
    for path in own if signed_in else strange:
        assert find_violations(page, partial(page.goto, phone.base + path)) == [], path
