"""A hand added at the end continues the replay of the last save and comes to the whole replay."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from support.club_factories import PASSED_OUT, House, a_form, a_hand, a_session, recorded
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Balance, Entry, Posting, Session, Tally
from tarokk_club.club.session.queries.replay import continued_replay
from tarokk_club.club.session.queries.replay.session_replay import (
    SessionReplay,
    build_replay_items,
    replay_session,
    replay_with_cached_steps,
)
from tarokk_club.club.session.queries.replay.tallies import build_tally
from tarokk_club.club.session.usecases.events import (
    correct_event,
    record_event,
    undo_last_entry,
)

NAMES = ("Anna", "Béla", "Csaba", "Dóra")


@pytest.fixture
def whole_replays(monkeypatch: pytest.MonkeyPatch) -> list[SessionReplay]:
    """Every replay of all entries while a test runs."""
    replays: list[SessionReplay] = []

    def count(*given: Any) -> SessionReplay:
        replays.append(replay_with_cached_steps(*given))
        return replays[-1]

    monkeypatch.setattr(continued_replay, "replay_with_cached_steps", count)
    return replays


@pytest.fixture
def evening(house: House) -> Session:
    session = a_session(house, rules={"preset": "pagat", "void_hands": "pot"})
    recorded(house, session, a_hand(house), PASSED_OUT, a_hand(house, result="lost"))
    return session


def check_whole_replay(house: House, session: Session) -> None:
    """Assert that all derived rows are those of a replay of all entries."""
    session.refresh_from_db()
    entries = list(session.entries.order_by("position"))
    whole = replay_session(session, build_replay_items(session, entries))
    stored = Balance.objects.filter(session=session).values_list("player_id", "points", "hands")
    assert {(str(player), points, hands) for player, points, hands in stored} == {
        (player, points, whole.hands[player]) for player, points in whole.totals.items()
    }
    assert Tally.objects.get(session=session).facts == build_tally(session, whole).facts
    assert session.hands_count == whole.table.number - 1
    assert Posting.objects.filter(session=session).count() == len(whole.played)
    assert not [*iter_findings(house.club.id)]


def any_event(house: House, random: Random) -> dict[str, Any]:
    declarer, partner = random.sample(NAMES, 2)
    if random.random() < 0.2:
        return PASSED_OUT
    return a_hand(house, declarer, partner, result=random.choice(("won", "lost")))


@pytest.mark.usefixtures("evening")
def test_a_new_hand_loads_no_other(
    house: House, evening: Session, whole_replays: list[SessionReplay]
) -> None:
    recorded(house, evening, a_hand(house), PASSED_OUT, a_hand(house, result="lost"))

    assert not whole_replays
    check_whole_replay(house, evening)


@pytest.mark.parametrize("seed", range(3))
def test_any_evening_of_new_corrected_and_undone_hands_is_the_whole_replay(
    house: House, evening: Session, seed: int
) -> None:
    random = Random(seed)
    for number in range(8):
        raw = {**any_event(house, random), "note": f"{number}"}
        form = a_form(house.anna)
        match random.randrange(4):
            case 0:
                entry = random.choice(evening.entries.filter(deleted=False))
                correct_event(session_id=evening.id, form=form, entry_id=entry.id, raw=raw)
            case 1:
                undo_last_entry(session_id=evening.id, form=form)
            case _:
                record_event(session_id=evening.id, form=form, raw=raw)
        check_whole_replay(house, evening)


def test_entries_of_another_process_are_replayed(
    house: House, evening: Session, whole_replays: list[SessionReplay]
) -> None:
    changed = evening.entries.earliest("position")
    Entry.objects.filter(pk=changed.pk).update(record={**changed.record, "result": "lost"})

    recorded(house, evening, a_hand(house))

    assert len(whole_replays) == 1
    entries = list(evening.entries.order_by("position"))
    whole = replay_session(evening, build_replay_items(evening, entries))
    stored = Balance.objects.filter(session=evening).values_list("player_id", "points")
    assert {str(player): points for player, points in stored} == whole.totals


def test_dry_run_leaves_nothing_in_the_cache(house: House, evening: Session) -> None:
    tried = replace(a_form(house.anna), dry_run=True)
    record_event(session_id=evening.id, form=tried, raw=a_hand(house, "Dóra", "Anna"))

    recorded(house, evening, a_hand(house), a_hand(house, "Béla", "Anna"))

    check_whole_replay(house, evening)
    first = evening.entries.earliest("position")
    raw = a_hand(house, result="lost")
    correct_event(session_id=evening.id, form=a_form(house.anna), entry_id=first.id, raw=raw)
    check_whole_replay(house, evening)


def test_the_totals_of_a_newcomer_begin_at_zero(
    house: House, evening: Session, whole_replays: list[SessionReplay]
) -> None:
    players = house.players
    join = {"type": "join", "player": players["Cili"], "after": players["Anna"]}
    recorded(house, evening, join, PASSED_OUT)

    assert not whole_replays
    check_whole_replay(house, evening)


def test_other_rules_are_replayed(
    house: House, evening: Session, whole_replays: list[SessionReplay]
) -> None:
    evening.refresh_from_db()
    Session.objects.filter(pk=evening.pk).update(rules={**evening.rules, "void_hands": "overlap"})

    recorded(house, evening, PASSED_OUT)

    assert len(whole_replays) == 1


def test_cache_holds_few_sessions(house: House) -> None:
    for _session in range(continued_replay._LATEST.MOST + 3):
        recorded(house, session := a_session(house), a_hand(house))

    assert len(continued_replay._LATEST._values) == continued_replay._LATEST.MOST
    assert continued_replay._LATEST.find_value(session)
