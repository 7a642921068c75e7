"""Rankings of tournaments for tests."""

from dataclasses import replace
from typing import Any

from support.club_factories import SEATED, House, a_club, a_form, a_user
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.guests.usecases import set_published_parts
from tarokk_club.club.models import Club, Membership, Player, Ranking, Role, Tournament, User
from tarokk_club.club.models.people import PublicPart
from tarokk_club.club.rankings.plan import RankingPlan
from tarokk_club.club.rankings.usecases import (
    make_ranking,
    record_one_person_consent,
    set_participation,
)


def a_plan_of(*clubs: Club, **changes: Any) -> RankingPlan:
    """Return a plan that ranks all tournaments by table points.

    changes: fields to replace.
    """
    told: dict[str, Any] = {"name": "Országos ranglista", "best": 0, "scale": ""}
    return RankingPlan(**told | {"clubs": [club.pk for club in clubs]} | changes)


def a_ranking(house: House, *others: Club, **changes: Any) -> Ranking:
    """Create a ranking as Anna and invite these clubs."""
    plan = a_plan_of(*others, **changes)
    return make_ranking(club_id=house.club.id, form=a_form(house.anna), plan=plan)


def publish_tournaments(house: House) -> None:
    """Publish the club's tournaments."""
    parts = [PublicPart.TOURNAMENTS]
    set_published_parts(club_id=house.club.id, form=a_form(house.anna), parts=parts)


def enter_ranking(house: House, ranking: Ranking, *tournaments: Tournament) -> None:
    """Let these tournaments of the club count in the ranking."""
    chosen = [one.pk for one in tournaments]
    set_participation(
        club_id=house.club.id, form=a_form(house.anna), ranking_id=ranking.pk, tournaments=chosen
    )


def a_second_house() -> House:
    """Create another club with an owner and four players, whose names guests may read."""
    dora = a_user("dora")
    club = a_club("Újpest", dora)
    names = ("Erzsi", "Feri", "Gábor", "Hanna")
    players = {name: str(Player.objects.create(club=club, name=name).id) for name in names}
    return House(club, dora, dora, players)


def a_ranking_of_both(house: House, other: House) -> Ranking:
    """Create a ranking with one tournament of each club.

    Anna 10, Béla 8, Csaba 6, Dóra 4 table points; Erzsi 10, Feri 8, Gábor 6, Hanna 4.
    """
    for club in (house, other):
        publish_tournaments(club)
    ranking = a_ranking(house, other.club)
    enter_ranking(house, ranking, play_tournament(house, 9, 3, -5, -7))
    enter_ranking(other, ranking, play_tournament(other, 9, 3, -5, -7, name="Őszi kupa"))
    return ranking


def a_person_of(*places: tuple[House, str]) -> User:
    """Create a user who is a member of these clubs and plays there as these players."""
    user = a_user("vandor")
    for house, name in places:
        Membership.objects.create(user=user, club=house.club, roles=[Role.MEMBER.value])
        Player.objects.filter(pk=house.players[name]).update(user=user)
    return user


def play_tournament(house: House, *points: int, **changes: Any) -> Tournament:
    """Create a closed tournament of one table with these points, in the order of the house."""
    names = list(house.players)[: len(points)]
    seats = house.ids(*names)
    seated = replace(house, players=dict(zip(SEATED, house.players.values(), strict=False)))
    tournament = a_tournament(seated, len(points), rounds=1, **changes)
    (table,) = begun(house, tournament)
    by_player = dict(zip(seats, points, strict=True))
    close_with_points(house, table, *[by_player[seat] for seat in table.seats])
    return tournament


def record_consent(house: House, ranking: Ranking, user: User, *, agrees: bool = True) -> None:
    """Record that the user agrees, or no longer agrees, to be one person in all clubs."""
    record_one_person_consent(
        club_id=house.club.id, form=a_form(user), ranking_id=ranking.pk, agrees=agrees
    )
