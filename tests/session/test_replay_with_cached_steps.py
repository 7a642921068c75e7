"""A correction rescores only from the changed hand on, with the result of a full replay."""

from dataclasses import replace
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from scoring.core.replay import apply_event
from support.club_factories import PASSED_OUT, House, a_form, a_hand, a_session, recorded
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Balance, Entry, Session, Tally
from tarokk_club.club.session.queries.replay import session_replay, tallies
from tarokk_club.club.session.queries.replay.session_replay import (
    build_replay_items,
    replay_session,
    replay_with_cached_steps,
)
from tarokk_club.club.session.queries.replay.tallies import build_tally
from tarokk_club.club.session.usecases.events import correct_event, delete_event

HANDS = 12
NAMES = ("Anna", "Béla", "Csaba", "Dóra")


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every event that the rules score while a test runs."""
    events: list[object] = []

    def count(game: Any, table: Any, event: Any) -> Any:
        events.append(event)
        return apply_event(game, table, event)

    monkeypatch.setattr(session_replay, "apply_event", count)
    return events


@pytest.fixture
def evening(house: House) -> Session:
    """Hands with a doubled round among them, which later hands depend on."""
    session = a_session(house, rules={"preset": "pagat", "void_hands": "pot"})
    hands = [a_hand(house), PASSED_OUT, *(a_hand(house) for _hand in range(HANDS - 2))]
    recorded(house, session, *hands)
    session.refresh_from_db()
    return session


def entries_of(session: Session) -> list[Entry]:
    return list(session.entries.order_by("position"))


def correct(house: House, session: Session, number: int, raw: dict[str, Any]) -> None:
    entry = entries_of(session)[number]
    correct_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id, raw=raw)


def any_hand(house: House, random: Random) -> dict[str, Any]:
    declarer, partner = random.sample(NAMES, 2)
    if random.random() < 0.2:
        return PASSED_OUT
    return a_hand(house, declarer, partner, result=random.choice(("won", "lost")))


@pytest.mark.parametrize("seed", range(4))
def test_any_correction_equals_a_full_replay(house: House, evening: Session, seed: int) -> None:
    random = Random(seed)
    for number in range(6):
        # The same hand again would be refused.
        raw = {**any_hand(house, random), "note": f"{number}"}
        correct(house, evening, random.randrange(HANDS), raw)
        evening.refresh_from_db()
        entries = entries_of(evening)
        whole = replay_session(evening, build_replay_items(evening, entries))

        assert replay_with_cached_steps(evening, entries) == whole
        assert Tally.objects.get(session=evening).facts == build_tally(evening, whole).facts
        stored = Balance.objects.filter(session=evening).values_list("player_id", "points")
        assert {str(player): points for player, points in stored} == whole.totals
    assert not [*iter_findings(house.club.id)]


@pytest.mark.parametrize("number", [0, 5, HANDS - 1])
def test_only_the_hands_from_the_changed_one_on_are_scored(
    house: House, evening: Session, scored: list[object], number: int
) -> None:
    correct(house, evening, number, a_hand(house, result="lost"))

    assert len(scored) == HANDS - number


def test_scores_only_a_new_hand(house: House, evening: Session, scored: list[object]) -> None:
    recorded(house, evening, a_hand(house))

    assert len(scored) == 1


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The hands that are added to a tally while a test runs."""
    deals: list[object] = []
    build = tallies._build_deal

    def count(*given: Any) -> Any:
        deals.append(build(*given))
        return deals[-1]

    monkeypatch.setattr(tallies, "_build_deal", count)
    return deals


def test_counts_only_a_new_hand(house: House, evening: Session, counted: list[object]) -> None:
    recorded(house, evening, a_hand(house), a_hand(house, result="lost"))
    assert len(counted) == 2

    evening.refresh_from_db()
    whole = replay_session(evening, build_replay_items(evening, entries_of(evening)))
    stored = Tally.objects.get(session=evening).facts
    assert stored == build_tally(evening, whole).facts


def test_cached_tally_is_a_copy(house: House, evening: Session) -> None:
    """The facts given out are a copy, so what becomes of them changes nothing that is kept."""
    found = replay_with_cached_steps(evening, entries_of(evening))
    tallies.continue_tally(evening, found).facts["players"].clear()

    again = tallies.continue_tally(evening, found)

    assert again.facts == build_tally(evening, found).facts
    assert again.facts["players"]


def test_the_statistics_of_equal_hands_name_their_own_entries(
    house: House, evening: Session
) -> None:
    found = replay_with_cached_steps(evening, entries_of(evening))
    tallies.continue_tally(evening, found)
    other = [replace(done, item=replace(done.item, entry_id=uuid4())) for done in found.played]
    copied = replace(found, played=tuple(other))

    assert tallies.continue_tally(evening, copied).facts == build_tally(evening, copied).facts


def test_entries_of_another_process_are_scored_again(
    house: House, evening: Session, scored: list[object]
) -> None:
    """Nothing tells this process of it; the records themselves say what is new."""
    replay_with_cached_steps(evening, entries_of(evening))
    changed = entries_of(evening)[3]
    Entry.objects.filter(pk=changed.pk).update(record={**changed.record, "result": "lost"})
    scored.clear()

    entries = entries_of(evening)
    found = replay_with_cached_steps(evening, entries)

    assert len(scored) == HANDS - 3
    assert found == replay_session(evening, build_replay_items(evening, entries))


def test_true_is_not_one(evening: Session) -> None:
    entry = entries_of(evening)[0]
    contents = set()
    for value in (1, True, 1.0):
        entry.record = {**entry.record, "kontras": {"game": value}}
        contents.add(session_replay._serialize_content(entry))

    assert len(contents) == 3


def test_other_rules_are_another_session(house: House, evening: Session) -> None:
    entries = entries_of(evening)
    before = replay_with_cached_steps(evening, entries)
    evening.rules = {**evening.rules, "void_hands": "overlap"}

    found = replay_with_cached_steps(evening, entries)

    assert found == replay_session(evening, build_replay_items(evening, entries))
    assert found.opening != before.opening


def test_a_deleted_hand_is_left_out(house: House, evening: Session) -> None:
    gone = entries_of(evening)[4]
    delete_event(session_id=evening.id, form=a_form(house.anna), entry_id=gone.id)
    evening.refresh_from_db()
    entries = entries_of(evening)

    found = replay_with_cached_steps(evening, entries)

    assert found == replay_session(evening, build_replay_items(evening, entries))
    assert len(found.played) == HANDS - 1


def test_cache_holds_few_sessions(house: House) -> None:
    for _session in range(session_replay._ReplayCache.MOST + 3):
        recorded(house, session := a_session(house), a_hand(house))

    assert len(session_replay._REPLAYED._values) == session_replay._ReplayCache.MOST
    assert session.pk in session_replay._REPLAYED._values
    assert len(tallies._COUNTED._values) == tallies._TallyCache.MOST
    assert session.pk in tallies._COUNTED._values
