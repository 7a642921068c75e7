"""The command that makes a demonstration club."""

from datetime import date
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from club_factories import PASSED_OUT, a_house, a_session, recorded
from tarokk_club.club.models import Change, Club, Entry, Membership, Player, Session, User
from tarokk_club.club.queries.audit import findings
from tarokk_club.club.queries.clubs import is_founded
from tarokk_club.club.usecases.found_demo import found_demo
from tarokk_club.demo.seasons import MEMBERS

pytestmark = pytest.mark.django_db(transaction=True)


def _demo() -> Club:
    seasons = [("2026/27", date(2026, 9, 1), None)]
    return found_demo(names=MEMBERS, seasons=seasons, currency="HUF", time_zone="UTC").club


def test_it_works() -> None:
    house = a_house()
    recorded(house, a_session(house), PASSED_OUT)
    others = Session.objects.count(), Entry.objects.count(), Change.objects.count()
    said = StringIO()

    call_command("demo", hands=1, stdout=said)

    club = Club.objects.get(demo=True)
    assert club.slug == "demo"
    assert (
        Session.objects.exclude(club=club).count(),
        Entry.objects.exclude(session__club=club).count(),
        Change.objects.exclude(session__club=club).count(),
    ) == others
    sessions = Session.objects.filter(club=club)
    assert sessions.filter(closed=False).count() == 1
    assert {session.season for session in sessions} == set(club.seasons.all())
    assert set(sessions.values_list("game", flat=True)) == {
        *("paskievics", "illustrated", "danish", "romanian", "taper")
    }
    assert Player.objects.filter(club=club).count() == 10
    assert list(findings(club.pk)) == []
    _check_the_ways_in(club, said.getvalue())


def _check_the_ways_in(club: Club, said: str) -> None:
    """What was printed lets everybody in with the roles that were printed."""
    lines = [line.split() for line in said.splitlines() if "password" in line]
    users = []
    for line in lines:
        user = authenticate(username=line[2].rstrip(","), password=line[4])
        assert isinstance(user, User)
        users.append(user)
    roles = [Membership.objects.get(user=user, club=club).roles for user in users]
    assert roles == [
        ["owner", "secretary"],
        ["treasurer", "member"],
        ["scorer", "member"],
        ["member"],
    ]


def test_a_real_club_can_still_be_founded_beside_it() -> None:
    _demo()

    assert not is_founded()


def test_a_second_run_makes_a_club_of_its_own() -> None:
    first, second = _demo(), _demo()

    assert (first.slug, first.name) == ("demo", "Demo")
    assert (second.slug, second.name) == ("demo-2", "Demo 2")
    assert User.objects.filter(username="demo-2-anna").exists()


def test_the_address_and_name_of_others_are_left_alone() -> None:
    founder = User.objects.create_user("demo-2-anna")
    Club.objects.create(slug="demo", name="Demo", founded_by=founder)

    club = _demo()

    assert club.slug == "demo-3"
    assert Club.objects.get(slug="demo").founded_by == founder
