"""What a sheet depends on is listed once: the tag of a poll and the cached part change together."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.utils import translation

from support.club_factories import House, a_session
from tarokk_club.club.models import Draft, Session
from tarokk_club.club.sheet.fragments import compute_sheet_etag, live_fragment_cache_key


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
        live_fragment_cache_key(session, names, "member"),
    )

    CHANGES[change](session)

    after = compute_sheet_etag(session, "member"), live_fragment_cache_key(session, names, "member")
    assert before[0] != after[0] and before[1] != after[1]


def test_both_change_with_the_language_and_the_reader(house: House) -> None:
    session = a_session(house)
    mine = compute_sheet_etag(session, "member"), live_fragment_cache_key(session, {}, "member")
    other = compute_sheet_etag(session, "guest"), live_fragment_cache_key(session, {}, "guest")
    with translation.override("hu"):
        hungarian = (
            compute_sheet_etag(session, "member"),
            live_fragment_cache_key(session, {}, "member"),
        )

    assert len({mine[0], other[0], hungarian[0]}) == len({mine[1], other[1], hungarian[1]}) == 3
