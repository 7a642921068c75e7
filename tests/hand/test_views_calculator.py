"""The score calculator: every game, preset and link, and nothing is stored."""

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from scoring.core.options import read_rules
from scoring.core.posting import sum_points
from scoring.core.replay import open_table
from scoring.games import GAMES
from support.attackers import read_page
from support.strategies.sessions import hands
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.hand.forms.calculator import SEATS

pytestmark = pytest.mark.django_db
THREE = {"declarer": "A", "bid": "three", "partner": "C", "result": "won"}
TAPS = {"taps": "1", "game": "paskievics", "players": "4", **THREE}


def get_calculator_page(client: Client, **said: Any) -> str:
    """Return the page of the calculator for these fields."""
    parts = {key: json.dumps(one) if isinstance(one, dict) else one for key, one in said.items()}
    answer = client.get(f"{reverse('club:calculator')}?{urlencode(parts)}", follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def paid(html: str) -> list[int]:
    """What each seat gets."""
    shown = re.findall(r'<b class="amount [^"]+"[^>]*>([^<]+)</b>', html)
    return [int(one.replace("−", "-").replace("\u202f", "")) for one in shown]


def link_in(html: str) -> dict[str, list[str]]:
    found = re.search(r'id="link" href="([^"]+)"', html)
    assert found
    return parse_qs(urlsplit(found[1].replace("&amp;", "&")).query)


def test_the_calculator_scores_and_explains_a_hand(client: Client) -> None:
    html = get_calculator_page(client, **TAPS)
    assert paid(html) == [1, -1, 1, -1]
    assert "each opponent of the declarer pays 1" in html


@pytest.mark.parametrize("games", [("magas", "zebi"), ("zebi", "magas")])
def test_a_game_shows_its_own_figures_after_one_with_the_same_template(
    client: Client, games: tuple[str, str]
) -> None:
    has_bird = {
        game: 'name="suit_uhu_ours"' in get_calculator_page(client, game=game) for game in games
    }
    assert has_bird == {"magas": False, "zebi": True}


def test_link_contains_the_same_hand(client: Client) -> None:
    link = link_in(get_calculator_page(client, **TAPS))
    assert json.loads(link["hand"][0]) == THREE
    html = get_calculator_page(client, **{name: value for name, (value,) in link.items()})
    assert paid(html) == [1, -1, 1, -1]


def test_amounts_follow_the_chosen_preset(client: Client) -> None:
    catch = THREE | {"xxi_catch": {"by": "B", "from": "A"}}
    pays = {
        preset: paid(
            get_calculator_page(client, game="paskievics", rules={"preset": preset}, hand=catch)
        )
        for preset in GAMES["paskievics"].presets
    }
    for preset, amounts in pays.items():
        game = GAMES["paskievics"]
        rules = read_rules(game.rules, game.presets, {"preset": preset}, [])
        table = open_table(game, rules, SEATS[:4], "D")
        net = sum_points(game.preview({"type": "hand", **catch}, table).lines)
        assert amounts == [net[seat] for seat in SEATS[:4]]


def test_single_rules_go_into_the_address(client: Client) -> None:
    page = read_page("/", get_calculator_page(client, game="paskievics", hand=THREE))
    (fields,) = [fields for _how, _target, fields in page.forms if "options" in fields]
    on = ("silent_four_kings_with_double", "invite_after_hold", "double_and_volat_by_one")
    ticked: dict[str, Any] = {f"rule_{name}": "on" for name in (*on, "xx_discard")}
    ticked["rule_annul"] = ["kings", "no_tarokk", "xxi", "pagat", "xxi_pagat"]
    answer = client.get(reverse("club:calculator"), fields | ticked | {"rule_trull_0": "7"})
    link = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert json.loads(link["rules"][0]) == {"preset": "pagat", "trull": [7, 2]}
    assert json.loads(link["hand"][0]) == THREE


def test_shows_a_wrong_option_at_its_field(client: Client) -> None:
    html = get_calculator_page(
        client, options="1", game="paskievics", rule_trull_0="x", rule_trull_1="2"
    )
    assert "Fill in whole numbers only." in html


@pytest.mark.parametrize(
    "said",
    [
        {"rules": "{"},
        {"rules": "[" * 3000},
        {"rules": {"trull": "x"}},
        {"rules": {"nothing": 1}},
        {"hand": "NaN"},
        {"hand": {"declarer": 5}},
        {"hand": {"bid": "seven"}},
        {"hand": "x" * 5000},
        {"hand": {"announced": [{}]}},
        {"hand": {"announced": [{"figure": "double"}]}},
        {"hand": {"pagat_ultimo": {"by": "A"}}},
        {"hand": {"tarokks": [{"player": "A"}]}},
        # Lone surrogates, which a page cannot contain.
        {"hand": {"declarer": "\ud800"}},
        {"rules": {"\ud800": 1}},
    ],
)
def test_broken_link_is_reported_and_the_rest_displayed(
    client: Client, said: dict[str, Any]
) -> None:
    html = get_calculator_page(client, **said)
    assert "Part of this link cannot be read" in html
    # Said to people, who see no JSON.
    assert "JSON" not in html
    assert "Paskievics tarokk" in html


@pytest.mark.parametrize("name", ["announced", "auction", "own", "tarokks", "partner"])
def test_null_in_a_link_counts_as_left_out(client: Client, name: str) -> None:
    html = get_calculator_page(client, hand={"declarer": "A", name: None})

    assert "Part of this link cannot be read" not in html


@pytest.mark.parametrize("junk", ["\0", "'", "-1", "99999999999", "{}", "[]", '"x"', "null", "é"])
def test_invalid_input_never_breaks_the_calculator(client: Client, junk: str) -> None:
    for name in ("game", "players", "rules", "hand", "taps", "declarer", "order"):
        assert client.get(reverse("club:calculation"), TAPS | {name: junk}).status_code == 200
    for name in ("step", "options"):
        assert client.get(reverse("club:calculator"), TAPS | {name: junk}).status_code in {200, 302}


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
@pytest.mark.parametrize("key", ENTRY_GAMES)
def test_calculator_scores_every_legal_hand_from_its_address(
    client: Client, key: str, data: st.DataObject
) -> None:
    game = GAMES[key]
    table = open_table(game, read_rules(game.rules, game.presets, {}, []), SEATS[:3], "C")
    if game.fewest > len(table.seats):
        table = open_table(game, table.rules, SEATS[:4], "D")
    hand = data.draw(hands(table, game))
    told = {name: said for name, said in hand.items() if name not in {"type", "note"}}
    seats = len(table.seats)
    parts = {"game": key, "players": str(seats), "hand": json.dumps(told)}
    html = client.get(reverse("club:calculation"), parts).content.decode()
    whole = ENTRY_GAMES[key].complete_record({"type": "hand", **told})
    net = sum_points(game.preview(whole, table).lines)
    assert paid(html) == [net.get(seat, 0) for seat in table.seats]


def test_the_calculator_runs_no_query_and_stores_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = client.get(reverse("club:calculator"), TAPS)
    assert not answer.cookies


def test_auction_call_renders_only_its_fragment(client: Client) -> None:
    said = {"taps": "1", "game": "paskievics", "players": "4", "step": "pass", "auction": ""}
    part = client.get(reverse("club:calculator"), said, headers={"HX-Request": "true"})
    whole = client.get(reverse("club:calculator"), said)
    assert part.content.decode().lstrip().startswith("<div")
    assert 'id="step-panel"' in part.content.decode()
    assert 'id="step-panel"' in whole.content.decode()


@pytest.mark.parametrize("name", ["kontra_game", "declarer_points"])
def test_a_number_of_5000_digits_never_breaks_the_calculator(client: Client, name: str) -> None:
    taps = TAPS | {"tricks": "split", name: "9" * 5000}
    assert client.get(reverse("club:calculation"), taps).status_code == 200
    assert client.get(reverse("club:calculator"), taps).status_code == 200


def test_calculator_refuses_post(client: Client) -> None:
    assert client.post(reverse("club:calculator"), TAPS).status_code == 405


def words_beside(client: Client, game: str, language: str) -> list[str]:
    """The Hungarian words on the screen of somebody who reads this language."""
    address = f"{reverse('club:calculator')}?game={game}"
    page = client.get(address, headers={"accept-language": language}).content.decode()
    return re.findall(r'<span lang="hu">([^<]*)</span>', page)


@pytest.mark.parametrize("language", ["en", "da", "ro"])
def test_shows_the_hungarian_term_beside_the_translated_one(client: Client, language: str) -> None:
    words = words_beside(client, "illustrated", language)

    assert words[:5] == ["Felvevő", "Három", "Kettő", "Egy", "Szóló"]
    assert {"Négykirály", "Duplajáték", "Kismadár", "Nincs tarokk"} <= set(words)
    # What differs by accents and gaps alone is one word.
    assert not {"Pagátultimó", "Centrum"} & set(words)


@pytest.mark.parametrize("game", ["illustrated", "danish", "romanian"])
def test_shows_no_word_twice(client: Client, game: str) -> None:
    assert words_beside(client, game, "hu") == []
    assert game == "illustrated" or words_beside(client, game, "en") == []
