"""The players of a club: add, rename, archive."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, create_denes
from tarokk_club.club.models import Player


def url_of(house: House) -> str:
    return reverse("club:players", args=[house.club.slug])


def one_url(name: str, house: House, player: str) -> str:
    return reverse(f"club:{name}", args=[house.club.slug, house.players[player]])


def form(**more: str) -> dict[str, str]:
    return {"key": str(uuid4()), **more}


def test_a_player_is_added_with_a_clean_name(anna: Client, house: House) -> None:
    response = anna.post(url_of(house), form(name="  Zsófia   Kovács "), follow=True)

    assert response.status_code == 200
    assert Player.objects.filter(club=house.club, name="Zsófia Kovács").exists()
    assert "Zsófia Kovács" in response.content.decode()


def test_the_same_form_adds_once(anna: Client, house: House) -> None:
    sent = form(name="Emil")

    assert anna.post(url_of(house), sent).status_code == 302
    assert anna.post(url_of(house), sent).status_code == 302
    assert Player.objects.filter(name="Emil").count() == 1


def test_a_name_that_exists_is_refused_with_a_proposal(anna: Client, house: House) -> None:
    response = anna.post(url_of(house), form(name="BÉLA"))

    assert response.status_code == 422
    shown = response.content.decode()
    assert "what about" in shown
    assert "BÉLA</textarea>" in shown


def test_the_form_with_the_refused_names_can_be_sent(anna: Client, house: House) -> None:
    response = anna.post(url_of(house), form(name="Emil\nBÉLA\nFanni"))
    left = response.context["form"]
    assert left["name"].value() == "BÉLA"

    again = form(key=left["key"].value(), name="Béla bácsi, Gábor")
    assert anna.post(url_of(house), again).status_code == 302
    added = Player.objects.filter(name__in=["Emil", "Fanni", "Béla bácsi", "Gábor"])
    assert added.count() == 4


@pytest.mark.parametrize("name", ["", "   ", "pot:king", "An\u202ena", "x" * 81, "a\x00b"])
def test_refuses_a_name_that_cannot_be_stored(anna: Client, house: House, name: str) -> None:
    response = anna.post(url_of(house), form(name=name))

    assert response.status_code == 422
    assert "name" in response.context["form"].errors


def test_a_script_in_a_name_is_only_text(anna: Client, house: House) -> None:
    anna.post(url_of(house), form(name="<script>alert(1)</script>"))

    assert "<script>alert" not in anna.get(url_of(house)).content.decode()


def test_player_is_renamed(anna: Client, house: House) -> None:
    response = anna.post(one_url("player", house, "Béla"), form(name="Béla bácsi"))

    assert response.status_code == 302
    assert Player.objects.get(pk=house.players["Béla"]).name == "Béla bácsi"


def test_player_is_archived_and_restored(anna: Client, house: House) -> None:
    url = one_url("archive", house, "Béla")

    anna.post(url, form(archived="1"))
    assert Player.objects.get(pk=house.players["Béla"]).archived_at is not None
    page = anna.get(url_of(house)).content.decode()
    # Beside the number of sessions, without a column that is empty for all others.
    assert re.search(r"archived</span>\s+0 sessions", page) and page.count("</th>") == 2

    anna.post(url, form(archived="0"))
    assert Player.objects.get(pk=house.players["Béla"]).archived_at is None


def test_a_member_reads_and_does_not_write(client: Client, house: House) -> None:
    client.force_login(house.bela)

    assert "<form" not in client.get(url_of(house)).content.decode()
    assert client.post(url_of(house), form(name="Emil")).status_code == 403
    assert client.get(one_url("player", house, "Béla")).status_code == 403


def test_stranger_gets_the_response_of_a_missing_page(client: Client, house: House) -> None:
    client.force_login(create_denes())

    real = client.get(one_url("player", house, "Béla"))
    invented = client.get(f"/c/nowhere/players/{uuid4()}/")

    assert (real.status_code, invented.status_code) == (404, 404)
    assert real.content == invented.content


def test_player_of_another_club_returns_404(anna: Client, house: House) -> None:
    theirs = Player.objects.create(club=create_denes().clubs.get(), name="Feri")

    url = reverse("club:player", args=[house.club.slug, theirs.id])

    assert anna.get(url).status_code == 404
    assert anna.post(url, form(name="Mine")).status_code == 404


def test_anonymous_visitor_is_sent_to_sign_in(client: Client, house: House) -> None:
    for url in (url_of(house), "/c/nowhere/players/"):
        response = client.get(url)
        assert response.status_code == 302
        assert response.headers["Location"] == f"/accounts/login/?next={url}"


def test_short_name_is_proposed_saved_and_refused_if_taken(anna: Client, house: House) -> None:
    anna.post(one_url("player", house, "Anna"), form(name="Kovács Anna", short_name=""))
    page = anna.get(one_url("player", house, "Anna")).content.decode()
    assert 'placeholder="Kovács"' in page
    anna.post(one_url("player", house, "Anna"), form(name="Kovács Anna", short_name="Panni"))
    assert Player.objects.get(name="Kovács Anna").short_name == "Panni"
    again = anna.post(one_url("player", house, "Csaba"), form(name="Csaba", short_name="panni"))
    assert "panni 2" in again.content.decode()
    assert Player.objects.get(name="Csaba").short_name == ""


def test_several_names_are_added_at_once(anna: Client, house: House) -> None:
    sent = form(name="Emil, Fanni\nGizi;  Fanni \n")
    page = anna.post(url_of(house), sent, follow=True).content.decode()
    assert "Added: Emil, Fanni, Gizi." in page
    assert "data-more" in page
    anna.post(url_of(house), sent)
    assert Player.objects.filter(club=house.club, name__in=("Emil", "Fanni", "Gizi")).count() == 3


def test_refused_names_of_several_stay_in_the_field(anna: Client, house: House) -> None:
    page = anna.post(url_of(house), form(name="Emil\nanna\nGizi")).content.decode()
    assert "anna</textarea>" in page
    assert "what about" in page
    assert Player.objects.filter(club=house.club, name__in=("Emil", "Gizi")).count() == 2


def test_the_form_for_new_players_is_folded_above_a_list(anna: Client, house: House) -> None:
    def is_open(response: Any) -> bool:
        (details,) = re.findall(r"<details class=\"fold\"([^>]*)>", response.content.decode())
        return "open" in details

    assert not is_open(anna.get(url_of(house)))
    assert is_open(anna.post(url_of(house), form(name="Emil"), follow=True))
    assert is_open(anna.post(url_of(house), form(name="")))
