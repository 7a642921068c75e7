"""Name, date, rounds and players of a final tournament change with a reason only."""

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_factories import House, a_form, a_user, codes
from support.club_web import read_out, text_of
from support.guest_visits import a_guest_link, open_guest_page
from support.tournament_tables import (
    a_tournament,
    a_tournament_plan,
    begun,
    close_with_points,
    create_players,
    read_fields,
    set_players,
)
from tarokk_club.club.api.queries.tables import serialize_tournament
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import (
    Act,
    AuditLine,
    Entrant,
    Player,
    Role,
    Session,
    Tournament,
    TournamentCorrection,
)
from tarokk_club.club.session.queries.sessions.final_results import is_result_final
from tarokk_club.club.session.usecases.sessions import bin_session, reopen_session
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.usecases.tournaments import change_tournament, delete_tournament
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError

pytestmark = pytest.mark.django_db
WHY = "kimaradt a listából"


@pytest.fixture
def cup(house: House) -> Tournament:
    """Four players at one table, which is closed."""
    tournament = a_tournament(house, 4, rounds=1)
    close_with_points(house, begun(house, tournament)[0], 9, 3, -4, -8)
    assert is_result_final(tournament)
    return tournament


@pytest.fixture
def stranger(house: House) -> Player:
    return Player.objects.create(club=house.club, name="Idegen Iván")


def changed(house: House, cup: Tournament, *, reason: str = "", **plan: Any) -> Tournament:
    """Let Anna change the setup."""
    form = replace(a_form(house.anna), reason=reason)
    told = a_tournament_plan(house, **{"rounds": 1, "head": None} | plan)
    return change_tournament(club_id=house.club.id, form=form, tournament_id=cup.id, plan=told)


def acts(cup: Tournament) -> list[str]:
    lines = AuditLine.objects.filter(facts__tournament=str(cup.id)).order_by("-id")
    return list(lines.values_list("act", flat=True))


def url(cup: Tournament, name: str) -> str:
    return reverse(f"club:{name}", args=[cup.club.slug, cup.id])


CHANGES: list[dict[str, Any]] = [
    {"name": "Őszi kupa"},
    {"day": date(2020, 1, 1)},
    {"rounds": 2},
    {"minutes": 45},
    {"draw_kind": "schedule"},
]


@row("S82")
@pytest.mark.parametrize("plan", CHANGES, ids=[next(iter(one)) for one in CHANGES])
def test_the_setup_of_a_final_result_changes_with_a_reason_only(
    house: House, cup: Tournament, plan: dict[str, Any]
) -> None:
    before = Tournament.objects.values().get(pk=cup.pk)

    with pytest.raises(RefusedError) as caught:
        changed(house, cup, **plan)

    assert codes(caught) == [("reason", "locked_without_reason")]
    assert Tournament.objects.values().get(pk=cup.pk) == before
    changed(house, cup, reason=WHY, **plan)
    correction = TournamentCorrection.objects.get()
    assert (correction.reason, correction.made_by) == (WHY, house.anna)
    assert acts(cup)[0] == Act.TOURNAMENT_CORRECTED
    assert list(iter_findings()) == []


@row("S82")
def test_the_players_of_a_final_result_change_with_a_reason_only(
    house: House, cup: Tournament, stranger: Player
) -> None:
    with pytest.raises(RefusedError) as caught:
        set_players(house, cup, [*create_players(house, 4), stranger.pk])

    assert codes(caught) == [("reason", "locked_without_reason")]
    assert not Entrant.objects.filter(player=stranger).exists()
    set_players(house, cup, [*create_players(house, 4)[1:], stranger.pk], reason=WHY)
    correction = TournamentCorrection.objects.get()
    assert correction.entered == [str(stranger.pk)]
    assert correction.left == [str(create_players(house, 4)[0])]
    assert acts(cup)[0] == Act.TOURNAMENT_CORRECTED
    assert list(iter_findings()) == []


def test_an_unchanged_save_needs_no_reason(house: House, cup: Tournament) -> None:
    changed(house, cup)
    set_players(house, cup, create_players(house, 4))

    assert not TournamentCorrection.objects.exists()
    assert acts(cup)[0] == Act.TOURNAMENT_CHANGED


def test_a_reason_does_not_replace_the_right(house: House, cup: Tournament) -> None:
    scorer = a_user("irnok", club=house.club, roles=(Role.SCORER,))
    form = replace(a_form(scorer), reason=WHY)
    plan = a_tournament_plan(house, rounds=1, head=None, name="Enyém")

    with pytest.raises(ForbiddenError):
        change_tournament(club_id=house.club.id, form=form, tournament_id=cup.id, plan=plan)

    assert not TournamentCorrection.objects.exists()


def test_players_stay_locked_while_a_table_is_reopened(
    house: House, cup: Tournament, stranger: Player
) -> None:
    session = Session.objects.get(tournament_table__tournament=cup)
    reopen_session(session_id=session.id, form=replace(a_form(house.anna), reason=WHY))
    assert not is_result_final(Tournament.objects.get(pk=cup.pk))

    with pytest.raises(RefusedError) as players:
        set_players(house, cup, [*create_players(house, 4), stranger.pk])
    with pytest.raises(RefusedError) as setup:
        changed(house, cup, name="Őszi kupa")

    assert codes(players) == codes(setup) == [("reason", "locked_without_reason")]


def test_a_further_round_and_its_removal_are_both_corrections(
    house: House, cup: Tournament, stranger: Player
) -> None:
    changed(house, cup, reason=WHY, rounds=2)
    # Between two rounds players come and go as usual.
    set_players(house, cup, [*create_players(house, 4), stranger.pk])

    with pytest.raises(RefusedError):
        changed(house, cup, rounds=1)
    with pytest.raises(RefusedError):
        changed(house, cup, rounds=2, name="Őszi kupa")


def test_a_final_tournament_in_the_bin_is_not_deleted(house: House, cup: Tournament) -> None:
    session = Session.objects.get(tournament_table__tournament=cup)
    bin_session(session_id=session.id, form=replace(a_form(house.anna), reason=WHY))

    with pytest.raises(ConflictError) as caught:
        delete_tournament(club_id=house.club.id, form=a_form(house.anna), tournament_id=cup.id)

    assert codes(caught) == [("", "tournament_is_played")]


# --- pages and files


def test_the_forms_require_a_reason_and_preserve_the_input(
    house: House, client: Client, cup: Tournament, stranger: Player
) -> None:
    client.force_login(house.anna)
    setup, players = url(cup, "tournament_settings"), url(cup, "tournament_players")
    fields = read_fields(client.get(setup), "setup") | {"name": "Őszi kupa"}
    chosen = [*map(str, create_players(house, 4)), str(stranger.pk)]

    refused = client.post(setup, fields)
    listed = client.post(players, read_fields(client.get(players), "players") | {"players": chosen})

    for answer in (refused, listed):
        assert answer.status_code == 422
        assert "say why it is still being changed" in text_of(answer)
        assert answer.context["form"].errors.keys() == {"reason"}
    again = read_fields(refused, "setup")
    assert again["name"] == "Őszi kupa"
    assert set(read_fields(listed, "players")["players"]) == set(chosen)
    assert client.post(setup, again | {"reason": WHY}).status_code == 302
    kept = read_fields(listed, "players") | {"reason": WHY}
    assert client.post(players, kept).status_code == 302
    assert TournamentCorrection.objects.count() == 2


def test_a_running_tournament_asks_for_no_reason(house: House, client: Client) -> None:
    client.force_login(house.anna)
    running = a_tournament(house, 4)
    begun(house, running)

    for name, form in (("tournament_settings", "setup"), ("tournament_players", "players")):
        assert "reason" not in read_fields(client.get(url(running, name)), form)


def test_pages_files_and_guests_see_the_correction(
    house: House, client: Client, cup: Tournament, stranger: Player
) -> None:
    client.force_login(house.anna)
    csv = client.get(url(cup, "tournament_csv_file")).content
    changed(house, cup, reason="elírás", name="Őszi kupa", day=date(2020, 1, 31))
    set_players(house, cup, [*create_players(house, 4), stranger.pk], reason=WHY)
    cup.refresh_from_db()

    page = text_of(client.get(url(cup, "tournament")))
    guest = text_of(open_guest_page(a_guest_link(house, cup)))
    book = read_out(client.get(url(cup, "tournament_xlsx_file")).content)
    told = client.get(url(cup, "tournament_json_file")).json()
    log = text_of(client.get(reverse("club:log", args=[house.club.slug])))

    for text in (page, guest, book):
        assert "Tavaszi kupa" in text and "elírás" in text and WHY in text
    assert stranger.name in page and stranger.name in book
    assert [one["out"] for one in told["rounds"]] == [[]]
    first, second = told["corrections"]
    assert first["before"]["name"] == "Tavaszi kupa" and first["after"]["date"] == "2020-01-31"
    assert (second["reason"], second["entered"], second["left"]) == (WHY, [stranger.name], [])
    whole = serialize_tournament(cup, load_standing(cup)).model_dump_json()
    assert told == json.loads(whole)
    assert "whose result was final" in log
    # Its rows are those who played.
    assert client.get(url(cup, "tournament_csv_file")).content == csv


def test_player_entered_after_the_end_owes_no_fee(
    house: House, client: Client, cup: Tournament, stranger: Player
) -> None:
    client.force_login(house.anna)
    set_players(house, cup, [*create_players(house, 4), stranger.pk], reason=WHY)

    form = client.get(url(cup, "tournament_money")).context["form"]

    offered = {pk for pk, _name in form.fields["players"].choices}
    assert str(stranger.pk) in offered
    assert {str(one) for one in form.initial["players"]} == {
        str(one) for one in create_players(house, 4)
    }
