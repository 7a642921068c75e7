"""Every address of the site that accepts a form, tried on a final result of a tournament.

The addresses come from the URL patterns, so that a new one is tried too, with the fields that its
own page sends. Where these change nothing, DOORS holds the fields to send.
"""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from support.attackers import a_client, routes
from support.club_factories import PASSED_OUT, a_form, codes
from support.club_web import text_of
from support.finished_tournament import Finished, play_finished_tournament
from support.page_reader import forms_of
from support.programs import a_program
from support.shared_rows import create_rows_once
from support.tournament_tables import begun
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.merging.usecases.merges import merge_players
from tarokk_club.club.models import Arbiter, Change, Player, Session, User
from tarokk_club.club.pages.access_table import collect_access_by_route
from tarokk_club.club.session.queries.sessions.final_results import (
    has_final_round_result,
    is_result_final,
)
from tarokk_club.club.session.usecases.events import delete_event, record_event, undo_last_entry
from tarokk_club.club.session.usecases.seats import replace_player
from tarokk_club.club.session.usecases.sessions import bin_session, close_session, reopen_session
from tarokk_club.club.writing.errors import ConflictError, RefusedError

ROUTES = {
    name: parts
    for name, parts in routes().items()
    if name.startswith("club:") and collect_access_by_route()[name].post is not None
}
WHY = "elírás volt a lapon"
Fields = dict[str, Any]


def _played(on: Finished) -> Fields:
    """A dear hand of the last two seats."""
    declarer, partner = on.table.seats[2:]
    game = {"declarer": declarer, "bid": "solo", "partner": partner, "result": "won"}
    return {"outcome": "played", "dealer": "", "order": "", **game}


def _agreed(on: Finished) -> Fields:
    points = {f"points_{seat}": "0" for seat in on.table.seats}
    first, last = on.table.seats[0], on.table.seats[3]
    return {**points, f"points_{first}": "-40", f"points_{last}": "40", "note": "mégis"}


def _nothing(_on: Finished) -> Fields:
    return {}


def _others(on: Finished) -> str:
    return str(Player.objects.get(club=on.house.club, name="Sári").pk)


def _record(on: Finished) -> Fields:
    declarer, partner = on.table.seats[2:]
    return {
        "type": "hand",
        "declarer": declarer,
        "bid": "solo",
        "partner": partner,
        "result": "won",
    }


# Data to send where the unchanged form would change nothing.
DOORS: dict[str, Callable[[Finished], Fields]] = {
    "hand_new": _played,
    "outbox": _played,
    "entry_insert": lambda on: {**_played(on), "keep_dealers": "0"},
    "entry_correct": _played,
    "event_correct": _agreed,
    "adjust": _agreed,
    "join": lambda on: {"player": _others(on)},
    "leave": lambda on: {"player": on.table.seats[0]},
    "fine": lambda on: {"player": on.table.seats[0], "points": "5"},
    "another_dealer": lambda on: {"player": on.table.seats[1]},
    "replace": lambda on: {"old": on.table.seats[0], "new": _others(on)},
    "settings": lambda on: {"title": "Kamra", "stake": "own", "per_point": "99"},
    "paper_entry": lambda on: {"lines": "pass"},
    "note": lambda on: {"note": "a harmadik pohár után"},
    "merge": lambda on: {"kept": _others(on)},
    "tournament_settings": lambda on: {"reckoning": "game", "fifth": "0", "turns": "3"},
    "tournament_players": lambda on: {"players": on.table.seats[:3]},
    "tournament_round_back": lambda on: {"round": "1"},
    "tournament_seating": lambda on: {"player": on.table.seats[0], "other": on.other.seats[0]},
    "tournament_arbiters": lambda on: {"user_name": "gyula"},
    "api_hands": _record,
    "api_hand": _record,
}
# Whoever organises gets through these with a reason; what they change afterwards is written down.
OPEN = {
    *("entry_correct", "event_correct", "delete", "restore", "reopen", "bin", "unbin"),
    *("entry_insert", "settings", "replace"),
}


def _lay() -> Finished:
    stood = play_finished_tournament()
    Arbiter.objects.create(
        tournament=stood.tournament, user=stood.world.people["member"], made_at=timezone.now()
    )
    Player.objects.create(club=stood.house.club, name="Sári")
    return stood


@pytest.fixture(scope="module")
def _stood(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Finished]:
    with create_rows_once(django_db_blocker, _lay) as stood:
        yield stood


@pytest.fixture
def stood(_stood: Finished, db: None) -> Finished:
    return deepcopy(_stood)


def address_of(on: Finished, name: str) -> str:
    """The address of this door, of the table or the tournament where it is about such."""
    entry = {"club:restore": on.gone, "club:event_correct": on.agreed}.get(name, on.hand)
    own = {"session_id": on.table.id, "entry_id": entry, "tournament_id": on.tournament.id}
    values = {**on.world.values, **on.world.more.get(name, {}), **own}
    return reverse(name, kwargs={part: values[part] for part in ROUTES[name]})


def knocked(on: Finished, user: User, name: str, reason: str) -> Any:
    """The answer to what is sent at this door, confirmed where it asks back."""
    door = name.removeprefix("club:")
    said = DOORS.get(door, _nothing)(on)
    if door.startswith("api_"):
        headers = {"Idempotency-Key": str(uuid4()), "If-Match": "*", "Reason": "elírás"}
        program = a_program(user, on.house.club)
        body = json.dumps(said)
        return program.post(address_of(on, name), body, "application/json", headers=headers)
    client, address = a_client(user), address_of(on, name)
    version = Session.objects.get(pk=on.table.pk).version
    fields = {"key": str(uuid4()), "version": version, **_read_form(client.get(address), address)}
    answer = client.post(address, {**fields, **said, "reason": reason})
    for form in _forms(answer, address):
        marks = {"confirm": _mark(answer)} if _mark(answer) else {}
        if marks:
            answer = client.post(address, {**form, **said, "reason": reason, **marks})
    return answer


def _read_form(answer: Any, address: str) -> Fields:
    return next(iter(_forms(answer, address)), {})


def _forms(answer: Any, address: str) -> list[Fields]:
    if "text/html" not in answer.get("Content-Type", "") or answer.status_code == 302:
        return []
    forms = forms_of(answer.content.decode())
    found = [one.sent for one in forms if one.method == "post" and one.action in ("", address)]
    return found[:1]


def _mark(answer: Any) -> str:
    _before, found, rest = answer.content.decode().partition('name="confirm"')
    return rest.partition('value="')[2].partition('"')[0] if found else ""


@pytest.mark.sweep
@pytest.mark.parametrize("name", sorted(ROUTES))
def test_no_view_changes_a_final_result(stood: Finished, name: str) -> None:
    door = name.removeprefix("club:")
    if door == "unbin":
        Session.objects.filter(pk=stood.table.pk).update(binned_at=timezone.now())
    # Whoever was entered twice has another name afterwards, and the same place.
    named = door != "merge"
    before = stood.books(named=named)
    scorer, organiser = stood.world.people["scorer"], stood.house.anna
    arbiter = stood.world.people["member"]
    assert scorer and arbiter

    for who, reason in ((scorer, WHY), (arbiter, WHY), (organiser, "")):
        answer = knocked(stood, who, name, reason)
        assert answer.status_code < 500
        assert stood.books(named=named) == before, f"{who} with the reason {reason!r}"
        assert is_result_final(stood.tournament) or door == "unbin"
    changes = Change.objects.filter(session__tournament_table__tournament=stood.tournament)
    seen = changes.count()
    answer = knocked(stood, organiser, name, WHY)

    assert answer.status_code < 500
    assert (stood.books(named=named) != before) == (door in OPEN)
    assert not changes.filter(reason=WHY).exists() or door in OPEN
    if door in OPEN:
        (change,) = changes.order_by("-at", "-seq")[: changes.count() - seen]
        assert change.reason == WHY
    assert list(iter_findings()) == []


def test_every_listed_route_exists() -> None:
    doors = {name.removeprefix("club:") for name in ROUTES}

    assert {*DOORS, *OPEN} <= doors


# --- once a table was opened again


def opened(on: Finished) -> None:
    """Let Anna open the one table again, with a reason."""
    reopen_session(session_id=on.table.id, form=_why(on))


def _why(on: Finished) -> Any:
    return replace(a_form(on.house.anna), reason=WHY)


def test_other_tables_stay_locked_while_one_is_reopened(stood: Finished) -> None:
    opened(stood)
    assert not is_result_final(stood.tournament)
    hand = stood.other.entries.get(position=1)

    with pytest.raises(RefusedError) as caught:
        delete_event(session_id=stood.other.id, form=a_form(stood.house.anna), entry_id=hand.pk)

    assert codes(caught) == [("reason", "locked_without_reason")]


def test_only_the_organiser_continues_at_a_reopened_table(stood: Finished) -> None:
    scorer, anna = stood.world.people["scorer"], stood.house.anna
    opened(stood)

    with pytest.raises(ConflictError) as caught:
        record_event(session_id=stood.table.id, form=a_form(scorer), raw=PASSED_OUT)
    assert codes(caught) == [("", "tournament_locked")]
    # What is new was told why when the table was opened; what stood before was not.
    record_event(session_id=stood.table.id, form=a_form(anna), raw=PASSED_OUT)
    undo_last_entry(session_id=stood.table.id, form=a_form(anna))
    with pytest.raises(RefusedError) as refused:
        undo_last_entry(session_id=stood.table.id, form=a_form(anna))
    assert codes(refused) == [("reason", "locked_without_reason")]
    close_session(session_id=stood.table.id, form=a_form(anna))

    assert is_result_final(stood.tournament)
    assert list(iter_findings()) == []


def test_a_further_round_leaves_earlier_tables_locked(stood: Finished) -> None:
    client = a_client(stood.house.anna)
    address = address_of(stood, "club:tournament_settings")
    more = {"rounds": "2", "reason": WHY}
    assert (
        client.post(address, {**_read_form(client.get(address), address), **more}).status_code
        == 302
    )
    second = begun(stood.house, stood.tournament)

    scorer = stood.world.people["scorer"]
    record_event(session_id=second[0].id, form=a_form(scorer), raw=PASSED_OUT)
    assert [has_final_round_result(one) for one in (stood.table, stood.other, *second)] == [
        *(True, True),
        *(False, False),
    ]
    counted = client.post(
        address, {**_read_form(client.get(address), address), "reckoning": "game"}
    )
    assert counted.status_code == 409


def test_a_replayed_last_round_is_open_to_scorers(stood: Finished) -> None:
    for table in (stood.table, stood.other):
        bin_session(session_id=table.id, form=_why(stood))

    again = begun(stood.house, stood.tournament)

    scorer = stood.world.people["scorer"]
    record_event(session_id=again[0].id, form=a_form(scorer), raw=PASSED_OUT)
    assert Session.objects.get(pk=again[0].pk).hands_count == 1


# --- what its pages show


def test_the_page_of_a_deleted_hand_asks_why_it_comes_back(stood: Finished) -> None:
    client = a_client(stood.house.anna)
    hand = reverse("club:hand", args=[stood.house.club.slug, stood.table.id, stood.gone])
    restore = address_of(stood, "club:restore")

    shown = client.get(hand)
    assert "Place in the tournament" in text_of(shown)
    assert "reason" in _read_form(shown, restore)
    refused = client.post(restore, _read_form(shown, restore))
    assert "say why it is still being changed" in text_of(refused) and "reason" in _read_form(
        refused, restore
    )


def test_binning_a_table_shows_moved_places_and_requires_a_reason(stood: Finished) -> None:
    client = a_client(stood.house.anna)
    closing = reverse("club:closing", args=[stood.house.club.slug, stood.table.id])
    into, out = (address_of(stood, f"club:{name}") for name in ("bin", "unbin"))
    assert "The result of this tournament is final." in text_of(client.get(closing))
    opened(stood)

    shown = client.get(closing)
    assert "Place in the tournament" in text_of(shown)
    assert client.post(into, {**_read_form(shown, into), "reason": WHY}).status_code == 302
    back = client.get(closing)
    assert "Place in the tournament" in text_of(back)
    assert client.post(out, _read_form(back, out)).status_code == 422
    assert client.post(out, {**_read_form(back, out), "reason": WHY}).status_code == 302


def test_without_a_final_result_asks_for_no_reason(stood: Finished) -> None:
    client = a_client(stood.house.anna)
    session = stood.world.session
    gone = stood.world.more["club:restore"]["entry_id"]
    page = client.get(reverse("club:hand", args=[stood.house.club.slug, session.id, gone]))
    restore = reverse("club:restore", args=[stood.house.club.slug, session.id, gone])

    assert "reason" not in _read_form(page, restore)
    assert client.post(restore, _read_form(page, restore)).status_code == 302


# --- one player under two names


def test_a_merged_player_keeps_the_place(stood: Finished) -> None:
    before = stood.books(named=False)
    kept = Player.objects.get(name="Sári")

    merge_players(
        club_id=stood.house.club.id,
        form=a_form(stood.house.anna),
        gone=UUID(stood.table.seats[0]),
        into=kept.pk,
    )

    assert stood.books(named=False) == before
    assert str(kept.pk) in Session.objects.get(pk=stood.table.pk).seats


def test_refuses_to_merge_two_players_with_points(stood: Finished) -> None:
    """One of them came for somebody, so that only the other one is entered."""
    came = Player.objects.get(name="Sári")
    replace_player(
        session_id=stood.table.id,
        form=_why(stood),
        old=UUID(stood.table.seats[0]),
        new=came.pk,
    )
    before = stood.books()

    with pytest.raises(ConflictError) as caught:
        merge_players(
            club_id=stood.house.club.id,
            form=a_form(stood.house.anna),
            gone=came.pk,
            into=UUID(stood.other.seats[0]),
        )

    assert codes(caught) == [("kept", "result_would_move")]
    assert stood.books() == before
