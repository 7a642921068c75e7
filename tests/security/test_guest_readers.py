"""What guests read, and what stays inside: rows S39, S43, S44, S46, S47, S66."""

import logging
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from pytest_django import DjangoAssertNumQueries

from support.attackers import World, read_page
from support.catalogue import row
from support.club_factories import SEATED, a_form, a_hand, recorded
from support.club_web import text_of
from support.guest_visits import (
    a_guest_link,
    guest_url,
    load_guest_pages,
    names_in,
    open_guest_page,
    read_guest_texts,
    set_guest_names,
)
from tarokk_club.club.models import GuestLink, Player
from tarokk_club.club.names.player_names import load_names as book_names
from tarokk_club.club.people.usecases.players import rename_player
from tarokk_club.http.logs import KeyValueFormatter

pytestmark = pytest.mark.usefixtures("a_second_later")
UNLISTED = "noindex, nofollow, noarchive"
# What is written in a drawing.
WRITTEN = re.compile(r">([^<]+)<")


# --- robots, neighbours, logs


@row("S43")
def test_guest_pages_are_not_indexed(world: World, link: GuestLink, board: GuestLink) -> None:
    got = load_guest_pages(link, board) | {"gone": Client().get(reverse("club:guest", args=["no"]))}

    assert {one["X-Robots-Tag"] for one in got.values()} == {UNLISTED}
    for name in ("sheet", "standings"):
        assert f'<meta name="robots" content="{UNLISTED}">' in text_of(got[name])
    # A robot that may not come reads no word about indexing.
    for name in ("/robots.txt", "/sitemap.xml"):
        assert Client().get(name).status_code != 200


@row("S44")
def test_guest_pages_send_no_referrer(world: World, link: GuestLink, board: GuestLink) -> None:
    got = load_guest_pages(link, board)
    got["still"] = open_guest_page(link, "guest_live", **{"if-none-match": got["live"]["ETag"]})

    assert got["still"].status_code == 304
    assert {one["Referrer-Policy"] for one in got.values()} == {"no-referrer"}
    for one in got.values():
        page = read_page("/g/x/", one.content.decode())
        assert not [link for link in page.links | page.sources if "//" in link]


@row("S39")
def test_no_token_of_a_guest_is_logged(link: GuestLink, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="tarokk_club.requests")
    open_guest_page(link)
    open_guest_page(link, "guest_live")
    Client(enforce_csrf_checks=True).post(guest_url(link))
    lines = [KeyValueFormatter().format(record) for record in caplog.records]

    assert any("/g/.../live/" in line for line in lines)
    assert not any((link.token or "") in line for line in lines)


# --- many readers


@row("S46")
def test_a_poll_that_finds_nothing_new_costs_little(
    link: GuestLink, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tag = open_guest_page(link, "guest_live")["ETag"]

    # The link with its session, and the names.
    with django_assert_max_num_queries(2):
        answer = open_guest_page(link, "guest_live", **{"if-none-match": f"W/{tag}"})

    assert (answer.status_code, answer.content) == (304, b"")
    head = sum(len(f"{name}: {value}\r\n") for name, value in answer.headers.items())
    assert head <= 1000


@row("S46")
def test_the_pages_cost_the_same_for_few_hands_and_for_many(
    world: World, link: GuestLink, board: GuestLink
) -> None:
    def costs() -> dict[str, int]:
        found = {}
        for name, url in (("sheet", guest_url(link)), ("standings", guest_url(board))):
            with CaptureQueriesContext(
                connection,
            ) as asked:
                Client().get(url)
            found[name] = len(asked)
        return found

    before = costs()
    recorded(world.house, world.session, *[a_hand(world.house) for _ in range(10)])

    assert costs() == before
    assert max(before.values()) <= 4


@row("S46")
def test_a_poll_returns_the_news(world: World, link: GuestLink) -> None:
    seen = [open_guest_page(link, "guest_live")]
    recorded(world.house, world.session, a_hand(world.house, "Dóra", "Anna"))
    seen.append(open_guest_page(link, "guest_live", **{"if-none-match": seen[0]["ETag"]}))
    GuestLink.objects.filter(pk=link.pk).update(language="hu")
    seen.append(open_guest_page(link, "guest_live", **{"if-none-match": seen[1]["ETag"]}))

    assert [one.status_code for one in seen] == [200, 200, 200]
    assert "D. · Three with A." in text_of(seen[1])
    assert "<html" not in text_of(seen[1])
    assert "Hand " not in text_of(seen[2])


# --- names that go


@row("S47")
@pytest.mark.parametrize("naming", ["full", "initials"])
def test_renamed_player_disappears_at_the_next_poll(
    world: World, link: GuestLink, board: GuestLink, naming: str
) -> None:
    set_guest_names(world.house.club, naming)
    tag = open_guest_page(link, "guest_live")["ETag"]
    player = Player.objects.get(name="Béla")
    rename_player(
        club_id=world.house.club.id,
        form=a_form(world.house.anna),
        player_id=player.id,
        name="Player 17",
    )

    fresh = open_guest_page(link, "guest_live", **{"if-none-match": tag})

    assert fresh.status_code == 200
    label = "Player 17" if naming == "full" else "P. 17"
    assert f">{label}</bdi>" in text_of(fresh)
    shown = read_guest_texts(link, board)
    assert "Béla" not in shown and ">B.</bdi>" not in shown
    assert label in text_of(open_guest_page(board))


@row("S66")
@pytest.mark.parametrize("naming", ["full", "initials"])
def test_hiding_a_player_shows_a_number_and_keeps_every_sum(
    world: World, link: GuestLink, board: GuestLink, naming: str
) -> None:
    set_guest_names(world.house.club, naming)
    before, tag = read_guest_texts(link, board), open_guest_page(link, "guest_live")["ETag"]

    Player.objects.filter(name__in=["Béla", "Anna"]).update(hidden=True)

    assert open_guest_page(link, "guest_live", **{"if-none-match": tag}).status_code == 200
    after = read_guest_texts(link, board)
    assert "Player 1 · Three with C" in after and "Player 2 · Three with D" in after
    assert names_in(after) == ({"Csaba", "Dóra"} if naming == "full" else set())
    plain = bare(before, {"Anna": "A", "Béla": "B", "A.": "A", "B.": "B"})
    assert bare(after, {"Player 1": "A", "Player 2": "B"}) == plain


def bare(text: str, labels: dict[str, str]) -> str:
    """The text without its tags, under names of one letter; of a drawing, whose curve leaves the
    names their room, what is written in it.
    """
    text = re.sub(r'data-tag="[^"]*"', "", text)
    # A long name is drawn smaller.
    text = re.sub(r'<bdi class="[^"]*">', "<bdi>", text)
    text = re.sub(
        r"(?s)<svg.*?</svg>", lambda one: " ".join(re.findall(r">([^<]+)<", one[0])), text
    )
    for label, letter in labels.items():
        text = text.replace(label, letter)
    return text


@row("S66")
def test_error_number_uses_the_language_of_the_link(world: World) -> None:
    Player.objects.filter(name="Béla").update(hidden=True)
    link = a_guest_link(world.house, world.session, language="hu")

    shown = text_of(open_guest_page(link))

    assert '<html lang="hu"' in shown
    with translation.override("hu"):
        assert gettext("Player %(number)s") % {"number": 2} in shown


def test_check_detects_a_leaked_name(
    link: GuestLink, board: GuestLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the book's own names put in, the very look of S41 finds them in every answer."""
    monkeypatch.setattr(
        "tarokk_club.club.guests.views.guests.load_names_for_guests",
        lambda club, _cup=None: book_names(club.id),
    )

    for answer in load_guest_pages(link, board).values():
        assert names_in(text_of(answer)) == set(SEATED)
