"""Where members see only their own money, nothing that they can open shows that of another."""

import io
import re
import zipfile
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from support.attackers import World, a_client, routes
from support.catalogue import row
from support.money_tables import charge_fee, paid, played, read_open, settle_club
from support.programs import a_key_of
from tarokk_club.club.models import MoneyRules, Season, User
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.statistics.queries.standings import load_club_standings

pytestmark = pytest.mark.sweep

# What others win, owe and pay in the book below: the stake is 10 forints a point.
OTHERS = {7310, 3290, 8590, 4580, 6610, 2570, 6113, 5087, 4909}


def a_book_of_four_digits(world: World) -> tuple[set[int], list[dict[str, Any]]]:
    """Sessions, a fee, payments and a plan; return the amounts of others, and the parts of the
    addresses that lead to each session.
    """
    house = world.house
    MoneyRules.objects.filter(club=house.club).update(own_only=True)
    first = played(house, Anna=731, Béla=-402, Csaba=-329)
    charge_fee(house, 6113, "Csaba")
    paid(house, "Csaba", KITTY, 5087)
    payment = paid(house, "Anna", "Csaba", 4909)
    plan = settle_club(house)
    second = played(house, Anna=859, Béla=-401, Csaba=-458)
    still_open = played(house, Anna=661, Béla=-404, Csaba=-257, end=False)
    secret = set(OTHERS)
    secret.add(sum(plan.transfers.values_list("amount", flat=True)))
    for name, minor in read_open(house).items():
        secret |= {abs(minor)} if name not in ("Béla", KITTY) else set()
    for one in load_club_standings(house.club).together.rows:
        secret |= set(map(abs, one.minor.values())) if one.name != "Béla" else set()
    beside = {
        "settlement_id": plan.pk,
        "fact_id": payment.pk,
        "payment_id": payment.pk,
        "player_id": UUID(house.players["Csaba"]),
    }
    ways: list[dict[str, Any]] = [
        beside | {"session_id": one.pk} for one in (first, second, still_open)
    ]
    return {one for one in secret if one > 999}, [{}, *ways]


def body_of(answer: Any) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if not body.startswith(b"PK"):
        return str(body.decode("utf-8", "replace"))
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return " ".join(
            archive.read(name).decode("utf-8", "replace") for name in archive.namelist()
        )


def spelt(minor: int) -> str:
    """The amount with any separator of thousands, and not within a longer figure or an id."""
    thousands, rest = divmod(minor, 1000)
    between = r"(?:[.,\s]|&nbsp;|&#\w+;)?"
    return rf"(?<![\w-]){thousands}{between}{rest:03}(?![\w-])"


def find_pages_with_amounts(user: User, world: World) -> dict[str, set[str]]:
    """Return the URLs that show this user an amount of others."""
    secret, ways = a_book_of_four_digits(world)
    pattern = re.compile("|".join(map(spelt, sorted(secret))))
    browser = a_client(user)
    program = Client(headers={"Authorization": f"Bearer {a_key_of(user, world.house.club)[1]}"})
    found: dict[str, set[str]] = {}
    for name, parts in routes().items():
        values = world.values | world.more.get(name, {})
        client = program if "api_" in name else browser
        for way in ways if parts else ways[:1]:
            try:
                url = reverse(name, kwargs={part: (values | way)[part] for part in parts})
            except (NoReverseMatch, KeyError):
                continue
            answer = client.get(url) if "logout" not in name else None
            if answer is not None and answer.status_code == 200:
                found.setdefault(name, set()).update(pattern.findall(body_of(answer)))
    return {name: amounts for name, amounts in found.items() if amounts}


@row("S85")
@pytest.mark.parametrize("counts", ["points", "money"])
def test_no_page_file_or_answer_shows_a_member_the_money_of_others(
    world: World, counts: str
) -> None:
    Season.objects.filter(club=world.house.club).update(counts=counts)
    member = world.people["member"]
    assert member

    assert find_pages_with_amounts(member, world) == {}


@row("S85")
def test_the_same_walk_finds_it_as_the_treasurer(world: World) -> None:
    treasurer = world.people["treasurer"]
    assert treasurer

    found = find_pages_with_amounts(treasurer, world)

    pages = (
        *("settlement", "settlement_paper", "finale", "standings"),
        *("season", "money", "facts", "settlements"),
    )
    assert {f"club:{name}" for name in pages} <= set(found)
    for part in ("api_standings", "api_settlements"):
        assert any(name.endswith(part) for name in found)
