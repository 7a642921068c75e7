"""What the entry of a hand weighs on its way to a phone that was never here."""

import re
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_house
from support.entry_phone import table_of
from tarokk_club.club.hand.forms import ENTRY_GAMES

pytestmark = pytest.mark.django_db
# The page and what it wears and runs, without the heads of the answers: `ux bytes` counts these
# and the worker too, some 13 KB more. Who has to raise one has made everybody's first visit longer.
PAGES = {
    "paskievics": 7_700,
    "illustrated": 9_500,
    "magas": 11_800,
    "zebi": 14_500,
    "danish": 7_400,
    "romanian": 7_700,
    "taper": 6_600,
}
FILES = 40_500


@pytest.fixture
def house(db: None) -> House:
    return a_house()


def opened(house: House, game: str) -> tuple[int, str]:
    """How many bytes the page travels in, and what it says."""
    client = Client()
    client.force_login(house.anna)
    place = [house.club.slug, table_of(house, game).id]
    path = reverse("club:hand_new", args=place)
    answer = client.get(path, headers={"accept-encoding": "br"})
    assert answer["Content-Encoding"] == "br"
    return len(answer.content), brotli.decompress(answer.content).decode()


@pytest.mark.parametrize("game", sorted(ENTRY_GAMES))
def test_u22_the_entry_of_a_hand_stays_within_its_bytes(house: House, game: str) -> None:
    length, page = opened(house, game)
    named = re.findall(r'<(?:script src|link rel="stylesheet"\s+href)="/static/([^"]+)"', page)
    files = {name: Path(str(finders.find(name))).read_bytes() for name in named}
    packed = {name: len(brotli.compress(text)) for name, text in files.items()}

    assert length < PAGES[game]
    assert len(packed) >= 5
    assert sum(packed.values()) < FILES, packed


def test_the_controls_of_a_figure_leave_its_name_to_their_row(house: House) -> None:
    """The script puts the two together, so each such label stands in a row with a name."""
    _length, page = opened(house, "illustrated")
    rows = re.split(r'<div class="(?:figure|told)', page)
    labelled = [row for row in rows if 'aria-label=": ' in row]

    assert len(labelled) > 8
    for row in labelled:
        assert re.match(r'[^>]* role="group" aria-label="[^":]+"', row)
    assert 'aria-label=": announced by the opponents"' in labelled[0]


def test_what_bars_a_choice_travels_without_its_side(house: House) -> None:
    _length, page = opened(house, "zebi")
    bars = dict(re.findall(r'name="(kismadar_\w+?s)" value="on"[^>]* data-bars="([^"]+)"', page))

    assert bars["kismadar_ours"] == bars["kismadar_theirs"]
    assert bars["kismadar_ours"].startswith("pagat_kismadar~|")
