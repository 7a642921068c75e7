"""The session itself corrected: rules, stake, seats, first dealer, date, one player for another."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from support.club_factories import PASSED_OUT, House, a_hand, create_denes, recorded
from support.club_web import form_in, send, session_url, text_of
from tarokk_club.club.models import Player, Session
from tarokk_club.club.session.forms.session_head import MOST_LISTED


def saved(client: Client, url: str, **changes: Any) -> Any:
    """Look at what the changes do, then save them."""
    looked = send(client, url, **changes)
    assert looked.status_code == 200
    return client.post(url, form_in(looked, url).sent | {"confirm": looked.context["mark"]})


def test_the_settings_of_a_session_are_corrected_with_a_preview(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, PASSED_OUT, a_hand(house))
    url = session_url(session, "settings")

    looked = text_of(send(anna, url, rule_void_hands="none", per_point="20"))
    done = saved(anna, url, rule_void_hands="none", per_point="20", reason="Agreed before")

    assert "It counts ×1 instead of ×2." in looked
    assert done.headers["Location"] == session_url(session, "sheet")
    session.refresh_from_db()
    assert (session.rules["void_hands"], session.per_point) == ("none", "20")
    shown = text_of(anna.get(session_url(session, "history")))
    assert "Session corrected" in shown
    assert "Reason: Agreed before" in shown
    assert "10 → <b>20</b>" in shown
    assert "Overlapping rounds multiply → <b>No doubled round</b>" in shown


def test_preview_changes_nothing(anna: Client, session: Session) -> None:
    send(anna, session_url(session, "settings"), per_point="20")

    session.refresh_from_db()
    assert (session.per_point, session.version) == ("10", 1)


def test_the_preview_of_another_stake_speaks_of_points_only(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))

    looked = text_of(send(anna, session_url(session, "settings"), per_point="20"))

    assert "The points do not change." in looked


def test_the_page_shows_the_session_as_it_is(anna: Client, house: House, session: Session) -> None:
    url = session_url(session, "settings")

    sent = form_in(anna.get(url), url).sent

    assert (sent["per_point"], sent["currency"], sent["date"]) == ("10", "HUF", "2026-11-18")
    assert [sent[f"seat_{player}"] for player in session.seats] == ["1", "2", "3", "4"]
    assert (sent["dealer"], sent["preset"], sent["rule_void_hands"]) == ("4", "pagat", "overlap")


def test_seats_and_first_dealer(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    one, two, *_ = session.seats
    url = session_url(session, "settings")
    changes = {f"seat_{one}": "2", f"seat_{two}": "1", "dealer": "1"}

    looked = text_of(send(anna, url, **changes))
    saved(anna, url, **changes)

    assert "<bdi>Béla</bdi> deals instead of <bdi>Dóra</bdi>" in looked
    session.refresh_from_db()
    assert session.seats[:2] == [two, one]
    assert str(session.first_dealer) == two


def test_a_long_list_shows_seated_players_first(
    anna: Client, house: House, session: Session
) -> None:
    for number in range(MOST_LISTED):
        Player.objects.create(club=house.club, name=f"Guest {number}")

    page = anna.get(session_url(session, "settings")).content.decode()

    shown = re.findall(r'<li data-often>\s*<label for="id_seat_([0-9a-f-]+)"', page)
    assert "data-find=" in page
    assert sorted(shown) == sorted(session.seats)


def test_refuses_a_change_that_invalidates_a_hand(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    dora, cili = house.ids("Dóra", "Cili")
    anna_ = house.players["Anna"]
    changes = {f"seat_{anna_}": "", f"seat_{cili}": "1"}

    looked = send(anna, session_url(session, "settings"), **changes)

    assert "Hand 1 would become impossible:" in text_of(looked)
    assert "Save the correction" not in text_of(looked)
    sent = form_in(looked, session_url(session, "settings")).sent
    confirmed = sent | {"confirm": looked.context["mark"]}
    refused = anna.post(session_url(session, "settings"), confirmed)
    assert refused.status_code == 422
    assert dora in Session.objects.get().seats


def test_change_after_the_preview_is_previewed_again(anna: Client, session: Session) -> None:
    url = session_url(session, "settings")
    looked = send(anna, url, per_point="20")

    again = anna.post(
        url,
        form_in(looked, url).sent | {"per_point": "30", "confirm": looked.context["mark"]},
    )

    assert again.status_code == 200
    session.refresh_from_db()
    assert session.per_point == "10"


def test_reports_an_unchanged_form(anna: Client, session: Session) -> None:
    refused = saved(anna, session_url(session, "settings"))

    assert refused.status_code == 422
    assert "Nothing was changed." in text_of(refused)


def test_a_stale_page_preserves_the_input(anna: Client, house: House, session: Session) -> None:
    url = session_url(session, "settings")
    looked = send(anna, url, per_point="20", title="Window table")
    recorded(house, session, a_hand(house))

    refused = anna.post(url, form_in(looked, url).sent | {"confirm": looked.context["mark"]})
    kept = form_in(refused, url).sent

    assert refused.status_code == 409
    assert (kept["per_point"], kept["title"]) == ("20", "Window table")
    session.refresh_from_db()
    assert session.per_point == "10"


def test_the_same_form_counts_once(anna: Client, session: Session) -> None:
    url = session_url(session, "settings")
    looked = send(anna, url, per_point="20")
    sent = form_in(looked, url).sent | {"confirm": looked.context["mark"]}

    anna.post(url, sent)
    again = anna.post(url, sent)

    assert again.status_code == 302
    assert session.changes.filter(action="session").count() == 1


def test_another_preset_is_only_looked_at(anna: Client, session: Session) -> None:
    url = session_url(session, "settings")

    shown = send(anna, url, preset="standard", do="preset")

    assert form_in(shown, url).sent["rule_void_hands"] == "pot"
    session.refresh_from_db()
    assert session.rules["void_hands"] == "overlap"


def test_one_player_for_another(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    bela, cili = house.ids("Béla", "Cili")
    url = session_url(session, "replace")

    looked = text_of(send(anna, url, old=bela, new=cili))
    done = saved(anna, url, old=bela, new=cili, reason="It was Cili")

    assert "<bdi>Béla</bdi> <span" in looked
    assert done.headers["Location"] == session_url(session, "sheet")
    session.refresh_from_db()
    assert session.seats[1] == cili


def test_replacement_page_reports_that_no_player_is_left(
    anna: Client, house: House, session: Session
) -> None:
    join = {"type": "join", "player": house.players["Cili"], "after": session.seats[3]}
    recorded(house, session, join)

    shown = text_of(anna.get(session_url(session, "replace")))

    assert "Everybody in the club already plays in this session." in shown


@pytest.mark.parametrize("name", ["settings", "replace"])
def test_settings_pages_require_the_right_role(
    client: Client, house: House, session: Session, name: str
) -> None:
    url = session_url(session, name)
    client.force_login(house.bela)
    assert client.get(url).status_code == client.post(url).status_code == 403
    client.force_login(create_denes())
    assert client.get(url).status_code == client.post(url).status_code == 404


@pytest.mark.parametrize("name", ["settings", "replace"])
def test_few_queries(
    anna: Client,
    house: House,
    session: Session,
    name: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    recorded(house, session, *[a_hand(house) for _ in range(6)])
    with django_assert_max_num_queries(12):
        assert anna.get(session_url(session, name)).status_code == 200
