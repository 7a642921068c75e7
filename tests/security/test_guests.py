"""The reach of a guest link and its end: rows S40 to S42 and S45 of the catalogue.

The guests of these tests know only the address.
"""

import re
import secrets
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from support.attackers import World, a_client, crawl, hash_database
from support.catalogue import row
from support.club_factories import SEATED, a_form
from support.club_web import text_of
from support.guest_visits import (
    a_guest_link,
    guest_url,
    load_guest_pages,
    names_in,
    open_guest_page,
    read_guest_texts,
    revoke,
    season_of,
    set_guest_names,
)
from tarokk_club.club.guests.usecases import renew_guest_link
from tarokk_club.club.models import GuestLink, Season, Session
from tarokk_club.club.models.guests import LinkLifetime
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.session.usecases.sessions import bin_session, restore_session

pytestmark = pytest.mark.usefixtures("a_second_later")


# --- guessing


@row("S40")
def test_the_token_is_long_and_reveals_nothing(link: GuestLink, board: GuestLink) -> None:
    tokens = [link.token or "", board.token or ""]

    # 256 bits in letters of 6.
    assert [len(token) for token in tokens] == [43, 43]
    assert len({token[:4] for token in tokens}) == 2
    for known in (link.id, link.id.hex, link.session_id, link.club.slug):
        assert str(known) not in tokens[0]


@row("S40")
def test_invalid_links_get_the_same_response(world: World, link: GuestLink) -> None:
    token = link.token or ""
    ended = a_guest_link(world.house, world.session)
    revoke(world.house, ended)
    other = denes_link(world)
    Season.objects.filter(club=other.club).update(ends=get_today(other.club) - timedelta(days=1))
    tries = [
        token[:-1],
        token + "A",
        token.swapcase(),
        str(link.id),
        str(link.session_id),
        link.token_hash,
        "1",
        secrets.token_urlsafe(32),
        ended.token or "",
        other.token or "",
    ]
    got = [
        Client().get(reverse(name, args=[each]))
        for each in tries
        for name in ("club:guest", "club:guest_live")
    ]

    assert {one.status_code for one in got} == {404}
    assert len({one.content for one in got}) == 1
    assert len({tuple(sorted(one.headers)) for one in got}) == 1
    assert open_guest_page(link).status_code == 200


def denes_link(world: World) -> GuestLink:
    """A link of the other club, to its season."""
    season = Season.objects.get(club=world.other)
    link = GuestLink(club=world.other, season=season, made_at=timezone.now())
    link.set_token_hash()
    link.save()
    return link


@row("S40")
def test_guessing_is_throttled_without_delaying_readers(link: GuestLink) -> None:
    for _each in range(20):
        guess = reverse("club:guest", args=[secrets.token_urlsafe(32)])
        assert Client().get(guess).status_code == 404

    tired = Client().get(reverse("club:guest_live", args=["one-more"]))
    assert (tired.status_code, tired["Retry-After"]) == (429, "60")
    assert open_guest_page(link).status_code == 200


@row("S40")
def test_a_room_that_followed_an_ended_link_is_not_locked_out(
    world: World, link: GuestLink
) -> None:
    revoke(world.house, link)
    for _phone in range(25):
        assert open_guest_page(link, "guest_live").status_code == 404

    assert open_guest_page(a_guest_link(world.house, world.session)).status_code == 200
    assert Client().get(reverse("club:guest", args=["a-guess"])).status_code == 404


# --- how far it reaches


@row("S41")
def test_anyone_with_the_link_can_read_but_not_write(
    world: World, link: GuestLink, board: GuestLink
) -> None:
    before = hash_database()
    for user in world.people.values():
        client = a_client(user)
        for url in (guest_url(link), guest_url(link, "guest_live"), guest_url(board)):
            assert client.get(url).status_code == 200
            assert client.head(url).content == b""
            for method in (client.post, client.put, client.patch, client.delete):
                assert method(url, {"key": str(uuid4()), "_method": "GET"}).status_code == 405

    assert hash_database() == before


@row("S41")
def test_guest_link_reaches_no_other_page(link: GuestLink, board: GuestLink) -> None:
    client = Client()
    # The rules of the table and its scoreboard belong to the sheet, and are of the same link.
    beside = {guest_url(link, name) for name in ("guest_rules", "guest_board")}
    for one, more in ((link, beside), (board, set())):
        url = guest_url(one)
        found = crawl(client, url)

        assert set(found) == {url} | more
        assert [page.forms for page in found.values()] == [[] for _page in found]
        assert {source for source in found[url].sources if "/static/" not in source} <= {
            guest_url(one, "guest_live")
        }
    assert client.cookies == {}


@row("S41")
def test_the_token_opens_nothing_else(world: World, link: GuestLink, board: GuestLink) -> None:
    client, slug = Client(), world.house.club.slug
    client.get(guest_url(link))
    inside = [slug, world.session.id]
    names = ("sheet", "history", "settlement", "settlement_file", "hands_file", "document_file")
    closed = [reverse(f"club:{name}", args=inside) for name in names]
    closed += [reverse(f"club:{name}", args=[slug]) for name in ("club", "standings", "members")]

    assert {client.get(url).status_code for url in closed} == {302}
    for name in ("invited", "new_password"):
        assert client.get(reverse(f"club:{name}", args=[link.token])).status_code == 404
    # A link to the standings follows no table.
    assert open_guest_page(board, "guest_live").status_code == 404


@row("S41")
def test_other_sessions_and_seasons_are_not_on_the_page(
    world: World, link: GuestLink, board: GuestLink
) -> None:
    later = Season.objects.create(
        club=world.house.club, name="2031", starts=season_of(world.house).starts
    )
    Session.objects.filter(pk=world.session.pk).update(season=later)

    shown = text_of(open_guest_page(board))

    assert "Nobody leads yet" in shown
    assert "2031" not in shown


@row("S41")
def test_guest_pages_use_the_chosen_names(world: World, link: GuestLink, board: GuestLink) -> None:
    shown = read_guest_texts(link, board)
    assert names_in(shown) == set()
    assert "<bdi>A.</bdi>" in shown and "A. · Three with C." in shown
    assert "Just booked: B. · Three with D." in shown

    set_guest_names(world.house.club, "full")
    shown = read_guest_texts(link, board)
    assert names_in(shown) == set(SEATED)
    assert "Anna · Three with Csaba" in shown


@row("S41")
@pytest.mark.parametrize("naming", ["full", "initials"])
def test_guest_pages_hide_notes_scorers_and_money(
    world: World, link: GuestLink, board: GuestLink, naming: str
) -> None:
    set_guest_names(world.house.club, naming)

    # The seals of scripts are letters by chance.
    shown = re.sub(r'integrity="[^"]*"', "", read_guest_texts(link, board))

    assert "is in play" in shown
    for secret in (
        "sírt",
        "borravaló",
        "is entering",
        "HUF",
        "Ft",
        "@",
        *world.house.players.values(),
    ):
        assert secret not in shown, secret


@row("S41")
def test_a_guest_sees_the_points_that_members_see(world: World, link: GuestLink) -> None:
    guest = text_of(open_guest_page(link, "guest_live"))
    inside = reverse("club:live", args=[world.house.club.slug, world.session.id])
    member = text_of(a_client(world.people["member"]).get(inside))

    def points(text: str) -> list[str]:
        return [part.split("<")[0] for part in text.split('<span class="amount')]

    assert points(guest) == points(member)
    assert len(points(guest)) > 20


# --- its end


@row("S42")
def test_ended_link_returns_404_at_once_and_is_not_cached(world: World, link: GuestLink) -> None:
    tag = open_guest_page(link, "guest_live")["ETag"]
    assert open_guest_page(link, "guest_live", **{"if-none-match": tag}).status_code == 304

    revoke(world.house, link)

    for name in ("guest", "guest_live"):
        answer = open_guest_page(link, name, **{"if-none-match": tag})
        assert (answer.status_code, answer["Cache-Control"]) == (404, "no-store")
        assert "ETag" not in answer


@row("S42")
def test_renewal_invalidates_the_old_link(world: World, link: GuestLink) -> None:
    kept = open_guest_page(link)
    new = renew_guest_link(
        club_id=world.house.club.id, form=a_form(world.house.anna), link_id=link.id
    )

    assert kept["Cache-Control"] == "no-store"
    assert open_guest_page(link).status_code == 404
    assert open_guest_page(new).status_code == 200
    # Not even the phones of the old link are told that nothing is new.
    tag = kept.content.decode().partition('data-tag="')[2].partition('"')[0].replace("&quot;", '"')
    assert open_guest_page(new, "guest_live", **{"if-none-match": tag}).status_code == 200


@row("S42")
def test_deleted_sessions_are_hidden_from_guests(world: World, link: GuestLink) -> None:
    common = {"session_id": world.session.id}
    bin_session(**common, form=a_form(world.house.anna))
    gone = open_guest_page(link).status_code
    restore_session(**common, form=a_form(world.house.anna))

    assert (gone, open_guest_page(link).status_code) == (404, 200)


@row("S45")
def test_a_link_ends_with_its_season(world: World, link: GuestLink, board: GuestLink) -> None:
    assert {link.lasting, board.lasting} == {"season"}
    day = get_today(world.house.club)
    for ends, status in ((None, 200), (day, 200), (day - timedelta(days=1), 404)):
        Season.objects.filter(club=world.house.club).update(ends=ends)
        assert {one.status_code for one in load_guest_pages(link, board).values()} == {status}


@row("S45")
def test_links_last_a_week_and_some_until_revoked(world: World) -> None:
    week = a_guest_link(world.house, lasting=LinkLifetime.WEEK)
    for_good = a_guest_link(world.house, lasting=LinkLifetime.REVOKED)
    Season.objects.update(ends=get_today(world.house.club) - timedelta(days=1))
    assert week.expires_at
    for left, status in ((timedelta(minutes=1), 200), (-timedelta(minutes=1), 404)):
        GuestLink.objects.filter(pk=week.pk).update(expires_at=timezone.now() + left)
        assert (open_guest_page(week).status_code, open_guest_page(for_good).status_code) == (
            status,
            200,
        )
    assert week.expires_at - week.made_at == timedelta(days=7)
