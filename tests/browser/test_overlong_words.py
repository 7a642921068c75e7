"""A word of 35 letters breaks rather than make a phone's page wider."""

import pytest
from django.urls import reverse

from support.catalogue import row
from support.club_factories import House, a_hand, a_session, recorded
from support.entry_phone import Phone
from support.money_tables import charge_fee, played, settle_club
from tarokk_club.club.models import Player

pytestmark = pytest.mark.ci

LONG = "Wolfeschlegelsteinhausenbergerdorff-Habsburg-Lothringen Maximilian"


@pytest.fixture
def named(house: House) -> House:
    """Anna's club with a player of this name."""
    Player.objects.filter(pk=house.players["Anna"]).update(name=LONG)
    return house


def widths(phone: Phone, path: str) -> tuple[int, int]:
    """Return the width of the page, with all of its details open, and of the screen."""
    phone.page.goto(phone.base + path)
    assert phone.page.get_by_text("Wolfeschlegel").count(), path
    phone.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    width: int = phone.page.evaluate("document.documentElement.scrollWidth")
    return width, phone.page.evaluate("innerWidth")


@row("U18")
@pytest.mark.parametrize("width", [320, 390])
def test_a_word_that_is_wider_than_the_screen_breaks(
    phone: Phone, named: House, width: int
) -> None:
    phone.page.set_viewport_size({"width": width, "height": 844})
    table = a_session(named)
    recorded(named, table, a_hand(named, "Anna", "Béla"))
    done = played(named, Anna=12345, Béla=-7000, Csaba=-5345)
    charge_fee(named, 300, "Anna")
    plan = settle_club(named)
    charge_fee(named, 700, "Anna")
    slug = named.club.slug
    for name, *part in (
        *(("session_new",), ("facts",), ("settle",), ("settled", plan.id), ("records",)),
        *(("finale", done.id), ("join", table.id), ("leave", table.id), ("session_list",)),
        *(("season", done.season_id), ("player", named.players["Anna"])),
    ):
        assert widths(phone, reverse(f"club:{name}", args=[slug, *part])) == (width, width), name
