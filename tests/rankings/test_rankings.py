"""A ranking over tournaments of several clubs: its players, what counts, and who is one person."""

import csv
import io
import json
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_factories import House, a_form, codes
from support.rankings import (
    a_person_of,
    a_plan_of,
    a_ranking,
    a_ranking_of_both,
    a_second_house,
    enter_ranking,
    play_tournament,
    publish_tournaments,
    record_consent,
)
from support.tournament_tables import a_penalty, a_tournament, begun
from tarokk_club.club.models import Club, Ranking, RankingClub, RankingPerson, User
from tarokk_club.club.rankings.queries.rankings import load_ranking_table
from tarokk_club.club.rankings.usecases import change_ranking, set_participation
from tarokk_club.club.session.usecases.sessions import reopen_session
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.errors import RefusedError

pytestmark = pytest.mark.django_db


@pytest.fixture
def other() -> House:
    return a_second_house()


@pytest.fixture
def both(house: House, other: House) -> Ranking:
    for one in (house, other):
        Club.objects.filter(pk=one.club.pk).update(guest_names=Naming.FULL)
    return a_ranking_of_both(house, other)


def order(ranking: Ranking) -> list[tuple[int, str, int]]:
    """Place, name and points of each row."""
    ranking.refresh_from_db()
    return [(one.place, one.name, int(one.points)) for one in load_ranking_table(ranking).rows]


def test_equal_points_share_a_place_and_clubs_stay_apart(both: Ranking) -> None:
    assert order(both) == [
        *((1, "Anna", 10), (1, "Erzsi", 10), (3, "Béla", 8), (3, "Feri", 8)),
        *((5, "Csaba", 6), (5, "Gábor", 6), (7, "Dóra", 4), (7, "Hanna", 4)),
    ]


@row("S112")
def test_players_of_one_person_are_joined_only_by_consent_in_all_clubs(
    house: House, other: House, both: Ranking, client: Client
) -> None:
    person = a_person_of((house, "Béla"), (other, "Gábor"))
    apart = order(both)

    record_consent(house, both, person)
    together = load_ranking_table(both).rows
    record_consent(other, both, person, agrees=False)

    assert apart == order(both) and len(apart) == 8
    assert [(one.place, int(one.points)) for one in together[:2]] == [(1, 14), (2, 10)]
    assert set(together[0].players) == {house.players["Béla"], other.players["Gábor"]}
    assert not RankingPerson.objects.exists()


@row("S112")
def test_leaving_a_club_separates_its_player_in_the_ranking(
    house: House, other: House, both: Ranking
) -> None:
    person = a_person_of((house, "Béla"), (other, "Gábor"))
    record_consent(house, both, person)

    person.memberships.filter(club=other.club).delete()

    assert (5, "Gábor", 6) in order(both) and (3, "Béla", 8) in order(both)


def test_refuses_consent_of_a_person_with_a_single_player(
    house: House, other: House, both: Ranking
) -> None:
    person = a_person_of((house, "Béla"))

    with pytest.raises(RefusedError) as refused:
        record_consent(house, both, person)

    assert codes(refused) == [("", "ranking_needs_two_players")]


def test_ranking_counts_points_by_place_and_the_best_results(
    house: House, other: House, both: Ranking
) -> None:
    second = play_tournament(house, -9, 3, 5, 1, name="Nyári kupa")
    first = both.tournaments.get(tournament__club=house.club).tournament
    enter_ranking(house, both, first, second)
    # Csaba, Béla, Dóra, Anna in the second one: 10 + 4, 8 + 8, 6 + 10, 4 + 6 table points.
    sums = {name: points for _place, name, points in order(both)}
    plan = a_plan_of(other.club, best=1, scale="25 18 15")
    change_ranking(club_id=house.club.id, form=a_form(house.anna), ranking_id=both.pk, plan=plan)

    assert [sums[name] for name in ("Anna", "Béla", "Csaba", "Dóra")] == [14, 16, 16, 10]
    assert order(both) == [
        *((1, "Anna", 25), (1, "Csaba", 25), (1, "Erzsi", 25)),
        *((4, "Béla", 18), (4, "Feri", 18), (6, "Dóra", 15), (6, "Gábor", 15), (8, "Hanna", 0)),
    ]


@row("S112")
def test_a_club_counts_only_once_its_owner_agreed_and_while_it_is_public(
    house: House, other: House, both: Ranking, client: Client
) -> None:
    page = reverse("club:public_ranking", args=[both.pk])
    assert b"Erzsi" in client.get(page).content

    Club.objects.filter(pk=other.club.pk).update(published="")
    assert b"Erzsi" not in client.get(page).content
    Club.objects.filter(pk=other.club.pk).update(published="tournaments")
    RankingClub.objects.filter(club=other.club).update(agreed_at=None)
    assert b"Erzsi" not in client.get(page).content
    Club.objects.filter(pk=house.club.pk).update(published="leaderboard evenings")
    files = ("public_ranking", "ranking_csv_file", "ranking_json_file", "ranking_rating_file")
    for name in files:
        assert client.get(reverse(f"club:{name}", args=[both.pk])).status_code == 404


def test_a_tournament_change_reaches_the_ranking_at_once(
    house: House, other: House, both: Ranking
) -> None:
    before = order(both)
    tournament = both.tournaments.get(tournament__club=house.club).tournament
    a_penalty(house, tournament)
    table = tournament.tables.get().session
    after = order(both)

    form = replace(a_form(house.anna), reason="elírás")
    reopen_session(session_id=table.pk, form=replace(form, version=table.version))

    assert (1, "Anna", 10) in before and (2, "Anna", 8) in after
    assert "Anna" not in {name for _place, name, _points in order(both)}


def test_a_club_leaves_with_its_tournaments(house: House, other: House, both: Ranking) -> None:
    set_participation(
        club_id=other.club.id, form=a_form(other.anna), ranking_id=both.pk, tournaments=None
    )
    assert [name for _place, name, _points in order(both)] == ["Anna", "Béla", "Csaba", "Dóra"]
    # The club that made it stays.
    set_participation(
        club_id=house.club.id, form=a_form(house.anna), ranking_id=both.pk, tournaments=None
    )
    assert RankingClub.objects.get(ranking=both).club == house.club


def test_nobody_chooses_tournaments_of_another_club(
    house: House, other: House, both: Ranking
) -> None:
    foreign = both.tournaments.get(tournament__club=other.club).tournament

    enter_ranking(house, both, foreign)

    assert list(both.tournaments.values_list("tournament__club", flat=True)) == [other.club.pk]


def test_a_tournament_that_is_not_final_does_not_count(
    house: House, other: House, both: Ranking, client: Client
) -> None:
    running = a_tournament(house, 4, rounds=1, name="Téli kupa")
    begun(house, running)
    enter_ranking(house, both, running)

    page = client.get(reverse("club:public_ranking", args=[both.pk])).content.decode()

    assert "Téli kupa" in page and "Anna" not in page


@row("S112")
def test_the_files_have_ids_and_the_sums_of_the_page(
    house: House, other: House, both: Ranking, client: Client
) -> None:
    person = a_person_of((house, "Béla"), (other, "Gábor"))
    record_consent(house, both, person)
    ident = str(RankingPerson.objects.get().pk)

    def file(name: str) -> Any:
        url = reverse(f"club:{name}", args=[both.pk])
        return client.get(url, {"marks": "point"}, HTTP_ACCEPT_LANGUAGE="en").content

    told = json.loads(file("ranking_json_file"))
    lines = list(csv.DictReader(io.StringIO(file("ranking_csv_file").decode("utf-8-sig"))))
    rated = json.loads(file("ranking_rating_json_file"))["tournaments"]
    seats = list(csv.DictReader(io.StringIO(file("ranking_rating_file").decode("utf-8-sig"))))

    assert told["rows"][0]["points"] == 1400 and told["rows"][0]["person"] == ident
    assert len(told["rows"][0]["results"]) == 2
    assert len(lines) == 8 and len(seats) == 8
    for one in lines[:2]:
        assert float(one["Points of the ranking"]) == 14 and one["Id of the person"] == ident
    assert [len(one["tables"]) for one in rated] == [1, 1]
    assert sum(seat["points"] for one in rated for seat in one["tables"][0]["seats"]) == 0
    by_player = {one["Id of the player"]: one for one in seats}
    assert by_player[house.players["Béla"]]["Id of the person"] == ident
    assert by_player[house.players["Anna"]]["Id of the person"] == ""
    assert by_player[house.players["Anna"]]["Table points"] == "10.00"


def signed_in(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


@row("S112")
def test_ranking_is_created_joined_and_agreed_to_on_its_pages(house: House, other: House) -> None:
    for one in (house, other):
        publish_tournaments(one)
    tournament = play_tournament(other, 9, 3, -5, -7)
    anna, dora = signed_in(house.anna), signed_in(other.anna)
    person = a_person_of((house, "Béla"), (other, "Gábor"))

    def sent(client: Client, route: str, *args: object, **content: object) -> Any:
        url = reverse(f"club:{route}", args=args)
        return client.post(url, {"key": str(uuid4()), **content})

    answer = sent(
        anna, "ranking_new", house.club.slug, name="Ranglista", clubs=[str(other.club.pk)], best=4
    )
    ranking = Ranking.objects.get()
    there = (other.club.slug, ranking.pk)
    assert answer.status_code == 302
    assert b"Ranglista" in dora.get(reverse("club:rankings", args=there[:1])).content
    assert sent(dora, "ranking_settings", *there, name="Más").status_code == 404
    assert signed_in(person).get(reverse("club:ranking_tournaments", args=there)).status_code == 403
    sent(dora, "ranking_tournaments", *there, tournaments=[str(tournament.pk)])
    assert ranking.clubs.filter(agreed_at=None).count() == 0
    page = signed_in(person).get(reverse("club:ranking", args=there)).content.decode()
    assert "Rank me as one person" in page
    sent(signed_in(person), "ranking", *there, agrees="1")
    assert ranking.people.get().user == person
    sent(dora, "ranking_leave", *there)
    assert not ranking.tournaments.exists()
    sent(anna, "ranking_remove", house.club.slug, ranking.pk)
    assert not Ranking.objects.exists()


def test_uninvited_club_gets_404(house: House, other: House) -> None:
    ranking = a_ranking(house)
    dora = signed_in(other.anna)
    for name in ("ranking", "ranking_settings", "ranking_tournaments"):
        url = reverse(f"club:{name}", args=[other.club.slug, ranking.pk])
        assert dora.get(url).status_code == 404
