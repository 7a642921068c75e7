"""The pages of figures: one of a player, one of the whole club."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import PASSED_OUT, House, a_hand, a_session, recorded
from support.club_web import text_of
from support.season_tables import an_evening, key_form
from tarokk_club.club.models import Player, Session
from tarokk_club.club.session.usecases.sessions import bin_session
from tarokk_club.club.statistics.queries.careers import Career, load_career
from tarokk_club.club.statistics.queries.records import ClubRecords, load_club_records
from tarokk_club.club.statistics.queries.spans import (
    ALL,
    load_counted_sessions,
    load_counted_sessions_for_player,
    resolve_span,
)


def url_of(house: House, name: str = "Anna") -> str:
    return reverse("club:career", args=[house.club.slug, house.players[name]])


def records_url(house: House) -> str:
    return reverse("club:records", args=[house.club.slug])


def career_of(house: House, name: str = "Anna", season: str = "", game: str = "") -> Career:
    player = Player.objects.get(pk=house.players[name])
    return load_career(house.club, player, resolve_span(house.club, season=season, game=game))


def records_of(house: House, season: str = "") -> ClubRecords:
    return load_club_records(house.club, resolve_span(house.club, season=season, game=""))


def a_lively_evening(house: House, day: str) -> Session:
    """A volát, a caught XXI and a lost game at rekontra."""
    session = a_session(house, date=day)
    caught = {"by": house.players["Béla"], "from": house.players["Anna"]}
    trull = {"figure": "trull", "by": house.players["Anna"], "kontra": 0}
    recorded(
        house,
        session,
        a_hand(house, result="all_tricks"),
        a_hand(house, "Csaba", "Anna", xxi_catch=caught, announced=[trull]),
        a_hand(house, bid="two", kontra_game=2, result="lost"),
    )
    return session


def test_the_statistics_of_a_player_have_their_parts(bela: Client, house: House) -> None:
    a_lively_evening(house, "2026-03-01")
    an_evening(house, "2026-03-08", "Anna")

    page = text_of(bela.get(url_of(house)))

    assert "By role" in page and "As declarer, by bid" in page
    assert "Partners and opponents" in page
    assert '<svg class="chart"' in page
    assert "style=" not in page
    assert reverse("club:player", args=[house.club.slug, house.players["Anna"]]) not in page


def test_players_link_to_the_rename_form_and_back(client: Client, house: House) -> None:
    client.force_login(house.anna)
    form = reverse("club:player", args=[house.club.slug, house.players["Anna"]])

    assert form in text_of(client.get(url_of(house)))
    assert url_of(house) in text_of(client.get(form))


def test_the_figures_of_a_season_add_up(house: House) -> None:
    a_lively_evening(house, "2026-03-01")
    an_evening(house, "2026-03-08", "Anna", "Béla")
    seats = house.ids("Béla", "Csaba", "Dóra", "Cili")
    table = a_session(house, date="2026-03-15", players=seats, dealer=seats[0])
    recorded(house, table, a_hand(house, "Béla", "Csaba"))

    anna = career_of(house)

    assert [(one.day.day, one.hands) for one in anna.evenings] == [(1, 3), (8, 2)]
    assert anna.points == sum(one.points for one in anna.evenings) == anna.evenings[-1].total
    assert [day.day for day in anna.missed] == [15]
    assert {one.key: (one.hands, one.won) for one in anna.roles} == {
        "declarer": (3, 2),
        "partner": (1, 0),
        "opponent": (1, 0),
    }
    assert [(one.key, one.hands, one.rate) for one in anna.bids] == [
        ("bid.three", 2, 100),
        ("bid.two", 1, 0),
    ]
    assert {one.term: (one.announced, one.rate) for one in anna.figures}["fig.trull"] == (1, 0)
    assert [(one.term, one.called, one.won) for one in anna.kontras] == [("kontra.2", 1, 0)]
    assert anna.worst and anna.worst.points == -22
    assert anna.hat_days > 0
    assert (anna.won.hands, anna.lost.hands) == (1, 2)


def test_season_and_game_leave_the_rest_out(bela: Client, house: House) -> None:
    an_evening(house, "2025-12-31", "Anna")
    an_evening(house, "2026-03-01", "Anna", "Anna")
    binned = an_evening(house, "2026-03-08", "Anna")
    bin_session(session_id=binned.id, form=key_form(house))

    assert career_of(house).hands == 2
    assert career_of(house, season=ALL).hands == 3
    assert career_of(house, game="danish").hands == 0
    assert "This player has no matching hands." in text_of(
        bela.get(url_of(house), {"game": "danish"})
    )


@pytest.mark.parametrize("query", ["season=%00", "season=x&game=" + "y" * 3000, "season=all"])
def test_page_accepts_any_query_string(bela: Client, house: House, query: str) -> None:
    an_evening(house, "2026-03-01", "Anna")

    assert bela.get(f"{url_of(house)}?{query}").status_code == 200
    assert bela.get(f"{records_url(house)}?{query}").status_code == 200


def test_records_and_trophies_lead_to_their_hands(bela: Client, house: House) -> None:
    session = a_lively_evening(house, "2026-03-01")
    an_evening(house, "2026-03-08", "Dóra")

    found = records_of(house)
    page = text_of(bela.get(records_url(house)))

    assert found.highest and (found.highest.number, found.highest.names) == (22, ("Béla", "Dóra"))
    assert found.longest and found.longest.session == session.id
    shelves = {one.kind: [row.names for row in one.trophies] for one in found.shelves}
    assert shelves == {
        "volat": [("Anna", "Csaba")],
        "xxi": [("Béla",)],
        "kontra": [("Béla", "Dóra")],
    }
    assert [(one.term, one.announced, one.rate, one.silent_made) for one in found.paid] == [
        ("fig.trull", 1, 0, 0),
        ("fig.xxi_catch", 0, 0, 1),
        ("fig.volat", 0, 0, 2),
    ]
    assert {one.term for one in found.rarest} == {"fig.volat", "fig.xxi_catch"}
    assert [one.name for one in found.hat] == ["Anna"]
    entries = session.entries.order_by("position")
    for entry in (entries[0], entries[1], entries[2]):
        assert reverse("club:hand", args=[house.club.slug, session.id, entry.id]) in page
    assert '<svg class="calendar"' in page


def test_shows_a_hint_for_a_club_without_hands(bela: Client, house: House) -> None:
    assert "No hands in this season yet" in text_of(bela.get(records_url(house)))


@pytest.mark.parametrize("evenings", [1, 6])
def test_pages_take_constant_queries_for_any_number_of_evenings(
    bela: Client,
    house: House,
    evenings: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(evenings):
        an_evening(house, f"2026-03-{number + 1:02d}", "Anna", "Csaba")
    compared = {"with": house.players["Csaba"]}
    for url, asked, most in (
        (url_of(house), {}, 16),
        (records_url(house), {}, 11),
        (reverse("club:compare", args=[house.club.slug, house.players["Anna"]]), compared, 11),
    ):
        with django_assert_max_num_queries(most):
            bela.get(url, asked)


def test_the_longest_series_leads_to_all_its_hands(bela: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Béla", "Anna", "Anna")
    table = a_session(house, date="2026-03-08")
    recorded(house, table, PASSED_OUT, a_hand(house), a_hand(house), a_hand(house, "Béla", "Dóra"))

    (one,) = [row for row in records_of(house).series if row.name == "Anna"]
    page = text_of(bela.get(records_url(house)))

    assert one.hands == 4
    assert [(day.day, [place.number for place in row]) for day, row in one.evenings] == [
        (1, [2, 3]),
        (8, [2, 3]),
    ]
    for _day, row in one.evenings:
        for place in row:
            assert reverse("club:hand", args=[house.club.slug, place.session, place.entry]) in page


def test_two_hands_in_a_row_are_no_record_series(bela: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", "Anna")

    assert records_of(house).series == []
    assert "Longest series" not in text_of(bela.get(records_url(house)))


def test_solo_games_have_separate_figures(house: House) -> None:
    seats = house.ids("Anna", "Béla", "Csaba")
    session = a_session(house, game="danish", rules={}, players=seats, dealer=seats[0])
    lost = {"player": seats[0], "event": "king_lost"}
    last = {"winner": seats[0], "with": "pagat"}
    points = {seats[0]: 60, seats[1]: 9, seats[2]: 9}
    hand = {"type": "hand", "in_play": [lost], "last_trick": last, "card_points": points}
    recorded(house, session, hand)
    trull = {"figure": "trull", "by": house.players["Anna"], "kontra": 0}
    recorded(house, a_session(house), a_hand(house, announced=[trull]))

    anna = career_of(house, season=ALL, game="paskievics")
    alone = career_of(house, season=ALL, game="danish")

    assert [(row.term, row.announced) for row in anna.side_figures] == [("fig.trull", 1)]
    assert {
        row.term: (row.made_in_all, row.missed)
        for rows in alone.solo_figures.values()
        for row in rows
    } == {
        "da.king_lost": (0, 1),
        "da.pagat_ultimo": (1, 0),
    }


def test_a_bid_and_a_contract_of_one_name_are_two(bela: Client, house: House) -> None:
    recorded(house, a_session(house), a_hand(house, bid="solo", result="lost"))
    roman = a_session(house, game="romanian", rules={})
    solo = {"type": "hand", "declarer": house.players["Anna"], "contract": "solo"}
    called = {"called": "hearts", "partner": house.players["Csaba"], "declarer_points": 40}
    recorded(house, roman, solo | called)

    bids = career_of(house, season=ALL, game="paskievics").bid_tables
    contracts = career_of(house, season=ALL, game="romanian").bid_tables
    asked = {"season": ALL, "game": "romanian"}
    page = text_of(bela.get(url_of(house), asked))

    assert [[(row.key, row.won) for row in table.rows] for table in bids] == [[("bid.solo", 0)]]
    assert [(row.key, row.won) for row in contracts[0].rows] == [("contract.solo", 1)]
    assert "As declarer, by contract" in page and "As declarer, by bid" not in page


def test_facts_are_loaded_only_for_sessions_of_the_player(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    seats = house.ids("Béla", "Csaba", "Dóra", "Cili")
    without = a_session(house, date="2026-03-08", players=seats, dealer=seats[0])
    recorded(house, without, a_hand(house, "Béla", "Csaba"))
    season = resolve_span(house.club, season="", game="").season

    for chosen in (season, None):
        every = load_counted_sessions(house.club, chosen)
        mine = load_counted_sessions_for_player(
            house.club, chosen, Player.objects.get(name="Anna").pk
        )

        assert [sheet._replace(facts={}) for sheet in mine] == [
            sheet._replace(facts={}) for sheet in every
        ]
        assert mine[0].facts == every[0].facts
        assert (mine[1].session, mine[1].facts) == (without.id, {"players": {}})


def test_the_earliest_of_equal_hands_holds_the_record(house: House) -> None:
    session = a_session(house)
    # Béla and Dóra win the first hand with the points that Anna and Csaba win in the second.
    recorded(house, session, a_hand(house, result="lost"), a_hand(house))

    highest = records_of(house).highest

    assert highest and highest.hand
    assert (highest.names, highest.hand.number) == (("Béla", "Dóra"), 1)
