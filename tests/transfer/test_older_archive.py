"""A club written by 0.1.0, with a hand of every kind that is refused today: no point changes.

That release itself wrote the archive, and its balances are those of that release.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from support.archives import empty_database, files_of, import_content
from support.club_factories import a_form
from support.newly_refused import NEWLY
from support.served import ROOT
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Balance, Club, Entry, Session, User
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.session.usecases.events import correct_event
from tarokk_club.club.session.usecases.sessions import change_session
from tarokk_club.club.statistics.queries.what_if import load_session_scope, rescore_scope
from tarokk_club.club.transfer.exports import build_club_archive

WRITTEN = (ROOT / "tests" / "releases" / "0.1.0-refused-today.zip").read_bytes()
OF_SESSION = (
    *("sheet", "history", "session_rules", "paper", "paper_entry", "settings", "session_what_if"),
    *("hands_file", "ledger_file", "document_file", "hand_new", "closing"),
)


def booked_then() -> dict[tuple[str, str], tuple[int, int]]:
    """Points and hands by session and player, as 0.1.0 had them."""
    rows = map(json.loads, files_of(WRITTEN)["rows/balance.jsonl"].splitlines())
    return {(one["session"], one["player"]): (one["points"], one["hands"]) for one in rows}


def booked_now() -> dict[tuple[str, str], tuple[int, int]]:
    return {
        (str(one.session_id), str(one.player_id)): (one.points, one.hands)
        for one in Balance.objects.all()
    }


@pytest.fixture
def club(db: None, tmp_path: Path) -> Club:
    return import_content(WRITTEN, tmp_path).club


def test_an_import_gives_the_same_points(club: Club) -> None:
    assert booked_now() == booked_then()
    assert list(iter_findings()) == []
    records = [entry.record for entry in Entry.objects.filter(schema=1)]
    assert len(records) >= len(NEWLY)


def test_a_second_export_and_import_give_the_same_points(club: Club, tmp_path: Path) -> None:
    content = build_club_archive(club.id)
    empty_database()
    again = import_content(content, tmp_path).club

    assert booked_now() == booked_then()
    assert build_club_archive(again.id) == content
    assert list(iter_findings()) == []


@pytest.mark.ci
@pytest.mark.parametrize("name", OF_SESSION)
def test_every_page_and_file_of_its_sessions_opens(client: Client, club: Club, name: str) -> None:
    client.force_login(User.objects.get(username="anna"))
    for session in Session.objects.filter(club=club):
        answer = client.get(reverse(f"club:{name}", args=[club.slug, session.id]))

        assert answer.status_code == 200, (name, session.game, session.rules_preset)
        if answer.streaming:
            assert b"".join(answer.streaming_content)  # type: ignore[attr-defined]


@pytest.mark.ci
def test_every_hand_of_them_opens_and_is_explained(client: Client, club: Club) -> None:
    client.force_login(User.objects.get(username="anna"))
    for entry in Entry.objects.filter(session__club=club):
        kind = "entry_correct" if entry.record["type"] == "hand" else "event_correct"
        for name in ("hand", kind):
            url = reverse(f"club:{name}", args=[club.slug, entry.session_id, entry.id])
            assert client.get(url).status_code == 200, (name, entry.record)


def test_rescoring_older_sessions_by_their_rules_changes_nothing(club: Club) -> None:
    names = load_names(club.id)
    for session in Session.objects.filter(club=club):
        other = rescore_scope(load_session_scope(session), session.read_frozen_rules(), names)
        assert other.left_out == ()
        assert all(row.was == row.now for row in other.rows)


def test_older_sessions_accept_changed_settings(club: Club) -> None:
    anna = User.objects.get(username="anna")
    for session in Session.objects.filter(club=club):
        head = load_session_outcome(session).head
        change_session(
            session_id=session.id, form=a_form(anna), head=replace(head, title="Another name")
        )
    assert booked_now() == booked_then()
    assert list(iter_findings()) == []


def test_older_agreed_points_can_be_corrected(club: Club) -> None:
    for session in Session.objects.filter(club=club):
        first = session.entries.order_by("position").first()
        assert first is not None and first.record["type"] == "adjust"
        seats = session.seats
        raw = {**first.record, "points": {seats[0]: 7, seats[1]: -7}, "note": "agreed"}
        form = a_form(User.objects.get(username="anna"))
        correct_event(session_id=session.id, form=form, entry_id=first.id, raw=raw)

    then, now = booked_then(), booked_now()
    assert {now[key][0] - then[key][0] for key in then} <= {2, 0, -2}
    assert list(iter_findings()) == []
