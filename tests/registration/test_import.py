"""Players from a table: read, previewed, and entered after a question about namesakes."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from scoring.core.problem import RefusedError
from support.club_factories import House, codes
from support.club_web import forms_in, text_of
from support.entries import place_url
from support.tournament_tables import a_tournament
from tarokk_club.club.models import Entrant, Player
from tarokk_club.club.registration.entrant_import import ListedPerson, read_entrants


@pytest.fixture
def organiser(house: House) -> Client:
    client = Client()
    client.force_login(house.anna)
    return client


@pytest.mark.parametrize(
    "table",
    [
        "Név;Egyesület;Csapat;Értékszám\nNagy Éva;Szeged;Baglyok;1500\nKiss Feri;Buda;;\n",
        "Navn\tKlub\tHold\tRating\nNagy Éva\tSzeged\tBaglyok\t1500\nKiss Feri\tBuda\t-\t–\n",
        "Nr.,Nume,Clubul,Echipa,Cota\n1,Nagy Éva,Szeged,Baglyok,1500\n2,Kiss Feri,Buda,,\n",
        "Nagy Éva, Szeged, Baglyok, 1500\nKiss Feri, Buda, , \n",
        "Tavaszi kupa;;;\n;;;\nVezetéknév;Utónév;Klub;Csapat;Elo\n"
        "Nagy;Éva;Szeged;Baglyok;1500\nKiss;Feri;Buda;;x\nÖsszesen;;;;2\n",
    ],
)
def test_a_table_is_read_in_any_usual_form(table: str) -> None:
    assert read_entrants(table) == (
        ListedPerson("Nagy Éva", "Szeged", "Baglyok", 1500),
        ListedPerson("Kiss Feri", "Buda"),
    )


def test_an_old_encoding_is_read_too() -> None:
    data = "Név;Klub\r\nSzőke Ödön;Győr\r\n".encode("cp1250")

    assert read_entrants(data) == (ListedPerson("Szőke Ödön", "Győr"),)


@pytest.mark.parametrize(
    "table",
    [
        "• Éva <eva@example.org>\n• Bo (bo@example.org)\n",
        "Éva;eva@example.org;;1980-01-02\nBo;bo@example.org;;2.3.1990\n",
        "Éva\t+36 20 123 4567\nBo\t06201234567\n",
    ],
)
def test_addresses_numbers_and_birthdays_become_no_name_and_no_club(table: str) -> None:
    assert read_entrants(table) == (ListedPerson("Éva"), ListedPerson("Bo"))


def test_a_name_that_is_an_address_is_not_lost() -> None:
    people = read_entrants("Éva\nbo@example.org\nMary@home\n")
    assert [person.name for person in people] == ["Éva", "bo@example.org", "Mary@home"]


@pytest.mark.parametrize("table", ["", "\n\n", "1\n2\n3\n", "Klub;Elo\nBuda;1500\n"])
def test_a_table_without_names_is_refused(table: str) -> None:
    if table.startswith("Klub"):
        # Without a known title of names, the first texts are the names.
        assert read_entrants(table)[0].name == "Klub"
        return
    with pytest.raises(RefusedError) as refused:
        read_entrants(table)

    assert {code for _field, code in codes(refused)} <= {
        "entrants_unreadable",
        "entrants_without_names",
    }


def test_previews_a_table_before_entering_players(organiser: Client, house: House) -> None:
    tournament = a_tournament(house, 0)
    path = place_url(tournament, "entrants_import")

    look = organiser.post(path, {"pasted": "Nagy Éva;Szeged;Baglyok;1500\nKiss Feri;Buda;;\n"})
    before = tournament.entrants.count()
    form = forms_in(look)[-1]
    organiser.post(path, form.sent)
    again = organiser.post(path, form.sent)

    assert "2 players are in the table. Nothing is entered yet." in text_of(look)
    assert (before, again.status_code) == (0, 302)
    eva = Entrant.objects.get(player__name="Nagy Éva")
    assert (eva.club_name, eva.team, eva.rating) == ("Szeged", "Baglyok", 1500)
    assert set(Player.objects.filter(guest=True).values_list("name", flat=True)) == {
        "Nagy Éva",
        "Kiss Feri",
    }


def test_asks_about_namesakes(organiser: Client, house: House) -> None:
    tournament = a_tournament(house, 2)
    path = place_url(tournament, "entrants_import")
    table = "anna;Zugló\nCsaba;Szeged\nDóra;Zugló\nNagy Éva;Buda\nNagy Éva;Pest\nÚj Géza;\n"
    look = organiser.post(path, {"pasted": table})
    form = forms_in(look)[-1]

    unsaid = organiser.post(path, form.sent)
    same = {**form.sent, "key": str(uuid4()), "player_3": "new", "name_3": "Nagy Éva"}
    chosen = {
        **same,
        "player_1": "new",
        "name_1": "Csaba (Szeged)",
        "player_2": house.players["Dóra"],
        "player_4": "new",
    }
    organiser.post(path, {**chosen, "name_4": "Nagy Éva (Pest)"})

    assert "known name" in text_of(look)
    assert form.sent["player_0"] == "leave"
    assert form.sent["name_4"] == "Nagy Éva (Pest)"
    assert unsaid.status_code == 422
    assert sorted(tournament.entrants.values_list("player__name", flat=True)) == sorted(
        ["Anna", "Béla", "Csaba (Szeged)", "Dóra", "Nagy Éva", "Nagy Éva (Pest)", "Új Géza"]
    )


def test_two_people_under_one_name_are_refused_at_the_second(
    organiser: Client, house: House
) -> None:
    tournament = a_tournament(house, 0)
    path = place_url(tournament, "entrants_import")
    form = forms_in(organiser.post(path, {"pasted": "Nagy Éva\nNagy Éva\n"}))[-1]
    both = {"player_0": "new", "name_0": "Nagy Éva", "player_1": "new", "name_1": "Nagy Éva"}

    answer = organiser.post(path, {**form.sent, **both})

    assert answer.status_code == 422
    assert "name_1" in forms_in(answer)[-1].faulty
    assert not tournament.entrants.exists()


def test_offers_the_player_with_the_proposed_or_the_submitted_name(
    organiser: Client, house: House
) -> None:
    tournament = a_tournament(house, 0)
    path = place_url(tournament, "entrants_import")
    for name in ("Anna (Szeged)", "Anna (Pest)"):
        Player.objects.create(club=house.club, name=name, guest=True)
    pest = Player.objects.get(name="Anna (Pest)")
    review = organiser.post(path, {"pasted": "Anna;Szeged\n"})
    form = forms_in(review)[-1]

    refused = organiser.post(path, {**form.sent, "player_0": "new", "name_0": "Anna (Pest)"})
    same = {"key": str(uuid4()), "player_0": str(pest.pk)}
    organiser.post(path, {**form.sent, **same, "name_0": "Anna (Pest)"})

    offered = "The player of the club: "
    assert (offered + "Anna (Szeged)" in text_of(review), refused.status_code) == (True, 422)
    assert offered + "Anna (Pest)" not in text_of(review)
    assert offered + "Anna (Pest)" in text_of(refused)
    assert tournament.entrants.get().player == pest


def test_enters_a_namesake_of_an_archived_player_under_another_name(
    organiser: Client, house: House
) -> None:
    tournament = a_tournament(house, 0)
    path = place_url(tournament, "entrants_import")
    Player.objects.create(club=house.club, name="Zé", archived_at=timezone.now())
    form = forms_in(organiser.post(path, {"pasted": "Zé;Buda\n"}))[-1]

    organiser.post(path, {**form.sent, "player_0": "new"})

    assert tournament.entrants.get().player.name == "Zé (Buda)"


def test_says_that_a_typed_name_already_takes_part(organiser: Client, house: House) -> None:
    tournament = a_tournament(house, 1)
    path = place_url(tournament, "entrants_import")
    entered = tournament.entrants.get().player.name
    form = forms_in(organiser.post(path, {"pasted": "Bo\nBo\n"}))[-1]
    both = {"player_0": "new", "name_0": "Bo", "player_1": "new", "name_1": entered}

    answer = organiser.post(path, {**form.sent, **both})

    assert f"{entered} takes part already." in text_of(answer)


def test_a_file_comes_in_like_a_pasted_table(organiser: Client, house: House) -> None:
    tournament = a_tournament(house, 0)
    file = SimpleUploadedFile("nevek.csv", "Név;Klub\nSzőke Ödön;Győr\n".encode("cp1250"))

    look = organiser.post(place_url(tournament, "entrants_import"), {"file": file})

    assert "Szőke Ödön" in text_of(look)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"pasted": "   "},
        {"pasted": "\x00"},
        {"pasted": "1\n2\n3\n"},
        {"table": ""},
        {"table": "Nagy Éva\n", "key": "x"},
        {"pasted": "\n".join(f"Név {one}" for one in range(700))},
    ],
)
def test_shows_invalid_input_again(organiser: Client, house: House, fields: dict[str, str]) -> None:
    tournament = a_tournament(house, 0)

    answer = organiser.post(place_url(tournament, "entrants_import"), fields)

    assert answer.status_code == 422
    assert not tournament.entrants.exists()


def test_asks_about_names_that_cannot_be_stored(organiser: Client, house: House) -> None:
    tournament = a_tournament(house, 0)
    path = place_url(tournament, "entrants_import")

    look = organiser.post(path, {"pasted": f"{'x' * 90}\nKiss Feri\n"})

    assert "player_0" in forms_in(look)[-1].sent
