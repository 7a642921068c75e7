"""Every write to the calendar."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from support.club_factories import a_form
from support.planned_evenings import (
    a_plan,
    an_evening,
    day_in,
    draw_tables,
    more_players,
    weekly,
)
from support.write_paths import Act, Scene
from tarokk_club.club.calendar.evening_draw import read_evening_draw
from tarokk_club.club.calendar.usecases.answers import (
    EveningReply,
    answer_evening,
    answer_for_player,
)
from tarokk_club.club.calendar.usecases.calendar_links import (
    make_calendar_link,
    revoke_calendar_link,
)
from tarokk_club.club.calendar.usecases.evening_tables import (
    SeenTable,
    change_evening_seats,
    draw_evening,
    start_evening_table,
)
from tarokk_club.club.calendar.usecases.evenings import (
    SeriesPlan,
    cancel_evening,
    change_evening,
    plan_evening,
    restore_evening,
)
from tarokk_club.club.models import PlannedEvening, Player


def planning(on: Scene) -> Act:
    plan = a_plan(on.world.house, 3)
    return lambda: plan_evening(club_id=on.club, form=on.form, plan=plan)


def planning_many(on: Scene) -> Act:
    """Plan a series, which must be created completely or not at all."""
    plan = a_plan(on.world.house, 3)
    often = SeriesPlan(rhythm="weekly", until=plan.day + timedelta(days=14))
    return lambda: plan_evening(club_id=on.club, form=on.form, plan=plan, repeating=often)


def _of_series(on: Scene) -> UUID:
    """Create a series of three evenings and return the second one."""
    weekly(on.world.house, 3, days=30)
    first = day_in(on.world.house, 30)
    return PlannedEvening.objects.filter(club=on.club, date__gte=first)[1].id


def changing_many(on: Scene) -> Act:
    one, plan = _of_series(on), a_plan(on.world.house, 38, place="Másutt")
    return lambda: change_evening(
        club_id=on.club, form=on.form, evening_id=one, plan=plan, onwards=True
    )


def cancelling_many(on: Scene) -> Act:
    one = _of_series(on)
    return lambda: cancel_evening(club_id=on.club, form=on.form, evening_id=one, onwards=True)


def restoring_many(on: Scene) -> Act:
    one = _of_series(on)
    cancel_evening(club_id=on.club, form=a_form(on.secretary), evening_id=one, onwards=True)
    return lambda: restore_evening(club_id=on.club, form=on.form, evening_id=one, onwards=True)


def answering(on: Scene) -> Act:
    one = an_evening(on.world.house, 3).id
    Player.objects.filter(user=on.secretary).update(user=None)
    Player.objects.filter(pk=on.player("Anna")).update(user=on.secretary)
    return lambda: answer_evening(
        club_id=on.club,
        form=on.form,
        evening_id=one,
        player_id=on.player("Anna"),
        reply=EveningReply(coming="yes", guests=1),
    )


def answering_for(on: Scene) -> Act:
    one = an_evening(on.world.house, 3).id
    return lambda: answer_for_player(
        club_id=on.club,
        form=on.form,
        evening_id=one,
        player_id=on.player("Cili"),
        reply=EveningReply(coming="perhaps"),
    )


def drawing(on: Scene) -> Act:
    one = an_evening(on.world.house).id
    players = [on.player(name) for name in ("Anna", "Csaba", "Dóra", "Cili")]
    return lambda: draw_evening(
        club_id=on.club, form=on.form, evening_id=one, game="paskievics", players=players
    )


def _drawn(on: Scene) -> PlannedEvening:
    house = on.world.house
    players = [*house.ids("Anna", "Csaba", "Dóra", "Cili"), *more_players(house, 4)]
    return draw_tables(house, an_evening(house), players)


def seating_by_hand(on: Scene) -> Act:
    one = _drawn(on)
    kept = read_evening_draw(one.seating)
    assert kept
    tables = {1: kept.tables[2], 2: kept.tables[1]}
    return lambda: change_evening_seats(
        club_id=on.club, form=on.form, evening_id=one.id, tables=tables, seen=kept.fingerprint
    )


def starting(on: Scene) -> Act:
    one = _drawn(on)
    kept = read_evening_draw(one.seating)
    assert kept
    seen = SeenTable(number=1, fingerprint=kept.compute_table_fingerprint(1))
    return lambda: start_evening_table(club_id=on.club, form=on.form, evening_id=one.id, seen=seen)


def subscribing(on: Scene) -> Act:
    """Create a calendar link that replaces an earlier one."""
    make_calendar_link(club_id=on.club, form=a_form(on.secretary))
    return lambda: make_calendar_link(club_id=on.club, form=on.form)


def unsubscribing(on: Scene) -> Act:
    make_calendar_link(club_id=on.club, form=a_form(on.secretary))
    return lambda: revoke_calendar_link(club_id=on.club, form=on.form)


# Use case to the acts that test it.
CALENDAR_ACTS: dict[str, list[Callable[[Scene], Act]]] = {
    "plan_evening": [planning, planning_many],
    "change_evening": [changing_many],
    "cancel_evening": [cancelling_many],
    "restore_evening": [restoring_many],
    "answer_evening": [answering],
    "answer_for_player": [answering_for],
    "draw_evening": [drawing],
    "change_evening_seats": [seating_by_hand],
    "start_evening_table": [starting],
    "make_calendar_link": [subscribing],
    "revoke_calendar_link": [unsubscribing],
}
