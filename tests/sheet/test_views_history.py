"""Who changed what, when and why."""

from datetime import UTC, datetime

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from support.club_factories import House, a_form, a_hand, a_head, create_denes, recorded
from support.club_web import entry_url, session_url, text_of
from tarokk_club.club.models import Change, Club, Session
from tarokk_club.club.session.usecases.events import delete_event
from tarokk_club.club.session.usecases.sessions import change_session


def read_history(client: Client, session: Session) -> str:
    return text_of(client.get(session_url(session, "history")))


def test_the_history_lists_the_newest_change_first(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), a_hand(house, "Béla", "Dóra"))
    gone = session.entries.order_by("position")[0]
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=gone.id)

    page = read_history(anna, session)

    assert page.index("Deleted") < page.index("Recorded") < page.index("Session started")
    assert "Hand 1: Béla · Three with Dóra" in page
    assert entry_url(gone) in page
    assert '<bdi>Anna</bdi> <span class="amount minus">−1</span>' in page
    assert "<bdi>anna</bdi>" in page


def test_shows_changed_settings(anna: Client, house: House, session: Session) -> None:
    head = a_head(
        house,
        players=house.ids("Béla", "Anna", "Csaba", "Dóra"),
        dealer=house.players["Béla"],
        date="2026-11-19",
        title="Window",
        stake={"currency": "EUR", "per_point": "0.5"},
        rules={"preset": "pagat", "max_kontra": 3, "kontra_covers_silent": True, "trull": [2, 4]},
    )
    change_session(session_id=session.id, form=a_form(house.anna), head=head)

    page = read_history(anna, session)

    for told in (
        "– → <b>Window</b>",
        "18 Nov 2026 → <b>19 Nov 2026</b>",
        "10 → <b>0.5</b>",
        "HUF → <b>EUR</b>",
        "Anna, Béla, Csaba, Dóra → <b>Béla, Anna, Csaba, Dóra</b>",
        "Dóra → <b>Béla</b>",
        "5 → <b>3</b>",
        "no → <b>yes</b>",
        "1, 2 → <b>2, 4</b>",
    ):
        assert told in page


def test_times_are_those_of_the_club(anna: Client, session: Session) -> None:
    Club.objects.update(time_zone="Europe/Budapest")
    Change.objects.update(at=datetime(2026, 7, 1, 22, 30, tzinfo=UTC))

    assert "2 Jul 2026, 00:30" in read_history(anna, session)


def test_a_member_reads_and_strangers_do_not(
    client: Client, house: House, session: Session
) -> None:
    client.force_login(house.bela)
    assert "Session started" in read_history(client, session)
    client.force_login(create_denes())
    assert client.get(session_url(session, "history")).status_code == 404


def test_few_queries(
    anna: Client,
    house: House,
    session: Session,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    recorded(house, session, *[a_hand(house) for _ in range(6)])
    with django_assert_max_num_queries(12):
        read_history(anna, session)
