"""Rows of sessions and shelves of trophies are rendered once, and never shared between clubs."""

from typing import Any
from uuid import UUID

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_catch, a_club, a_form, a_hand, a_session, recorded
from support.club_web import session_url, text_of
from support.season_tables import an_evening
from tarokk_club.club.models import Club, Session
from tarokk_club.club.pages import fragment_cache
from tarokk_club.club.people.usecases.players import rename_player
from tarokk_club.club.session.usecases.events import correct_event
from tarokk_club.club.session.usecases.sessions import bin_session

TOTAL = 'class="badge plain"'


@pytest.fixture
def bela(house: House) -> Client:
    """The browser of a member who reads Hungarian."""
    house.bela.language = "hu"
    house.bela.save()
    client = Client()
    client.force_login(house.bela)
    return client


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates of the rows that are rendered while a test runs."""
    templates: list[str] = []

    def render(template: str, *given: Any) -> Any:
        templates.append(template)
        return render_to_string(template, *given)

    monkeypatch.setattr(fragment_cache, "render_to_string", render)
    return templates


def page_of(client: Client, name: str, club: Club) -> str:
    return text_of(client.get(reverse(f"club:{name}", args=[club.slug])))


def lose_first_hand(house: House, session: Session) -> None:
    entry = session.entries.get(position=1)
    raw = {**entry.record, "result": "lost"}
    correct_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id, raw=raw)


def test_only_rows_that_changed_are_rendered(
    anna: Client, house: House, rendered: list[str]
) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    an_evening(house, "2026-03-02", "Béla", "Csaba")
    recorded(house, a_session(house, date="2026-03-03"), a_hand(house))
    shown = page_of(anna, "club", house.club)
    assert (shown.count(TOTAL), len(rendered)) == (6, 3)

    assert page_of(anna, "club", house.club).count(TOTAL) == 6
    assert len(rendered) == 3

    lose_first_hand(house, session)
    assert page_of(anna, "club", house.club).count("−") != shown.count("−")
    assert len(rendered) == 4

    bin_session(session_id=session.id, form=a_form(house.anna))
    assert page_of(anna, "club", house.club).count(TOTAL) == 4
    assert len(rendered) == 4


def test_rows_are_cached_by_language_and_club(anna: Client, bela: Client, house: House) -> None:
    url = session_url(an_evening(house, "2026-03-01", "Anna"), "sheet")
    other = a_club("Other", house.anna)

    english, hungarian = (page_of(client, "club", house.club) for client in (anna, bela))

    assert "1 hand" in english and "1 hand" not in hungarian
    assert url in english and url in hungarian
    assert url not in page_of(anna, "club", other)
    assert "1 hand" in page_of(anna, "club", house.club)


def test_trophies_follow_names_and_languages(anna: Client, bela: Client, house: House) -> None:
    recorded(house, a_session(house, date="2026-03-02"), a_catch(house, "Csaba"))
    assert "XXI caught" in page_of(anna, "records", house.club)
    assert "XXI caught" not in page_of(bela, "records", house.club)

    form = a_form(house.anna)
    player = UUID(house.players["Béla"])
    rename_player(club_id=house.club.id, form=form, player_id=player, name="Benedek")

    shown = page_of(anna, "records", house.club)
    assert "XXI caught" in shown
    assert "<bdi>Benedek</bdi>" in shown and "<bdi>Béla</bdi>" not in shown


def test_a_shelf_has_the_new_trophy_at_once(anna: Client, house: House) -> None:
    session = a_session(house, date="2026-03-02")
    recorded(house, session, a_catch(house, "Csaba"))
    before = page_of(anna, "records", house.club)

    recorded(house, session, a_catch(house, "Csaba"))

    shown = page_of(anna, "records", house.club)
    second = session.entries.get(position=2)
    assert str(second.id) not in before and str(second.id) in shown
