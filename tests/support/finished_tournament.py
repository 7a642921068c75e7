"""A finished tournament in a club with members in every role."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from support.attackers import World, a_world
from support.club_factories import END, House, a_form, a_hand, recorded
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.models import Entry, Player, Posting, Session, Tournament
from tarokk_club.club.session.usecases.events import delete_event
from tarokk_club.club.tournaments.queries.standing import load_standing


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished tournament.

    table: one of its two tables, with these entries.
    gone: hand that was deleted before the end.
    """

    world: World
    tournament: Tournament
    table: Session
    other: Session
    hand: UUID
    gone: UUID
    agreed: UUID

    @property
    def house(self) -> House:
        """Anna's club."""
        return self.world.house

    def books(self, *, named: bool = True) -> list[Any]:
        """Return the result and all data on which it depends.

        named: whether to include the players.
        """
        tournament = Tournament.objects.get(pk=self.tournament.pk)
        rows = load_standing(tournament).results
        tables = Session.objects.filter(tournament_table__tournament=tournament).order_by("pk")
        postings = Posting.objects.filter(session__in=tables).order_by("session", "position")
        return [
            [row.player_id for row in rows] if named else [],
            sorted((row.place, row.total.worth, row.total.points) for row in rows),
            list(tables.values_list("pk", "closed", "binned_at", "per_point", "table_name")),
            [sorted(posting.net.values()) for posting in postings],
            (tournament.reckoning, tournament.fifth, tournament.turns),
        ]


def play_finished_tournament() -> Finished:
    """Play a tournament of one round with eight players at two tables."""
    world = a_world()
    house, tournament = world.house, a_tournament(world.house, 8, rounds=1)
    table, other = begun(house, tournament)
    called = {str(one.pk): one.name for one in Player.objects.filter(club=house.club)}
    at_table = replace(house, players={called[seat]: seat for seat in table.seats})
    first, second, third, fourth = (called[seat] for seat in table.seats)
    agreed = {"type": "adjust", "points": {table.seats[0]: 3, table.seats[3]: -3}, "note": "állás"}
    hands = a_hand(at_table, first, second), a_hand(at_table, third, fourth)
    hand, gone, adjust = (_entry(recorded(house, table, one)) for one in (*hands, agreed))
    delete_event(session_id=table.id, form=a_form(house.anna), entry_id=gone)
    recorded(house, table, END)
    close_with_points(house, other, 9, 1, -3, -7)
    for session in (table, other):
        session.refresh_from_db()
    return Finished(world, tournament, table, other, hand, gone, adjust)


def _entry(saved: Any) -> UUID:
    return Entry.objects.get(pk=saved[0].entry_id).pk
