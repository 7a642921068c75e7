"""Every write about rankings."""

from collections.abc import Callable

from support.rankings import (
    a_plan_of,
    a_ranking,
    a_second_house,
    enter_ranking,
    publish_tournaments,
)
from support.tournament_tables import a_tournament
from support.write_paths import Act, Scene
from tarokk_club.club.models import Membership, Player, Role
from tarokk_club.club.rankings.usecases import (
    change_ranking,
    make_ranking,
    record_one_person_consent,
    remove_ranking,
    set_participation,
)


def _making(on: Scene) -> Act:
    return lambda: make_ranking(club_id=on.club, form=on.form, plan=a_plan_of())


def _changing(on: Scene) -> Act:
    one, plan = a_ranking(on.world.house), a_plan_of(best=3, scale="25 18 15")
    return lambda: change_ranking(club_id=on.club, form=on.form, ranking_id=one.pk, plan=plan)


def _removing(on: Scene) -> Act:
    one = a_ranking(on.world.house)
    return lambda: remove_ranking(club_id=on.club, form=on.form, ranking_id=one.pk)


def _joining(on: Scene) -> Act:
    one, tournament = a_ranking(on.world.house), a_tournament(on.world.house)
    return lambda: set_participation(
        club_id=on.club, form=on.form, ranking_id=one.pk, tournaments=[tournament.pk]
    )


def _agreeing(on: Scene) -> Act:
    house, other = on.world.house, a_second_house()
    publish_tournaments(other)
    one = a_ranking(house, other.club)
    enter_ranking(other, one)
    for there, name in ((house, "Anna"), (other, "Erzsi")):
        Membership.objects.get_or_create(
            user=on.secretary, club=there.club, defaults={"roles": [Role.MEMBER.value]}
        )
        Player.objects.filter(club=there.club, user=on.secretary).update(user=None)
        Player.objects.filter(pk=there.players[name]).update(user=on.secretary)
    return lambda: record_one_person_consent(
        club_id=on.club, form=on.form, ranking_id=one.pk, agrees=True
    )


RANKING_ACTS: dict[str, list[Callable[[Scene], Act]]] = {
    "change_ranking": [_changing],
    "record_one_person_consent": [_agreeing],
    "make_ranking": [_making],
    "remove_ranking": [_removing],
    "set_participation": [_joining],
}
