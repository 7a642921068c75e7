"""Ten thousand phones that follow one evening cause one query a second."""

import time

import pytest
import time_machine
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import House, a_hand, recorded
from support.guest_visits import a_guest_link
from tarokk_club.club.models import GuestLink, Session
from tarokk_club.club.pages.anonymous_page_cache import ANONYMOUS_PAGES

PARTS = ("guest_live", "guest_board_live")


@pytest.fixture(autouse=True)
def _clear_page_cache() -> None:
    caches[ANONYMOUS_PAGES].clear()


@pytest.fixture
def link(house: House, session: Session) -> GuestLink:
    recorded(house, session, a_hand(house))
    return a_guest_link(house, session)


def a_second_later() -> time_machine.travel:
    """What was found before is no longer good."""
    return time_machine.travel(time.time() + 1.5, tick=False)


@pytest.mark.parametrize("part", PARTS)
def test_an_idle_poll_of_a_guest_takes_no_query(
    link: GuestLink, part: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    where = reverse(f"club:{part}", args=[link.token])
    tag = Client().get(where).headers["ETag"]

    with django_assert_num_queries(0):
        answers = [Client().get(where, headers={"if-none-match": f"W/{tag}"}) for _ in range(3)]

    assert {(answer.status_code, answer.content) for answer in answers} == {(304, b"")}
    assert {answer.headers["Referrer-Policy"] for answer in answers} == {"no-referrer"}
    assert all("noindex" in answer.headers["X-Robots-Tag"] for answer in answers)


@pytest.mark.parametrize("part", PARTS)
def test_polls_show_changes_within_a_second(
    house: House,
    session: Session,
    link: GuestLink,
    part: str,
) -> None:
    where = reverse(f"club:{part}", args=[link.token])
    tag = Client().get(where).headers["ETag"]
    recorded(house, session, a_hand(house))

    with a_second_later():
        answer = Client().get(where, headers={"if-none-match": tag})

    assert answer.status_code == 200


def test_a_link_taken_back_answers_nothing_a_second_later(house: House, link: GuestLink) -> None:
    where = reverse("club:guest_live", args=[link.token])
    tag = Client().get(where).headers["ETag"]
    GuestLink.objects.filter(pk=link.pk).update(revoked_at=link.made_at)

    with a_second_later():
        answer = Client().get(where, headers={"if-none-match": tag})

    assert answer.status_code == 404


def test_polls_are_cached_by_page_and_language(link: GuestLink) -> None:
    live, board = (reverse(f"club:{part}", args=[link.token]) for part in PARTS)
    tag = Client().get(live).headers["ETag"]
    hungarian = Client()
    hungarian.cookies["language"] = "hu"

    assert Client().get(board, headers={"if-none-match": tag}).status_code == 200
    assert hungarian.get(live, headers={"if-none-match": tag}).status_code == 200
