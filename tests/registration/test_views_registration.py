"""The pages of entering a tournament: for strangers with the link, and for the organiser."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.catalogue import row
from support.club_factories import House, a_form, create_denes
from support.club_web import form_in, forms_in, text_of
from support.entries import (
    a_link,
    accept_entries,
    guest_decisions,
    place_url,
    read_states,
    register_person,
    submit_entry,
)
from support.tournament_tables import a_tournament, begun
from tarokk_club.club.models import Club, Entrant, Player, Registration, Tournament
from tarokk_club.club.registration.usecases.terms import revoke_registration_link

pytestmark = row("S98")


@pytest.fixture
def organiser(house: House) -> Client:
    """Anna, who keeps the book."""
    client = Client()
    client.force_login(house.anna)
    return client


@pytest.fixture
def tournament(house: House) -> Tournament:
    return a_tournament(house, 4)


@pytest.fixture
def stranger() -> Client:
    """Somebody without an account."""
    cache.clear()
    return Client()


def own_url(registration: Registration) -> str:
    return reverse("club:own_registration", args=[registration.token])


def test_stranger_enters_and_sees_the_place(
    house: House, tournament: Tournament, stranger: Client
) -> None:
    link = a_link(house, tournament, places=9, fee=200, reduced_fee=100, reduced_for="diákok")
    page = stranger.get(reverse("club:enter_tournament", args=[link.token]))

    answer = submit_entry(stranger, link, name="Nagy Éva", club_name="Szeged", reduced="on")

    assert page.status_code == 200
    assert "HUF" in text_of(page) or "Ft" in text_of(page)
    assert "diákok" in text_of(page)
    # Without any referrer, browsers would send no origin either, and the form would be refused.
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert "noindex" in page.headers["X-Robots-Tag"]
    eva = Registration.objects.get()
    assert (eva.name, eva.club_name, eva.reduced) == ("Nagy Éva", "Szeged", True)
    assert answer.url == own_url(eva)
    assert "You are entered and have a place." in text_of(stranger.get(answer.url))


def test_late_entrant_sees_the_place_on_the_waiting_list(
    house: House, tournament: Tournament, stranger: Client
) -> None:
    link = a_link(house, tournament, places=4)
    page = stranger.get(reverse("club:enter_tournament", args=[link.token]))

    answer = submit_entry(stranger, link, name="Nagy Éva")

    assert "number 1 on the waiting list" in text_of(page)
    assert "number 1 on the waiting list" in text_of(stranger.get(answer.url))


def test_asks_a_namesake_again_and_keeps_the_typed_values(
    house: House, tournament: Tournament, stranger: Client
) -> None:
    link = a_link(house, tournament)
    register_person(link, "Nagy Éva")

    asked = submit_entry(stranger, link, name="Nagy Éva", club_name="Buda")
    told = submit_entry(stranger, link, name="Nagy Éva", club_name="Buda", apart="Buda")

    assert asked.status_code == 422
    assert 'name="apart"' in text_of(asked)
    assert 'value="Buda"' in text_of(asked)
    assert told.status_code == 302
    assert read_states(tournament)[1][0] == "Nagy Éva (Buda)"


def test_double_tap_and_back_button_enter_a_player_once(
    house: House, tournament: Tournament, stranger: Client
) -> None:
    link, key = a_link(house, tournament), uuid4()

    first = submit_entry(stranger, link, key, name="Nagy Éva")
    again = submit_entry(stranger, link, key, name="Nagy Éva")
    back = submit_entry(stranger, link, key, name="Nagy Eszter")

    assert first.url == again.url
    assert back.status_code == 409
    assert Registration.objects.count() == 1
    form = form_in(back, "")
    assert form.sent["key"] != str(key)


@pytest.mark.parametrize("fields", [{}, {"name": ""}, {"name": "\x00"}, {"name": "x" * 400}])
def test_shows_bad_input_again_at_its_field(
    house: House, tournament: Tournament, stranger: Client, fields: dict[str, Any]
) -> None:
    answer = submit_entry(stranger, a_link(house, tournament), **fields)

    assert answer.status_code == 422
    assert not Registration.objects.exists()


def test_ended_link_looks_like_an_unknown_one(
    house: House, tournament: Tournament, stranger: Client
) -> None:
    link = a_link(house, tournament)
    revoke_registration_link(
        club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id
    )
    invented = reverse("club:enter_tournament", args=["x" * 43])

    ended = stranger.get(reverse("club:enter_tournament", args=[link.token]))
    posted = submit_entry(stranger, link, name="Nagy Éva")
    never = stranger.get(invented)

    assert [one.status_code for one in (ended, posted, never)] == [404, 404, 404]
    assert text_of(ended) == text_of(never)


def test_the_link_of_a_suspended_club_opens_nothing(
    house: House, tournament: Tournament, stranger: Client
) -> None:
    link = a_link(house, tournament)
    eva = register_person(link, "Éva")
    Club.objects.update(suspended_at="2026-11-20T12:00Z")

    assert stranger.get(reverse("club:enter_tournament", args=[link.token])).status_code == 404
    assert stranger.post(own_url(eva), {"key": str(uuid4())}).status_code == 404
    assert read_states(tournament) == [("Éva", "place", 0)]


def test_entries_close_after_the_last_day(
    house: House, tournament: Tournament, stranger: Client
) -> None:
    link = a_link(house, tournament, last_day=tournament.date)

    page = stranger.get(reverse("club:enter_tournament", args=[link.token]))
    posted = submit_entry(stranger, link, name="Nagy Éva")

    assert "Entries are closed" in text_of(page)
    assert forms_in(page) == []
    assert posted.status_code == 409
    assert not Registration.objects.exists()


def test_a_robot_is_stopped_after_thirty_entries(
    house: House, tournament: Tournament, stranger: Client
) -> None:
    link = a_link(house, tournament)
    answers = [submit_entry(stranger, link, name=f"Bot {one}").status_code for one in range(31)]

    assert answers[:30] == [302] * 30
    assert answers[30] == 429
    assert Registration.objects.count() == 30


def test_entrant_withdraws_by_link_and_the_next_moves_up(
    house: House, tournament: Tournament, stranger: Client
) -> None:
    link = a_link(house, tournament, places=5)
    eva, feri = register_person(link, "Éva"), register_person(link, "Feri")
    form = forms_in(stranger.get(own_url(eva)))[-1]

    gone = stranger.post(own_url(eva), form.sent)
    again = stranger.post(own_url(eva), form.sent)

    assert (gone.status_code, again.status_code) == (302, 302)
    assert "You have withdrawn" in text_of(stranger.get(own_url(eva)))
    assert "You are entered and have a place." in text_of(stranger.get(own_url(feri)))


def test_unknown_entry_link_returns_404(stranger: Client, db: None) -> None:
    path = reverse("club:own_registration", args=["y" * 43])

    assert stranger.get(path).status_code == 404
    assert stranger.post(path, {"key": str(uuid4())}).status_code == 404


def test_the_organiser_makes_the_link_and_takes_it_back(
    organiser: Client, tournament: Tournament
) -> None:
    terms = {
        "key": str(uuid4()),
        "places": "44",
        "last_day": tournament.date.isoformat(),
        "currency": "HUF",
        "fee": "2 000",
        "reduced_fee": "1000",
        "reduced_for": "diákok",
    }
    made: Any = organiser.post(place_url(tournament, "entry_terms"), terms)
    shown = organiser.get(made.url)
    again = organiser.get(place_url(tournament, "entry_terms"))
    ended: Any = organiser.post(made.url, {"key": str(uuid4())})

    assert made.url == place_url(tournament, "entry_link")
    assert "<svg" in text_of(shown)
    assert "/enter/" in text_of(shown)
    assert 'value="2000"' in text_of(again)
    assert ended.url == place_url(tournament, "entries")
    assert "There is no link now" in text_of(organiser.get(made.url))


def test_refused_terms_preserve_the_input(organiser: Client, tournament: Tournament) -> None:
    late = (tournament.date + timedelta(days=3)).isoformat()
    terms = {"key": str(uuid4()), "currency": "HUF", "fee": "abc", "places": "0", "last_day": late}

    answer = organiser.post(place_url(tournament, "entry_terms"), terms)

    assert answer.status_code == 422
    assert 'value="abc"' in text_of(answer)


def test_one_tap_accepts_all_entries_with_a_place(
    house: House, organiser: Client, tournament: Tournament
) -> None:
    link = a_link(house, tournament, places=6)
    for name in ("Éva", "Feri", "Gizi"):
        register_person(link, name)
    page = organiser.get(place_url(tournament, "entries"))
    form = forms_in(page)[-1]

    organiser.post(place_url(tournament, "entries"), form.sent)
    again = organiser.post(place_url(tournament, "entries"), form.sent)

    assert "Accept 2 entries" in text_of(page)
    assert again.status_code == 302
    assert read_states(tournament) == [
        ("Éva", "accepted", 0),
        ("Feri", "accepted", 0),
        ("Gizi", "waiting", 1),
    ]
    assert Player.objects.filter(guest=True).count() == 2


def test_a_namesake_of_a_player_is_chosen_on_a_page_of_its_own(
    house: House, organiser: Client
) -> None:
    tournament = a_tournament(house, 0)
    anna = register_person(a_link(house, tournament), "Anna", club_name="Szeged")
    path = place_url(tournament, "registration", anna.id)
    page = organiser.get(path)

    unsaid = organiser.post(path, {"key": str(uuid4()), "name": "Anna"})
    other = {"key": str(uuid4()), "player": "new", "name": "Anna (Szeged)"}
    chosen = organiser.post(path, other)

    assert "It is the same person: Anna" in text_of(page)
    assert 'value="Anna (Szeged)"' in text_of(page)
    assert unsaid.status_code == 422
    assert chosen.status_code == 302
    assert tournament.entrants.get().player.name == "Anna (Szeged)"


def test_player_with_the_proposed_name_can_be_chosen(house: House, organiser: Client) -> None:
    tournament = a_tournament(house, 0)
    szeged = Player.objects.create(club=house.club, name="Anna (Szeged)", guest=True)
    anna = register_person(a_link(house, tournament), "Anna", club_name="Szeged")
    path = place_url(tournament, "registration", anna.id)
    page = organiser.get(path)
    same = {"key": str(uuid4()), "player": str(szeged.pk), "name": "Anna (Szeged)"}

    first, again = organiser.post(path, same), organiser.post(path, same)

    assert "It is the same person: Anna (Szeged)" in text_of(page)
    assert (first.status_code, again.status_code) == (302, 302)
    assert tournament.entrants.get().player == szeged


def test_offers_the_player_with_the_submitted_name(house: House, organiser: Client) -> None:
    tournament = a_tournament(house, 0)
    anna = register_person(a_link(house, tournament), "Anna")
    path = place_url(tournament, "registration", anna.id)

    answer = organiser.post(path, {"key": str(uuid4()), "player": "new", "name": "Dóra"})

    assert answer.status_code == 422
    assert "It is the same person: Dóra" in text_of(answer)


def test_an_entry_that_was_withdrawn_meanwhile_is_not_accepted(
    house: House, organiser: Client, tournament: Tournament
) -> None:
    eva = register_person(a_link(house, tournament), "Éva")
    form = forms_in(organiser.get(place_url(tournament, "entries")))[-1]
    Registration.objects.update(withdrawn_at="2026-11-20T12:00Z")

    answer = organiser.post(place_url(tournament, "entries"), form.sent)

    assert answer.status_code == 409
    assert eva.name in text_of(answer)
    assert not Player.objects.filter(guest=True).exists()


def test_organiser_removes_an_entrant(
    house: House, organiser: Client, tournament: Tournament
) -> None:
    eva = register_person(a_link(house, tournament), "Éva")
    accept_entries(house, tournament, *guest_decisions(eva))
    path = place_url(tournament, "registration_remove", eva.id)

    organiser.post(path, {"key": str(uuid4())})

    assert read_states(tournament) == [("Éva", "removed", 0)]
    assert not Entrant.objects.filter(player__name="Éva").exists()


@pytest.mark.parametrize(
    "sent", ["not ids", "", "x" * 50_000, "e4401e33-158b-4cb6-8129-a89fcbae59fe"]
)
def test_invalid_ids_never_break_the_page(
    house: House, organiser: Client, tournament: Tournament, sent: str
) -> None:
    register_person(a_link(house, tournament), "Éva")
    fields = {"key": str(uuid4()), "registrations": sent}

    answer = organiser.post(place_url(tournament, "entries"), fields)

    assert answer.status_code in {302, 409, 422}
    assert read_states(tournament) == [("Éva", "place", 0)]


def test_members_and_other_clubs_see_nothing_of_it(house: House, tournament: Tournament) -> None:
    eva = register_person(a_link(house, tournament), "Éva")
    pages = [
        *(place_url(tournament, name) for name in ("entries", "entry_terms", "entry_link")),
        place_url(tournament, "entrants_import"),
        place_url(tournament, "door"),
        place_url(tournament, "registration", eva.id),
        place_url(tournament, "door_person", eva.id),
    ]
    member, other = Client(), Client()
    member.force_login(house.bela)
    other.force_login(create_denes())

    assert {member.get(path).status_code for path in pages} == {403}
    assert {other.get(path).status_code for path in pages} == {404}


def test_the_list_costs_as_many_queries_for_two_as_for_twenty(
    house: House,
    organiser: Client,
    tournament: Tournament,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    link, path = a_link(house, tournament, places=9), place_url(tournament, "entries")
    counts: list[Any] = []
    for many in (2, 18):
        for one in range(many):
            register_person(link, f"Vendég {many} {one}")
        organiser.get(path)
        with django_assert_num_queries(10) as queries:
            organiser.get(path)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_after_the_first_round_the_page_refers_to_the_organiser(
    house: House, tournament: Tournament, stranger: Client
) -> None:
    eva, promise = register_person(a_link(house, tournament), "Éva"), "here you can withdraw"
    before = stranger.get(own_url(eva))
    begun(house, tournament)

    page = stranger.get(own_url(eva))
    answer = stranger.post(own_url(eva), {"key": str(uuid4())})

    assert promise in text_of(before) and promise not in text_of(page)
    assert "The tournament has begun" in text_of(page)
    assert answer.status_code == 409
