"""The site that `ux` looks at: every address of it leads to something that is there."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from tarokk_club.club.models import Club
from tools.lab.ux import stock
from tools.lab.ux.pages import MISSING
from tools.lab.ux.site import UNKNOWN_ID, View, list_views

# Few, as none of them is looked at here.
HANDS = 8
# What they answer to a link that is no longer good is their page.
STALE = ("account_confirm_email", "account_reset_password_from_key")

pytestmark = [pytest.mark.ci, pytest.mark.django_db]


@pytest.fixture
def club() -> Club:
    """The demonstration club."""
    call_command("demo", hands=HANDS, stdout=StringIO())
    return Club.objects.get()


def test_every_address_of_the_site_is_real_and_answers(
    club: Club, client: Client, settings: Settings
) -> None:
    # As the site of `ux` is started.
    settings.FOUNDERS = "anyone"
    views = list(list_views(club, stock.fill_demo_club(club)))
    client.force_login(club.founded_by)
    stranger = Client()

    def status(view: View) -> int:
        return (client if view.as_owner else stranger).get(view.path).status_code

    wanted = [view for view in views if view.name != MISSING]
    assert [one.name for one in wanted if UNKNOWN_ID in one.path and one.name not in STALE] == []
    answers = {view.name: status(view) for view in wanted}
    assert {name: one for name, one in answers.items() if one >= 400} == {}
    shown = {"club:evening", "club:evening_change", "club:evening_draw", "club:evening_seats"}
    assert {answers[name] for name in shown} == {200}
