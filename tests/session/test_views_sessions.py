"""Starting a session, and the lists of sessions."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.core.options import list_options
from scoring.games import GAMES
from support.club_factories import (
    END,
    SEATED,
    House,
    a_form,
    a_hand,
    a_session,
    create_denes,
    recorded,
)
from support.club_web import text_of
from tarokk_club.club.models import Club, Player, Session
from tarokk_club.club.session.forms.session_head import MOST_LISTED, TAROKKS
from tarokk_club.club.session.queries.sessions import session_lists
from tarokk_club.club.session.rule_words import BIDS, CHOICES, PRESETS
from tarokk_club.club.session.usecases.sessions import bin_session


def url_of(house: House, name: str = "session_new") -> str:
    return reverse(f"club:{name}", args=[house.club.slug])


def filled(client: Client, house: House, *names: str, **changes: Any) -> dict[str, str]:
    """The form as the page offers it, with these players seated in order."""
    form = client.get(url_of(house)).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {
        name: value for name, value in shown.items() if value is not None and value is not False
    }
    for name, value in list(sent.items()):
        if isinstance(value, list | tuple):
            del sent[name]
            sent |= {f"{name}_{place}": number for place, number in enumerate(value)}
    seats = {name: place for place, name in enumerate(names or SEATED, start=1)}
    sent |= {f"seat_{house.players[name]}": place for name, place in seats.items()}
    return {name: str(value) for name, value in (sent | changes).items() if value is not None}


def test_a_session_starts_from_the_form(anna: Client, house: House) -> None:
    sent = filled(anna, house, "Dóra", "Anna", "Csaba", "Béla", dealer="4", per_point="2,5")

    response = anna.post(url_of(house), sent | {"currency": "EUR", "title": "Table 2"})
    session = Session.objects.get()
    assert response.headers["Location"] == reverse("club:sheet", args=["zuglo", session.id])
    assert session.seats == house.ids("Dóra", "Anna", "Csaba", "Béla")
    assert str(session.first_dealer) == house.players["Béla"]
    assert (session.per_point, session.currency) == ("2.5", "EUR")
    assert (session.game, session.rules_preset) == ("paskievics", "pagat")
    assert session.rules["pagat_ultimo"] == [5, 10]


def test_dealer_is_chosen_by_seat_number_even_if_numbers_have_gaps(
    anna: Client, house: House
) -> None:
    seats = {f"seat_{house.players[name]}": seat for name, seat in zip(SEATED, "1245", strict=True)}
    sent = filled(anna, house) | seats

    nobody = anna.post(url_of(house), sent | {"dealer": "3"})
    assert "dealer" in nobody.context["form"].errors
    anna.post(url_of(house), sent | {"dealer": "4"})
    assert str(Session.objects.get().first_dealer) == house.players[SEATED[2]]


def test_the_same_form_starts_one_session(anna: Client, house: House) -> None:
    sent = filled(anna, house)

    first = anna.post(url_of(house), sent)
    second = anna.post(url_of(house), sent)

    assert first.headers["Location"] == second.headers["Location"]
    assert Session.objects.count() == 1


def test_the_club_remembers_its_last_choice(anna: Client, house: House) -> None:
    sent = filled(anna, house, preset="standard", seen="pagat", per_point="10", currency="HUF")
    anna.post(url_of(house), sent)

    again = filled(anna, house)

    assert (again["preset"], again["per_point"], again["game"]) == ("standard", "10", "paskievics")
    assert again[f"seat_{house.players['Dóra']}"] == "4"
    assert anna.post(url_of(house), again).status_code == 302


@pytest.mark.parametrize(
    ("language", "game"),
    [("hu", "paskievics"), ("da", "danish"), ("ro", "romanian"), ("en", "paskievics")],
)
def test_a_new_club_is_offered_the_game_of_its_language(
    anna: Client, house: House, language: str, game: str
) -> None:
    Club.objects.filter(pk=house.club.pk).update(language=language)

    shown = anna.get(url_of(house)).context["form"]

    assert (shown["game"].value(), shown.played.key) == (game, game)


def test_another_preset_brings_its_own_rules(anna: Client, house: House) -> None:
    sent = filled(anna, house, preset="standard", do="preset")

    form = anna.post(url_of(house), sent).context["form"]

    assert form["rule_void_hands"].value() == "pot"
    assert form[f"seat_{house.players['Dóra']}"].value() == "4"
    assert not Session.objects.exists()


def test_a_single_rule_is_changed(anna: Client, house: House) -> None:
    sent = filled(anna, house, rule_four_kings_0="2", rule_four_kings_1="4")
    sent |= {f"rule_volat_fixed_{place}": str(place) for place in range(8)}

    anna.post(url_of(house), sent)

    rules = Session.objects.get().rules
    assert rules["four_kings"] == [2, 4]
    assert rules["volat_fixed"]["solo"] == [6, 7]


def test_rules_that_contradict_are_refused_at_their_field(anna: Client, house: House) -> None:
    response = anna.post(url_of(house), filled(anna, house, rule_trial_three="pot"))

    assert response.status_code == 422
    assert "rule_trial_three" in response.context["form"].errors


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"date": "30 February"}, "date"),
        ({"date": "9999-12-31"}, "date"),
        ({"dealer": "5"}, "dealer"),
        ({"game": "bridge"}, "game"),
        ({"preset": "none"}, "preset"),
        ({"per_point": "-1"}, "per_point"),
        ({"per_point": "0.5", "currency": "HUF"}, "per_point"),
        ({"per_point": "1e3"}, "per_point"),
        ({"currency": "XXX"}, "currency"),
        ({"title": "x" * 81}, "title"),
        ({"rule_max_kontra": "9"}, "rule_max_kontra"),
        ({"rule_trull_0": "many"}, "rule_trull"),
        ({"rule_trull_0": "9999"}, "rule_trull"),
        ({"key": "none"}, "key"),
    ],
)
def test_shows_each_fault_at_its_field(
    anna: Client, house: House, changes: dict[str, str], field: str
) -> None:
    response = anna.post(url_of(house), filled(anna, house, **changes))

    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert not Session.objects.exists()


@pytest.mark.parametrize("names", [(), SEATED[:3]])
def test_too_few_players_are_refused(anna: Client, house: House, names: tuple[str, ...]) -> None:
    sent = filled(anna, house, *(names or ("Anna",)))

    response = anna.post(url_of(house), sent)

    assert response.status_code == 422
    assert "Choose 4 to 5 players" in response.content.decode()


def test_two_on_one_seat_are_refused(anna: Client, house: House) -> None:
    seat = {f"seat_{house.players['Béla']}": "1"}

    response = anna.post(url_of(house), filled(anna, house, **seat))

    assert response.status_code == 422
    assert "the same seat" in response.content.decode()


def test_a_player_of_another_club_takes_no_seat(anna: Client, house: House) -> None:
    theirs = Player.objects.create(club=create_denes().clubs.get(), name="Feri")
    sent = filled(anna, house, "Anna", "Béla", "Csaba") | {f"seat_{theirs.id}": "4"}

    response = anna.post(url_of(house), sent)

    assert response.status_code == 422
    assert "Feri" not in response.content.decode()


def test_seats_are_drawn_among_the_chosen(anna: Client, house: House) -> None:
    sent = filled(anna, house, do="draw")
    orders = set()
    for _ in range(8):
        form = anna.post(url_of(house), sent).context["form"]
        places = {name: form[f"seat_{house.players[name]}"].value() for name in SEATED}
        assert sorted(places.values()) == ["1", "2", "3", "4"]
        assert not form[f"seat_{house.players['Cili']}"].value()
        # The first seat leads, so the last one deals.
        assert form["dealer"].value() == "4"
        orders.add(tuple(places.values()))

    assert len(orders) > 1
    assert not Session.objects.exists()


def test_each_draws_a_card_and_they_sit_by_rank(anna: Client, house: House) -> None:
    response = anna.post(url_of(house), filled(anna, house, do="draw"))

    form = response.context["form"]
    ranks = [TAROKKS.index(card) for _name, card in form.drawn_cards]
    assert ranks == sorted(set(ranks), reverse=True)
    for place, (name, card) in enumerate(form.drawn_cards, start=1):
        assert form[f"seat_{house.players[name]}"].value() == str(place)
        drawn = f'<b class="tarokk">{card}</b> <bdi>{name}</bdi>'
        assert drawn in text_of(response)
    assert len(form.drawn_cards) == len(SEATED)


def test_a_draw_without_players_shows_a_hint(anna: Client, house: House) -> None:
    missing = "Choose the players first, then draw."
    assert missing not in text_of(anna.get(url_of(house)))

    alone = anna.post(url_of(house), filled(anna, house, "Anna", do="draw"))

    assert missing in text_of(alone)
    form = alone.context["form"]
    assert form.drawn_cards == [] and form[f"seat_{house.players['Anna']}"].value() == "1"
    assert missing not in text_of(anna.post(url_of(house), filled(anna, house, do="draw")))


def test_a_member_starts_nothing(client: Client, house: House) -> None:
    client.force_login(house.bela)

    assert client.get(url_of(house)).status_code == 403


def test_the_clubs_page_lists_open_and_closed_sessions(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    forgotten = a_session(house, title="Open one")
    Session.objects.filter(pk=forgotten.pk).update(created_at=timezone.now() - timedelta(days=2))
    done = a_session(house, title="Closed one")
    recorded(house, done, a_hand(house), END)

    with django_assert_max_num_queries(20):
        shown = anna.get(url_of(house, "club")).content.decode()

    assert shown.index("Being played") < shown.index("Open one") < shown.index("Closed one")
    assert "still open" in shown


def test_an_empty_club_offers_the_next_step(anna: Client, house: House) -> None:
    begun = anna.get(url_of(house, "club")).content.decode()
    assert "Enter the first hand" in begun and ">Results<" not in begun
    assert f'class="go" href="{url_of(house, "session_new")}"' in begun
    Player.objects.update(archived_at=timezone.now())
    empty = anna.get(url_of(house, "club")).content.decode()
    assert f'<a class="btn" href="{url_of(house, "players")}">Add players</a>' in empty
    assert url_of(house, "session_new") not in empty


def test_the_club_page_lists_tonight_first_and_seasons_last(
    anna: Client, client: Client, house: House
) -> None:
    recorded(house, a_session(house), a_hand(house), END)
    order = ["Played", "All sessions", "Results", "All time", "The club", "Players", "Seasons"]

    shown = anna.get(url_of(house, "club")).content.decode()
    places = [shown.index(f">{word}<") for word in [*order, "Files"]]
    assert places == sorted(places)
    # Who neither keeps nor owns the book has no use for its files.
    client.force_login(house.bela)
    shown = client.get(url_of(house, "club")).content.decode()
    assert all(f">{word}<" in shown for word in order)
    assert ">Files<" not in shown


def test_the_bin_is_listed_apart(anna: Client, house: House) -> None:
    session = a_session(house, title="By mistake")
    bin_session(session_id=session.id, form=a_form(house.anna, version=session.version))

    shown = anna.get(url_of(house, "session_list")).content.decode()

    assert shown.index("In the bin") < shown.index("By mistake")
    assert "By mistake" not in anna.get(url_of(house, "club")).content.decode()


def test_old_sessions_are_on_further_pages(
    anna: Client, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_lists, "SESSIONS_A_PAGE", 2)
    for day in range(1, 6):
        a_session(house, date=f"2026-03-0{day}", title=f"Table of {day}")
    binned = a_session(house, title="By mistake")
    bin_session(session_id=binned.id, form=a_form(house.anna, version=binned.version))
    url = url_of(house, "session_list")

    def tables(page: str) -> list[str]:
        return re.findall(r"By mistake|(?<=Table of )\d", text_of(anna.get(f"{url}{page}")))

    assert [tables(page) for page in ("", "?page=2", "?page=3")] == [
        ["5", "4", "By mistake"],
        ["3", "2"],
        ["1"],
    ]
    middle = text_of(anna.get(f"{url}?page=2"))
    assert 'href="?page=1"' in middle and 'href="?page=3"' in middle
    # What is no page is the nearest one.
    assert tables("?page=0") == tables("?page=99") == tables("?page=3")
    assert tables("?page=many") == tables("")


def test_strangers_find_nothing(client: Client, house: House) -> None:
    client.force_login(create_denes())

    for name in ("club", "session_list", "session_new"):
        assert client.get(url_of(house, name)).status_code == 404


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_rule_has_its_words(game: Any) -> None:
    assert set(game.presets) <= set(PRESETS)
    for item in list_options(game.rules):
        if item.kind == "choice":
            assert {f"{item.name}.{word}" for word in item.choices} <= set(CHOICES)
        if item.kind == "by_bid":
            assert set(item.choices) <= set(BIDS)


def test_a_reused_form_key_is_a_conflict_that_preserves_the_input(
    anna: Client, house: House
) -> None:
    used = str(uuid4())
    anna.post(url_of(house), filled(anna, house, key=used))

    response = anna.post(url_of(house), filled(anna, house, key=used, title="Other"))

    assert response.status_code == 409
    assert 'value="Other"' in response.content.decode()
    assert Session.objects.count() == 1


def test_describes_each_preset_in_one_line(anna: Client, house: House) -> None:
    shown = anna.get(reverse("club:session_new", args=[house.club.slug])).content.decode()

    lines = " ".join(shown.split())
    assert "<span>Standard</span> <small>An ultimó pot instead of doubled rounds" in lines
    assert "<span>Tournament</span> <small>No doubled rounds" in lines


def test_asks_for_the_game_before_the_number_of_seats(anna: Client, house: House) -> None:
    shown = anna.get(url_of(house)).content.decode()
    lines = " ".join(shown.split())

    assert shown.index('name="game"') < shown.index('id="seats"') < shown.index('name="preset"')
    assert "This game seats 4 to 5." in lines
    assert "Chosen: <b data-chosen>0</b>" in lines
    assert 'data-most="5"' in shown and "data-find" not in shown


def test_the_last_choices_are_folded_until_the_game_changes(anna: Client, house: House) -> None:
    assert "last-time" not in anna.get(url_of(house)).content.decode()
    anna.post(url_of(house), filled(anna, house, per_point="10", currency="HUF"))

    again = anna.get(url_of(house)).content.decode()
    other = anna.post(url_of(house), filled(anna, house, game="danish", do="game"))

    folded = " ".join(again[again.index('class="fold last-time"') :].split())
    assert "HUF 10 a point" in folded[: folded.index("</summary>")]
    assert "last-time" not in other.content.decode()


def test_a_long_list_has_a_search_and_recent_players_first(anna: Client, house: House) -> None:
    anna.post(url_of(house), filled(anna, house))
    for number in range(MOST_LISTED):
        Player.objects.create(club=house.club, name=f"Guest {number}")

    shown = anna.get(url_of(house)).content.decode()

    assert "data-find=" in shown
    assert shown.count("<li data-often>") == len(SEATED)
