"""Two people at one tournament at one moment: one of them wins, the other gets a conflict."""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_form, a_house, a_user
from support.club_web import form_in, text_of
from support.entry_forms import address, fields_of
from support.tournament_tables import a_tournament, begun, read_next_draw
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Entry, Role, Session, Tournament, User
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables
from tarokk_club.club.tournaments.usecases.rounds import start_round, take_back_round
from tarokk_club.club.writing.errors import ConflictError, RefusedError

RACES = 4
PASSED = {"type": "hand", "outcome": "passed_out"}


@pytest.fixture
def house(transactional_db: None) -> House:
    return a_house()


@pytest.fixture
def feri(house: House) -> User:
    """The other secretary."""
    return a_user("feri", club=house.club, roles=(Role.SECRETARY,))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def at_once(*works: Callable[[], object]) -> list[list[str]]:
    """Do all of it at one moment; why each was refused, empty where it went through."""
    start, told = threading.Barrier(len(works)), [["it never ended"] for _work in works]

    def run(place: int, work: Callable[[], object]) -> None:
        start.wait(10)
        try:
            work()
            told[place] = []
        except (ConflictError, RefusedError) as refused:
            told[place] = [problem.code for problem in refused.problems]
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return told


def test_two_simultaneous_starts_begin_one_round(house: House, feri: User) -> None:
    for _race in range(RACES):
        # Four players: the next round may seat them just as this one does.
        tournament = a_tournament(house, 4)
        begin = partial(
            start_round,
            club_id=house.club.id,
            tournament_id=tournament.id,
            seen=read_next_draw(tournament),
        )

        told = at_once(*(partial(begin, form=a_form(by)) for by in (house.anna, feri)))

        assert sorted(told) == [[], ["round_changed"]]
        assert [table.round for table in load_counting_tables(tournament)] == [1]
    assert list(iter_findings()) == []


def test_a_round_is_taken_back_or_played_and_never_both(house: House, feri: User) -> None:
    for _race in range(RACES):
        tournament = a_tournament(house, 4)
        (session,) = begun(house, tournament)
        play = partial(record_event, session_id=session.id, form=a_form(house.anna), raw=PASSED)
        back = partial(
            take_back_round,
            club_id=house.club.id,
            form=a_form(feri),
            tournament_id=tournament.id,
            number=1,
        )

        played, taken = at_once(play, back)

        session.refresh_from_db()
        assert (played, taken) in (([], ["round_is_played"]), (["session_binned"], []))
        assert bool(session.binned_at) == bool(played)
        assert session.entries.count() == (0 if played else 1)
    assert list(iter_findings()) == []


def url_of(tournament: Tournament, name: str) -> str:
    return reverse(f"club:{name}", args=[tournament.club.slug, tournament.id])


def test_second_secretary_sees_that_the_round_has_begun(house: House, feri: User) -> None:
    tournament = a_tournament(house, 4)
    page = url_of(tournament, "tournament_round")
    anna, other = signed_in(house.anna), signed_in(feri)
    sent = form_in(other.get(page), "").sent
    assert anna.post(page, form_in(anna.get(page), "").sent).status_code == 302

    late = other.post(page, sent)

    assert late.status_code == 409
    assert "A round was begun or withdrawn in the meantime" in text_of(late)
    assert "1 table still plays." in text_of(late)
    assert Session.objects.count() == 1


def test_a_hand_for_a_table_that_was_taken_back_is_refused_with_the_reason(
    house: House, feri: User
) -> None:
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)
    anna, page = signed_in(house.anna), address(session, "hand_new")
    sent = fields_of(anna.get(page)) | {"outcome": "passed_out"}
    back = url_of(tournament, "tournament_round_back")
    form = form_in(signed_in(feri).get(url_of(tournament, "tournament")), back)
    assert signed_in(feri).post(back, form.sent).status_code == 302

    late = anna.post(page, sent)

    assert late.status_code == 409
    assert "Moved to the bin" in text_of(late)
    again = anna.post(page, form_in(late, page).sent)
    assert again.status_code == 422
    assert "This session is in the bin" in text_of(again)
    assert Entry.objects.count() == 0
