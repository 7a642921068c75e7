"""Rankings in the API, for keys of the club and for anonymous clients."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_factories import House, a_user
from support.json_schema import build_validator
from support.programs import API, a_program, a_service_key, with_token
from support.rankings import (
    a_person_of,
    a_ranking,
    a_ranking_of_both,
    a_second_house,
    enter_ranking,
    publish_tournaments,
    record_consent,
)
from support.tournament_tables import a_tournament, begun
from tarokk_club.club.api.views.openapi import build_openapi_document
from tarokk_club.club.models import Club, Player, Ranking, RankingClub, RankingPerson
from tarokk_club.club.values.naming import Naming

pytestmark = pytest.mark.django_db
ELSEWHERE = "https://szovetseg.example"


@pytest.fixture
def other() -> House:
    return a_second_house()


@pytest.fixture
def both(house: House, other: House) -> Ranking:
    Club.objects.filter(pk=house.club.pk).update(guest_names=Naming.FULL)
    return a_ranking_of_both(house, other)


def of_a_club(house: House, *more: object) -> str:
    return "/".join([f"{API}/clubs/{house.club.slug}/rankings", *map(str, more)])


def of_everybody(ranking: Ranking) -> str:
    return f"{API}/public/rankings/{ranking.pk}"


def public_list(house: House) -> str:
    return f"{API}/public/{house.club.slug}/rankings"


def fits(schema: str, value: Any) -> bool:
    """Whether a value is as the description says."""
    shape = {
        "$ref": f"#/components/schemas/{schema}",
        "components": build_openapi_document()["components"],
    }
    return list(build_validator(shape).iter_errors(value)) == []


@row("S112")
def test_everybody_reads_the_order_of_the_page_with_ids(
    house: House, other: House, both: Ranking, client: Client
) -> None:
    record_consent(house, both, a_person_of((house, "Béla"), (other, "Gábor")))
    running = a_tournament(house, 4, rounds=1, name="Téli kupa")
    begun(house, running)
    enter_ranking(house, both, *[row.tournament for row in both.tournaments.all()], running)

    read = client.get(of_everybody(both)).json()
    file = json.loads(client.get(reverse("club:ranking_json_file", args=[both.pk])).content)

    assert read == file
    assert fits("RankingOrder", read)
    first = read["rows"][0]
    # 8 of Béla and 6 of Gábor.
    assert (first["place"], first["points"]) == (1, 1400)
    assert first["person"] == str(RankingPerson.objects.get().pk)
    assert set(first["players"]) == {house.players["Béla"], other.players["Gábor"]}
    assert sum(result["points"] for result in first["results"]) == first["points"]
    assert {result["tournament"] for result in first["results"]} == {
        tournament["id"] for tournament in read["tournaments"]
    }
    assert read["running"] == ["Téli kupa"]
    assert (read["best"], read["scale"], read["club"]) == (None, None, house.club.name)


@row("S112")
def test_names_are_those_that_guests_of_each_club_see(
    house: House, other: House, both: Ranking, client: Client
) -> None:
    Player.objects.filter(pk=other.players["Erzsi"]).update(name="Erzsi Kovács")

    read = client.get(of_everybody(both)).text
    with_key = a_program(house.anna, house.club).get(of_a_club(house, both.pk)).text

    assert "Kovács" not in read + with_key
    assert '"Anna"' in read and '"Anna"' in with_key


@row("S112")
def test_a_ranking_is_public_exactly_while_its_page_is(
    house: House, other: House, both: Ranking, client: Client
) -> None:
    def statuses() -> list[int]:
        page = reverse("club:public_ranking", args=[both.pk])
        return [client.get(path).status_code for path in (page, of_everybody(both))]

    def listed(club: House) -> list[str]:
        return [one["id"] for one in client.get(public_list(club)).json()["items"]]

    program = a_program(other.anna, other.club)
    assert statuses() == [200, 200]
    assert listed(house) == listed(other) == [str(both.pk)]
    assert fits("RankingPage", client.get(public_list(house)).json())

    RankingClub.objects.filter(club=other.club).update(agreed_at=None)
    assert listed(other) == []
    assert "Erzsi" not in client.get(of_everybody(both)).text
    Club.objects.filter(pk=house.club.pk).update(published="leaderboard evenings")
    assert statuses() == [404, 404]
    assert client.get(public_list(house)).status_code == 404
    hidden = program.get(of_a_club(other, both.pk)).json()
    assert (hidden["public"], hidden["order"], hidden["agreed"]) == (False, None, False)
    assert client.get(f"{API}/public/rankings/{uuid4()}").status_code == 404


@row("S112")
def test_a_key_reads_the_rankings_of_its_club(
    house: House, other: House, both: Ranking, client: Client
) -> None:
    theirs = a_ranking(other, house.club, name="Körverseny", best=2, scale="25 18.5")
    program = a_program(house.anna, house.club)

    rows = program.get(of_a_club(house)).json()
    asked = program.get(of_a_club(house, theirs.pk)).json()
    own = program.get(of_a_club(house, both.pk)).json()

    assert [(one["name"], one["agreed"]) for one in rows["items"]] == [
        ("Körverseny", False),
        ("Országos ranglista", True),
    ]
    assert fits("ClubRankingPage", rows)
    assert fits("ClubRankingWhole", asked) and fits("ClubRankingWhole", own)
    assert (asked["best"], asked["scale"], asked["club"]) == (2, [2500, 1850], other.club.name)
    assert sorted((one["name"], one["agreed"]) for one in asked["clubs"]) == sorted(
        [(house.club.name, False), (other.club.name, True)]
    )
    assert own["tournaments"] == [
        str(both.tournaments.get(tournament__club=house.club).tournament_id)
    ]
    assert own["order"] == client.get(of_everybody(both)).json()


def test_a_person_reads_whether_they_agreed(house: House, other: House, both: Ranking) -> None:
    person = a_person_of((house, "Béla"), (other, "Gábor"))
    program = a_program(person, house.club)
    before = program.get(of_a_club(house, both.pk)).json()

    record_consent(house, both, person)

    assert not before["one_person"]
    assert program.get(of_a_club(house, both.pk)).json()["one_person"]
    assert not a_program(house.anna, house.club).get(of_a_club(house, both.pk)).json()["one_person"]


@row("S112")
def test_other_clubs_keys_read_nothing_of_it(house: House, other: House, client: Client) -> None:
    ranking = a_ranking(house)
    service = with_token(a_service_key(other.anna, other.club)[1])
    stranger = a_program(a_user("idegen"), house.club)

    for program in (service, stranger, a_program(other.anna, other.club)):
        for path in (of_a_club(house), of_a_club(house, ranking.pk), of_a_club(other, ranking.pk)):
            assert program.get(path).status_code == 404
    assert client.get(of_a_club(house)).status_code == 401
    assert service.get(of_a_club(other)).json() == {"items": [], "next": None}


def test_browsers_of_other_sites_read_the_public_ones_only(
    house: House, other: House, both: Ranking, client: Client
) -> None:
    program, origin = a_program(house.anna, house.club), {"Origin": ELSEWHERE}

    for path in (of_everybody(both), public_list(house)):
        found = client.get(path, headers=origin)
        assert found["Access-Control-Allow-Origin"] == "*"
        assert found["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert found["RateLimit-Policy"] == '"public";q=120;w=60'
    for path in (of_a_club(house), of_a_club(house, both.pk)):
        assert "Access-Control-Allow-Origin" not in program.get(path, headers=origin)


def test_an_unchanged_ranking_is_304(
    house: House, other: House, both: Ranking, client: Client
) -> None:
    program = a_program(house.anna, house.club)
    asked = [(client, of_everybody(both)), (client, public_list(house))]
    asked += [(program, of_a_club(house)), (program, of_a_club(house, both.pk))]
    tags = [reader.get(path)["ETag"] for reader, path in asked]

    def again() -> list[int]:
        return [
            reader.get(path, headers={"If-None-Match": tag}).status_code
            for (reader, path), tag in zip(asked, tags, strict=True)
        ]

    assert again() == [304] * 4
    Ranking.objects.filter(pk=both.pk).update(name="Nagydíj")
    assert again() == [200] * 4


def test_the_lists_lead_to_their_next_pages(house: House, client: Client) -> None:
    publish_tournaments(house)
    made = [str(a_ranking(house, name=name).pk) for name in ("A", "B", "C")]
    program = a_program(house.anna, house.club)

    for reader, path in ((client, public_list(house)), (program, of_a_club(house))):
        first = reader.get(path, {"limit": 2})
        rest = reader.get(path, {"limit": 2, "cursor": first.json()["next"]})
        ids = [one["id"] for page in (first, rest) for one in page.json()["items"]]
        assert ids == made[::-1]
        assert 'rel="next"' in first["Link"] and "Link" not in rest.headers
        assert reader.get(path, {"cursor": str(uuid4())}).status_code == 422
