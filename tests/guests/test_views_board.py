"""The scoreboard on a tablet or a wall, and the hat that is passed when an evening ends."""

from datetime import date
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_catch,
    a_hand,
    a_session,
    a_user,
    recorded,
)
from support.club_web import session_url, text_of
from tarokk_club.club.hand.usecases import DraftSubmission, save_draft, take_over_draft
from tarokk_club.club.models import Draft, Role, Session
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.queries.players.hats import HatPassing, find_hat_passing


def board(client: Client, session: Session, name: str = "board") -> str:
    return text_of(client.get(session_url(session, name)))


def begun(house: House, session: Session) -> Draft:
    sketch = DraftSubmission(key=uuid4(), revision=0, record=a_hand(house, result=None))
    return save_draft(session_id=session.id, by=house.anna, submitted=sketch)


def test_the_scoreboard_shows_points_dealer_and_last_hand(
    bela: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), PASSED_OUT)

    shown = board(bela, session)

    assert '<strong class="plus">+1</strong>' in shown
    assert '<strong class="minus">−1</strong>' in shown
    assert '<p class="deal"><bdi>Anna</bdi> deals</p>' in shown
    assert "<strong>×2</strong> 4 hands left" in shown
    assert "<small>Last hand</small> Passed out" in shown
    assert "<form" not in shown


def test_board_shows_the_last_hand_beside_a_notice(
    bela: Client, house: House, session: Session
) -> None:
    notice = {"type": "notice", "player": house.players["Béla"]}
    recorded(house, session, a_hand(house), notice)

    shown = board(bela, session)

    assert "<small>Last hand</small> Anna · Three with Csaba" in shown
    assert "Notice was given: 4 to 7 hands left." in shown


def test_a_poll_shows_the_current_scorer(bela: Client, house: House, session: Session) -> None:
    other = a_user("kati", club=house.club, roles=(Role.SECRETARY,))
    for name in ("live", "board_live"):
        empty = bela.get(session_url(session, name)).headers["ETag"]
        draft = begun(house, session)
        entering = bela.get(session_url(session, name), headers={"if-none-match": empty})
        assert f"<bdi>{house.anna.name}</bdi> is entering it." in text_of(entering)

        take_over_draft(session_id=session.id, by=other, revision=draft.revision)
        tag = entering.headers["ETag"]
        taken = bela.get(session_url(session, name), headers={"if-none-match": tag})
        assert f"<bdi>{other.name}</bdi> is entering it." in text_of(taken)
        Draft.objects.all().delete()


def test_an_idle_poll_of_the_board_asks_once(
    bela: Client,
    house: House,
    session: Session,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    recorded(house, session, a_hand(house))
    begun(house, session)
    first = bela.get(session_url(session, "board_live"))
    tag = first.headers["ETag"]
    assert "<html" not in first.content.decode()
    assert tag in board(bela, session).replace("&quot;", '"')

    # The sign-in's session, the person, and one query for everything else.
    with django_assert_max_num_queries(3):
        answer = bela.get(session_url(session, "board_live"), headers={"if-none-match": tag})

    assert (answer.status_code, answer.content) == (304, b"")


def test_the_hat_is_passed_when_the_evening_ends(
    bela: Client, house: House, session: Session
) -> None:
    Session.objects.filter(pk=session.pk).update(date=date(2026, 1, 1))
    recorded(house, session, a_catch(house, "Anna"), END)
    later = a_session(house)
    recorded(house, later, a_catch(house, "Csaba"))
    assert "mayor's hat." not in board(bela, later, "sheet").replace("&#x27;", "'")

    recorded(house, later, END)

    passing = "<bdi>Anna</bdi> takes off the mayor's hat, and <bdi>Csaba</bdi> puts it on."
    for name in ("sheet", "live", "board", "board_live", "settlement"):
        assert passing in board(bela, later, name).replace("&#x27;", "'"), name


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (None, HatPassing("", "Csaba")),
        ("Csaba", HatPassing("Csaba", "Csaba")),
        ("Anna", HatPassing("Anna", "Csaba")),
    ],
)
def test_shows_how_the_hat_was_passed_on(
    house: House, session: Session, before: str | None, expected: HatPassing
) -> None:
    Session.objects.filter(pk=session.pk).update(date=date(2026, 1, 1))
    recorded(house, session, *([a_catch(house, before)] if before else []), END)
    later = a_session(house)
    recorded(house, later, a_catch(house, "Csaba"), END)
    later.refresh_from_db()

    assert find_hat_passing(later, load_names(house.club.id)) == expected
    assert expected.passes == (before == "Anna")


def test_without_a_lost_xxi_there_is_no_ceremony(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)
    session.refresh_from_db()

    assert find_hat_passing(session, load_names(house.club.id)) is None


def test_last_hands_and_curve_are_beside_the_totals(
    bela: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    alone = board(bela, session)
    assert 'class="before"' not in alone and '<svg class="chart"' not in alone

    for _ in range(5):
        recorded(house, session, PASSED_OUT)

    shown = board(bela, session)
    listed = shown[shown.index('<ol class="before"') :]
    listed = listed[: listed.index("</ol>")]
    assert [f"<small>{number}</small>" in listed for number in (6, 5, 4, 3, 2)] == [
        False,
        True,
        True,
        True,
        False,
    ]
    assert '<svg class="chart"' in shown
