"""The counts of the home page are those of its reader, as they are counted one by one."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from support.club_factories import House, a_club, a_session
from support.money_tables import link_player, played, settle_club
from tarokk_club.club.home.queries.at_home import load_home_content
from tarokk_club.club.home.queries.home_counts import load_home_counts
from tarokk_club.club.home.queries.nav_counts import load_nav_counts
from tarokk_club.club.models import Club, PlannedEvening, Role, User
from tarokk_club.club.money.queries.balances.statements import find_player_of_user
from tarokk_club.club.money.queries.tasks.inbox import load_inbox
from tarokk_club.club.people.queries.members import count_open_invitations
from tarokk_club.club.session.queries.sessions.session_lists import load_club_page
from tarokk_club.club.writing.permissions import Right, list_rights


def readers(house: House) -> list[tuple[Club, User, frozenset[Right]]]:
    """Every user in two clubs, with the rights of each role."""
    other = a_club("Kispest", house.anna)
    roles = [[role.value] for role in Role] + [[role.value for role in Role], []]
    return [
        (club, user, list_rights(role))
        for club in (house.club, other)
        for user in User.objects.all()
        for role in roles
    ]


def test_each_reader_gets_the_counts_of_the_bar_and_of_the_lists(house: House) -> None:
    a_session(house)
    link_player(house, house.bela, "Béla")
    played(house, Béla=-30, Csaba=10, Dóra=20)
    settle_club(house)
    assert load_home_counts(house.club, house.bela, frozenset()).nav.plans
    for club, user, rights in readers(house):
        counts = load_home_counts(club, user, rights)
        player = find_player_of_user(club.id, user.pk)
        invitations = count_open_invitations(club.id) if Right.INVITE in rights else 0

        assert counts.nav == load_nav_counts(club, user, rights)
        assert counts.player == (player.pk if player else None)
        assert counts.players == load_club_page(club).players
        assert counts.invitations == invitations
        assert counts.has_evenings == PlannedEvening.objects.filter(club=club).exists()
        assert counts.has_tournaments == club.tournaments.exists()
        home = load_home_content(club, user, rights, None, counts)
        assert home.inbox == load_inbox(club, user, rights, player)


def test_all_counts_take_one_query(house: House) -> None:
    rights = frozenset(Right)
    load_home_counts(house.club, house.anna, rights)
    with CaptureQueriesContext(connection) as queries:
        load_home_counts(house.club, house.anna, rights)

    assert len(queries) == 1
