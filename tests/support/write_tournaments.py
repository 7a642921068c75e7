"""Every write about tournaments."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from support.club_factories import DAY, PASSED_OUT, a_form, recorded
from support.guest_visits import a_guest_link
from support.tournament_tables import (
    a_penalty,
    a_tournament,
    a_tournament_plan,
    a_waiting_round,
    an_arbiter,
    begun,
    change_seats,
    create_players,
    read_drawn_round,
    read_next_draw,
)
from support.write_paths import Act, Scene
from support.write_rankings import RANKING_ACTS
from support.write_registrations import REGISTRATION_ACTS
from tarokk_club.club.confirmations.usecases.confirmations import close_tournament_table
from tarokk_club.club.models import Arbiter, Player, Tournament
from tarokk_club.club.tournaments.draw.manual_seat_changes import ManualSeatChange
from tarokk_club.club.tournaments.usecases.arbiters import (
    accept_arbiter_invitation,
    appoint_arbiter,
    remove_arbiter,
)
from tarokk_club.club.tournaments.usecases.entrants import (
    enter_players,
    record_name_consent,
    set_name_consents,
    set_teams_and_clubs,
)
from tarokk_club.club.tournaments.usecases.penalties import (
    PenaltyPlan,
    give_penalty,
    take_back_penalty,
)
from tarokk_club.club.tournaments.usecases.rounds import (
    draw_all_rounds,
    publish_round,
    start_round,
    take_back_round,
)
from tarokk_club.club.tournaments.usecases.tables import (
    change_round_seats,
    end_table_with_totals,
    undo_seat_change,
)
from tarokk_club.club.tournaments.usecases.tournament_money import (
    TournamentMoney,
    record_tournament_money,
)
from tarokk_club.club.tournaments.usecases.tournaments import (
    change_tournament,
    delete_tournament,
    make_tournament,
)
from tarokk_club.club.values.draws import DrawKind, Publishing, SeatChangeKind


def setting_up(on: Scene) -> Act:
    plan = a_tournament_plan(on.world.house)
    return lambda: make_tournament(club_id=on.club, form=on.form, plan=plan)


def changing(on: Scene) -> Act:
    one = a_tournament(on.world.house, 4).id
    plan = a_tournament_plan(on.world.house, rounds=5)
    return lambda: change_tournament(club_id=on.club, form=on.form, tournament_id=one, plan=plan)


def entering(on: Scene) -> Act:
    """Enter some players and remove others at once."""
    one, players = a_tournament(on.world.house, 4).id, create_players(on.world.house, 7)[2:]
    return lambda: enter_players(club_id=on.club, form=on.form, tournament_id=one, players=players)


def drawing_all_rounds(on: Scene) -> Act:
    one = a_tournament(on.world.house, 8, draw_kind=DrawKind.SCHEDULE).id
    return lambda: draw_all_rounds(club_id=on.club, form=on.form, tournament_id=one)


def beginning(on: Scene) -> Act:
    """Start a round of two tables, which must not be started only in part."""
    one = a_tournament(on.world.house, 8)
    draw = read_next_draw(one)
    return lambda: start_round(club_id=on.club, form=on.form, tournament_id=one.id, seen=draw)


def drawing_to_publish(on: Scene) -> Act:
    """Draw a round with a player whose table is fixed."""
    house, one = on.world.house, a_tournament(on.world.house, 8)
    one.entrants.filter(player=create_players(house, 1)[0]).update(fixed_table=2)
    Tournament.objects.filter(pk=one.pk).update(publishing=Publishing.WHEN_READY)
    draw = read_next_draw(one)
    return lambda: start_round(club_id=on.club, form=on.form, tournament_id=one.id, seen=draw)


def publishing(on: Scene) -> Act:
    one = a_tournament(on.world.house, 8)
    mark = a_waiting_round(on.world.house, one).fingerprint
    return lambda: publish_round(
        club_id=on.club, form=on.form, tournament_id=one.id, fingerprint=mark
    )


def changing_seats(on: Scene) -> Act:
    """Change the seats of a published round, so that two tables start again."""
    one = a_tournament(on.world.house, 8)
    first, second = begun(on.world.house, one)
    change = ManualSeatChange(SeatChangeKind.SWAP, first.seats[0], second.seats[0])
    mark = read_drawn_round(one).fingerprint
    return lambda: change_round_seats(
        club_id=on.club, form=on.form, tournament_id=one.id, fingerprint=mark, change=change
    )


def undoing_a_change(on: Scene) -> Act:
    one = a_tournament(on.world.house, 8)
    player = begun(on.world.house, one)[0].seats[0]
    fixed = ManualSeatChange(SeatChangeKind.TABLE, player, table=2)
    last = change_seats(on.world.house, one, fixed).changes[-1].id
    return lambda: undo_seat_change(
        club_id=on.club, form=on.form, tournament_id=one.id, change_id=last
    )


def naming_an_arbiter(on: Scene) -> Act:
    one, member = a_tournament(on.world.house, 4).id, on.person("member").pk
    return lambda: appoint_arbiter(club_id=on.club, form=on.form, tournament_id=one, member=member)


def ending_an_arbiter(on: Scene) -> Act:
    one = a_tournament(on.world.house, 4)
    arbiter = an_arbiter(on.world.house, one, on.person("member")).pk
    return lambda: remove_arbiter(
        club_id=on.club, form=on.form, tournament_id=one.id, arbiter_id=arbiter
    )


def agreeing(on: Scene) -> Act:
    """Agree to be an arbiter, as an invited member of another club."""
    one, other = a_tournament(on.world.house, 4), on.person("other")
    arbiter = an_arbiter(on.world.house, one, other)
    Arbiter.objects.filter(pk=arbiter.pk).update(user=None, user_name=other.username)
    return lambda: accept_arbiter_invitation(by=other, arbiter_id=arbiter.pk)


def taking_back(on: Scene) -> Act:
    one = a_tournament(on.world.house, 8)
    begun(on.world.house, one)
    return lambda: take_back_round(club_id=on.club, form=on.form, tournament_id=one.id, number=1)


def closing_a_table(on: Scene) -> Act:
    """Close a table whose hands are all played."""
    (table,) = begun(on.world.house, a_tournament(on.world.house, 4))
    recorded(on.world.house, table, *[PASSED_OUT] * 4)
    return lambda: close_tournament_table(session_id=table.id, form=on.form)


def showing_names(on: Scene) -> Act:
    one, players = a_tournament(on.world.house, 4).id, create_players(on.world.house, 4)[2:]
    return lambda: set_name_consents(
        club_id=on.club, form=on.form, tournament_id=one, players=players
    )


def showing_the_own_name(on: Scene) -> Act:
    house = on.world.house
    entrant = a_tournament(house, 4).entrants.order_by("pk")[0]
    Player.objects.filter(user=on.secretary).update(user=None)
    Player.objects.filter(pk=entrant.player_id).update(user=on.secretary)
    return lambda: record_name_consent(
        club_id=on.club, form=on.form, entrant_id=entrant.pk, agreed=True
    )


def recording_money(on: Scene) -> Act:
    """Record a fee and a prize in cash."""
    one, players = a_tournament(on.world.house, 4).id, create_players(on.world.house, 4)
    money = TournamentMoney(
        currency="HUF",
        day=date.fromisoformat(DAY),
        fee=500,
        players=tuple(players),
        prizes={players[0]: 1500},
        in_cash=True,
    )
    return lambda: record_tournament_money(
        club_id=on.club, form=on.form, tournament_id=one, money=money
    )


def penalizing(on: Scene) -> Act:
    one = a_tournament(on.world.house, 4).id
    plan = PenaltyPlan(
        player=create_players(on.world.house, 1)[0], round=1, half_points=3, points=0
    )
    return lambda: give_penalty(
        club_id=on.club, form=replace(on.form, reason="Késett"), tournament_id=one, plan=plan
    )


def taking_back_a_penalty(on: Scene) -> Act:
    one = a_penalty(on.world.house, a_tournament(on.world.house, 4)).pk
    return lambda: take_back_penalty(club_id=on.club, form=on.form, penalty_id=one)


def naming_sides(on: Scene) -> Act:
    one, players = a_tournament(on.world.house, 4).id, create_players(on.world.house, 4)
    sides = dict.fromkeys(players, ("Sasok", "Zugló"))
    return lambda: set_teams_and_clubs(
        club_id=on.club, form=on.form, tournament_id=one, sides=sides
    )


def typing_totals(on: Scene) -> Act:
    (table,) = begun(on.world.house, a_tournament(on.world.house, 4))
    totals = dict(zip(map(str, table.seats), (9, 1, -3, -7), strict=True))
    return lambda: end_table_with_totals(session_id=table.id, form=on.form, totals=totals)


def deleting(on: Scene) -> Act:
    """Delete a tournament with players, a guest link and a round that was taken back."""
    house, one = on.world.house, a_tournament(on.world.house, 8)
    begun(house, one)
    take_back_round(club_id=on.club, form=a_form(on.secretary), tournament_id=one.id, number=1)
    a_guest_link(house, one)
    return lambda: delete_tournament(club_id=on.club, form=on.form, tournament_id=one.id)


# Use case to the acts that test it.
TOURNAMENT_ACTS: dict[str, list[Callable[[Scene], Act]]] = {
    "make_tournament": [setting_up],
    "change_tournament": [changing],
    "enter_players": [entering],
    "draw_all_rounds": [drawing_all_rounds],
    "start_round": [beginning, drawing_to_publish],
    "publish_round": [publishing],
    "change_round_seats": [changing_seats],
    "undo_seat_change": [undoing_a_change],
    "appoint_arbiter": [naming_an_arbiter],
    "remove_arbiter": [ending_an_arbiter],
    "accept_arbiter_invitation": [agreeing],
    "take_back_round": [taking_back],
    "record_tournament_money": [recording_money],
    "set_name_consents": [showing_names],
    "record_name_consent": [showing_the_own_name],
    "delete_tournament": [deleting],
    "give_penalty": [penalizing],
    "take_back_penalty": [taking_back_a_penalty],
    "set_teams_and_clubs": [naming_sides],
    "end_table_with_totals": [typing_totals],
    "close_tournament_table": [closing_a_table],
    **RANKING_ACTS,
    **REGISTRATION_ACTS,
}
