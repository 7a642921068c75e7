"""A tournament on paper: pairings, place cards, certificates."""

import re

from django.test import Client
from django.urls import reverse

from support.club_factories import House
from support.club_web import text_of
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.models import Player, Tournament
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.queries.tournament_papers import (
    PlaceCard,
    list_certificates,
    load_pairing_sheets,
)

LONGEST = "Szentgyörgyi-Wolfeschlegelsteinhausen Maximilián Konstantin Bonifác Ábrahám 12345"[:80]


def paper(client: Client, tournament: Tournament, name: str, **asked: str) -> str:
    address = reverse(f"club:tournament_{name}", args=[tournament.club.slug, tournament.id])
    return text_of(client.get(address, asked))


def played_out(house: House, players: int = 4) -> Tournament:
    tournament = a_tournament(house, players, rounds=1)
    for session in begun(house, tournament):
        close_with_points(house, session, 9, 9, -4, -14)
    return tournament


def test_the_pairings_have_a_leaf_for_each_round(house: House, bela: Client) -> None:
    tournament = a_tournament(house, 8)
    assert "No round is drawn yet" in paper(bela, tournament, "pairings")
    first, second = begun(house, tournament), begun(house, tournament)

    sheets = load_pairing_sheets(tournament)
    assert [sheet.number for sheet in sheets] == [1, 2]
    for sheet, sessions in zip(sheets, (first, second), strict=True):
        names = dict(Player.objects.values_list("pk", "name"))
        called = {str(pk): name for pk, name in names.items()}
        told = [[called[str(one)] for one in session.seats] for session in sessions]
        assert [list(table.names) for table in sheet.tables] == told
    page = paper(bela, tournament, "pairings")
    assert page.count('class="leaf"') == 2
    one = paper(bela, tournament, "pairings", round="2")
    assert one.count('class="leaf"') == 1 and "<h2>Round 2</h2>" in one


def test_the_order_on_the_pairings_is_that_of_play_after_the_last_hand_too(house: House) -> None:
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)
    before = load_pairing_sheets(tournament)

    close_with_points(house, session, -8, 9, 3, -4)

    assert load_pairing_sheets(tournament) == before


def test_a_card_has_the_whole_name_of_each_entrant(house: House, bela: Client) -> None:
    tournament = a_tournament(house, 4)
    Player.objects.filter(name="Anna").update(name=LONGEST)
    Player.objects.filter(name="Béla").update(name=LONGEST[:-1])

    page = paper(bela, tournament, "cards")

    for name in (LONGEST, LONGEST[:-1], "Csaba", "Dóra"):
        assert page.count(f"<bdi>{name}</bdi>") == 1


def test_long_names_have_smaller_letters() -> None:
    sizes = [
        PlaceCard(name).letter_size_class for name in ("Nagy Éva", "Szentgyörgyi-Tóth Éva", LONGEST)
    ]

    assert sizes == ["large", "middling", "small"]


def test_certificates_are_of_the_end_and_in_the_language_of_the_club(
    house: House, bela: Client
) -> None:
    tournament = a_tournament(house, 4, rounds=1)
    begun(house, tournament)
    assert "at the end of the tournament" in paper(bela, tournament, "certificates")
    tournament = played_out(house)
    house.club.language, house.bela.language = "hu", "en"
    house.club.save()
    house.bela.save()

    page = paper(bela, tournament, "certificates")

    assert "<h1" in page and "Certificates" in page
    assert page.count('class="leaf certificate" lang="hu"') == 3
    assert page.count("<h2>Oklevél</h2>") == 3
    assert "1. hely, megosztva" in page and "Place 1" not in page


def test_certificate_names_shared_places_and_is_available_to_all(
    house: House, bela: Client
) -> None:
    tournament = played_out(house)
    given = list_certificates(load_standing(tournament), everybody=True)

    assert [(one.result.place, one.shared) for one in given] == [
        (1, True),
        (1, True),
        (3, False),
        (4, False),
    ]
    page = paper(bela, tournament, "certificates", who="all")
    assert re.findall("Place [0-9](?:, shared)?", page) == [
        *("Place 1, shared", "Place 1, shared"),
        *("Place 3", "Place 4"),
    ]


def test_the_page_of_the_tournament_leads_to_its_papers(house: House, bela: Client) -> None:
    tournament = a_tournament(house, 4, rounds=1)

    def list_linked_papers() -> list[str]:
        page = text_of(
            bela.get(reverse("club:tournament", args=[tournament.club.slug, tournament.id]))
        )
        return re.findall("/(cards|pairings|certificates)/", page)

    assert list_linked_papers() == ["cards"]
    (session,) = begun(house, tournament)
    assert list_linked_papers() == ["cards", "pairings"]
    close_with_points(house, session, 9, 3, -4, -8)
    assert list_linked_papers() == ["cards", "pairings", "certificates"]
