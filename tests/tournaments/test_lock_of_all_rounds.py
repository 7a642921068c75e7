"""What stays shut once a result stood, in a final too, while one of its tables is open again."""

from dataclasses import replace
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_form, codes
from support.club_web import text_of
from support.tournament_tables import a_penalty, a_tournament, begun, close_with_points
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Session, Tournament
from tarokk_club.club.session.queries.sessions.final_results import (
    has_final_round_result,
    is_result_final,
)
from tarokk_club.club.session.usecases.events import delete_event
from tarokk_club.club.session.usecases.sessions import reopen_session
from tarokk_club.club.tournaments.usecases.entrants import set_teams_and_clubs
from tarokk_club.club.tournaments.usecases.penalties import take_back_penalty
from tarokk_club.club.writing.errors import ConflictError, RefusedError

WHY = "elírás volt a lapon"


@pytest.fixture
def cup(house: House) -> Tournament:
    """One round and a final, played to the end by eight."""
    tournament = a_tournament(house, 8, rounds=1, final_rounds=1)
    for _round in range(2):
        for session in begun(house, tournament):
            close_with_points(house, session, 9, 3, -4, -8)
    return tournament


def opened(house: House, cup: Tournament) -> list[Session]:
    """Let Anna open the first table of the final again; all tables, in their order."""
    sessions = [one.session for one in cup.tables.order_by("round", "number")]
    reopen_session(session_id=sessions[2].id, form=replace(a_form(house.anna), reason=WHY))
    assert not is_result_final(cup)
    return sessions


def test_other_tables_of_a_final_stay_locked_while_one_is_reopened(
    house: House, cup: Tournament
) -> None:
    sessions = opened(house, cup)
    other = Session.objects.get(pk=sessions[3].pk)
    assert all(has_final_round_result(Session.objects.get(pk=one.pk)) for one in sessions)

    with pytest.raises(RefusedError) as caught:
        entry = other.entries.get(position=1)
        delete_event(session_id=other.id, form=a_form(house.anna), entry_id=entry.pk)

    assert codes(caught) == [("reason", "locked_without_reason")]
    assert list(iter_findings()) == []


def test_teams_stay_locked_while_a_table_is_reopened(house: House, cup: Tournament) -> None:
    opened(house, cup)

    with pytest.raises(ConflictError) as caught:
        set_teams_and_clubs(
            club_id=house.club.id,
            form=a_form(house.anna),
            tournament_id=cup.id,
            sides={UUID(house.players["Anna"]): ("Baglyok", "")},
        )

    assert codes(caught) == [("", "result_stands")]


def test_revoking_a_penalty_needs_a_reason_while_a_table_is_reopened(
    house: House, cup: Tournament
) -> None:
    penalty = a_penalty(house, cup)
    opened(house, cup)
    client = Client()
    client.force_login(house.anna)
    address = reverse("club:tournament_penalties", args=[house.club.slug, cup.id])

    with pytest.raises(RefusedError) as caught:
        take_back_penalty(club_id=house.club.id, form=a_form(house.anna), penalty_id=penalty.pk)
    assert codes(caught) == [("reason", "locked_without_reason")]
    assert "Show what changes" in text_of(client.get(address))
