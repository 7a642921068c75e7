"""The command that makes a demonstration club."""

from collections import Counter
from datetime import date, timedelta
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.utils import timezone

from support.club_factories import PASSED_OUT, a_house, a_session, recorded
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import (
    Change,
    Charge,
    Club,
    Entry,
    Membership,
    Payment,
    Player,
    Posting,
    Session,
    Tournament,
    User,
)
from tarokk_club.club.models.money import KITTY, OUTSIDE
from tarokk_club.club.money.queries.balances.balance_sums import sum_kitty_money, sum_open_balances
from tarokk_club.club.money.queries.settlements.settlement import load_settlement_rows
from tarokk_club.club.people.queries.clubs import is_site_founded
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.transfer.usecases.demo import create_demo_club
from tools.demo.seasons import MEMBERS
from tools.demo.tournaments import GUESTS

pytestmark = pytest.mark.django_db(transaction=True)


def _demo() -> Club:
    seasons = [("2026/27", date(2026, 9, 1), None)]
    return create_demo_club(names=MEMBERS, seasons=seasons, currency="HUF", time_zone="UTC").club


@pytest.mark.ci
def test_creates_the_demonstration_club_beside_others() -> None:
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
    assert Player.objects.filter(club=club).count() == len(MEMBERS) + len(GUESTS)
    _check_the_tournaments(club)
    assert list(iter_findings(club.pk)) == []
    _check_the_money(club)
    _check_the_ways_in(club, said.getvalue())
    assert {one.name for one in Player.objects.exclude(user=None)} == {
        one.user.name for one in Membership.objects.filter(club=club).select_related("user")
    }


def _check_the_tournaments(club: Club) -> None:
    """A cup of four tables in three rounds, a Danish one at tables of three and four in two."""
    championship, cup = Tournament.objects.filter(club=club).order_by("date")
    assert cup.date < timezone.localdate()
    found = {one: load_standing(one) for one in (cup, championship)}
    assert [standing.final for standing in found.values()] == [True, True]
    sizes = {
        one.game: [sorted(len(table.seats) for table in each.tables) for each in standing.rounds]
        for one, standing in found.items()
    }
    assert sizes == {"paskievics": [[4] * 4] * 3, "danish": [[3, 3, 4]] * 2}


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


def _check_the_money(club: Club) -> None:
    """A year of settlements, of which the last is not paid; all sums made again in plain Python."""
    settlements = load_settlement_rows(club.id)
    assert len(settlements) > 5
    assert [bool(row.open) for row in settlements] == [True] + [False] * (len(settlements) - 1)
    payments = list(Payment.objects.filter(club=club).order_by("date"))
    assert timedelta(300) < timezone.localdate() - payments[0].date <= timedelta(366)
    open_money: Counter[str] = Counter()
    for posting in Posting.objects.filter(session__club=club).select_related("session"):
        for account, points in posting.net.items():
            open_money[account] += points * int(posting.session.per_point)
    cash: Counter[str] = Counter()
    for payment in payments:
        cash[payment.source] -= payment.amount
        cash[payment.target] += payment.amount
    for charge in Charge.objects.filter(club=club):
        open_money[str(charge.player_id)] -= charge.amount
        open_money[KITTY] += charge.amount
    # What went outside was the kitty's to spend, and nobody's debt.
    spent = cash[OUTSIDE]
    expected = {account: open_money[account] - cash[account] for account in open_money}
    expected[KITTY] -= spent
    found = sum_open_balances(club.id)["HUF"]
    pots = {account for account in expected if account.startswith("pot:")}
    assert found == {account: minor for account, minor in expected.items() if account not in pots}
    assert sum(found.values()) == -sum(expected[account] for account in pots)
    assert sum_kitty_money(club.id) == {"HUF": cash[KITTY]} and spent > 0


def test_a_real_club_can_still_be_founded_beside_it() -> None:
    _demo()

    assert not is_site_founded()


def test_a_second_run_makes_a_club_of_its_own() -> None:
    first, second = _demo(), _demo()

    assert (first.slug, first.name) == ("demo", "Demo")
    assert (second.slug, second.name) == ("demo-2", "Demo 2")
    assert User.objects.filter(username="demo-2-anna").exists()


def test_demo_leaves_clubs_and_names_of_others_unchanged() -> None:
    founder = User.objects.create_user("demo-2-anna")
    Club.objects.create(slug="demo", name="Demo", founded_by=founder)

    club = _demo()

    assert club.slug == "demo-3"
    assert Club.objects.get(slug="demo").founded_by == founder
