"""What another club does shows nowhere: not in the figures, not on a page, not in a file.

Almost every fixture of the suite is one club in one currency with empty pots. Here the people of
one club play in a second one as well, which has full pots, fees, kitties and two currencies.
"""

import re
from datetime import datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from support.attackers import World, a_client, a_danish_session, routes
from support.catalogue import row
from support.club_factories import END, House, a_hand, a_session, recorded
from support.club_web import read_out
from support.money_tables import charge_fee, paid, pay_all, played_with, settle_club, the_session
from tarokk_club.club.models import Club, Membership, Player, Role, User
from tarokk_club.club.models.money import KITTY, OUTSIDE
from tarokk_club.club.money.queries.balances.balance_sums import (
    sum_kitty_money,
    sum_open_balances,
    sum_paid_by_plan,
)
from tarokk_club.club.money.queries.balances.club_balances import load_club_balances
from tarokk_club.club.money.queries.entries.journal import load_journal
from tarokk_club.club.money.queries.settlements.open_payments import load_open_payments
from tarokk_club.club.money.queries.settlements.unsettled_items import (
    load_unsettled_amounts,
    select_unsettled_charges,
)
from tarokk_club.club.people.queries.members import (
    list_all_players_without_account,
    load_member_row,
    load_member_rows,
)

# The log knows who took a file away, so asking for the files makes it longer.
GROWS = "club:log"
ROUTES = sorted(
    (name, parts)
    for name, parts in routes().items()
    if name.startswith("club:") and "slug" in parts and name != GROWS
)
# Parts of a page that differ at each request.
DRAWN = re.compile(
    r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=csrfmiddlewaretoken\" value=\")\w+"
    r"|(?<=\"token\": \")\w+",
    re.IGNORECASE,
)
SEATED = ("Anna", "Béla", "Csaba", "Dóra")
EUROS = {"currency": "EUR", "per_point": "0.10"}


def neighbours(world: World) -> House:
    """The other club, in which everybody of Anna's club plays and keeps the book as well."""
    club = world.other
    people = [one for one in world.people.values() if one] + [world.house.anna, world.house.bela]
    for user in people:
        Membership.objects.get_or_create(
            user=user, club=club, defaults={"roles": [Role.MEMBER.value]}
        )
    players = {name: _player(club, name, None) for name in SEATED}
    for user in people:
        _player(club, f"Másutt {user.username}", user)
    anna = world.house.anna
    Membership.objects.filter(user=anna, club=club).update(roles=[role.value for role in Role])
    return House(club, anna, world.house.bela, players)


def _player(club: Club, name: str, user: User | None) -> str:
    return str(Player.objects.get_or_create(club=club, name=name, defaults={"user": user})[0].pk)


def much_happens(house: House) -> None:
    """Evenings in two currencies, full pots, fees, a till, what is settled and paid and what not,
    and somebody new.
    """
    done = a_session(house)
    recorded(house, done, a_hand(house), END)
    pay_all(house, settle_club(house, the_session(done)))
    _player(house.club, "Új Ubul", None)
    played_with(house, {"Anna": 31, "Béla": -31}, stake=EUROS)
    open_one = played_with(house, {"Csaba": 17, "Dóra": -17}, end=False)
    danish = a_danish_session(house)
    recorded(house, danish, {"type": "fine", "player": house.players["Anna"], "severity": "major"})
    charge_fee(house, 700, *SEATED)
    charge_fee(house, 300, "Anna", currency="EUR")
    paid(house, "Béla", KITTY, 450)
    paid(house, "Béla", KITTY, 90, currency="EUR")
    paid(house, KITTY, OUTSIDE, 130)
    paid(house, "Dóra", "Csaba", 170, session_id=open_one.id)
    # All that is open was carried into it, which makes older what others paid before.
    played_with(house, {"Anna": 10, "Béla": -10})
    settle_club(house)
    paid(house, "Béla", KITTY, 20)


def read_money(world: World) -> dict[str, Any]:
    """All that the queries of money and people say of Anna's club."""
    club, anna = world.house.club, world.house.anna
    book, charges = load_unsettled_amounts(club.id), list(select_unsettled_charges(club.id))
    return {
        "balances": sum_open_balances(club.id),
        "paid by plan": sum_paid_by_plan(club.id),
        "cash": sum_kitty_money(club.id),
        "at a glance": load_club_balances(club, anna.pk),
        "unsettled": (book.items, book.settled, book.paid),
        "fees": charges,
        "payments": load_open_payments(club.id, charges),
        "journal": load_journal(club.id),
        "members": load_member_rows(club.id),
        "member": load_member_row(club.id, world.house.bela.pk),
        "free": list_all_players_without_account(club.id),
    }


@row("S04")
def test_the_figures_of_a_club_are_its_own(world: World) -> None:
    house = neighbours(world)
    before = read_money(world)

    much_happens(house)

    assert read_money(world) == before
    assert sum_kitty_money(house.club.id) == {"HUF": 340, "EUR": 90}
    assert sum(sum_open_balances(house.club.id)["EUR"].values()) == 0


@row("S04")
def test_a_member_of_two_clubs_has_a_player_in_each(world: World) -> None:
    bela = world.house.bela
    mine = Player.objects.create(club=world.house.club, name="Itt", user=bela)
    house = neighbours(world)
    Membership.objects.filter(user=bela, club=house.club).update(roles=[Role.TREASURER.value])

    for club, name in ((world.house.club, "Itt"), (house.club, "Másutt bela")):
        row = load_member_row(club.id, bela.pk)
        assert row and row.player == name
        assert (Role.TREASURER in row.roles) == (club == house.club)
        assert [one.player for one in load_member_rows(club.id) if one.user_id == bela.pk] == [name]
    assert mine.club_id == world.house.club.pk


def _pages(client: Client, world: World, moment: datetime) -> dict[str, str]:
    """Every page and file of Anna's club; a workbook tells when it was written, so always then."""
    with time_machine.travel(moment, tick=False):
        return {name: _seen(client, world.address(name, parts)) for name, parts in ROUTES}


def _seen(client: Client, url: str) -> str:
    answer = client.get(url)
    if answer.status_code != 200:
        return str(answer.status_code)
    content = b"".join(answer) if answer.streaming else answer.content
    return DRAWN.sub("", read_out(content)) if _is_text(answer) else ""


def _is_text(answer: Any) -> bool:
    kind = answer.get("Content-Type", "")
    return kind.startswith("text/") or "json" in kind or "spreadsheet" in kind


@row("S04")
@pytest.mark.sweep
def test_events_of_one_club_change_no_page_or_file_of_another(world: World) -> None:
    house = neighbours(world)
    client = a_client(world.people["owner"])
    Membership.objects.filter(user=world.people["owner"]).update(roles=[one.value for one in Role])
    moment = timezone.now()
    before = _pages(client, world, moment)

    much_happens(house)

    after = _pages(client, world, moment)
    changed = [name for name, page in before.items() if after[name] != page]
    assert changed == []
    assert sum(len(page) > 3 for page in before.values()) > 80
