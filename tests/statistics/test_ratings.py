"""Ratings of the players: which hands count, how they are stored, and the page."""

from io import StringIO
from uuid import UUID

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.core.table import Table
from support.attackers import a_danish_session
from support.club_factories import END, PASSED_OUT, House, a_form, a_hand, a_session, recorded
from support.club_web import form_in, text_of
from support.rating_damage import compute_ratings
from support.season_tables import an_evening, key_form, the_season
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.merging.usecases.merges import merge_players
from tarokk_club.club.models import Club, RatingTable, Session
from tarokk_club.club.session.usecases.events import correct_event, record_event
from tarokk_club.club.session.usecases.sessions import bin_session
from tarokk_club.club.statistics.queries import ratings
from tarokk_club.club.statistics.rating import (
    START,
    HandSides,
    Strength,
    build_hand_sides,
    estimate_strengths,
)
from tarokk_club.club.statistics.usecases import rate_players, switch_ratings

GAME = "paskievics"


def url_of(house: House, name: str = "rating") -> str:
    return reverse(f"club:{name}", args=[house.club.slug])


def compute_ratings_by_name(house: House) -> dict[str, Strength]:
    """Return the ratings by the name of the player."""
    names = {player: name for name, player in house.players.items()}
    return {
        names[player]: one for player, one in ratings.compute_ratings(house.club.id, GAME).items()
    }


def test_ratings_rank_players_by_their_hands(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", "Anna", "Csaba", "Anna")

    page = text_of(anna.get(url_of(house)))

    assert page.index("<bdi>Anna</bdi>") < page.index("<bdi>Dóra</bdi>")
    assert "nineteen times out of twenty" in page
    assert "being rebuilt" not in page
    assert "style=" not in page
    table = RatingTable.objects.get()
    assert (table.hands, len(table.rows)) == (4, 4)


def test_declarers_side_plays_against_the_others() -> None:
    net = {"A": 3, "B": -1, "C": -1, "D": -1, "pot:ultimo": 0}

    assert build_hand_sides(("A",), net, "DCBA") == HandSides((("A",), ("B", "C", "D")), (3, -3))


def test_without_a_declarer_everybody_plays_alone() -> None:
    assert build_hand_sides((), {"A": 5, "B": -9, "C": 4}, "ABC") == HandSides(
        (("A",), ("B",), ("C",)), (5, -9, 4)
    )


def test_a_harder_win_gains_more() -> None:
    past = [HandSides((("S",), ("W",)), (1, -1))] * 20
    easy = estimate_strengths([*past, HandSides((("A", "S"), ("B", "W")), (1, -1))])["A"]
    hard = estimate_strengths([*past, HandSides((("A", "W"), ("B", "S")), (1, -1))])["A"]

    assert hard.skill > easy.skill > START


def test_playing_alone_is_no_handicap_in_the_estimate() -> None:
    won = estimate_strengths([HandSides((("A",), ("B", "C", "D")), (3, -3))])
    lost = estimate_strengths([HandSides((("A",), ("B", "C", "D")), (-3, 3))])

    assert won["A"].skill - START == START - lost["A"].skill == START - won["B"].skill


def test_only_the_sign_of_the_points_counts() -> None:
    one = estimate_strengths([HandSides((("A",), ("B",)), (1, -1))])

    assert estimate_strengths([HandSides((("A",), ("B",)), (200, -200))]) == one
    assert estimate_strengths([HandSides((("A",), ("B",)), (0, 0))])["A"].skill == START


def test_every_hand_reduces_the_doubt(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    doubt = compute_ratings_by_name(house)["Anna"].doubt
    an_evening(house, "2026-03-08", "Anna")

    assert compute_ratings_by_name(house)["Anna"].doubt < doubt


def test_the_hands_count_in_the_order_of_their_days(house: House) -> None:
    an_evening(house, "2026-03-08", "Béla", "Béla")
    an_evening(house, "2026-03-01", "Anna", "Anna", "Anna")
    ids = house.players

    declarers = [
        ids["Anna"] in one.sides[0] for one in ratings._iter_hand_sides(house.club.id, GAME)
    ]

    # Béla declares with Csaba.
    assert declarers == [True, True, True, False, False]


def test_passed_out_hands_rate_no_player(house: House) -> None:
    recorded(house, a_session(house), PASSED_OUT, END)

    assert compute_ratings_by_name(house) == {}


def test_a_player_sitting_out_is_not_rated(house: House) -> None:
    seats = house.ids("Anna", "Béla", "Csaba", "Dóra")
    session = a_session(house, players=seats, dealer=seats[3])
    joins = {"type": "join", "player": house.players["Cili"], "after": seats[3]}
    # Dóra deals the first hand of five, and so holds no cards.
    recorded(house, session, joins, a_hand(house))

    assert {name: one.hands for name, one in compute_ratings_by_name(house).items()} == {
        "Anna": 1,
        "Béla": 1,
        "Csaba": 1,
        "Cili": 1,
    }


def test_danish_hand_rates_each_player_alone(house: House) -> None:
    session = a_danish_session(house)
    anna, bela, csaba = session.seats
    points = {anna: 30, bela: 22, csaba: 26}
    trick = {"winner": anna, "with": "other", "lost": []}
    hand = {"type": "hand", "last_trick": trick, "card_points": points}
    record_event(session_id=session.id, form=a_form(house.anna), raw=hand)

    (hand_sides,) = ratings._iter_hand_sides(house.club.id, "danish")

    assert sorted(len(side) for side in hand_sides.sides) == [1, 1, 1]


@pytest.mark.parametrize("change", ["hand", "correct", "bin", "merge"])
def test_every_write_makes_the_ratings_stale(house: House, change: str) -> None:
    session = an_evening(house, "2026-03-01", "Anna", "Csaba")
    compute_ratings(session)
    if change == "hand":
        an_evening(house, "2026-02-01", "Béla")
    elif change == "correct":
        lost, entry = a_hand(house, "Anna", "Béla", result="lost"), session.entries.first()
        assert entry
        correct_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id, raw=lost)
    elif change == "bin":
        bin_session(session_id=session.id, form=a_form(house.anna))
    else:
        dora, cili = (UUID(one) for one in house.ids("Dóra", "Cili"))
        merge_players(club_id=house.club.id, form=a_form(house.anna), gone=dora, into=cili)

    assert ratings.find_stale_games() == [(house.club.id, GAME)]
    assert list(iter_findings()) == []


def test_a_correction_of_the_past_is_rated_again_by_the_page(anna: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna", "Csaba")
    before = compute_ratings(session).rows
    entry = session.entries.order_by("position")[0]
    lost = a_hand(house, "Anna", "Béla", result="lost")
    correct_event(session_id=session.id, form=key_form(house), entry_id=entry.id, raw=lost)

    anna.get(url_of(house))

    assert RatingTable.objects.get().rows != before
    assert ratings.find_stale_games() == []


def test_a_large_book_is_rated_by_the_command(
    anna: Client, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tarokk_club.club.statistics.views.ratings.ON_REQUEST", 1)
    an_evening(house, "2026-03-01", "Anna", "Csaba")
    assert "The table is being built" in text_of(anna.get(url_of(house)))
    assert not RatingTable.objects.exists()
    call_command("rate", stdout=StringIO())
    assert "being" not in text_of(anna.get(url_of(house))).partition("<h2>")[0]

    an_evening(house, "2026-03-08", "Béla")
    page = text_of(anna.get(url_of(house)))

    assert "hands were entered or corrected since. The table is being rebuilt" in page
    assert RatingTable.objects.get().hands == 2
    out = StringIO()
    call_command("rate", stdout=out)
    assert out.getvalue().strip().endswith(": 1")
    assert RatingTable.objects.get().hands == 3


def test_the_same_book_gives_the_same_ratings(house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna", "Csaba", "Dóra")
    first = compute_ratings(session).rows
    RatingTable.objects.all().delete()

    assert compute_ratings(session).rows == first


def test_older_ratings_never_replace_newer_ones(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    state = ratings.load_rating_states(house.club.id)
    an_evening(house, "2026-03-08", "Csaba")
    newer = compute_ratings(session)
    monkeypatch.setattr(
        "tarokk_club.club.statistics.usecases.load_rating_states", lambda _club: state
    )

    again = compute_ratings(session)

    assert (again.version, again.hands) == (newer.version, 2)


def test_the_owner_switches_them_off_and_on(anna: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    compute_ratings(session)
    switch = url_of(house, "rating_switch")

    assert anna.post(switch, form_in(anna.get(url_of(house)), switch).sent).status_code == 302

    assert not Club.objects.get(pk=house.club.pk).rates_players
    assert not RatingTable.objects.exists()
    page = anna.get(url_of(house))
    assert "This club has no ratings" in text_of(page)
    assert rate_players(club_id=house.club.id, game=GAME) is None
    assert ratings.find_stale_games() == []
    anna.post(switch, form_in(page, switch).sent)
    assert "<bdi>Anna</bdi>" in text_of(anna.get(url_of(house)))


def test_a_member_may_look_and_not_switch(client: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    client.force_login(house.bela)

    assert "Switch the ratings off" not in text_of(client.get(url_of(house)))
    assert client.post(url_of(house, "rating_switch"), {"rated": "0"}).status_code == 403


def test_the_leaderboard_leads_to_it(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    season = reverse("club:season", args=[house.club.slug, the_season(house).id])
    assert url_of(house) in text_of(anna.get(season))

    switch_ratings(club_id=house.club.id, form=key_form(house), rated=False)
    anna.force_login(house.bela)
    assert url_of(house) not in text_of(anna.get(season))


def test_each_game_has_its_own(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    recorded(house, a_danish_session(house), {"type": "hand", "outcome": "misdeal"})

    page = text_of(anna.get(url_of(house), {"game": "danish"}))

    assert "Danish tarok" in page
    assert "<bdi>Anna</bdi>" not in page
    assert anna.get(url_of(house), {"game": "chess"}).status_code == 200


def test_a_page_costs_the_same_for_one_evening_and_for_many(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(1, 5):
        an_evening(house, f"2026-03-0{day}", "Anna")
    # Built, and then only read.
    for most in (15, 8):
        with django_assert_max_num_queries(most):
            anna.get(url_of(house))


def test_sits_out_needs_only_seats_and_dealer() -> None:
    session = Session(game=GAME)
    seats = ("A", "B", "C", "D", "E")

    assert session.played_game.sits_out(Table(None, seats, "B", seats)) == "B"
