"""Screens on a wall or a tablet behind a guest link: a tournament, a session's scoreboard.

Rows S40 to S47 for them: how far they reach, how players are called there, when they end.
"""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from support.attackers import World, a_client, crawl, hash_database
from support.catalogue import row
from support.club_factories import SEATED, a_hand, recorded
from support.club_web import text_of
from support.guest_visits import (
    a_guest_link,
    guest_url,
    names_in,
    open_guest_page,
    revoke,
    set_guest_names,
)
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.models import GuestLink, Player, Session, Tournament
from tarokk_club.club.models.guests import LinkLifetime

pytestmark = pytest.mark.usefixtures("a_second_later")
SECRETS = ("sírt", "borravaló", "is entering", "HUF", "Ft", "@")


@pytest.fixture
def table(world: World) -> Session:
    """The only table of a tournament, at which something was played."""
    tournament = a_tournament(world.house, 4, name="Őszi kupa")
    (session,) = begun(world.house, tournament)
    recorded(world.house, session, {"type": "hand", "outcome": "passed_out"})
    return session


@pytest.fixture
def cup(world: World, table: Session) -> GuestLink:
    """A link to that tournament."""
    return a_guest_link(world.house, Tournament.objects.get(name="Őszi kupa"))


SCREENS = ("cup", "cup_live", "board", "board_live")


def screens(cup: GuestLink, link: GuestLink) -> dict[str, str]:
    """The words of everything that hangs on a wall; the token is left out."""
    got = [open_guest_page(cup), open_guest_page(cup, "guest_live")]
    got += [open_guest_page(link, "guest_board"), open_guest_page(link, "guest_board_live")]
    assert [one.status_code for one in got] == [200] * 4
    tokens = (cup.token or "-", link.token or "-")
    # The seals of scripts are letters by chance, too.
    seals = re.compile("|".join((*map(re.escape, tokens), r'integrity="[^"]*"')))
    texts = [seals.sub("", text_of(one)) for one in got]
    return dict(zip(SCREENS, texts, strict=True))


def test_a_guest_link_shows_tournament_and_scoreboard(cup: GuestLink, link: GuestLink) -> None:
    shown = screens(cup, link)

    assert "Őszi kupa" in shown["cup"]
    assert "1 of 4 hands" in shown["cup"] and "1 of 4 hands" in shown["cup_live"]
    assert '<p class="deal">' in shown["board"]
    assert "<html" not in shown["cup_live"] + shown["board_live"]


@row("S41")
def test_guest_screens_refuse_writes(world: World, cup: GuestLink, link: GuestLink) -> None:
    before = hash_database()
    urls = [guest_url(cup), guest_url(cup, "guest_live")]
    urls += [guest_url(link, "guest_board"), guest_url(link, "guest_board_live")]
    for user in world.people.values():
        client = a_client(user)
        for url in urls:
            assert client.get(url).status_code == 200
            for method in (client.post, client.put, client.patch, client.delete):
                assert method(url, {"key": "x"}).status_code == 405

    assert hash_database() == before


@row("S41")
def test_tournament_link_reaches_no_other_page(cup: GuestLink) -> None:
    client = Client()
    found = crawl(client, guest_url(cup))

    # The list of seats for a wall is the same page, told otherwise.
    assert set(found) == {guest_url(cup), guest_url(cup) + "?show=seats"}
    # It asks the page itself where somebody sits, and writes nothing.
    assert found[guest_url(cup)].forms == [("get", guest_url(cup), {"name": ""})]
    sources = {one for one in found[guest_url(cup)].sources if "/static/" not in one}
    assert sources == {guest_url(cup), guest_url(cup, "guest_live")}
    assert client.cookies == {}
    # It has no rules of one table, and no scoreboard.
    for name in ("guest_rules", "guest_board", "guest_board_live"):
        assert open_guest_page(cup, name).status_code == 404


@row("S41")
def test_a_link_to_the_standings_has_no_scoreboard(board: GuestLink) -> None:
    for name in ("guest_board", "guest_board_live"):
        assert open_guest_page(board, name).status_code == 404


@row("S41")
@pytest.mark.parametrize("naming", ["full", "initials"])
def test_guest_screen_uses_the_chosen_names_and_hides_the_rest(
    world: World, cup: GuestLink, link: GuestLink, naming: str
) -> None:
    set_guest_names(world.house.club, naming)

    shown = screens(cup, link)

    for kind, text in shown.items():
        assert names_in(text) - {"Cili"} == (set(SEATED) if naming == "full" else set()), kind
        for secret in (*SECRETS, *world.house.players.values()):
            assert secret not in text, (kind, secret)


@row("S41")
def test_a_guest_sees_the_points_that_members_see(
    world: World, cup: GuestLink, link: GuestLink, table: Session
) -> None:
    close_with_points(world.house, table, 9, 3, -4, -8)
    member = a_client(world.people["member"])
    slug = world.house.club.slug
    inside = [
        reverse("club:tournament_live", args=[slug, cup.tournament_id]),
        reverse("club:board_live", args=[slug, world.session.id]),
    ]
    outside = [open_guest_page(cup, "guest_live"), open_guest_page(link, "guest_board_live")]

    for url, guest in zip(inside, outside, strict=True):
        assert points(text_of(guest)) == points(text_of(member.get(url)))
    assert "<b>10</b>" in text_of(outside[0])


def points(text: str) -> list[str]:
    """All amounts, in the order in which they stand."""
    found = [part.split("<")[0] for part in text.split('class="plus">')[1:]]
    return found + [part.split("<")[0] for part in text.split('class="minus">')[1:]]


@row("S41")
def test_board_lists_players_who_left(world: World, link: GuestLink) -> None:
    recorded(world.house, world.session, {"type": "leave", "player": world.house.players["Dóra"]})

    shown = text_of(open_guest_page(link, "guest_board"))

    assert "<bdi>D.</bdi> <small>has left</small>" in shown


@row("S42")
def test_ended_link_returns_404_at_once(world: World, cup: GuestLink, link: GuestLink) -> None:
    for one, names in ((cup, ("guest", "guest_live")), (link, ("guest_board", "guest_board_live"))):
        tag = open_guest_page(one, names[1])["ETag"]
        assert open_guest_page(one, names[1], **{"if-none-match": tag}).status_code == 304
        revoke(world.house, one)
        for name in names:
            answer = open_guest_page(one, name, **{"if-none-match": tag})
            assert (answer.status_code, answer["Cache-Control"]) == (404, "no-store")


@row("S43", "S44")
def test_guest_screens_are_not_indexed_and_send_no_referrer(
    cup: GuestLink, link: GuestLink
) -> None:
    for answer in (
        open_guest_page(cup),
        open_guest_page(cup, "guest_live"),
        open_guest_page(link, "guest_board"),
    ):
        assert answer["X-Robots-Tag"] == "noindex, nofollow, noarchive"
        assert answer["Referrer-Policy"] == "no-referrer"
    for answer in (open_guest_page(cup), open_guest_page(link, "guest_board")):
        assert '<meta name="robots" content="noindex, nofollow, noarchive">' in text_of(answer)


@row("S45")
def test_link_for_a_week_expires_after_its_time(world: World, cup: GuestLink) -> None:
    week = a_guest_link(world.house, cup.tournament, lasting=LinkLifetime.WEEK)
    for left, status in ((timedelta(minutes=1), 200), (-timedelta(minutes=1), 404)):
        GuestLink.objects.filter(pk=week.pk).update(expires_at=timezone.now() + left)
        assert (open_guest_page(week).status_code, open_guest_page(cup).status_code) == (
            status,
            200,
        )


@row("S46")
def test_a_poll_that_finds_nothing_new_costs_little(
    cup: GuestLink, link: GuestLink, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for one, name in ((cup, "guest_live"), (link, "guest_board_live")):
        tag = open_guest_page(one, name)["ETag"]
        # The link with what it shows, and the names.
        with django_assert_max_num_queries(2):
            answer = open_guest_page(one, name, **{"if-none-match": tag})
        assert (answer.status_code, answer.content) == (304, b"")


@row("S46")
def test_a_poll_returns_the_news(world: World, cup: GuestLink, link: GuestLink) -> None:
    session = world.session
    table = Session.objects.get(tournament_table__tournament=cup.tournament)
    for one, name, at in ((cup, "guest_live", table), (link, "guest_board_live", session)):
        tag = open_guest_page(one, name)["ETag"]
        hand = {"type": "hand", "outcome": "passed_out"} if one == cup else a_hand(world.house)
        recorded(world.house, at, hand)
        fresh = open_guest_page(one, name, **{"if-none-match": tag})
        assert fresh.status_code == 200
        assert fresh["ETag"] != tag
    assert "2 of 4 hands" in text_of(open_guest_page(cup, "guest_live"))


@row("S47", "S66")
@pytest.mark.parametrize("naming", ["full", "initials"])
def test_a_hidden_player_becomes_a_number_at_once(
    world: World, cup: GuestLink, link: GuestLink, naming: str
) -> None:
    set_guest_names(world.house.club, naming)
    tags = [
        open_guest_page(cup, "guest_live")["ETag"],
        open_guest_page(link, "guest_board_live")["ETag"],
    ]

    Player.objects.filter(name="Béla").update(hidden=True)

    fresh = (
        open_guest_page(cup, "guest_live", **{"if-none-match": tags[0]}),
        open_guest_page(link, "guest_board_live", **{"if-none-match": tags[1]}),
    )
    for answer in fresh:
        assert answer.status_code == 200
        assert "<bdi>Player 2</bdi>" in text_of(answer)
        assert "Béla" not in text_of(answer) and "<bdi>B.</bdi>" not in text_of(answer)
