"""Names that differ only in invisible characters are the same name."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.core.problem import Problem
from support.catalogue import row
from support.club_factories import House, a_house
from tarokk_club.club.writing.typed_text import read_name

# Written by their numbers, as nobody could read them here.
FILLERS = (0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x17B4, 0x034F, 0x180E, 0x00AD, 0x200B, 0x2060)
DROPPED = (0xFE00, 0xFE0F, 0x180B, 0xE0100, 0x200C, 0x200D)


@pytest.fixture
def house(db: None) -> House:
    return a_house()


@row("R31")
@pytest.mark.parametrize("code", FILLERS)
@pytest.mark.parametrize("where", ["{}", "Anna{}", "{}Anna", "An{}na"])
def test_a_sign_that_shows_nothing_is_refused(code: int, where: str) -> None:
    problems: list[Problem] = []

    read_name(where.format(chr(code)), problems)

    assert problems


@row("R31")
@pytest.mark.parametrize("code", DROPPED)
@pytest.mark.parametrize("where", ["Anna{}", "{}Anna", "An{}na", "Anna{} {}"])
def test_formatting_characters_are_dropped(code: int, where: str) -> None:
    problems: list[Problem] = []

    assert read_name(where.replace("{}", chr(code)), problems) == "Anna"
    assert problems == []


@row("R31")
@pytest.mark.parametrize("name", ["👨\u200d👩\u200d👧", "می\u200cخواهم", "क्\u200dष", "Zoé 🂡"])
def test_joiners_that_a_script_needs_stay(name: str) -> None:
    problems: list[Problem] = []

    assert (read_name(name, problems), problems) == (name, [])


@row("R31")
def test_invisible_characters_do_not_allow_a_second_player_of_one_name(house: House) -> None:
    client = Client()
    client.force_login(house.anna)
    url = reverse("club:players", args=[house.club.slug])
    key = str(client.get(url).context["form"]["key"].value())

    answer = client.post(url, {"key": key, "name": "An\u200dna\ufe0f"})

    assert answer.status_code in (409, 422)
    assert house.club.players.filter(name__startswith="An").count() == 1


@row("R31")
@pytest.mark.parametrize("name", ["\u3164", "An\u2800na"])
def test_refuses_unseen_signs_in_names_of_accounts_and_clubs(db: None, name: str) -> None:
    sent = {"club": "Zugló", "name": "Anna", "password": "kalandos pagat"}
    for field in ("club", "name"):
        page = Client().get(reverse("club:found"))
        form = page.context["form"]
        hidden = {one: str(form[one].value()) for one in ("key", "language", "currency")}

        answer = Client().post(reverse("club:found"), {**hidden, **sent, field: name})

        assert answer.status_code == 422
