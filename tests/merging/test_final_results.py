"""Merging two players, or undoing it, moves nothing in a final result but a name."""

from uuid import UUID

import pytest

from support.club_factories import House, a_form, codes
from support.tournament_tables import (
    a_penalty,
    a_tournament,
    begun,
    close_with_points,
    create_players,
    set_players,
)
from tarokk_club.club.merging.usecases.merges import merge_players, unmerge_players
from tarokk_club.club.models import Entrant, Player, Tournament
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.writing.errors import ConflictError

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(house: House) -> Tournament:
    """Four players at one table, which is closed."""
    tournament = a_tournament(house, 4, rounds=1)
    close_with_points(house, begun(house, tournament)[0], 9, 3, -4, -8)
    return tournament


def test_a_penalty_follows_a_merged_player(house: House, cup: Tournament) -> None:
    a_penalty(house, cup)
    gone = UUID(house.players["Anna"])
    kept = Player.objects.create(club=house.club, name="Annuska")
    before = _places(cup)

    merge = merge_players(club_id=house.club.id, form=a_form(house.anna), gone=gone, into=kept.pk)
    assert _places(cup) == before
    unmerge_players(club_id=house.club.id, form=a_form(house.anna), merge_id=merge.pk)

    assert _places(cup) == before


def test_a_merge_moves_no_place_of_a_final_team(house: House) -> None:
    """One left under one name, and was entered for another team under the other."""
    cup = a_tournament(house, 4, rounds=1)
    (session,) = begun(house, cup)
    anna = UUID(house.players["Anna"])
    again = Player.objects.create(club=house.club, name="Annuska")
    set_players(house, cup, [*create_players(house, 4)[1:], again.pk])
    Entrant.objects.filter(player=anna).update(team="Baglyok")
    Entrant.objects.filter(player=again).update(team="Sasok")
    close_with_points(house, session, 9, 3, -4, -8)

    with pytest.raises(ConflictError) as caught:
        merge_players(club_id=house.club.id, form=a_form(house.anna), gone=anna, into=again.pk)

    assert codes(caught) == [("kept", "result_would_move")]


def test_an_undone_merge_does_not_leave_a_penalty_behind(house: House, cup: Tournament) -> None:
    gone = UUID(house.players["Anna"])
    kept = Player.objects.create(club=house.club, name="Annuska")
    merge = merge_players(club_id=house.club.id, form=a_form(house.anna), gone=gone, into=kept.pk)
    a_penalty(house, cup, player=kept.pk)

    with pytest.raises(ConflictError) as caught:
        unmerge_players(club_id=house.club.id, form=a_form(house.anna), merge_id=merge.pk)

    assert codes(caught) == [("kept", "result_would_move")]


def _places(cup: Tournament) -> list[tuple[int, int]]:
    return sorted((row.place, row.total.points) for row in load_standing(cup).results)
