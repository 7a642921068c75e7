"""The seats of a drawn round, changed by hand and published when they are ready."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_factories import (
    PASSED_OUT,
    House,
    a_form,
    a_house,
    codes,
    recorded,
)
from support.club_web import text_of
from support.page_reader import forms_of
from support.tournament_tables import (
    a_tournament,
    begun,
    change_seats,
    close_with_points,
    create_players,
    read_drawn_round,
    set_players,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import SeatChange, Tournament
from tarokk_club.club.tournaments.draw.manual_seat_changes import (
    ManualSeatChange,
    find_table_number,
)
from tarokk_club.club.tournaments.queries.next_draws import compute_next_draw
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.usecases.tables import undo_seat_change
from tarokk_club.club.writing.errors import ConflictError, RefusedError


@pytest.fixture
def house(db: None) -> House:
    return a_house()


def address(tournament: Tournament, name: str = "tournament_seating") -> str:
    return reverse(f"club:{name}", args=[tournament.club.slug, tournament.pk])


def undone(house: House, tournament: Tournament, change: UUID) -> None:
    undo_seat_change(
        club_id=house.club.id,
        form=a_form(house.anna),
        tournament_id=tournament.id,
        change_id=change,
    )


def seats_of(tournament: Tournament, number: int) -> list[list[str]]:
    rows = tournament.tables.filter(round=number, session__binned_at=None).order_by("number")
    return [list(map(str, one.session.seats)) for one in rows]


def form_of(client: Client, tournament: Tournament, kind: str) -> dict[str, Any]:
    page = client.get(address(tournament)).content.decode()
    return next(one.sent for one in forms_of(page) if one.sent.get("kind") == kind)


@row("S102")
def test_swap_is_previewed_and_can_be_undone(house: House, client: Client) -> None:
    cup = a_tournament(house, 8)
    first, second = begun(house, cup)
    one, other = first.seats[1], second.seats[2]
    client.force_login(house.anna)

    sent = form_of(client, cup, "swap") | {"player": one, "other": other}
    shown = client.post(address(cup), sent)
    confirm = next(form for form in forms_of(shown.content.decode()) if form.id == "chosen")
    assert "moves from table 1 to table 2, seat 3" in text_of(shown)
    assert seats_of(cup, 1) == [list(first.seats), list(second.seats)]
    for _tap in range(2):
        answer = client.post(address(cup), confirm.sent | {"confirm": shown.context["mark"]})
        assert answer.status_code == 302

    assert seats_of(cup, 1)[0][1] == other
    assert seats_of(cup, 1)[1][2] == one
    assert SeatChange.objects.count() == 1
    told = text_of(client.get(address(cup, "tournament_draws") + "?compare=1"))
    assert "Drawn again from the seed: the same tables." in told
    assert "changed places (by anna)" in told
    assert "The tables sit as this gives them." in told

    undo = next(
        form
        for form in forms_of(client.get(address(cup)).content.decode())
        if form.action.endswith("/undo/")
    )
    for _tap in range(2):
        assert client.post(undo.action, undo.sent).status_code == 302
    assert seats_of(cup, 1) == [list(first.seats), list(second.seats)]
    assert not list(iter_findings(club_id=house.club.id))


@row("S102")
def test_shows_meetings_repeated_by_a_swap(house: House, client: Client) -> None:
    cup = a_tournament(house, 8)
    for table in begun(house, cup):
        close_with_points(house, table, 3, 1, -1, -3)
    round_one = seats_of(cup, 1)
    begun(house, cup)
    seats = read_drawn_round(cup).seats
    # Two who met in the first round sit apart now; a swap brings them together again.
    one, other = next(
        (a, b)
        for a, b in [(x, y) for table in round_one for x in table for y in table if x != y]
        if find_table_number(seats, a) != find_table_number(seats, b)
    )
    beside = next(x for x in seats.tables[find_table_number(seats, one) - 1] if x != one)
    client.force_login(house.anna)
    sent = form_of(client, cup, "swap") | {"player": beside, "other": other}

    shown = text_of(client.post(address(cup), sent))

    assert "It would be meeting number 2 of" in shown


@row("S102")
def test_a_fixed_table_stays_in_later_rounds_until_it_is_undone(house: House) -> None:
    cup = a_tournament(house, 8, rounds=3)
    begun(house, cup)
    player = read_drawn_round(cup).seats.tables[1][0]
    row = change_seats(house, cup, ManualSeatChange("table", player, table=1))
    assert find_table_number(row.seats, player) == 1
    for table in (one.session for one in cup.tables.filter(session__binned_at=None)):
        close_with_points(house, table, 3, 1, -1, -3)

    begun(house, cup)
    assert player in seats_of(cup, 2)[0]

    fixed = cup.entrants.get(fixed_table__isnull=False)
    assert (fixed.player_id, fixed.fixed_table) == (UUID(player), 1)


@row("S102")
def test_undoing_a_fixed_table_brings_back_the_one_fixed_before(house: House) -> None:
    cup = a_tournament(house, 8, rounds=3)
    begun(house, cup)
    player = read_drawn_round(cup).seats.tables[1][0]
    change_seats(house, cup, ManualSeatChange("table", player, table=1))
    for table in (one.session for one in cup.tables.filter(session__binned_at=None)):
        close_with_points(house, table, 3, 1, -1, -3)
    begun(house, cup)
    entrant = cup.entrants.get(player_id=player)
    row = change_seats(house, cup, ManualSeatChange("table", player, table=2))

    undone(house, cup, row.changes[-1].id)
    entrant.refresh_from_db()

    assert entrant.fixed_table == 1
    assert find_table_number(read_drawn_round(cup).seats, player) == 1


@row("S102")
def test_fixing_a_table_swaps_whole_tables_and_keeps_the_players_together(
    house: House,
) -> None:
    cup = a_tournament(house, 12)
    begun(house, cup)
    before = read_drawn_round(cup).seats
    player = before.tables[2][3]

    after = change_seats(house, cup, ManualSeatChange("table", player, table=1)).seats

    assert sorted(after.tables) == sorted(before.tables)
    assert player in after.tables[0]


@row("S102")
def test_a_substitute_sits_in_for_a_round_and_the_absent_player_returns(house: House) -> None:
    cup = a_tournament(house, 4)
    (table,) = begun(house, cup)
    absent = str(table.seats[2])
    other = next(str(one) for one in create_players(house, 5) if str(one) not in table.seats)
    change_seats(house, cup, ManualSeatChange("substitute", absent, other))
    (played,) = [one.session for one in cup.tables.filter(session__binned_at=None)]
    close_with_points(house, played, 3, 1, -1, -3)

    standing = load_standing(cup)
    (after,) = compute_next_draw(cup, 0).seating.tables

    assert seats_of(cup, 1)[0][2] == other
    assert {row.player_id for row in standing.results} == {*map(str, played.seats)}
    assert absent in after
    assert other not in after


@row("S102")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda here, gone: ManualSeatChange("swap", here[0], here[0]), "swap_impossible"),
        (lambda here, gone: ManualSeatChange("swap", here[0], gone), "swap_impossible"),
        (lambda here, gone: ManualSeatChange("table", here[0], table=9), "table_impossible"),
        (
            lambda here, gone: ManualSeatChange("substitute", here[0], here[1]),
            "substitute_impossible",
        ),
        (
            lambda here, gone: ManualSeatChange("substitute", here[0], str(uuid4())),
            "substitute_impossible",
        ),
    ],
)
def test_an_impossible_change_is_refused_with_the_reason(
    house: House, change: Any, code: str
) -> None:
    cup = a_tournament(house, 4)
    (table,) = begun(house, cup)
    gone = next(str(one) for one in create_players(house, 5) if str(one) not in table.seats)

    with pytest.raises(RefusedError) as refused:
        change_seats(house, cup, change([*map(str, table.seats)], gone))

    assert [found for _field, found in codes(refused)] == [code]
    assert SeatChange.objects.count() == 0


@row("S102")
def test_the_seats_of_a_table_with_a_hand_stay_and_those_of_others_change(house: House) -> None:
    cup = a_tournament(house, 12)
    first, second, third = begun(house, cup)
    last = change_seats(house, cup, ManualSeatChange("swap", first.seats[0], second.seats[0]))
    played = cup.tables.get(number=1, session__binned_at=None).session
    recorded(house, played, PASSED_OUT)

    with pytest.raises(ConflictError) as refused:
        change_seats(house, cup, ManualSeatChange("swap", played.seats[1], third.seats[0]))
    with pytest.raises(ConflictError) as back:
        undone(house, cup, last.changes[-1].id)
    change_seats(house, cup, ManualSeatChange("swap", second.seats[1], third.seats[0]))

    assert codes(refused) == codes(back) == [("", "seats_are_played")]
    assert third.seats[0] in seats_of(cup, 1)[1]


@row("S102")
def test_a_table_is_fixed_for_one_player_and_none_in_a_final(house: House) -> None:
    cup = a_tournament(house, 8, rounds=1, final_rounds=1)
    tables = begun(house, cup)
    change_seats(house, cup, ManualSeatChange("table", tables[1].seats[0], table=1))
    with pytest.raises(RefusedError) as taken:
        change_seats(house, cup, ManualSeatChange("table", tables[0].seats[0], table=1))
    for one in cup.tables.filter(session__binned_at=None):
        close_with_points(house, one.session, 3, 1, -1, -3)
    begun(house, cup)
    with pytest.raises(RefusedError) as final:
        change_seats(house, cup, ManualSeatChange("table", tables[1].seats[0], table=2))

    assert codes(taken) == [("table", "table_is_fixed")]
    assert codes(final) == [("table", "final_tables_stay")]


@row("S102")
def test_swap_from_stale_seats_is_refused(house: House, client: Client) -> None:
    cup = a_tournament(house, 8)
    first, second = begun(house, cup)
    client.force_login(house.anna)
    sent = form_of(client, cup, "swap") | {"player": first.seats[0], "other": second.seats[0]}
    mark = client.post(address(cup), sent).context["mark"]
    change_seats(house, cup, ManualSeatChange("swap", first.seats[1], second.seats[1]))

    answer = client.post(address(cup), sent | {"confirm": mark})

    assert answer.status_code == 409
    assert "The seats were changed in the meantime" in text_of(answer)
    assert SeatChange.objects.count() == 1


@row("S102")
def test_files_hold_the_draw_and_its_changes(house: House, client: Client) -> None:
    cup = a_tournament(house, 8)
    first, second = begun(house, cup)
    change_seats(house, cup, ManualSeatChange("swap", first.seats[0], second.seats[0]))
    client.force_login(house.anna)

    told = json.loads(client.get(address(cup, "tournament_json_file")).content)
    table = client.get(address(cup, "tournament_rounds_file")).content.decode("utf-8-sig")

    (draw,) = told["draws"]
    assert [draw["round"], draw["kind"]] == [1, "lot"]
    assert draw["tables"] == [list(first.seats), list(second.seats)]
    (change,) = draw["changes"]
    assert (change["kind"], change["player"], change["by"]) == ("swap", first.seats[0], "anna")
    assert "changed places (by anna)" in table


def test_every_round_lists_its_times_and_players_sitting_out(house: House, client: Client) -> None:
    cup = a_tournament(house, 7, rounds=3, minutes=30)
    (table,) = begun(house, cup)
    close_with_points(house, table, 4, 1, 0, -1, -4)
    set_players(house, cup, create_players(house, 8))
    absent = read_drawn_round(cup)
    begun(house, cup)
    client.force_login(house.anna)

    first = load_standing(cup).rounds[1]
    told = json.loads(client.get(address(cup, "tournament_json_file")).content)["rounds"][1]

    names = {str(one.player_id): one.player.name for one in cup.entrants.select_related("player")}
    assert len(first.out) == 2
    assert set(first.out) == {names[one] for one in absent.drawn.out}
    assert first.began and first.until == first.began + timedelta(minutes=30)
    assert told["began"] < told["until"]


def test_the_seating_page_of_many_tables_needs_few_queries(
    house: House, client: Client, django_assert_max_num_queries: Any
) -> None:
    cup = a_tournament(house, 48)
    begun(house, cup)
    client.force_login(house.anna)
    client.get(address(cup))

    with django_assert_max_num_queries(22):
        client.get(address(cup))
    with django_assert_max_num_queries(16):
        client.get(address(cup, "tournament_draws"))
