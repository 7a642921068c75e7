"""A guest looks for a table: a plain search that follows the rounds and shows nothing more."""

import time

import pytest
import time_machine
from django.core.cache import caches
from django.test import Client

from support.club_factories import House
from support.club_web import text_of
from support.guest_visits import a_guest_link, guest_url, set_guest_names
from support.tournament_tables import a_tournament, begun, close_with_points, create_players
from tarokk_club.club.models import GuestLink, Player, Tournament
from tarokk_club.club.pages.anonymous_page_cache import ANONYMOUS_PAGES
from tarokk_club.club.tournaments.queries import wall
from tarokk_club.club.values.naming import Naming

NAMES = ("Nagy-Kiss Éva", "Nagy Ádám", "Kovács Béla", "Tóth Örs")


@pytest.fixture
def cup(house: House) -> Tournament:
    for pk, name in zip(create_players(house, 4), NAMES, strict=True):
        Player.objects.filter(pk=pk).update(name=name, name_key=name.casefold())
    caches[ANONYMOUS_PAGES].clear()
    return a_tournament(house, 4, rounds=1)


@pytest.fixture
def link(house: House, cup: Tournament) -> GuestLink:
    set_guest_names(house.club, Naming.FULL)
    return a_guest_link(house, cup)


def search_name(link: GuestLink, name: str, page: str = "guest") -> str:
    """Return the texts below the heading of the search."""
    text = text_of(Client().get(guest_url(link, page), {"name": name}))
    return text.partition('class="found card"')[2].partition("</section>")[0]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("nagy", {NAMES[0], NAMES[1]}),
        ("eva nagy", {NAMES[0]}),
        ("KOVACS b", {NAMES[2]}),
        ("toth", {NAMES[3]}),
        ("agy", set()),
        (" . ", set()),
        ("12", set()),
    ],
)
def test_finds_a_name_in_any_spelling(
    house: House, cup: Tournament, link: GuestLink, name: str, found: set[str]
) -> None:
    begun(house, cup)

    told = search_name(link, name)

    assert {one for one in NAMES if one in told} == found
    assert told.count("Table 1") == len(found)


def test_the_table_appears_with_the_round_and_the_place_with_the_first_hand(
    house: House, cup: Tournament, link: GuestLink
) -> None:
    assert "not drawn yet" in search_name(link, "béla")
    (session,) = begun(house, cup)
    assert "Table 1" in search_name(link, "béla") and "Place" not in search_name(link, "béla")
    points = {str(pk): won for pk, won in zip(session.seats, (9, 3, -4, -8), strict=True)}

    close_with_points(house, session, 9, 3, -4, -8)

    bela = str(Player.objects.get(name=NAMES[2]).pk)
    place = sorted(points.values(), reverse=True).index(points[bela]) + 1
    assert f"Place {place}" in search_name(link, "béla", "guest_live")


def test_a_searched_player_is_followed_by_polling(
    house: House, cup: Tournament, link: GuestLink
) -> None:
    page = text_of(Client().get(guest_url(link), {"name": "Tóth Örs"}))
    where = f"{guest_url(link, 'guest_live')}?name=T%C3%B3th+%C3%96rs"
    assert f'hx-get="{where}"' in page
    first = Client().get(where)
    assert f'hx-get="{where}"' in text_of(first)
    tag = first.headers["ETag"]
    assert Client().get(where, headers={"if-none-match": tag}).status_code == 304
    # Another name at the same address is another page.
    other = guest_url(link, "guest_live")
    assert Client().get(other, headers={"if-none-match": tag}).status_code == 200

    begun(house, cup)
    with time_machine.travel(time.time() + 1.5, tick=False):
        assert "Table 1" in text_of(Client().get(where, headers={"if-none-match": tag}))


def test_a_search_result_does_not_rotate(
    house: House, cup: Tournament, link: GuestLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall, "ROWS_AT_ONCE", 2)
    (table,) = begun(house, cup)
    close_with_points(house, table, 3, 1, -1, -3)

    whole, found = (Client().get(guest_url(link), query) for query in ({}, {"name": "toth"}))

    assert "show=pages" in whole.content.decode()
    assert "show=pages" not in found.content.decode()


def test_the_wall_of_a_guest_lists_the_names_as_guests_read_them(
    house: House, cup: Tournament, link: GuestLink
) -> None:
    begun(house, cup)
    set_guest_names(house.club, Naming.INITIALS)

    shown = text_of(Client().get(guest_url(link), {"show": "seats"}))

    assert "<bdi>K. B.</bdi>" in shown and "Kovács" not in shown
    assert "<b>Table 1</b>, seat 1" in shown
    assert f"{guest_url(link, 'guest_live')}?show=seats&amp;part=1" in shown
    # Another view of the wall is another page for its poll.
    live = guest_url(link, "guest_live")
    tag = Client().get(live).headers["ETag"]
    other = Client().get(f"{live}?show=seats&part=1", headers={"if-none-match": tag})
    assert other.status_code == 200


def test_search_by_full_name_reveals_no_initialled_player(
    house: House, cup: Tournament, link: GuestLink
) -> None:
    begun(house, cup)
    set_guest_names(house.club, Naming.INITIALS)

    assert "Nobody here has this name" in search_name(link, "Kovács")
    assert "K. B." in search_name(link, "KB") and "Table 1" in search_name(link, "k b")


@pytest.mark.parametrize("name", ["Kovács Béla", "béla kovács", "Kádár-Nagy Bence", "Kun B 2"])
def test_search_by_full_name_matches_its_initials(
    house: House, cup: Tournament, link: GuestLink, name: str
) -> None:
    begun(house, cup)
    set_guest_names(house.club, Naming.INITIALS)

    told = search_name(link, name)

    assert "K. B." in told and told.count("Table 1") == 1
    # Other words with the same letters are told the same, so that nobody learns a name by asking.
    assert search_name(link, f"{name} Ödön").count("Table 1") == 0


def test_reports_a_player_without_a_table(house: House, link: GuestLink) -> None:
    cup = a_tournament(house, 4, rounds=1)
    link = a_guest_link(house, cup)
    begun(house, cup)
    cup.entrants.create(player=Player.objects.create(club=house.club, name="Későn Érkező"))

    assert "no table in this round" in search_name(link, "későn")


def test_a_typed_name_is_escaped(cup: Tournament, link: GuestLink) -> None:
    assert cup.entrants.exists()
    page = text_of(Client().get(guest_url(link), {"name": '"><script>x</script>' * 9}))

    assert "<script>x" not in page
    assert "Nobody here has this name" in page


def test_shows_the_end_of_a_round_and_the_time_left(
    house: House, cup: Tournament, link: GuestLink
) -> None:
    Tournament.objects.filter(pk=cup.pk).update(minutes=45)
    (session,) = begun(house, cup)
    with time_machine.travel(session.created_at.timestamp() + 600, tick=False):
        page = text_of(Client().get(guest_url(link)))
    assert 'data-left="2100"' in page and "End of the round:" in page
    with time_machine.travel(session.created_at.timestamp() + 9999, tick=False):
        assert 'data-left="0"' in text_of(Client().get(guest_url(link)))
