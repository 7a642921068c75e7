"""The hands as tables: complete enough that the sessions can be made of them again."""

import io
import json
from collections.abc import Iterator
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.answer import build_result
from scoring.document import read_head
from scoring.games import GAMES
from support.club_evenings import (
    EXAMPLES,
    adjustment,
    an_empty_club,
    as_bytes,
    document,
    import_document,
)
from support.club_factories import House, create_denes
from support.club_web import file_rows_of
from support.season_tables import an_evening, the_season
from tarokk_club.club.models import Club, Posting, Session
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.sheet.exports.hand_columns import FIRST, OF_EVENTS, HandColumns
from tarokk_club.club.sheet.exports.hand_words import build_hand_words
from tarokk_club.club.sheet.exports.tables import build_hands_csv, write_hand_tables
from tarokk_club.club.tables.spreadsheet_csv import POINT
from tools.demo.evening import DEALS, SessionPlan
from tools.demo.evening import play_session as an_evening_of

pytestmark = pytest.mark.django_db

Row = dict[str, str]
NUMBERS = {"level", "declarer_points", "kontra_game"}
HEAD = {"game", "preset", "players", "first_dealer", "currency", "per_point", "rules", "schema"}
BESIDE = {"session", "date", "title", "hand", "dealer", "multiplier", "points"}
DERIVED = ("figure.", "net.", "pot.")


def tables(content: bytes) -> dict[str, list[Row]]:
    """By game, the rows of each table."""
    with ZipFile(io.BytesIO(content)) as archive:
        return {
            name.removesuffix(".csv"): file_rows_of(archive.read(name))
            for name in archive.namelist()
        }


def plain(cell: str) -> str:
    """A cell without the mark that keeps a spreadsheet from running it."""
    return cell[1:] if cell[:2] in {"'=", "'+", "'-", "'@"} else cell


def value_of(key: str, cell: str) -> Any:
    if key in NUMBERS:
        return int(cell)
    return json.loads(cell) if cell[0] in "[{" or cell in {"true", "false"} else plain(cell)


def event_of(row: Row) -> dict[str, Any]:
    found = {
        key: value_of(key, cell)
        for key, cell in row.items()
        if cell and key not in HEAD | BESIDE and not key.startswith(DERIVED)
    }
    if row["points"]:
        found["points"] = json.loads(row["points"])
    return found


def documents(rows: list[Row]) -> Iterator[dict[str, Any]]:
    """The session documents that the rows of one game tell."""
    sessions: dict[str, list[Row]] = {}
    for row in rows:
        sessions.setdefault(row["session"], []).append(row)
    for some in sessions.values():
        first = some[0]
        preset = {"preset": first["preset"]} if first["preset"] else {}
        stake = {"currency": first["currency"], "per_point": first["per_point"]}
        yield {
            "format": "tarokk-session",
            "version": 1,
            "schema": int(first["schema"]) if first["schema"] else None,
            "game": first["game"],
            "rules": {**preset, **json.loads(first["rules"])},
            "players": json.loads(first["players"]),
            "dealer": plain(first["first_dealer"]),
            "title": plain(first["title"]) or None,
            "date": first["date"],
            "stake": stake if first["currency"] else None,
            "events": [event_of(row) for row in some],
        }


def every_game(club: Club) -> list[Session]:
    """All examples of the rulebook, and evenings of cards that were dealt."""
    raws = [json.loads(path.read_text("utf-8")).get("document") for path in EXAMPLES]
    seats = ("Anna", "Béla", "Csaba", "Dóra", "=1+1")
    for game in DEALS:
        sizes = range(GAMES[game].fewest, GAMES[game].most + 1)
        raws += [
            an_evening_of(SessionPlan(game, seats[-size:], 12, auctions=0.5), rng=Random(size))
            for size in sizes
        ]
    made = [import_document(club, as_bytes(raw)) for raw in raws if raw and raw["events"]]
    assert {one.game for one in made} == {*GAMES}
    return made


def scored(raw: Any) -> Any:
    found = build_result(read_head(raw))
    return [found["balances"], found["pots"], [one["net"] for one in found["hands"]]]


def test_files_reproduce_the_sessions_of_every_game() -> None:
    club = an_empty_club()
    wanted = {
        str(one.pk): json.loads(build_session_document(load_session_outcome(one)))
        for one in every_game(club)
    }
    out = io.BytesIO()

    write_hand_tables(out, POINT, club_id=club.id, season_id=None, keys=True)

    found: dict[str, Any] = {}
    for rows in tables(out.getvalue()).values():
        ids = list(dict.fromkeys(row["session"] for row in rows))
        found |= dict(zip(ids, documents(rows), strict=True))
    assert found.keys() == wanted.keys()
    for session, raw in wanted.items():
        assert scored(found[session]) == scored(raw)
        assert found[session]["players"] == raw["players"]
        told = [len(found[session]["events"]), found[session].get("stake")]
        assert told == [len(raw["events"]), raw.get("stake")]


def test_exported_figures_equal_the_postings() -> None:
    club = an_empty_club()
    for session in every_game(club):
        names = load_session_outcome(session).names
        rows = file_rows_of(build_hands_csv(load_session_outcome(session), POINT, keys=True))
        for row, posting in zip(
            rows, Posting.objects.filter(session=session).order_by("position"), strict=True
        ):
            nets = {names[one]: points for one, points in posting.net.items() if one in names}
            assert nets == {
                key.removeprefix("net."): int(cell)
                for key, cell in row.items()
                if key.startswith("net.") and cell
            }
            assert {key: int(row[f"pot.{key}"]) for key in posting.pots} == posting.pots


def test_a_row_holds_the_figures_of_each_side() -> None:
    hand = {
        "type": "hand",
        "declarer": "Béla",
        "bid": "two",
        "partner": "Csaba",
        "declarer_points": 52,
        "announced": [{"figure": "trull", "by": "Anna", "kontra": 1}],
        "trull": "declarer",
    }
    session = import_document(
        an_empty_club(), as_bytes(document(hand, adjustment("bor", Anna=-5, Béla=5)))
    )

    played, rest = file_rows_of(build_hands_csv(load_session_outcome(session), POINT))
    keyed = file_rows_of(build_hands_csv(load_session_outcome(session), POINT, keys=True))[0]

    assert (played["Declarer"], played["Bid"], played["Partner"]) == ("Béla", "Two", "Csaba")
    assert played["Trull: Opponents"] == "Anna, announced, Kontra, failed"
    assert played["Trull: Declarer's side"] == "made"
    assert (keyed["bid"], keyed["figure.trull.opponents"]) == (
        "two",
        "Anna, announced, kontra.1, failed",
    )
    assert (rest["Event"], rest["Note"], rest["Anna"], rest["Hand"]) == (
        "Adjustment",
        "bor",
        "-5",
        "",
    )
    assert json.loads(played["House rules"])["four_kings"] and not rest["House rules"]


@pytest.mark.parametrize("language", ["en", "hu", "da", "ro"])
@pytest.mark.parametrize("game", GAMES)
def test_no_column_in_the_readers_language_is_called_by_its_key(game: str, language: str) -> None:
    played = GAMES[game]
    keys = {*FIRST, *OF_EVENTS, *HEAD, *played.info.hand_keys, *played.figures}
    with translation.override(language):
        header = HandColumns(played, {}, build_hand_words(played, keys=False)).build_header()

    assert len(set(header)) == len(header)
    assert set(header) & keys == set()
    assert not [title for title in header if "_" in title]


def test_describes_a_record_in_words() -> None:
    hand = {
        "type": "hand",
        "declarer": "Béla",
        "bid": "two",
        "partner": "Csaba",
        "declarer_points": 52,
        "tarokks": [{"count": 8, "declared": False, "player": "Anna"}],
    }
    session = import_document(an_empty_club(), as_bytes(document(hand)))

    with translation.override("hu"):
        (played,) = file_rows_of(build_hands_csv(load_session_outcome(session), POINT))

    assert played["Bejelentett tarokkok"] == "Anna, darab: 8, bejelentve: nem"
    (keyed,) = file_rows_of(build_hands_csv(load_session_outcome(session), POINT, keys=True))
    assert keyed["tarokks"] == '[{"count":8,"declared":false,"player":"Anna"}]'


def test_zip_of_a_season_contains_only_its_hands(client: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    other = an_evening(house, "2026-03-02", "Anna")
    Session.objects.filter(pk=other.pk).update(season=None)
    season = the_season(house)
    client.force_login(house.anna)
    urls = [
        reverse("club:season_hands_file", args=[house.club.slug, season.pk]),
        reverse("club:club_hands_file", args=[house.club.slug]),
    ]

    found = [tables(client.get(url, {"terms": "keys"}).getvalue()) for url in urls]

    days = [{row["date"] for row in one["paskievics"]} for one in found]
    assert days == [{"2026-03-01"}, {"2026-03-01", "2026-03-02"}]
    for user, status in ((house.bela, 403), (create_denes(), 404)):
        client.force_login(user)
        assert [client.get(url).status_code for url in urls] == [status, status]


def test_a_session_that_is_not_booked_whole_is_played_through() -> None:
    session = import_document(an_empty_club(), as_bytes(document(adjustment("x", Anna=5, Béla=-5))))
    Posting.objects.all().delete()
    out = io.BytesIO()

    write_hand_tables(out, POINT, club_id=session.club_id, season_id=None, keys=True)

    (row,) = tables(out.getvalue())["paskievics"]
    assert row["net.Anna"] == "5"
