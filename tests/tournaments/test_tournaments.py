"""Tournaments: their setup, their rounds, and the points of their tables."""

from fractions import Fraction
from typing import Any
from uuid import UUID

import pytest

from support.catalogue import row
from support.club_factories import House, a_form, a_user, codes, create_denes, recorded
from support.tournament_tables import (
    a_tournament,
    a_tournament_plan,
    begun,
    close_with_points,
    create_players,
    danish,
    read_next_draw,
    set_players,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.merging.usecases.merges import merge_players, unmerge_players
from tarokk_club.club.models import Act, AuditLine, Player, Role, Session, Tournament
from tarokk_club.club.session.usecases.events import correct_event
from tarokk_club.club.session.usecases.seats import replace_player
from tarokk_club.club.session.usecases.sessions import bin_session
from tarokk_club.club.tournaments.queries.next_draws import compute_next_draw
from tarokk_club.club.tournaments.queries.standing import (
    TableState,
    TournamentStanding,
    load_standing,
)
from tarokk_club.club.tournaments.usecases.rounds import start_round, take_back_round
from tarokk_club.club.tournaments.usecases.tournaments import change_tournament, make_tournament
from tarokk_club.club.values.table_points import Reckoning
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError

pytestmark = pytest.mark.django_db


def order_of(standing: TournamentStanding) -> list[tuple[int, str, str]]:
    """Place, name and table points of everybody."""
    return [(row.place, row.name, str(row.total.worth)) for row in standing.results]


def named(house: House, session: Session) -> list[str]:
    names = {str(pk): name for pk, name in Player.objects.values_list("pk", "name")}
    return [names[player] for player in session.seats]


def test_a_whole_tournament_from_setup_to_the_final_table(house: House) -> None:
    tournament = a_tournament(house, 8)
    first = begun(house, tournament)
    close_with_points(house, first[0], 9, 3, -4, -8)
    close_with_points(house, first[1], 5, 5, -4, -6)

    after_one = load_standing(tournament)
    assert [table.state for table in after_one.rounds[0].tables] == [
        TableState.DONE,
        TableState.DONE,
    ]
    assert sorted(row.total.worth for row in after_one.results) == [4, 4, 6, 6, 8, 9, 9, 10]
    assert after_one.results[0].name == named(house, first[0])[0]
    assert not after_one.final

    second = begun(house, tournament)
    for session in second:
        close_with_points(house, session, 2, 1, -1, -2)
    whole = load_standing(tournament)

    assert whole.final
    assert [one.number for one in whole.rounds] == [2, 1]
    assert sum(row.total.worth for row in whole.results) == 4 * 28
    places = [row.place for row in whole.results]
    assert places == sorted(places) and places[0] == 1
    for result in whole.results:
        assert sum(worth or 0 for worth in result.by_round) == result.total.worth
    assert list(iter_findings()) == []


def test_sessions_of_a_round_use_the_tournaments_game(house: House) -> None:
    first, second = begun(house, a_tournament(house, 8))

    assert [first.table_name, second.table_name] == ["Tavaszi kupa 1/1", "Tavaszi kupa 1/2"]
    assert (first.game, first.rules_preset, first.per_point) == ("paskievics", "pagat", "10")
    assert str(first.first_dealer) == first.seats[-1]
    assert first.season is not None
    assert set(first.seats).isdisjoint(second.seats)
    assert len({*first.seats, *second.seats}) == 8


def test_a_danish_championship_of_tables_of_three_and_four(house: House) -> None:
    tournament = a_tournament(house, 7, head=danish(house), turns=4)
    first = begun(house, tournament)
    for session in first:
        close_with_points(house, session, *(5, 1, -6, 0)[: len(session.seats)])
    second = begun(house, tournament)

    worths = sorted(str(row.total.worth) for row in load_standing(tournament).results)
    assert worths == ["10", "10", "4", "6", "6", "8", "8"]
    assert sorted(len(session.seats) for session in first) == [3, 4]
    assert sorted(len(session.seats) for session in second) == [3, 4]
    deals = {table.deals for table in load_standing(tournament).rounds[0].tables}
    assert deals == {12, 16}
    assert list(iter_findings()) == []


def test_a_correction_later_changes_the_table_points(house: House) -> None:
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)
    close_with_points(house, session, 9, 3, -4, -8)
    names = named(house, session)
    assert [name for _place, name, _worth in order_of(load_standing(tournament))] == names

    adjust = session.entries.get(record__type="adjust")
    points = dict(zip(session.seats, (3, 9, -4, -8), strict=True))
    session.refresh_from_db()
    correct_event(
        session_id=session.id,
        form=a_form(house.anna, version=session.version),
        entry_id=adjust.id,
        raw={"type": "adjust", "points": points, "note": "elírás"},
    )

    assert order_of(load_standing(tournament))[:2] == [
        (1, names[1], "10"),
        (2, names[0], "8"),
    ]


def test_points_of_the_games_can_count_instead(house: House) -> None:
    tournament = a_tournament(house, 8, reckoning=Reckoning.GAME)
    first, second = begun(house, tournament)
    close_with_points(house, first, 20, 10, -10, -20)
    close_with_points(house, second, 15, 1, -1, -15)

    points = [row.total.points for row in load_standing(tournament).results]
    assert points == sorted(points, reverse=True)


def test_a_replacement_takes_over_the_points_of_the_table(house: House) -> None:
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)
    close_with_points(house, session, 9, 3, -4, -8)
    new = Player.objects.create(club=house.club, name="Helyettes").pk
    replace_player(
        session_id=session.id, form=a_form(house.anna), old=UUID(session.seats[0]), new=new
    )

    assert order_of(load_standing(tournament))[0] == (1, "Helyettes", "10")


def test_a_binned_table_does_not_count(house: House) -> None:
    tournament = a_tournament(house, 8)
    first, second = begun(house, tournament)
    close_with_points(house, first, 9, 3, -4, -8)
    close_with_points(house, second, 9, 3, -4, -8)
    bin_session(session_id=first.id, form=a_form(house.anna))

    assert [row.name for row in load_standing(tournament).results] == named(house, second)


def test_the_second_round_spreads_and_sitting_out_goes_round(house: House) -> None:
    tournament = a_tournament(house, 11)
    begun(house, tournament)
    (out,) = load_standing(tournament).rounds[0].out
    begun(house, tournament)
    (later,) = load_standing(tournament).rounds[0].out

    assert out != later


def test_another_draw_gives_other_seats_and_the_same_one_the_same(house: House) -> None:
    tournament = a_tournament(house, 12)

    assert compute_next_draw(tournament, 0) == compute_next_draw(tournament, 0)
    assert (
        compute_next_draw(tournament, 0).fingerprint != compute_next_draw(tournament, 1).fingerprint
    )


def test_a_double_tap_begins_one_round(house: House) -> None:
    tournament, form = a_tournament(house, 8), a_form(house.anna)
    told: dict[str, Any] = {"tournament_id": tournament.id, "seen": read_next_draw(tournament)}

    for _tap in range(2):
        start_round(club_id=house.club.id, form=form, **told)

    assert Session.objects.filter(tournament_table__tournament=tournament).count() == 2
    assert AuditLine.objects.filter(act=Act.ROUND_STARTED).count() == 1


def test_a_new_entrant_voids_the_previewed_draw(house: House) -> None:
    tournament = a_tournament(house, 8)
    old = read_next_draw(tournament)
    set_players(house, tournament, create_players(house, 9))

    with pytest.raises(ConflictError) as caught:
        start_round(
            club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id, seen=old
        )

    assert codes(caught) == [("", "draw_changed")]
    assert Session.objects.count() == 0


@pytest.mark.parametrize(
    ("players", "rounds", "code"), [(8, 1, "rounds_over"), (3, 2, "too_few_entrants")]
)
def test_refuses_an_impossible_round(house: House, players: int, rounds: int, code: str) -> None:
    tournament = a_tournament(house, players, rounds=rounds)
    if players == 8:
        begun(house, tournament)

    with pytest.raises(ConflictError) as caught:
        begun(house, tournament)

    assert codes(caught) == [("", code)]


def test_a_round_begun_by_mistake_is_taken_back_and_drawn_again(house: House) -> None:
    tournament = a_tournament(house, 8)
    mistaken = begun(house, tournament)

    def back(number: int) -> None:
        take_back_round(
            club_id=house.club.id,
            form=a_form(house.anna),
            tournament_id=tournament.id,
            number=number,
        )

    back(1)
    assert load_standing(tournament).rounds == ()
    assert all(Session.objects.get(pk=one.pk).binned_at for one in mistaken)

    sessions = begun(house, tournament)
    assert load_standing(tournament).next_round_number == 2
    recorded(house, sessions[0], {"type": "hand", "outcome": "passed_out"})
    for number, code in ((1, "round_is_played"), (2, "round_not_last")):
        with pytest.raises(ConflictError) as caught:
            back(number)
        assert codes(caught) == [("", code)]
    assert list(iter_findings()) == []


def test_a_timed_round_has_an_end_time(house: House) -> None:
    tournament = a_tournament(house, 4, turns=0, minutes=90)
    (session,) = begun(house, tournament)
    (one,) = load_standing(tournament).rounds

    assert one.until is not None
    assert (one.until - session.created_at).total_seconds() == 90 * 60
    assert one.tables[0].deals == 0


def test_a_table_has_finished_when_its_deals_are_played(house: House) -> None:
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)

    states = []
    for _hand in range(4):
        recorded(house, session, {"type": "hand", "outcome": "passed_out"})
        states.append(load_standing(tournament).rounds[0].tables[0].state)

    assert states == [TableState.PLAYING] * 3 + [TableState.DONE]


def test_refuses_an_invalid_plan_with_every_fault(house: House) -> None:
    plan = a_tournament_plan(house, name=" ", rounds=0, turns=0, carry="some")

    with pytest.raises(RefusedError) as caught:
        make_tournament(club_id=house.club.id, form=a_form(house.anna), plan=plan)

    assert {field for field, _code in codes(caught)} == {"name", "rounds", "turns", "carry"}


def changed(house: House, tournament: Tournament, **changes: Any) -> Tournament:
    plan = a_tournament_plan(house, **changes)
    return change_tournament(
        club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id, plan=plan
    )


def test_game_and_rules_stay_once_a_round_was_begun(house: House) -> None:
    tournament = a_tournament(house, 7)
    assert changed(house, tournament, head=danish(house)).game == "danish"
    begun(house, tournament)

    with pytest.raises(ConflictError) as caught:
        changed(house, tournament)

    assert codes(caught) == [("", "tournament_has_begun")]
    assert changed(house, tournament, head=None, rounds=7).rounds == 7
    assert Tournament.objects.get(pk=tournament.pk).game == "danish"


def test_a_new_scale_for_the_fifth_applies_at_once(house: House) -> None:
    tournament = a_tournament(house, 5)
    (session,) = begun(house, tournament)
    close_with_points(house, session, 8, 4, 0, -4, -8)

    assert load_standing(tournament).results[-1].total.worth == 4
    changed(house, tournament, head=None, scale_five="10 8 6 4 2")
    assert load_standing(Tournament.objects.get(pk=tournament.pk)).results[
        -1
    ].total.worth == Fraction(2)


def test_refuses_an_entrant_of_another_club(house: House) -> None:
    tournament = a_tournament(house, 4)
    foreign = Player.objects.create(club=create_denes().clubs.get(), name="Idegen").pk

    with pytest.raises(RefusedError) as caught:
        set_players(house, tournament, [*create_players(house, 4), foreign])

    assert codes(caught) == [("players", "no_such_player")]


@row("S05")
@pytest.mark.parametrize("role", [Role.MEMBER, Role.SCORER, Role.TREASURER, Role.OWNER])
def test_only_the_secretary_sets_up_and_begins(house: House, role: Role) -> None:
    tournament = a_tournament(house, 8)
    form = a_form(a_user("somebody", club=house.club, roles=(role,)))

    with pytest.raises(ForbiddenError):
        make_tournament(club_id=house.club.id, form=form, plan=a_tournament_plan(house))
    with pytest.raises(ForbiddenError):
        start_round(
            club_id=house.club.id,
            form=form,
            tournament_id=tournament.id,
            seen=read_next_draw(tournament),
        )


def test_merging_two_players_follows_in_the_tournament_and_back(house: House) -> None:
    tournament = a_tournament(house, 4)
    gone = Player.objects.create(club=house.club, name="Kétszer")
    set_players(house, tournament, [*create_players(house, 3), gone.pk])
    kept = UUID(house.players["Cili"])
    told: dict[str, Any] = {"club_id": house.club.id}

    merge = merge_players(form=a_form(house.anna), gone=gone.pk, into=kept, **told)
    assert "Cili" in load_standing(tournament).entrants
    assert list(iter_findings()) == []
    unmerge_players(form=a_form(house.anna), merge_id=merge.id, **told)
    assert "Kétszer" in load_standing(tournament).entrants

    with pytest.raises(ConflictError) as caught:
        merge_players(
            form=a_form(house.anna), gone=gone.pk, into=UUID(house.players["Anna"]), **told
        )
    assert codes(caught) == [("kept", "both_entered")]
