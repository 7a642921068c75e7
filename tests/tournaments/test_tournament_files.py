"""Files of a tournament: its results and the tables of its rounds."""

import csv
import io
import json
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House
from support.club_web import read_out, text_of
from support.tournament_tables import a_penalty, a_tournament, begun, close_with_points
from tarokk_club.club.api.queries.tables import serialize_tournament
from tarokk_club.club.models import Player, Tournament
from tarokk_club.club.tournaments.queries.standing import load_standing


def url_of(tournament: Tournament, name: str = "tournament") -> str:
    return reverse(f"club:{name}", args=[tournament.club.slug, tournament.id])


def test_the_results_are_taken_away_as_both_files(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)
    close_with_points(house, session, 9, 3, -4, -8)

    content = anna.get(url_of(tournament, "tournament_csv_file")).content.decode("utf-8-sig")
    header, *rows = csv.reader(io.StringIO(content))
    assert header == ["Place", "Player", "Round 1", "Table points", "Points", "Tables won"]
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    assert [row[2:] for row in rows] == [
        ["10.00", "10.00", "9", "1"],
        ["8.00", "8.00", "3", "0"],
        ["6.00", "6.00", "-4", "0"],
        ["4.00", "4.00", "-8", "0"],
    ]
    book = read_out(anna.get(url_of(tournament, "tournament_xlsx_file")).content)
    assert all(row[1] in book for row in rows)


def test_the_tables_of_every_round_are_taken_away(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 5)
    for session in (*begun(house, tournament), *begun(house, tournament)):
        close_with_points(house, session, *(9, 3, -4, -8, 0)[: len(session.seats)])

    answer = anna.get(url_of(tournament, "tournament_rounds_file"))
    header, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert header[:4] == ["Round", "Table", "Place", "Player"]
    assert header[4:] == ["Points", "Table points", "How the result came"]
    assert [row[:3] for row in rows] == [[r, "1", p] for r in "12" for p in "12345"]
    here = "Entered at the table"
    assert [row[4:] for row in rows[:2]] == [["9", "10.00", here], ["3", "8.00", here]]
    book = read_out(anna.get(url_of(tournament, "tournament_xlsx_file")).content)
    assert "Tables of the rounds" in book and "Tables won" in book


def test_workbook_opens_for_any_tournament_name(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 4, name="tables: OF the rounds")
    (session,) = begun(house, tournament)
    close_with_points(house, session, 9, 3, -4, -8)

    book = read_out(anna.get(url_of(tournament, "tournament_xlsx_file")).content)
    assert '"tables OF the rounds"' in book and '"Tables of the rounds 2"' in book


def test_the_json_file_equals_the_api_response(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 5)
    (session,) = begun(house, tournament)
    close_with_points(house, session, 8, 4, -4, -4, -4)
    begun(house, tournament)

    answer = anna.get(url_of(tournament, "tournament_json_file"))

    told = serialize_tournament(tournament, load_standing(tournament))
    assert answer["Content-Type"] == "application/json"
    assert json.loads(answer.content) == json.loads(told.model_dump_json())


def test_the_file_for_programs_has_the_ids_of_everybody_and_everything(
    anna: Client, house: House
) -> None:
    tournament = a_tournament(house, 9, team_best=2)
    tournament.entrants.filter(player_id=house.players["Anna"]).update(team="Piros")
    penalty = a_penalty(house, tournament)
    sessions = {str(one.pk): one for one in begun(house, tournament)}

    told = anna.get(url_of(tournament, "tournament_json_file")).json()

    ids = {str(one) for one in tournament.entrants.values_list("player_id", flat=True)}
    (only,) = told["rounds"]
    tables = {table["session"]: table for table in only["tables"]}
    seated = {seat["player"] for table in tables.values() for seat in table["seats"]}
    assert {one["player"] for one in told["players"]} == ids == seated | set(only["out_players"])
    assert [one["name"] for one in told["players"]] == told["entrants"]
    assert {one["player"]: one["team"] for one in told["players"]}[house.players["Anna"]] == "Piros"
    assert {one["player"] for one in told["penalties"]} == {str(penalty.player_id)}
    for ident, session in sessions.items():
        seats = sorted(tables[ident]["seats"], key=lambda seat: seat["seat"])
        assert [seat["player"] for seat in seats] == session.seats
        assert tables[ident]["dealer"] == str(session.first_dealer) == session.seats[-1]
    assert only["began"] and told["draws"][0]["seed"] and told["draw"]["kind"]


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_the_rating_file_has_every_seat_once(anna: Client, house: House, kind: str) -> None:
    tournament = a_tournament(house, 8)
    tournament.entrants.filter(player_id=house.players["Anna"]).update(rating=1712)
    for session in begun(house, tournament):
        close_with_points(house, session, 9, 3, -4, -8)
    name = "tournament_rating_file" if kind == "csv" else "tournament_rating_json_file"

    answer = anna.get(url_of(tournament, name), {"marks": "point"})

    if kind == "csv":
        rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
        found = {row["Id of the player"]: (row["Points"], row["Rating"]) for row in rows}
        assert len(rows) == 8 and sum(int(row["Points"]) for row in rows) == 0
        assert {float(row["Table points"]) for row in rows} == {10, 8, 6, 4}
    else:
        (one,) = json.loads(answer.content)["tournaments"]
        ratings = {player["id"]: str(player["rating"] or "") for player in one["players"]}
        seats = [seat for table in one["tables"] for seat in table["seats"]]
        found = {seat["player"]: (str(seat["points"]), ratings[seat["player"]]) for seat in seats}
        assert [seat["seat"] for seat in seats] == [1, 2, 3, 4] * 2
    assert found[house.players["Anna"]][1] == "1712"
    assert sorted(int(points) for points, _rating in found.values()) == [-8, -8, -4, -4, 3, 3, 9, 9]


def test_no_name_runs_in_a_spreadsheet(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)
    close_with_points(house, session, 9, 3, -4, -8)
    Player.objects.filter(pk=session.seats[0]).update(name="=1+1")

    for name in ("tournament_csv_file", "tournament_rounds_file"):
        content = anna.get(url_of(tournament, name)).content.decode("utf-8-sig")
        assert '"\'=1+1"' in content, name
    page = text_of(anna.get(url_of(tournament)))
    for name in ("tournament_rounds_file", "tournament_json_file"):
        assert url_of(tournament, name) in page


def test_shared_halves_are_unrounded_on_page_and_in_files(anna: Client, house: House) -> None:
    """12, 8.5, 5 and 2 shared by four are 6.875 each; a half of it goes into the final."""
    tournament = a_tournament(house, 4, rounds=1, final_rounds=1, carry="half", scale="12 8.5 5 2")
    for points in ((0, 0, 0, 0), (9, 3, -4, -8)):
        (session,) = begun(house, tournament)
        close_with_points(house, session, *points)

    content = anna.get(url_of(tournament, "tournament_csv_file")).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert [row["Round 1"] for row in rows] == ["6.875"] * 4
    assert sum(Fraction(row["Table points"]) for row in rows) == 2 * Fraction("27.5")
    counted = ["15.4375", "11.9375", "8.4375", "5.4375"]
    assert [row["Counts for the place"] for row in rows] == counted
    page = text_of(anna.get(url_of(tournament)))
    assert all(one in page for one in counted)
