"""The bar of a club is rendered once for equal content, and never shared between users."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_club, a_session
from tarokk_club.club.home.queries.nav_counts import NavCounts, load_nav_counts
from tarokk_club.club.models import Club, User
from tarokk_club.club.templatetags.navigation import _render_bar
from tarokk_club.club.writing.permissions import Right

TAGS = "tarokk_club.club.templatetags.navigation"


@pytest.fixture(autouse=True)
def rendered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The templates of the bars that are rendered while a test runs."""
    templates: list[str] = []

    def render(template: str, context: dict[str, Any]) -> str:
        templates.append(template)
        return render_to_string(template, context)

    monkeypatch.setattr(f"{TAGS}.render_to_string", render)
    _render_bar.cache_clear()
    yield templates
    _render_bar.cache_clear()


def bar_of(client: Client, page: str, slug: str) -> str:
    """Return the bar of a page of a club."""
    text = client.get(reverse(f"club:{page}", args=[slug])).content.decode()
    return text.partition('<nav class="places"')[2].partition("</nav>")[0]


def test_the_bar_is_rendered_once_for_two_members(
    anna: Client, house: House, rendered: list[str]
) -> None:
    bela = Client()
    bela.force_login(house.bela)

    assert bar_of(anna, "players", house.club.slug) == bar_of(bela, "players", house.club.slug)
    assert len(rendered) == 1


def test_another_page_has_a_bar_of_its_own(anna: Client, house: House) -> None:
    club, money = (bar_of(anna, page, house.club.slug) for page in ("players", "money"))

    assert club.count("aria-current") == money.count("aria-current") == 1
    assert club != money


def test_the_bar_follows_the_tables(anna: Client, house: House) -> None:
    before = bar_of(anna, "players", house.club.slug)
    session = a_session(house)

    after = bar_of(anna, "players", house.club.slug)

    assert str(session.id) not in before
    assert str(session.id) in after


def test_languages_have_bars_of_their_own(anna: Client, house: House) -> None:
    house.bela.language = "hu"
    house.bela.save()
    bela = Client()
    bela.force_login(house.bela)

    english, hungarian = (bar_of(client, "players", house.club.slug) for client in (anna, bela))

    assert "Money" in english and "Money" not in hungarian
    assert "Pénz" in hungarian


def test_clubs_have_bars_of_their_own(anna: Client, house: House) -> None:
    other = a_club("Kispest", house.anna)

    for slug, another in ((house.club.slug, other.slug), (other.slug, house.club.slug)):
        bar = bar_of(anna, "players", slug)
        assert f"/c/{slug}/" in bar
        assert f"/c/{another}/" not in bar


def test_shows_a_pending_payment_only_to_its_payer(
    anna: Client, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    bela = Client()
    bela.force_login(house.bela)

    def count(club: Club, user: User, rights: frozenset[Right]) -> NavCounts:
        counts = load_nav_counts(club, user, rights)
        return replace(counts, claims=0, plans=3 if user == house.anna else 0)

    monkeypatch.setattr(f"{TAGS}.load_nav_counts", count)

    assert "3 payments wait" in bar_of(anna, "players", house.club.slug)
    assert "wait" not in bar_of(bela, "players", house.club.slug)
