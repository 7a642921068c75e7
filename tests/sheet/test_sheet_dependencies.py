"""The ETag of a poll and the cached fragment change with the same list of dependencies."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
import time_machine
from django.core.cache import caches
from django.test import Client
from django.utils import timezone, translation

from support.club_factories import House, a_hand, a_session, recorded
from support.club_web import session_url, text_of
from tarokk_club.club.models import Draft, Session
from tarokk_club.club.sheet.fragments import (
    compute_live_fragment_key,
    compute_sheet_etag,
    compute_sheet_page_key,
)
from tarokk_club.club.writing.permissions import Right


def _set(field: str, value: object) -> Callable[[Session], None]:
    return lambda session: setattr(session, field, value)


def _set_club(field: str, value: object) -> Callable[[Session], None]:
    return lambda session: setattr(session.club, field, value)


def _begin_a_hand(session: Session) -> None:
    session.draft = Draft(session=session, key=uuid4(), revision=1)


CHANGES = {
    "a hand": _set("version", 99),
    "a word about it": _set("statements_count", 7),
    "a hand begun": _begin_a_hand,
    "hands confirmed one by one": _set_club("seal_hands", "every"),
    "a name erased": _set_club("erased", 1),
    "the clock on the wall": _set_club("time_zone", "America/Lima"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_both_change_with_all_that_a_sheet_shows(house: House, change: str) -> None:
    session, names = a_session(house), {"1": "Anna"}
    before = (
        compute_sheet_etag(session, "member"),
        compute_live_fragment_key(session, names, "member"),
    )

    CHANGES[change](session)

    after = (
        compute_sheet_etag(session, "member"),
        compute_live_fragment_key(session, names, "member"),
    )
    assert before[0] != after[0] and before[1] != after[1]


def test_both_change_with_the_language_and_the_reader(house: House) -> None:
    session = a_session(house)
    mine = compute_sheet_etag(session, "member"), compute_live_fragment_key(session, {}, "member")
    other = compute_sheet_etag(session, "guest"), compute_live_fragment_key(session, {}, "guest")
    with translation.override("hu"):
        hungarian = (
            compute_sheet_etag(session, "member"),
            compute_live_fragment_key(session, {}, "member"),
        )

    assert len({mine[0], other[0], hungarian[0]}) == len({mine[1], other[1], hungarian[1]}) == 3


AROUND = {
    "another day": _set("date", date(2026, 1, 2)),
    "a name": _set("table_name", "By the window"),
    "another game": _set("game", "danish"),
    "other rules": _set("rules", {"void_hands": "pot"}),
    "other seats": _set("seats", []),
    "another stake": _set("per_point", "20"),
    "another currency": _set("currency", "EUR"),
    "closed": _set("closed", True),
    "in the bin": _set("binned_at", datetime(2026, 1, 2, tzinfo=UTC)),
    "another name of the club": _set_club("name", "Other"),
}


@pytest.mark.parametrize("change", AROUND)
def test_the_page_around_changes_with_all_that_it_shows(house: House, change: str) -> None:
    session = a_session(house)
    before = compute_sheet_page_key(session, [Right.READ])

    AROUND[change](session)

    assert compute_sheet_page_key(session, [Right.READ]) != before


def test_the_page_around_outlives_a_hand_and_differs_by_reader(house: House) -> None:
    session = a_session(house)
    # PostgreSQL stores the keys of the rules in an order of its own.
    session.refresh_from_db()
    before = compute_sheet_page_key(session, [Right.READ])
    recorded(house, session, a_hand(house))
    session.refresh_from_db()

    assert compute_sheet_page_key(session, [Right.READ]) == before
    assert compute_sheet_page_key(session, [Right.READ, Right.CORRECT]) != before
    with translation.override("hu"):
        assert compute_sheet_page_key(session, [Right.READ]) != before


def test_the_cached_sheet_equals_a_rendered_one(anna: Client, house: House) -> None:
    session = a_session(house)
    for _hand in range(2):
        recorded(house, session, a_hand(house))
        # The page tells a browser until when it may be stored, in seconds, and is read twice here.
        with time_machine.travel(timezone.now(), tick=False):
            cached = _menu_of(anna, session)
            caches["template_fragments"].clear()
            assert _menu_of(anna, session) == cached


def _menu_of(client: Client, session: Session) -> str:
    """Return the page around the sheet that a client reads: its heading and its menu."""
    page = text_of(client.get(session_url(session, "sheet")))
    return page.partition("</header>")[0] + page.partition("<nav>")[2].partition("</nav>")[0]
