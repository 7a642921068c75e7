"""The controls of an empty form are cached, and never show outdated values."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_hand, a_session, recorded
from support.club_web import session_url, text_of
from tarokk_club.club.hand.forms.paskievics.rows import PaskievicsRows
from tarokk_club.club.models import Player, Session, User


def rows_made(client: Client, url: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often the rows of figures are made for a page."""
    calls: list[Any] = []
    made = PaskievicsRows.rows

    def counted(form: PaskievicsRows) -> Any:
        calls.append(form)
        return made.__get__(form)

    with monkeypatch.context() as patched:
        patched.setattr(PaskievicsRows, "rows", property(counted))
        client.get(url)
    return len(calls)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["hand_new", "calculator"])
def test_the_second_reader_of_a_fresh_form_waits_for_no_rows(
    anna: Client, session: Session, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    url = session_url(session, name) if name == "hand_new" else reverse("club:calculator")

    assert rows_made(anna, url, monkeypatch) > 0
    assert rows_made(anna, url, monkeypatch) == 0


@pytest.mark.django_db
def test_the_form_is_cached_when_the_same_player_deals_again(
    anna: Client, house: House, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = session_url(session, "hand_new")
    recorded(house, session, a_hand(house))
    rows_made(anna, url, monkeypatch)
    for _hand in session.seats:
        recorded(house, session, a_hand(house))

    assert rows_made(anna, url, monkeypatch) == 0


@pytest.mark.django_db
def test_a_cached_form_shows_the_present_dealer(
    anna: Client, house: House, session: Session
) -> None:
    url = session_url(session, "hand_new")
    before = text_of(anna.get(url))
    recorded(house, session, a_hand(house))

    assert "deals" in before
    assert deals(text_of(anna.get(url))) != deals(before)


def deals(page: str) -> str:
    """The chip on which it says that its player deals."""
    chips = page.partition('data-group="declarer"')[2].partition("</fieldset>")[0]
    return next(chip for chip in chips.split("</label>") if "deals" in chip)


@pytest.mark.django_db
def test_a_cached_form_shows_the_present_name(anna: Client, house: House, session: Session) -> None:
    url = session_url(session, "hand_new")
    anna.get(url)
    Player.objects.filter(pk=house.players["Csaba"]).update(name="Xénia", name_key="xénia")

    assert "Xénia" in text_of(anna.get(url))


@pytest.mark.django_db
def test_a_cached_form_is_in_the_readers_language(
    anna: Client, house: House, session: Session
) -> None:
    url = session_url(session, "hand_new")
    assert "Partner, holder of the called card" in text_of(anna.get(url))
    User.objects.filter(pk=house.anna.pk).update(language="hu")

    page = text_of(anna.get(url))

    assert "Partner, holder of the called card" not in page
    assert "Kontra a játékra" in page


@pytest.mark.django_db
def test_a_cached_form_follows_the_house_rules(anna: Client, house: House) -> None:
    own = [{"key": "pheasant", "name": "Fácánkakas", "silent": 1, "announced": 2}]
    plain, other = a_session(house), a_session(house, rules={"own_figures": own})

    assert "Fácánkakas" not in text_of(anna.get(session_url(plain, "hand_new")))
    assert "Fácánkakas" in text_of(anna.get(session_url(other, "hand_new")))


@pytest.mark.django_db
def test_a_submitted_form_is_never_cached(anna: Client, house: House, session: Session) -> None:
    url = session_url(session, "hand_new")
    page = anna.get(url)
    anna.post(url, {"key": page.context["form"]["key"].value(), "declarer": house.players["Anna"]})

    fresh = text_of(anna.get(url)).partition('data-group="declarer"')[2].partition("</fieldset>")[0]
    assert "checked" not in fresh


@pytest.mark.django_db
def test_the_calculator_uses_the_requested_rules(client: Client) -> None:
    url = reverse("club:calculator")
    usual = text_of(client.get(url)).partition('id="rules"')[2]
    other = text_of(client.get(f'{url}?game=paskievics&rules={{"xx_discard":false}}'))

    assert other.partition('id="rules"')[2] != usual
