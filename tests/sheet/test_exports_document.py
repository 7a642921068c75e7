"""Session documents: taken in, written out, byte by byte the same."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.events import serialize_event
from scoring.core.options import serialize_rules
from scoring.core.problem import RefusedError
from scoring.games import GAMES
from support.catalogue import row
from support.club_evenings import (
    EXAMPLES,
    NAMES,
    PASSED,
    TODAY,
    adjustment,
    an_empty_club,
    as_bytes,
    document,
    import_document,
)
from support.club_factories import a_form
from support.example_counts import count_examples
from support.strategies.sessions import evenings
from tarokk_club.club.models import Player, Session
from tarokk_club.club.money.queries.settlements.session_settlement import load_session_settlement
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.transfer.usecases.session_documents import (
    IncomingError,
    import_session,
    read_incoming_document,
)
from tarokk_club.club.writing.errors import KeyReusedError

pytestmark = pytest.mark.django_db


def _written(raw: Any) -> dict[str, Any]:
    """What comes out again of a document that was taken in."""
    session = import_document(an_empty_club(f"Club {uuid4()}"), as_bytes(raw))
    found: dict[str, Any] = json.loads(build_session_document(load_session_outcome(session)))
    return found


def _refused(data: bytes) -> list[tuple[str, str]]:
    with pytest.raises(RefusedError) as caught:
        read_incoming_document(data, today=TODAY)
    return [(problem.code, problem.field) for problem in caught.value.problems]


def test_a_document_is_written_as_it_was_read() -> None:
    written = _written(document(PASSED, title="Table 2", date="2026-11-18"))

    assert written["title"] == "Table 2"
    assert written["date"] == "2026-11-18"
    assert written["players"] == NAMES
    assert written["events"] == [PASSED]


def test_refuses_a_day_in_the_future_or_too_long_ago() -> None:
    for day, told in (("9999-12-31", "date_in_future"), ("0026-11-18", "date_too_early")):
        assert _refused(as_bytes(document(PASSED, date=day))) == [(told, "date")]


@row("R33")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_export_of_an_imported_export_is_identical(path: Path) -> None:
    raw = json.loads(path.read_text("utf-8"))["document"]
    out = build_session_document(
        load_session_outcome(import_document(an_empty_club("First"), as_bytes(raw)))
    )

    again = import_document(an_empty_club("Second"), out)

    assert build_session_document(load_session_outcome(again)) == out


@pytest.mark.parametrize("key", GAMES)
@given(data=st.data())
@settings(max_examples=count_examples(10))
def test_any_evening_survives_import_and_export(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    steps = data.draw(evenings(game))
    table = steps[0].before
    raw = document(
        *(serialize_event(game, step.event) for step in steps),
        game=game.key,
        rules=serialize_rules(table.rules),
        players=list(table.seats),
        dealer=table.dealer,
    )

    written = _written(raw)

    assert written["events"] == raw["events"]
    assert written["rules"] == raw["rules"]
    assert _written(written) == written


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_imported_examples_give_the_independent_balances(path: Path) -> None:
    example = json.loads(path.read_text("utf-8"))
    session = import_document(an_empty_club(), as_bytes(example["document"]))

    dues = load_session_settlement(session).dues

    assert {due.name: due.points for due in dues} == example["expect"]["balances"]


@row("R33")
def test_notes_and_odd_names_come_out_as_they_went_in() -> None:
    names = ["=1+1", "Kovács “Béla”", "علي", "O'Brien\\"]
    points = dict(zip(names, [5, -5, 7, -7], strict=True))
    events = [{"type": "adjust", "points": points, "note": "a\nb"}]

    written = _written(document(*events, players=names, dealer=names[0]))

    assert written["players"] == names
    assert written["events"] == events


def test_maps_are_exported_in_order_of_entry() -> None:
    written = _written(document(adjustment("late", Dóra=1, Béla=2, Csaba=3, Anna=-6)))

    assert list(written["events"][0]["points"]) == NAMES


def test_all_rules_are_written_so_that_a_preset_may_change() -> None:
    rules = _written(document(rules={"preset": "pagat"}))["rules"]

    assert rules["preset"] == "pagat"
    assert len(rules) > 10


def test_names_of_the_club_are_the_same_players_however_they_are_written() -> None:
    club = an_empty_club()
    import_document(club, as_bytes(document(PASSED)))

    import_document(club, as_bytes(document(PASSED, players=["ANNA", *NAMES[1:]], dealer="ANNA")))

    assert Player.objects.filter(club=club).count() == len(NAMES)
    assert Session.objects.filter(club=club).count() == 2


def test_import_does_not_share_players_of_one_name_between_clubs() -> None:
    first, second = an_empty_club("First"), an_empty_club("Second")

    import_document(first, as_bytes(document(PASSED)))
    import_document(second, as_bytes(document(PASSED)))

    assert Player.objects.filter(club=first).count() == len(NAMES)
    assert Player.objects.filter(club=second).count() == len(NAMES)


def test_the_same_form_twice_is_taken_in_once() -> None:
    club, form = an_empty_club(), a_form()
    incoming = read_incoming_document(as_bytes(document(PASSED)), today=TODAY)

    first = import_session(club_id=club.id, form=form, incoming=incoming)
    again = import_session(club_id=club.id, form=form, incoming=incoming)

    assert first.id == again.id
    assert Session.objects.count() == 1


def test_the_same_key_for_another_document_is_a_conflict() -> None:
    club, form = an_empty_club(), a_form()
    incoming = read_incoming_document(as_bytes(document(PASSED)), today=TODAY)
    other = read_incoming_document(as_bytes(document(PASSED, title="Other")), today=TODAY)
    import_session(club_id=club.id, form=form, incoming=incoming)

    with pytest.raises(KeyReusedError):
        import_session(club_id=club.id, form=form, incoming=other)

    assert Session.objects.count() == 1


@row("R34")
@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        (b"", "not_json", ""),
        (b'{"format": "tarokk-session"', "not_json", ""),
        (b"PK\x03\x04zip", "not_json", ""),
        (b"\xff\xfe\x00", "not_json", ""),
        (b"[" * 200_000, "not_json", ""),
        (b'{"version": NaN}', "not_json", ""),
        (b'{"version": -Infinity}', "not_json", ""),
        (b'{"version": ' + b"9" * 5000 + b"}", "not_json", ""),
        (b'{"version": 1e400}', "wrong_version", "version"),
        (b"[]", "not_object", ""),
        (b'{"game": 1, "game": 2}', "key_twice", "game"),
        (b" " * (2 * 1024 * 1024 + 1), "document_too_large", ""),
        (as_bytes(document(version=2)), "wrong_version", "version"),
        (as_bytes(document(title="x" * 81)), "text_too_long", "title"),
        (as_bytes(document(*[PASSED] * 2001)), "too_many_events", "events"),
        (as_bytes(document(surprise=1)), "unknown_key", "surprise"),
        (as_bytes(document(players=[*NAMES[:3], "x" * 81])), "text_too_long", "players.3"),
        (as_bytes(document(players=[*NAMES[:3], "a\u202eb"])), "name_has_unseen", "players.3"),
        (as_bytes(document(players=[*NAMES[:3], "a\x00b"])), "name_has_unseen", "players.3"),
        (as_bytes(document(players=[*NAMES[:3], "anna"])), "names_alike", "players.3"),
        (as_bytes(document(players=[*NAMES[:3], "Be\u0301la"])), "names_alike", "players.3"),
    ],
)
def test_a_bad_document_is_refused(data: bytes, code: str, field: str) -> None:
    assert (code, field) in _refused(data)


def test_refuses_a_lone_surrogate() -> None:
    raw = document(players=[*NAMES[:3], "\ud800"])

    assert _refused(json.dumps(raw).encode()) == [("missing", "players.3")]


@row("R34")
@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"type": "hand", "outcome": "nothing"}, "outcome"),
        ({"type": "hand", "declarer": "Zoli", "bid": "three", "result": "won"}, "declarer"),
        ({"type": "hand", "surprise": 1}, "surprise"),
        ({"type": "adjust", "points": {"Anna": 1}, "note": "x"}, "points"),
        ({"type": "adjust", "points": {"Anna": 0}, "note": "x" * 1001}, "note"),
        ({"type": "join", "player": "e\u0007", "after": "Anna"}, "player"),
        ({"type": "join", "player": "ANNA", "after": "Anna"}, "player"),
        ({"type": "leave", "player": "Zoli"}, "player"),
        (7, ""),
    ],
)
def test_a_bad_event_names_hand_and_key(event: Any, field: str) -> None:
    note = adjustment("earlier", Anna=1, Béla=-1)

    with pytest.raises(IncomingError) as caught:
        read_incoming_document(as_bytes(document(note, PASSED, event, PASSED)), today=TODAY)

    assert field in [problem.field for problem in caught.value.problems]
    assert caught.value.event == 3
    is_hand = isinstance(event, dict) and event["type"] == "hand"
    assert caught.value.hand == (2 if is_hand else None)


def test_a_document_without_a_date_gets_todays() -> None:
    assert read_incoming_document(as_bytes(document()), today=TODAY).head.day == TODAY


def test_a_document_reads_the_same_after_the_preview() -> None:
    first = read_incoming_document(as_bytes(document(PASSED, title=" Table  2 ")), today=TODAY)

    again = read_incoming_document(first.text.encode(), today=date(2999, 1, 1))

    assert (again.events, again.head.day) == (first.events, TODAY)


def test_the_export_takes_two_queries(django_assert_num_queries: Callable[[int], Any]) -> None:
    session = import_document(an_empty_club(), as_bytes(document(PASSED, PASSED)))

    with django_assert_num_queries(2):
        written = build_session_document(load_session_outcome(session))

    assert written.endswith(b"]}\n")
