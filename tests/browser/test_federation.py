"""A tournament of 44 from three clubs, from the entries to the ranking of a federation."""

import os
import re
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import House
from support.entries import a_link, register_person
from support.entry_phone import sign_in
from support.rankings import a_person_of, a_second_house, play_tournament, publish_tournaments
from support.tournament_tables import (
    a_tournament,
    close_with_points,
    create_players,
    read_drawn_round,
)
from tarokk_club.club.models import Club, Ranking, Tournament
from tarokk_club.club.rankings.queries.rankings import load_ranking_table
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.values.draws import DrawKind, Publishing
from tarokk_club.club.values.naming import Naming

pytestmark = pytest.mark.ci

# A folder for pictures of what the journey sees; none unless somebody looks at them.
PICTURES = os.environ.get("TAROKK_PICTURES", "")
BUDA = "Név;Klub;Értékszám\n" + "\n".join(f"Budai {at:02};Buda;{1500 + at}" for at in range(16))
SZEGED = [f"Szegedi {at:02}" for at in range(16)]


def look(page: Page, name: str) -> None:
    """Take a picture on a phone and on a desk."""
    for width, height in ((390, 844), (1280, 900)) if PICTURES else ():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=Path(PICTURES) / f"{name}-{width}.png", full_page=True)


class Organiser:
    """Anna's phone in a tournament."""

    def __init__(self, page: Page, base: str, house: House, cup: Tournament) -> None:
        self.page, self.base, self.house, self.cup = page, base, house, cup

    def goes(self, name: str = "tournament") -> None:
        """Open a page of the tournament."""
        self.page.goto(
            self.base + reverse(f"club:{name}", args=[self.house.club.slug, self.cup.pk])
        )

    def tap(self, name: str) -> None:
        """Tap a button."""
        self.page.get_by_role("button", name=name).click()

    def reads(self, text: str) -> None:
        """Wait for a text."""
        expect(self.page.get_by_text(text).first).to_be_visible()


def entered(anna: Organiser) -> None:
    """Twelve of the club, sixteen by the link, sixteen from a table."""
    link = a_link(anna.house, anna.cup)
    for name in SZEGED:
        register_person(link, name, club_name="Szeged")
    anna.goes("entries")
    anna.tap("Accept 16 entries")
    anna.page.get_by_role("link", name="Enter players from a table").click()
    anna.page.get_by_label("Paste the table here").fill(BUDA)
    anna.tap("Show it first")
    anna.tap("Enter these players")
    anna.reads("16 players are entered.")
    assert anna.cup.entrants.filter(gone=False).count() == 44


def checked_in(anna: Organiser) -> None:
    """One by name at the door, the rest at once."""
    anna.goes("door")
    anna.tap("Begin the check-in")
    anna.page.get_by_label("Name", exact=True).fill("Szegedi 07")
    anna.tap("Search")
    anna.tap("Szegedi 07 is here")
    anna.reads("1 of 44 are here.")
    anna.page.get_by_text("All are here").first.click()
    if anna.page.get_by_role("button", name="All are here").is_visible():
        anna.tap("All are here")
    anna.reads("44 of 44 are here.")
    look(anna.page, "door")


def drawn_and_published(anna: Organiser, number: int) -> None:
    """The draw, a swap of two players, and the pairings for everybody."""
    anna.goes()
    anna.page.get_by_role("link", name=f"Draw round {number}").click()
    anna.tap("Keep this draw, publish later")
    anna.reads("Drawn, not published")
    seats = read_drawn_round(anna.cup).seats
    assert sorted(map(len, seats.tables)) == [4] * 11
    one, other = seats.tables[0][0], seats.tables[1][0]
    anna.page.get_by_text("Swap two players").click()
    form = anna.page.locator("details", has_text="Swap two players")
    form.get_by_label("Player").select_option(one)
    form.get_by_label("Changes places with").select_option(other)
    form.get_by_role("button", name="Show what changes").click()
    anna.tap("Change the seats")
    anna.reads("The seats are changed.")
    assert other in read_drawn_round(anna.cup).seats.tables[0]
    look(anna.page, f"swapped-{number}")
    anna.tap(f"Publish round {number}")
    anna.reads("The pairings are published.")


def played_round(anna: Organiser, number: int) -> None:
    """Every table ends 9, 3, -4, -8, and is closed."""
    tables = [one.session for one in load_counting_tables(anna.cup) if one.round == number]
    assert len(tables) == 11
    for table in tables:
        close_with_points(anna.house, table, 9, 3, -4, -8)


def ranked(anna: Organiser, other: House) -> Ranking:
    """A ranking that Anna makes and the other owner joins, with pages of the site only."""
    page, slug = anna.page, anna.house.club.slug
    page.goto(anna.base + reverse("club:tournaments", args=[slug]))
    page.get_by_role("link", name="Rankings of several clubs").click()
    look(page, "rankings")
    page.get_by_role("link", name="Make a ranking").click()
    page.get_by_label("Name", exact=True).fill("Országos ranglista")
    page.get_by_label("How many tournaments of a player count").fill("2")
    page.get_by_label("Points of each place").fill("25 18 15 12 10 8 6 4 2 1")
    page.get_by_text(other.club.name, exact=True).click()
    look(page, "ranking-new")
    anna.tap("Next: which tournaments count")
    page.get_by_text(re.compile("Országos kupa")).click()
    look(page, "ranking-tournaments")
    anna.tap("Take part with these" if page.get_by_text("Take part with these").count() else "Save")
    anna.reads("asked, has not agreed")
    look(page, "ranking")
    return Ranking.objects.get()


def joined(page: Page, base: str, other: House, ranking: Ranking) -> None:
    """The owner of the other club lets its tournament count."""
    page.goto(base + reverse("club:ranking", args=[other.club.slug, ranking.pk]))
    page.get_by_role("link", name="Tournaments that count").click()
    page.get_by_text(re.compile("Őszi kupa")).click()
    page.get_by_role("button", name="Take part with these").click()
    expect(page.get_by_text("asked, has not agreed")).to_have_count(0)


@row("S112")
def test_three_clubs_play_and_are_ranked(
    browser: Browser, live_server: LiveServer, house: House
) -> None:
    other = a_second_house()
    for one in (house, other):
        publish_tournaments(one)
        Club.objects.filter(pk=one.club.pk).update(guest_names=Naming.FULL)
    play_tournament(other, 9, 3, -5, -7, name="Őszi kupa")
    cup = a_tournament(
        house,
        12,
        name="Országos kupa",
        publishing=Publishing.WHEN_READY,
        draw_kind=DrawKind.STANDINGS,
    )
    assert len(create_players(house, 12)) == 12
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        sign_in(context, live_server, house.anna)
        anna = Organiser(context.new_page(), live_server.url, house, cup)
        entered(anna)
        checked_in(anna)
        for number in (1, 2):
            drawn_and_published(anna, number)
            played_round(anna, number)
        anna.goes()
        look(anna.page, "final")
        standing = load_standing(cup)
        assert standing.final and len(standing.results) == 44
        still_locked(anna)
        ranking = ranked(anna, other)
    person = a_person_of((house, "Anna"), (other, "Erzsi"))
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        sign_in(context, live_server, other.anna)
        joined(context.new_page(), live_server.url, other, ranking)
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        sign_in(context, live_server, person)
        page = context.new_page()
        page.goto(live_server.url + reverse("club:ranking", args=[other.club.slug, ranking.pk]))
        look(page, "consent")
        page.get_by_role("button", name="Rank me as one person").click()
        expect(page.get_by_text("You are ranked as one person.")).to_be_visible()
    read_by_everybody(browser, live_server.url, ranking)


def still_locked(anna: Organiser) -> None:
    """No table opens again; tests/tournaments/test_lock_of_forms.py tries every other door."""
    table, places = load_counting_tables(anna.cup)[0].session, places_of(anna.cup)
    closing = reverse("club:closing", args=[anna.house.club.slug, table.pk])
    anna.page.goto(anna.base + closing)
    anna.page.locator(".foot button").click()
    look(anna.page, "locked")
    table.refresh_from_db()
    assert table.closed and places_of(anna.cup) == places


def places_of(cup: Tournament) -> list[tuple[int, str]]:
    """Place and player of each row of the result."""
    return [(row.place, row.player_id) for row in load_standing(cup).results]


def read_by_everybody(browser: Browser, base: str, ranking: Ranking) -> None:
    """Somebody without an account finds the ranking from the list of clubs, and takes its file."""
    rows = load_ranking_table(ranking).rows
    assert len(rows) == 47 and {len(one.players) for one in rows} == {1, 2}
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(base + reverse("club:public_clubs"))
        page.get_by_role("link", name="Zugló").click()
        page.get_by_role("link", name="Országos ranglista").click()
        expect(page.locator("table tbody tr")).to_have_count(47)
        expect(page.get_by_text("Szeged", exact=True)).to_have_count(16)
        look(page, "public-ranking")
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) <= 0
        with page.expect_download() as download:
            page.get_by_role("link", name="Rating file (CSV)").click()
        lines = Path(str(download.value.path())).read_text("utf-8-sig").splitlines()
        # A heading, 44 seats in two rounds, four in the other tournament.
        assert len(lines) == 1 + 2 * 44 + 4
