"""The answers of all players to an evening on one page."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from support.club_factories import House
from support.club_web import send, text_of
from support.planned_evenings import an_evening, evening_url, more_players, record_answer
from tarokk_club.club.models import EveningAnswer, Player


@pytest.fixture
def bela(house: House) -> Client:
    """Béla, who is a member and plays."""
    Player.objects.filter(pk=house.players["Béla"]).update(user=house.bela)
    client = Client()
    client.force_login(house.bela)
    return client


def _keyed(**fields: Any) -> dict[str, Any]:
    return {"key": str(uuid4()), **fields}


def test_the_secretary_notes_the_answers_of_all_players_on_one_page(
    anna: Client, bela: Client, house: House
) -> None:
    evening = an_evening(house, 3)
    Player.objects.filter(pk=house.players["Anna"]).update(user=house.anna)
    rows = evening_url(evening, "evening_answers")
    cili, csaba = house.players["Cili"], house.players["Csaba"]
    record_answer(house, evening, csaba, "yes", guests=2)
    assert rows in text_of(anna.get(evening_url(evening)))
    assert rows not in text_of(bela.get(evening_url(evening)))
    assert (bela.get(rows).status_code, bela.post(rows, {}).status_code) == (403, 403)

    page = text_of(anna.get(rows))
    assert "3 come" in page and "have not answered yet" in page
    # Béla has an account and answers alone; Anna has one, too, and this is hers.
    assert "has an account and answers for themselves" in _row_of(page, house.players["Béla"])
    assert "<form" not in _row_of(page, house.players["Béla"])
    own = evening_url(evening, "evening_answer")
    assert own in _row_of(page, house.players["Anna"])
    assert page.count('name="key"') == Player.objects.filter(club=house.club).count() - 1

    back = anna.post(rows, _keyed(player=cili, coming="perhaps"))
    assert back["Location"] == f"{rows}#player-{cili}"
    assert 'value="perhaps" aria-pressed="true"' in _row_of(text_of(anna.get(rows)), cili)
    # Only the answer is changed, not the number of guests.
    anna.post(rows, _keyed(player=csaba, coming="perhaps"))
    assert EveningAnswer.objects.get(player__pk=csaba).guests == 2
    back = anna.post(own, _keyed(coming="no") | {"from": "answers"})
    assert back["Location"] == f"{rows}#player-{house.players['Anna']}"


def _row_of(page: str, player: str) -> str:
    return page[page.index(f'<li id="player-{player}"') :].partition("</li>")[0]


def test_an_answer_that_is_refused_is_refused_above_the_rows(anna: Client, house: House) -> None:
    evening = an_evening(house, 3)
    rows = evening_url(evening, "evening_answers")
    csaba = house.players["Csaba"]
    sent = _keyed(player=csaba, coming="yes")
    # The player got an account while the page was open.
    Player.objects.filter(pk=csaba).update(user=house.bela)
    refused = anna.post(rows, sent)
    assert refused.status_code == 422
    assert "This player has an account and answers for themselves." in text_of(refused)
    assert f'id="player-{csaba}"' in text_of(refused)

    send(anna, evening_url(evening, "evening_cancel"), at=evening_url(evening))
    page = text_of(anna.get(rows))
    assert "This evening is cancelled." in page and 'name="coming"' not in page


def test_the_answers_of_forty_players_cost_as_many_queries_as_those_of_six(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    evening = an_evening(house, 3)
    for player in more_players(house, 40):
        record_answer(house, evening, player)
    with django_assert_max_num_queries(10):
        page = text_of(anna.get(evening_url(evening, "evening_answers")))
    assert page.count('value="yes" aria-pressed="true"') == 40
