"""Which games a season counts: one, several by weight, or, of old, all as they were booked."""

import csv
import io
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, codes
from support.club_web import form_in, text_of
from support.season_tables import a_plan, an_evening, key_form, the_season
from support.tournament_tables import a_tournament
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Club, FinalTable, Season, TournamentTable
from tarokk_club.club.seasons.queries.final_tables import load_season_table
from tarokk_club.club.seasons.queries.leaderboard import Leader, Leaderboard, load_leaderboard
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.seasons.usecases import change_season, close_season, make_season
from tarokk_club.club.seasons.words import explain_part_minimum, explain_rules
from tarokk_club.club.transfer.archive_shapes import convert_from_archive_form
from tarokk_club.club.values.season_rules import CountingRules, Games
from tarokk_club.club.writing.errors import RefusedError

pytestmark = pytest.mark.django_db

WEIGHED = {"games": "weighed", "weights": (("illustrated", "1/20"), ("paskievics", "3"))}


def two_games(house: House) -> None:
    """Anna wins two hands of Paskievics, Csaba three of Illustrated; a stake for both."""
    an_evening(house, "2026-03-01", "Anna", "Anna")
    an_evening(house, "2026-03-08", "Csaba", "Csaba", "Csaba", game="illustrated", rules={})


def counted(house: House, **rules: Any) -> None:
    plan = a_plan("2026", "2026-01-01", **rules)
    season_id = the_season(house).id
    change_season(club_id=house.club.id, form=key_form(house), season_id=season_id, plan=plan)


def board_of(house: House, filters: Filters | None = None) -> Leaderboard:
    return load_leaderboard(house.club, the_season(house), filters)


def leaders_of(house: House, filters: Filters | None = None) -> dict[str, Leader]:
    return {row.name: row for row in board_of(house, filters).rows}


def url_of(house: House, name: str = "season") -> str:
    return reverse(f"club:{name}", args=[house.club.slug, the_season(house).id])


def test_older_season_adds_all_games_until_its_rules_are_chosen(house: House) -> None:
    two_games(house)

    rows = leaders_of(house)

    assert the_season(house).build_counting_rules() == CountingRules()
    assert rows["Anna"].counted == rows["Anna"].points == 2 - 3
    assert "The sum of all points counts" in explain_rules(CountingRules(), "HUF")[0]
    assert not board_of(house).mixes_games


def test_settings_of_an_old_season_show_a_notice_and_save_it_unchanged(
    anna: Client, house: House
) -> None:
    two_games(house)
    page = anna.get(url_of(house, "season_settings"))
    form = form_in(page, "")

    assert "This season adds the points of all games" in text_of(page)
    assert anna.post(url_of(house, "season_settings"), form.sent).status_code == 302
    assert the_season(house).build_counting_rules() == CountingRules()


def test_one_game_counts_and_no_other_is_added(house: House) -> None:
    two_games(house)
    counted(house, games="one", game="paskievics")

    rows = leaders_of(house)

    assert (rows["Anna"].points, rows["Anna"].hands, rows["Anna"].evenings) == (2, 2, 1)
    assert (rows["Anna"].place, rows["Csaba"].place) == (1, 3)
    assert board_of(house).counted_games == ("paskievics",)


def test_counts_the_game_played_most_by_default(house: House) -> None:
    two_games(house)
    counted(house, games="one")

    board = board_of(house)

    assert board.rules.game == "illustrated"
    assert {row.hands for row in board.rows} == {3}


def test_weights_are_exact(house: House) -> None:
    two_games(house)
    counted(house, **WEIGHED)

    board = board_of(house)
    rows = {row.name: row for row in board.rows}

    # 2 × 3 − 3 × 1/20 = 5.85, in hundredths.
    assert board.mixes_games and board.rules.in_hundredths
    assert (rows["Anna"].counted, rows["Csaba"].counted) == (585, -585)
    assert [race.totals for race in board.race if race.name == "Anna"] == [(600, 585)]


def test_a_game_without_a_weight_does_not_count(house: House) -> None:
    two_games(house)
    counted(house, games="weighed", weights=(("illustrated", "2"),))

    rows = leaders_of(house)

    assert (rows["Csaba"].counted, rows["Csaba"].hands) == (6, 3)
    assert not board_of(house).mixes_games and board_of(house).shows_counted


def test_money_of_all_games_may_be_added(anna: Client, house: House) -> None:
    two_games(house)
    counted(house, games="all", counts="money")

    page = text_of(anna.get(url_of(house)))

    assert leaders_of(house)["Anna"].counted == -10
    assert "The money of all games is added." in page
    assert "points of different games are not added" in page
    assert 'id="sort-points"' not in page


def test_a_new_season_never_adds_points_of_different_games(house: House) -> None:
    plan = a_plan("2027", "2027-01-01", games="all")

    with pytest.raises(RefusedError) as refused:
        make_season(club_id=house.club.id, form=key_form(house), plan=plan)

    assert codes(refused) == [("games", "games_not_added")]


def test_refuses_to_return_to_the_sum_of_all_games(house: House) -> None:
    counted(house, games="one")

    with pytest.raises(RefusedError):
        counted(house, games="all")
    counted(house, games="all", counts="money")


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"games": "weighed"}, "weights_missing"),
        ({**WEIGHED, "counts": "money"}, "money_unweighed"),
        ({"games": "one", "game": "bridge"}, "season_game_unknown"),
        ({"games": "weighed", "weights": (("bridge", "1"),)}, "season_game_unknown"),
    ],
)
def test_refuses_invalid_counting_rules(house: House, rules: Any, code: str) -> None:
    with pytest.raises(RefusedError) as refused:
        counted(house, **rules)

    assert codes(refused) == [("games", code)]


def test_tables_of_tournaments_count_or_not(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    cup = an_evening(house, "2026-03-08", "Csaba", "Csaba")
    tournament = a_tournament(house)
    TournamentTable.objects.create(tournament=tournament, session=cup, round=1, number=1)

    assert leaders_of(house)["Anna"].hands == 3
    form = form_in(anna.get(url_of(house, "season_settings")), "")
    assert "tables of tournaments: 1." in text_of(anna.get(url_of(house, "season_settings")))
    anna.post(url_of(house, "season_settings"), form.sent | {"tournaments": "0", "games": "one"})

    page = text_of(anna.get(url_of(house)))
    assert "Of 2 sessions of the season, 1 count." in page
    assert "Tables of tournaments do not count." in page
    assert leaders_of(house)["Anna"].hands == 1


def test_a_game_chosen_by_the_reader_counts_by_its_own_points(anna: Client, house: House) -> None:
    two_games(house)
    counted(house, games="one", game="paskievics")

    rows = leaders_of(house, Filters(game="illustrated"))
    page = text_of(anna.get(url_of(house), {"game": "illustrated"}))

    assert (rows["Csaba"].place, rows["Csaba"].points) == (1, 3)
    assert "Only Illustrated tarokk counts" in page


def test_part_of_a_season_requires_proportionally_fewer_evenings(
    anna: Client, house: House
) -> None:
    for day in range(1, 11):
        an_evening(house, f"2026-03-{day:02d}", "Anna")
    an_evening(house, "2026-04-01", "Anna")
    an_evening(house, "2026-04-02", "Anna")
    counted(house, min_evenings=6)

    april = Filters(first=date.fromisoformat("2026-04-01"))
    board = board_of(house, april)
    page = text_of(anna.get(url_of(house), {"first": "2026-04-01"}))

    assert board.rules.min_evenings == 1
    assert {row.place for row in board.rows} == {1, 3}
    assert "This part holds 2 of 12 evenings, so a place takes 1 of them" in page
    assert explain_part_minimum(board_of(house).part, board_of(house).rules) == ""


def test_leaving_out_an_evening_keeps_the_required_number_of_evenings(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    open_one = an_evening(house, "2026-03-08", "Anna")
    counted(house, min_evenings=2)

    without = board_of(house, Filters(without=frozenset([open_one.id])))

    assert without.rules.min_evenings == 2
    assert {row.place for row in without.rows} == {None}


def test_a_closed_season_keeps_the_game_and_its_seal(house: House) -> None:
    two_games(house)
    counted(house, games="one")
    season = the_season(house)
    close_season(club_id=house.club.id, form=key_form(house), season_id=season.id)

    final = FinalTable.objects.get()
    season.refresh_from_db()

    assert (final.rules["games"], final.rules["game"]) == ("one", "illustrated")
    assert load_season_table(house.club, season, Filters()).since == ()
    assert list(iter_findings()) == []


def test_a_final_table_of_before_reads_as_it_was_written(house: House) -> None:
    old = {"counts": "points", "tie": "best", "min_hands": 1, "min_evenings": 2, "drop_worst": 3}

    assert CountingRules.parse_stored(old).serialize() == old
    assert CountingRules.parse_stored(old).games == Games.ALL
    with pytest.raises(ValueError, match="weights"):
        CountingRules.parse_stored({**old, "games": "weighed", "weights": {"danish": "1e9"}})


def test_the_form_of_a_new_season_offers_the_game_played_most(anna: Client, house: House) -> None:
    two_games(house)
    new = reverse("club:season_new", args=[house.club.slug])
    form = form_in(anna.get(new), "")

    assert (form.sent["games"], form.sent["game"]) == ("one", "illustrated")
    sent = form.sent | {"name": "2027", "starts": "2027-01-01", "games": "weighed"}
    sent |= {"weight_danish": "0,05", "weight_paskievics": "1", "weight_zebi": "0"}
    assert anna.post(new, sent).status_code == 302
    assert Season.objects.get(name="2027").weights == {"danish": "1/20", "paskievics": "1"}


@pytest.mark.parametrize("typed", ["x", "-1", "1/0", "1e9", "99999", "1/99999", "½", "1//2", "٣"])
def test_a_weight_that_cannot_be_read_is_refused_at_its_field(
    anna: Client, house: House, typed: str
) -> None:
    settings = url_of(house, "season_settings")
    form = form_in(anna.get(settings), "")

    answer = anna.post(settings, form.sent | {"games": "weighed", "weight_danish": typed})

    assert answer.status_code == 422
    assert "Write a number such as 3 or 1/20" in text_of(answer)


def test_a_club_that_is_founded_counts_one_game() -> None:
    club = Club(slug="new", name="New", currency="HUF")
    season = Season.build_for_main_game(club, "2026", date.fromisoformat("2026-01-01"))

    assert season.build_counting_rules() == CountingRules(games="one")


def test_the_file_lists_the_games_that_count(anna: Client, house: House) -> None:
    two_games(house)
    counted(house, **WEIGHED)

    text = anna.get(url_of(house, "season_csv_file")).content.decode("utf-8-sig")
    first = next(csv.DictReader(io.StringIO(text)))

    assert first["Games that count"] == "Illustrated tarokk × 1/20, Paskievics tarokk × 3"
    assert (first["Player"], first["Points"], first["What counts"]) == ("Anna", "", "5.85")


def test_what_if_shows_the_game_that_counts(anna: Client, house: House) -> None:
    two_games(house)
    counted(house, games="one", game="paskievics")

    page = text_of(
        anna.get(reverse("club:season_what_if", args=[house.club.slug, the_season(house).id]))
    )

    assert 'href="?game=paskievics" aria-current="true"' in page


@pytest.mark.parametrize(
    "weights", [["danish"], {"danish": 3}, {"danish": "0"}, {"danish": "1e9"}, {"bridge": "1"}]
)
def test_an_archive_brings_no_weights_by_which_nothing_can_be_counted(weights: Any) -> None:
    with pytest.raises((AttributeError, TypeError, ValueError)):
        convert_from_archive_form(Season(games="weighed", weights=weights))
    convert_from_archive_form(Season(games="weighed", weights={"danish": "1/20"}))


def test_an_archive_of_before_brings_a_season_that_adds_all_games() -> None:
    assert (Season().games, Season().game) == ("all", "")
    assert Season().build_counting_rules() == CountingRules()
