"""The page of a player by game, its private part, and the comparison of two players."""

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import END, House, a_hand, a_session, a_user, create_denes, recorded
from support.club_web import text_of
from support.season_tables import an_evening
from tarokk_club.club.models import Club, MoneyRules, Player, RatingTable
from tarokk_club.club.statistics.queries.careers import Career, load_career
from tarokk_club.club.statistics.queries.compared import PlayerComparison, compare_players
from tarokk_club.club.statistics.queries.ratings import (
    find_stale_games,
    is_stale,
    load_rating_states,
    load_trail,
)
from tarokk_club.club.statistics.queries.records import load_club_records
from tarokk_club.club.statistics.queries.spans import ALL, resolve_span
from tarokk_club.club.statistics.usecases import rate_players

# An unused id; a random one would change the test's name in each process.
NOBODY = "0c0ffee0-0000-4000-8000-000000000000"

pytestmark = pytest.mark.django_db


@pytest.fixture
def bela(client: Client, house: House) -> Client:
    """Béla, who plays as Béla."""
    Player.objects.filter(pk=house.players["Béla"]).update(user=house.bela)
    client.force_login(house.bela)
    return client


def url_of(house: House, name: str, page: str = "career") -> str:
    return reverse(f"club:{page}", args=[house.club.slug, house.players[name]])


def career_of(house: House, name: str, game: str = "") -> Career:
    player = Player.objects.get(pk=house.players[name])
    return load_career(house.club, player, resolve_span(house.club, season=ALL, game=game))


def pair_of(house: House, one: str, other: str, game: str = "") -> PlayerComparison:
    first, second = (Player.objects.get(pk=house.players[name]) for name in (one, other))
    return compare_players(
        house.club, first, second, resolve_span(house.club, season=ALL, game=game)
    )


def two_games(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", "Anna")
    an_evening(house, "2026-03-08", "Béla", "Béla", "Béla", game="illustrated", rules={})


def test_results_are_listed_by_game_and_not_added(bela: Client, house: House) -> None:
    two_games(house)

    found = career_of(house, "Anna")
    page = text_of(bela.get(url_of(house, "Anna")))

    assert [(one.game, one.hands, one.points) for one in found.results] == [
        ("illustrated", 3, -3),
        ("paskievics", 2, 2),
    ]
    assert (found.game, found.points, found.hands) == ("illustrated", -3, 3)
    assert "Game by game" in page and 'aria-current="true">Illustrated tarokk</a>' in page
    assert career_of(house, "Anna", "paskievics").points == 2


def test_own_page_lists_pending_and_open_items(bela: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna")

    own = text_of(bela.get(url_of(house, "Béla")))
    other = text_of(bela.get(url_of(house, "Anna")))

    assert "My page" in own and "You are still owed" in own and "HUF 10" in own
    assert "Waiting for you" in own
    assert reverse("club:sheet", args=[house.club.slug, session.id]) in own
    assert "My page" not in other and "Waiting for you" not in other
    assert "Is still owed" in other


def test_member_limited_to_their_own_money_sees_no_other(bela: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    MoneyRules.objects.update_or_create(club=house.club, defaults={"own_only": True})

    own = text_of(bela.get(url_of(house, "Béla")))
    other = text_of(bela.get(url_of(house, "Anna")))

    assert "You are still owed" in own
    assert "Is still owed" not in other and "Still owes" not in other
    assert url_of(house, "Anna", "account") not in other


def test_home_leads_to_the_own_page(bela: Client, house: House) -> None:
    page = text_of(bela.get(reverse("club:club", args=[house.club.slug])))

    assert url_of(house, "Béla") in page and "My page" in page


def test_the_evenings_lead_to_their_tables(bela: Client, house: House) -> None:
    first = an_evening(house, "2026-03-01", "Anna", title="Ablak")
    second = an_evening(house, "2026-03-01", "Anna", title="Kályha")

    page = text_of(bela.get(url_of(house, "Anna")))

    for session in (first, second):
        assert reverse("club:sheet", args=[house.club.slug, session.id]) in page


def test_page_lists_the_players_trophies(bela: Client, house: House) -> None:
    recorded(house, a_session(house), a_hand(house, result="all_tricks"), END)

    assert [(one.kind, one.number) for one in career_of(house, "Csaba").shelves] == [("volat", 1)]
    assert career_of(house, "Dóra").shelves == []
    assert "Trophies" in text_of(bela.get(url_of(house, "Anna")))


def test_shows_the_rating_after_each_of_the_players_evenings(bela: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", "Anna")
    an_evening(house, "2026-03-08", "Béla")
    rate_players(club_id=house.club.id, game="paskievics")
    table = RatingTable.objects.get()

    trail = load_trail(house.club, "paskievics", Player.objects.get(name="Anna").pk)

    assert [(day.month, day.day) for day, _skill in trail] == [(3, 1), (3, 8)]
    assert trail[0][1] > 1000 > trail[1][1] - (trail[0][1] - 1000)
    last = {row["player_id"]: row["skill"] for row in table.rows}
    assert trail[-1][1] == last[house.players["Anna"]]
    assert "Rating over time" in text_of(bela.get(url_of(house, "Anna")))
    Club.objects.update(rates_players=False)
    assert "Rating over time" not in text_of(bela.get(url_of(house, "Anna")))


def test_ratings_of_a_program_without_trails_are_worked_out_again(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    kept = rate_players(club_id=house.club.id, game="paskievics")
    state = load_rating_states(house.club.id)[house.club.id, "paskievics"]
    assert kept and not is_stale(kept, state) and find_stale_games() == []

    RatingTable.objects.update(history=None)

    assert is_stale(RatingTable.objects.get(), state)
    assert find_stale_games() == [(house.club.id, "paskievics")]


def test_two_players_are_compared_hand_by_hand(bela: Client, house: House) -> None:
    # Anna wins with Béla, then with Csaba against Béla; the last evening is Béla's alone.
    session = a_session(house, date="2026-03-01")
    recorded(house, session, a_hand(house, "Anna", "Béla"), a_hand(house, "Anna", "Csaba"), END)
    seats = house.ids("Béla", "Csaba", "Dóra", "Cili")
    table = a_session(house, date="2026-03-08", players=seats, dealer=seats[0])
    recorded(house, table, a_hand(house, "Béla", "Csaba"), END)
    an_evening(house, "2026-03-15", "Dóra")

    pair = pair_of(house, "Anna", "Béla")
    page = text_of(bela.get(url_of(house, "Anna", "compare"), {"with": house.players["Béla"]}))

    assert (pair.together.hands, pair.together.first, pair.together.second) == (1, 1, 1)
    assert (pair.apart.hands, pair.apart.first, pair.apart.second) == (2, 2, -2)
    assert [(one.day.day, one.first, one.second, one.ahead) for one in pair.evenings] == [
        (1, 2, 0, 2),
        (15, 1, -1, 4),
    ]
    assert (pair.evenings_ahead, pair.evenings_behind) == (2, 0)
    assert "On one side" in page and "Against each other" in page
    assert page.count('<svg class="chart"') == 1


def test_each_game_is_compared_by_itself(house: House) -> None:
    two_games(house)

    pair = pair_of(house, "Anna", "Béla")

    assert list(pair.games) == ["illustrated", "paskievics"]
    assert [one.ahead for one in pair.evenings] == [-6]
    assert [one.ahead for one in pair_of(house, "Anna", "Béla", "paskievics").evenings] == [0]


@pytest.mark.parametrize("asked", ["nonsense", NOBODY, "%00", "x" * 3000])
def test_an_unknown_player_is_not_compared(bela: Client, house: House, asked: str) -> None:
    assert bela.get(url_of(house, "Anna", "compare"), {"with": asked}).status_code == 404


def test_nobody_is_compared_with_another_club_or_oneself(bela: Client, house: House) -> None:
    create_denes()
    stranger = Player.objects.create(club=Club.objects.get(slug="kobanya"), name="Idegen")

    for other in (stranger.pk, house.players["Anna"]):
        answer = bela.get(url_of(house, "Anna", "compare"), {"with": str(other)})
        assert answer.status_code == 404
    foreign = reverse("club:compare", args=[house.club.slug, stranger.pk])
    assert bela.get(foreign).status_code == 404


def test_strangers_find_no_comparison(client: Client, house: House) -> None:
    client.force_login(a_user("zora"))

    assert client.get(url_of(house, "Anna", "compare")).status_code == 404


def test_reports_players_who_never_met(bela: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")

    page = text_of(bela.get(url_of(house, "Anna", "compare"), {"with": house.players["Cili"]}))

    assert "No evening together" in page


def test_declarations_are_separate_from_announcements(bela: Client, house: House) -> None:
    session = a_session(house, rules={})
    trull = {"figure": "trull", "by": house.players["Anna"], "kontra": 0}
    told = [{"player": house.players["Dóra"], "count": 9}]
    recorded(house, session, a_hand(house, announced=[trull], trull="declarer", tarokks=told), END)

    found = load_club_records(house.club, resolve_span(house.club, season=ALL, game=""))
    page = text_of(bela.get(reverse("club:records", args=[house.club.slug]), {"season": ALL}))

    assert [(one.term, one.announced) for one in found.declared] == [("fig.nine", 1)]
    assert "fig.nine" not in {one.term for one in found.paid}
    assert "Declarations" in page and "They cannot fail" in page


def test_records_are_of_one_game(bela: Client, house: House) -> None:
    two_games(house)
    url = reverse("club:records", args=[house.club.slug])

    first = text_of(bela.get(url, {"season": ALL}))
    found = load_club_records(house.club, resolve_span(house.club, season=ALL, game="paskievics"))

    assert 'aria-current="true">Illustrated tarokk</a>' in first
    assert (found.hands, found.evening and found.evening.number) == (2, 2)
