"""A tournament is over once its tables are closed: one rule for pages, files, the API and lock."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import END, PASSED_OUT, House, a_user, recorded
from support.club_web import text_of
from support.guest_visits import a_guest_link, guest_url
from support.page_reader import forms_of
from support.programs import a_program
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Player, Role, Session, Tournament, User
from tarokk_club.club.session.queries.sessions.final_results import (
    has_final_round_result,
    is_result_final,
)
from tarokk_club.club.tournaments.queries.open_tables import find_tables_to_close
from tarokk_club.club.tournaments.queries.standing import load_standing

WAITING = "1 table is not closed"
CLOSE = "Close the table"


@pytest.fixture
def played(house: House) -> Session:
    """The second of two tables of the only round, played out and not closed; the first one is."""
    first, second = begun(house, a_tournament(house, 8, rounds=1))
    close_with_points(house, first, 9, 1, -3, -7)
    recorded(house, second, *[PASSED_OUT] * 4)
    second.refresh_from_db()
    return second


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def url_of(name: str = "tournament") -> str:
    tournament = Tournament.objects.get()
    return reverse(f"club:{name}", args=[tournament.club.slug, tournament.pk])


def says_over(house: House) -> dict[str, bool]:
    """Return for every place that says so whether it calls the tournament over."""
    tournament = Tournament.objects.get()
    anna, guest = signed_in(house.anna), Client()
    link = a_guest_link(house, tournament)
    page = text_of(anna.get(url_of()))
    screen = text_of(anna.get(url_of("tournament_screen"), {"show": "prizes"}))
    told = a_program(house.anna, house.club).get(url_of("api_tournament")).json()
    pdf = anna.get(url_of("tournament_certificates_file"))
    money = text_of(anna.get(url_of("tournament_money")))
    tables = [one.session for one in tournament.tables.select_related("session")]
    return {
        "page": "Final table" in page,
        "way to the certificates": url_of("tournament_certificates") in page,
        "live part": "is over." in text_of(anna.get(url_of("tournament_live"))),
        "certificates": "among 8 players" in text_of(anna.get(url_of("tournament_certificates"))),
        "certificates as PDF": pdf.status_code == 200,
        "prize giving": "Call place" in screen,
        "prizes": "Prizes are booked here once" not in money,
        "guests": "Final table" in text_of(guest.get(guest_url(link))),
        "guests' API": guest.get(guest_url(link, "api_guest")).json()["tournament"]["final"],
        "file": json.loads(anna.get(url_of("tournament_json_file")).content)["final"],
        "API": told["final"],
        "closed tables": all(one["closed"] for row in told["rounds"] for one in row["tables"]),
        "lock": any(map(has_final_round_result, tables)),
        "result": is_result_final(tournament),
    }


def close_form(client: Client, session: Session) -> tuple[str, dict[str, object]] | None:
    """Return where the page of the tournament closes the table, and what it sends there."""
    place = f"/{session.pk}/"
    for form in forms_of(client.get(url_of()).content.decode()):
        if form.method == "post" and place in form.action:
            return form.action, form.sent
    return None


def test_no_page_calls_the_tournament_over_before_the_last_table_is_closed(
    house: House, played: Session
) -> None:
    assert set(says_over(house).values()) == {False}

    recorded(house, played, END)

    assert {name: over for name, over in says_over(house).items() if not over} == {}


def test_the_open_table_is_named_with_a_link_and_closed_with_one_tap(
    house: House, played: Session
) -> None:
    anna = signed_in(house.anna)
    page = text_of(anna.get(url_of()))
    assert WAITING in page and "Round 1, table 2</a>" in page
    assert reverse("club:sheet", args=[house.club.slug, played.pk]) in page

    found = close_form(anna, played)
    assert found
    answer = anna.post(*found)
    again = anna.post(*found)

    assert (answer["Location"], again["Location"]) == (url_of(), url_of())
    assert Session.objects.get(pk=played.pk).closed
    page = text_of(anna.get(url_of()))
    assert "Final table" in page and WAITING not in page
    assert list(iter_findings()) == []


def test_only_seated_players_and_scorers_close_a_table(house: House, played: Session) -> None:
    feri = a_user("feri", club=house.club, roles=(Role.SCORER,))
    gabi = a_user("gabi", club=house.club, roles=(Role.MEMBER,))
    Player.objects.filter(user=gabi).update(user=None)
    Player.objects.filter(pk=played.seats[0]).update(user=gabi)

    assert close_form(signed_in(house.bela), played) is None
    assert WAITING in text_of(signed_in(house.bela).get(url_of()))
    assert close_form(signed_in(feri), played)
    client = signed_in(gabi)
    found = close_form(client, played)
    assert found
    assert client.post(*found)["Location"] == url_of()
    assert is_result_final(Tournament.objects.get())


def test_a_hand_corrected_meanwhile_is_looked_at_before_the_table_closes(
    house: House, played: Session
) -> None:
    anna = signed_in(house.anna)
    found = close_form(anna, played)
    assert found
    Session.objects.filter(pk=played.pk).update(version=played.version + 1)

    assert anna.post(*found).status_code == 409
    assert not Session.objects.get(pk=played.pk).closed


def test_guests_see_the_open_table_but_cannot_close_it(house: House, played: Session) -> None:
    page = text_of(Client().get(guest_url(a_guest_link(house, Tournament.objects.get()))))

    assert WAITING in page and "Round 1, table 2" in page
    assert CLOSE not in page and str(played.pk) not in page


def test_running_table_is_not_listed_to_close(house: House) -> None:
    first, second = begun(house, a_tournament(house, 8, rounds=1))
    close_with_points(house, first, 9, 1, -3, -7)
    recorded(house, second, PASSED_OUT)

    assert find_tables_to_close(load_standing(Tournament.objects.get())) == ()
    assert CLOSE not in text_of(signed_in(house.anna).get(url_of()))


def test_a_table_left_open_in_an_earlier_round_is_named(house: House) -> None:
    tournament = a_tournament(house, 8, rounds=2)
    left, other = begun(house, tournament)
    recorded(house, left, PASSED_OUT)
    for table in (other, *begun(house, tournament)):
        close_with_points(house, table, 9, 1, -3, -7)

    assert [one.table.session_id for one in find_tables_to_close(load_standing(tournament))] == [
        left.pk
    ]
    assert not is_result_final(tournament)
    feri = a_user("feri", club=house.club, roles=(Role.SCORER,))
    assert close_form(signed_in(feri), left) is None
    anna = signed_in(house.anna)
    found = close_form(anna, left)
    assert found
    assert anna.post(*found)["Location"] == url_of()
    assert is_result_final(tournament)


def test_when_the_clock_has_ended_the_round_the_organiser_closes_its_tables(house: House) -> None:
    tournament = a_tournament(house, 4, rounds=1, turns=0, minutes=60)
    (table,) = begun(house, tournament)
    recorded(house, table, PASSED_OUT)
    anna = signed_in(house.anna)
    assert close_form(anna, table) is None

    Session.objects.update(created_at=table.created_at - timedelta(minutes=61))

    assert WAITING in text_of(anna.get(url_of()))
    found = close_form(anna, table)
    assert found
    assert anna.post(*found)["Location"] == url_of()
    assert is_result_final(tournament)
