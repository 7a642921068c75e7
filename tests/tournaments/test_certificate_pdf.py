"""Certificates as a file: every letter of three alphabets, and no name that is cut."""

from collections.abc import Iterator

import pypdfium2
import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_user
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.models import Player, Role, Tournament
from tarokk_club.club.tournaments.certificate_pdf import render_certificates_pdf

MILLIMETRE = 72 / 25.4
LETTERS = "ÁÉÍÓÖŐÚÜŰ áéíóöőúüű ĂÂÎȘȚ ăâîșț ÆØÅ æøå"
NAMES = (
    "Nagy Éva",
    "Nagyszentmiklósi-Szentgyörgyi-Tóth Erzsébet Bernadett Kunigunda Mária Terézia",
    "W" * 80,
    LETTERS,
)


def a_page(name: str) -> list[str]:
    return [
        "Zugló",
        "Oklevél",
        name,
        "1. hely",
        "44 játékos közül",
        "",
        name,
        "−12 345",
        "ma",
        "én",
    ]


def pages_of(content: bytes) -> Iterator[pypdfium2.PdfTextPage]:
    for page in pypdfium2.PdfDocument(content):
        yield page.get_textpage()


def read_text(page: pypdfium2.PdfTextPage) -> str:
    return " ".join(page.get_text_bounded().split())


@pytest.mark.parametrize("name", NAMES)
def test_no_name_is_cut_and_none_leaves_the_frame(name: str) -> None:
    content = render_certificates_pdf([a_page(name)], title="Oklevelek", language="hu")

    (page,) = pages_of(content)
    assert read_text(page).count(name) == 2
    boxes = [page.get_charbox(number) for number in range(page.count_chars())]
    assert min(box[0] for box in boxes) >= 12 * MILLIMETRE
    assert max(box[2] for box in boxes) <= (210 - 12) * MILLIMETRE
    assert min(box[1] for box in boxes) >= 12 * MILLIMETRE
    assert max(box[3] for box in boxes) <= (297 - 12) * MILLIMETRE


def test_every_letter_of_the_languages_has_a_shape(caplog: pytest.LogCaptureFixture) -> None:
    render_certificates_pdf([a_page(LETTERS)], title="", language="ro")
    assert "glyph" not in caplog.text

    # What the font lacks is drawn with one of the system or said in words, never as a box.
    for name in ("東", "דוד", "محمد"):
        render_certificates_pdf([a_page(name)], title="", language="ro")
    assert "glyph" not in caplog.text


@pytest.fixture
def ended(house: House) -> Tournament:
    Player.objects.filter(pk=house.players["Béla"]).update(name=NAMES[1])
    house.club.language = "hu"
    house.club.save()
    tournament = a_tournament(house, 4, rounds=1, name="Őszi kupa")
    (session,) = begun(house, tournament)
    at = dict(zip(session.seats, (0, 0, 0, 0), strict=True))
    at[house.players["Anna"]], at[house.players["Béla"]] = 12345, 7
    at[house.players["Csaba"]], at[house.players["Dóra"]] = -7, -12345
    close_with_points(house, session, *(at[seat] for seat in session.seats))
    return tournament


def file_of(client: Client, tournament: Tournament, who: str = "") -> str:
    address = reverse(
        "club:tournament_certificates_file", args=[tournament.club.slug, tournament.id]
    )
    return f"{address}{who and f'?who={who}'}"


def test_the_file_speaks_the_language_of_the_club_and_has_a_page_for_each(
    house: House, ended: Tournament
) -> None:
    reader = Client()
    reader.force_login(a_user("feri", club=house.club, roles=(Role.MEMBER,)))

    answer = reader.get(file_of(reader, ended))

    assert answer["Content-Type"] == "application/pdf"
    assert "certificates.pdf" in answer["Content-Disposition"]
    first, second, third = map(read_text, pages_of(answer.content))
    for word in ("Oklevél", "Anna", "1. hely", "Őszi kupa", "12 345", "4 játékos"):
        assert word in first.replace("\N{NO-BREAK SPACE}", " "), word
    assert NAMES[1] in second and "2. hely" in second
    assert "−7" in third and "Certificate" not in first + second + third
    everybody = reader.get(file_of(reader, ended, "all"))
    assert len(list(pages_of(everybody.content))) == 4
    shown = reader.get(
        reverse("club:tournament_certificates", args=[ended.club.slug, ended.id])
    ).content.decode()
    assert file_of(reader, ended) in shown


def test_there_is_no_file_before_the_end_and_none_for_strangers(
    house: House, client: Client
) -> None:
    tournament = a_tournament(house, 4, rounds=1)
    client.force_login(house.bela)
    answer = client.get(file_of(client, tournament))
    assert answer.status_code == 302 and answer["Location"].endswith("/certificates/")

    client.force_login(a_user("idegen"))
    assert client.get(file_of(client, tournament)).status_code == 404


def test_the_file_names_team_and_club_as_the_page_does(
    house: House, ended: Tournament, client: Client
) -> None:
    ended.entrants.filter(player__name="Anna").update(team="Baglyok", club_name="Óbuda")
    ended.entrants.filter(player__name=NAMES[1]).update(club_name="Zugló")
    client.force_login(house.bela)

    first, second, third = map(read_text, pages_of(client.get(file_of(client, ended)).content))

    assert "Baglyok · Óbuda Őszi kupa" in first
    assert "Zugló Őszi kupa" in second and "·" not in second.partition("Őszi kupa")[0]
    assert "közül Őszi kupa" in third
