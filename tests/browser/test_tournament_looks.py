"""The layout of tournament pages with long words and figures."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House
from support.entry_phone import sign_in
from support.guest_visits import a_guest_link, guest_url
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.models import Player, Tournament

pytestmark = pytest.mark.ci

LONG = "Szentgyörgyi-Nagymihályi Erzsébet Bernadett"
# Pixels of the order that lie beyond the edge of what is seen of it.
BEYOND = "one => one.scrollWidth - one.clientWidth"


def a_played(house: House, **changes: object) -> Tournament:
    """A tournament that was played to its end, with sums of five digits."""
    Player.objects.filter(pk=house.players["Anna"]).update(name=LONG)
    tournament = a_tournament(house, 8, rounds=1, xxi_table=True, **changes)
    for _round in range(tournament.all_rounds):
        for session in begun(house, tournament):
            close_with_points(house, session, 12_345, 12_345, 12_345, -37_035)
    return tournament


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("final_rounds", [0, 1])
def test_a_phone_shows_every_figure_of_the_order(
    page: Page, live_server: LiveServer, house: House, width: int, final_rounds: int
) -> None:
    tournament = a_played(house, final_rounds=final_rounds, carry="half")
    house.club.language = "hu"
    house.club.save()
    sign_in(page.context, live_server, house.anna)
    page.set_viewport_size({"width": width, "height": 844})

    page.goto(live_server.url + reverse("club:tournament", args=[house.club.slug, tournament.id]))

    order = page.locator(".scroll").first
    expect(order).to_contain_text(LONG)
    assert order.evaluate(BEYOND) == 0


def test_the_button_of_the_file_is_not_on_the_printed_certificate(
    page: Page, live_server: LiveServer, house: House
) -> None:
    tournament = a_played(house)
    sign_in(page.context, live_server, house.anna)
    address = reverse("club:tournament_certificates", args=[house.club.slug, tournament.id])
    page.goto(live_server.url + address)
    link = page.get_by_role("link", name="Certificates (PDF)")
    expect(link).to_be_visible()

    page.emulate_media(media="print")

    expect(link).to_be_hidden()
    expect(page.locator(".certificate").first).to_be_visible()


def test_a_desk_shows_the_words_of_every_tie_break_whole(
    page: Page, live_server: LiveServer, house: House
) -> None:
    sign_in(page.context, live_server, house.anna)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(live_server.url + reverse("club:tournament_new", args=[house.club.slug]))
    page.locator("details", has_text="tie-breaks").locator("summary").first.click()

    # A choice is as wide as its longest word where nothing holds it; less than that cuts it.
    short = """row => row.map(one => {
        const wide = one.clientWidth;
        one.classList.add("as-it-likes");
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("select.as-it-likes { width: max-content }");
        document.adoptedStyleSheets = [sheet];
        return [one.name, one.clientWidth - wide];
    }).filter(([_name, short]) => short > 0)"""
    assert page.locator(".breaks select").evaluate_all(short) == []


def test_the_name_field_shows_its_whole_placeholder(
    page: Page, live_server: LiveServer, house: House
) -> None:
    tournament = a_tournament(house, 8)
    link = live_server.url + guest_url(a_guest_link(house, tournament))
    house.club.language = "ro"
    house.club.save()

    page.goto(link)

    left = """one => {
        const style = getComputedStyle(one), sides = [style.paddingLeft, style.paddingRight];
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = `${style.fontSize} ${style.fontFamily}`;
        const room = one.clientWidth - sides.map(parseFloat).reduce((a, b) => a + b);
        return room - pen.measureText(one.placeholder).width;
    }"""
    assert page.get_by_label("Numele").evaluate(left) > 0
