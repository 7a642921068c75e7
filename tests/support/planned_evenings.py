"""Planned evenings of Anna's club for tests of the calendar."""

from datetime import date, time, timedelta
from typing import Any

from django.urls import reverse

from support.club_factories import House, a_form
from tarokk_club.club.calendar.evening_draw import read_evening_draw
from tarokk_club.club.calendar.usecases.answers import EveningReply, answer_for_player
from tarokk_club.club.calendar.usecases.evening_tables import (
    SeenTable,
    draw_evening,
    start_evening_table,
)
from tarokk_club.club.calendar.usecases.evenings import EveningPlan, SeriesPlan, plan_evening
from tarokk_club.club.models import EveningAnswer, PlannedEvening, Player, Session
from tarokk_club.club.people.queries.club_days import get_today


def day_in(house: House, days: int) -> date:
    """Return the date this many days from today, in the club's time zone."""
    return get_today(house.club) + timedelta(days=days)


def a_plan(house: House, days: int = 0, **changes: Any) -> EveningPlan:
    """Return the plan of an evening of Paskievics this many days from today.

    changes: fields to replace.
    """
    facts = {"starts": time(18, 30), "place": "Kávéház", "game": "paskievics", **changes}
    return EveningPlan(**({"day": day_in(house, days)} | facts))


def an_evening(
    house: House, days: int = 0, *, repeating: SeriesPlan | None = None, **changes: Any
) -> PlannedEvening:
    """Plan an evening as Anna."""
    plan = a_plan(house, days, **changes)
    return plan_evening(
        club_id=house.club.id, form=a_form(house.anna), plan=plan, repeating=repeating
    )


def weekly(house: House, weeks: int, days: int = 0, **changes: Any) -> list[PlannedEvening]:
    """Plan a series of this many weekly evenings and return them."""
    last = day_in(house, days + 7 * (weeks - 1))
    an_evening(house, days, repeating=SeriesPlan(rhythm="weekly", until=last), **changes)
    return list(PlannedEvening.objects.filter(club=house.club))


def more_players(house: House, count: int) -> list[str]:
    """Create this many further players and return their ids."""
    made = [
        Player.objects.create(club=house.club, name=f"Játékos {number:02}")
        for number in range(1, count + 1)
    ]
    return [str(one.id) for one in made]


def record_answer(
    house: House, evening: PlannedEvening, player: str, coming: str = "yes", guests: int = 0
) -> EveningAnswer:
    """Record an answer as Anna for a player without an account."""
    answer_for_player(
        club_id=house.club.id,
        form=a_form(house.anna),
        evening_id=evening.id,
        player_id=Player.objects.get(pk=player).id,
        reply=EveningReply(coming=coming, guests=guests),
    )
    return EveningAnswer.objects.get(evening=evening, player__pk=player)


def draw_tables(house: House, evening: PlannedEvening, players: list[str]) -> PlannedEvening:
    """Draw the tables of an evening for these players and return the evening."""
    draw_evening(
        club_id=house.club.id,
        form=a_form(house.anna),
        evening_id=evening.id,
        game="paskievics",
        players=[Player.objects.get(pk=one).id for one in players],
    )
    evening.refresh_from_db()
    return evening


def an_answered_evening(house: House) -> PlannedEvening:
    """Create two evenings; Cili comes to the first one with a guest, and its table is drawn."""
    first, _second = weekly(house, 2, note="Hozz sütit")
    record_answer(house, first, house.players["Cili"], guests=1)
    return draw_tables(house, first, house.ids("Anna", "Csaba", "Dóra", "Cili"))


def start_first_table(house: House, evening: PlannedEvening) -> Session:
    """Start the first waiting table of an evening and return its session."""
    kept = read_evening_draw(evening.seating)
    assert kept
    number = min(kept.tables)
    session = start_evening_table(
        club_id=house.club.id,
        form=a_form(house.anna),
        evening_id=evening.id,
        seen=SeenTable(number=number, fingerprint=kept.compute_table_fingerprint(number)),
    )
    evening.refresh_from_db()
    return session


def evening_url(evening: PlannedEvening, name: str = "evening") -> str:
    """Return the path of a page of the evening."""
    return reverse(f"club:{name}", args=[evening.club.slug, evening.id])


def calendar_url(house: House, name: str = "calendar") -> str:
    """Return the path of a page of the calendar."""
    return reverse(f"club:{name}", args=[house.club.slug])
