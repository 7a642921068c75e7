"""Penalties: given with a reason, displayed to all, revocable, also after the final result."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_form, a_user, codes
from support.club_web import text_of
from support.guest_visits import a_guest_link, open_guest_page
from support.tournament_tables import (
    a_penalty,
    a_tournament,
    begun,
    close_with_points,
    create_players,
    read_fields,
)
from tarokk_club.club.models import AuditLine, Penalty, Role, Tournament
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.usecases.penalties import take_back_penalty
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError


@pytest.fixture
def ended(house: House) -> Tournament:
    """A tournament of one table, won by Anna, with Béla next to her."""
    tournament = a_tournament(house, 4, rounds=1)
    (session,) = begun(house, tournament)
    points = dict(zip(house.ids("Anna", "Béla", "Csaba", "Dóra"), (9, 3, -4, -8), strict=True))
    close_with_points(house, session, *(points[str(seat)] for seat in session.seats))
    return tournament


def place_of(tournament: Tournament, player: str) -> int:
    rows = load_standing(tournament).results
    return next(row.place for row in rows if row.player_id == player)


def test_a_penalty_takes_table_points_and_points(house: House, ended: Tournament) -> None:
    anna = house.players["Anna"]

    a_penalty(house, ended, half_points=5, points=20)

    (row,) = [one for one in load_standing(ended).results if one.player_id == anna]
    assert (row.total.worth, row.total.points, row.place) == (Fraction(15, 2), -11, 2)
    assert row.penalties == 1
    assert AuditLine.objects.filter(act="penalty_given").count() == 1


def test_a_penalty_taken_back_stays_visible_and_does_not_count(
    house: House, ended: Tournament
) -> None:
    one = a_penalty(house, ended, half_points=5)

    with pytest.raises(RefusedError) as caught:
        take_back_penalty(club_id=house.club.id, form=a_form(house.anna), penalty_id=one.pk)
    assert codes(caught) == [("reason", "locked_without_reason")]

    form = replace(a_form(house.anna), reason="Mégis időben jött")
    take_back_penalty(club_id=house.club.id, form=form, penalty_id=one.pk)
    assert place_of(ended, house.players["Anna"]) == 1
    (told,) = load_standing(ended).penalties
    assert (told.back, told.back_reason, told.reason) == (True, "Mégis időben jött", "Késett")
    with pytest.raises(ConflictError):
        again = replace(a_form(house.anna), reason="még egyszer")
        take_back_penalty(club_id=house.club.id, form=again, penalty_id=one.pk)


def test_penalty_is_taken_back_without_a_reason_before_the_end(house: House) -> None:
    one = a_penalty(house, a_tournament(house, 4))

    take_back_penalty(club_id=house.club.id, form=a_form(house.anna), penalty_id=one.pk)

    assert Penalty.objects.get().back_at


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"half_points": 0}, "worth", "penalty_of_nothing"),
        ({"round": 3}, "round", "out_of_range"),
        ({"half_points": -1}, "worth", "out_of_range"),
        ({"points": 100_000}, "points", "out_of_range"),
    ],
)
def test_shows_impossible_values_at_their_field(
    house: House, ended: Tournament, changes: dict[str, int], field: str, code: str
) -> None:
    with pytest.raises(RefusedError) as caught:
        a_penalty(house, ended, **changes)

    assert codes(caught) == [(field, code)]
    assert not Penalty.objects.exists()


def test_refuses_a_penalty_for_a_non_entrant(house: House, ended: Tournament) -> None:
    with pytest.raises(RefusedError) as caught:
        a_penalty(house, ended, player=create_players(house, 9)[-1])

    assert codes(caught) == [("player", "no_such_player")]


def test_only_the_organiser_takes_back_a_penalty(house: House, ended: Tournament) -> None:
    one = a_penalty(house, ended)
    feri = a_user("feri", club=house.club, roles=(Role.SCORER,))

    with pytest.raises(ForbiddenError):
        take_back_penalty(club_id=house.club.id, form=a_form(feri), penalty_id=one.pk)


def test_final_result_previews_which_places_change(
    house: House, ended: Tournament, client: Client
) -> None:
    client.force_login(house.anna)
    address = reverse("club:tournament_penalties", args=[house.club.slug, ended.id])
    fields = read_fields(client.get(address), "penalty") | {
        "player": house.players["Anna"],
        "worth": "2,5",
        "reason": "",
    }
    assert client.post(address, fields).status_code == 422

    looked = client.post(address, fields | {"reason": "Késett"})
    assert looked.status_code == 200 and not Penalty.objects.exists()
    assert "Place in the tournament" in text_of(looked)
    done = client.post(
        address, read_fields(looked, "penalty") | {"confirm": looked.context["mark"]}
    )

    assert done.status_code == 302
    assert Penalty.objects.get().half_points == 5
    assert place_of(ended, house.players["Anna"]) == 2
    one = Penalty.objects.get()
    back = reverse("club:tournament_penalty_back", args=[house.club.slug, ended.id, one.pk])
    asked = client.get(back)
    assert "Place in the tournament" in text_of(asked)
    assert client.post(back, read_fields(asked, "back")).status_code == 422
    assert client.post(back, read_fields(asked, "back") | {"reason": "tévedés"}).status_code == 302
    assert "Undo it" not in text_of(client.get(back))


def test_guests_read_the_reason_under_the_name_that_they_may_read(
    house: House, ended: Tournament, client: Client
) -> None:
    a_penalty(house, ended, points=7, half_points=0)
    link = a_guest_link(house, ended)

    page = text_of(open_guest_page(link))

    assert "Késett" in page and "−7 points" in page
    assert "Anna" not in page
