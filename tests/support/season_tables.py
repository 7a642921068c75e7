"""Plans of seasons, and evenings played in them."""

from datetime import date
from typing import Any

from support.club_factories import END, House, a_form, a_hand, a_session, recorded
from tarokk_club.club.models import Season, Session
from tarokk_club.club.seasons.usecases import SeasonPlan
from tarokk_club.club.values.season_rules import CountingRules


def a_plan(name: str, starts: str, ends: str | None = None, **counted: Any) -> SeasonPlan:
    """Return the plan of a season."""
    return SeasonPlan(
        name=name,
        starts=date.fromisoformat(starts),
        ends=date.fromisoformat(ends) if ends else None,
        counted=CountingRules(**{"games": "one"} | counted),
    )


def an_evening(house: House, day: str, *winners: str, **head: Any) -> Session:
    """Create a closed session in which each of these players won a hand with the next one."""
    session = a_session(house, date=day, **head)
    seats = ["Anna", "Béla", "Csaba", "Dóra"]
    hands = [a_hand(house, one, seats[(seats.index(one) + 1) % 4]) for one in winners]
    recorded(house, session, *hands, END)
    return session


def the_season(house: House) -> Season:
    """Return the first season of the club: 2026, without an end."""
    return Season.objects.get(club=house.club, name="2026")


def key_form(house: House) -> Any:
    """Return a submission by Anna."""
    return a_form(house.anna)
