"""A dry run returns the response of the write, for accepted and for refused content."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from support.attackers import World, foreign_player, hash_database
from support.catalogue import row
from support.club_evenings import PASSED, document
from support.club_factories import PASSED_OUT, a_hand, recorded
from support.programs import API, a_program
from tarokk_club.club.models import ApiKey, Club, Session


@dataclass(frozen=True, slots=True)
class Request:
    """A write that a program sends.

    path: below the sessions of the club.
    tag: If-Match; the present one unless given, None for none.
    """

    method: str
    path: str
    body: Any = None
    tag: str | None = "*"
    role: str = "secretary"
    query: dict[str, str] = field(default_factory=dict)
    keyed: bool = True


Arrange = Callable[[World], Request]


def entering(body: Any, **more: Any) -> Arrange:
    """Enter this in the session; a callable is given the world."""

    def arrange(world: World) -> Request:
        sent = body(world) if callable(body) else body
        return Request("POST", f"/{world.session.pk}/hands", sent, **more)

    return arrange


def correcting(body: Any, **more: Any) -> Arrange:
    """Correct the first hand to this."""

    def arrange(world: World) -> Request:
        sent = body(world) if callable(body) else body
        return Request("PUT", _entry(world), sent, **more)

    return arrange


def after(change: Callable[[World], Any], arrange: Arrange) -> Arrange:
    """Change the world first."""

    def both(world: World) -> Request:
        change(world)
        return arrange(world)

    return both


def _entry(world: World, end: str = "") -> str:
    return f"/{world.session.pk}/hands/{world.values['entry_id']}{end}"


def _deleted(world: World, end: str = "") -> str:
    entry = world.session.entries.filter(deleted=True).latest("position")
    return f"/{world.session.pk}/hands/{entry.pk}{end}"


def _hand(**changes: Any) -> Callable[[World], Any]:
    return lambda world: a_hand(world.house, **changes)


def _join(world: World, player: str | None = None) -> dict[str, Any]:
    seat = world.house.players["Anna"]
    return {"type": "join", "player": player or world.house.players["Dóra"], "after": seat}


def _same(world: World) -> Any:
    entry = world.session.entries.get(pk=world.values["entry_id"])
    return {**entry.record, "note": entry.note} if entry.note else entry.record


def _close(world: World) -> None:
    recorded(world.house, world.session, {"type": "end"})


def _bin(world: World) -> None:
    Session.objects.filter(pk=world.session.pk).update(binned_at=timezone.now())


def _suspend(world: World) -> None:
    Club.objects.filter(pk=world.house.club.pk).update(suspended_at=timezone.now())


def _fill(world: World) -> None:
    Club.objects.filter(pk=world.house.club.pk).update(most_hands=1)


def _leave(world: World) -> None:
    leave = {"type": "leave", "player": world.house.players["Csaba"]}
    recorded(world.house, world.session, leave)


def _twin(world: World) -> None:
    recorded(world.house, world.session, a_hand(world.house, "Béla", "Dóra"))


def taking_in(body: Any, **more: Any) -> Arrange:
    """Take in this document."""
    return lambda world: Request("POST", "", body, **more)


def _post_existing_session(world: World, **query: str) -> Request:
    program = a_program(world.house.anna, world.house.club)
    path = f"{API}/clubs/{world.house.club.slug}/sessions/{world.session.pk}/document"
    return Request("POST", "", program.get(path).json(), query=query)


ENTRIES: dict[str, Arrange] = {
    "a hand": entering(_hand()),
    "a hand with a note": entering(_hand(note="hosszú")),
    "a hand passed out": entering(PASSED_OUT),
    "a hand of a scorer": entering(_hand(), role="scorer"),
    "a hand without a key": entering(_hand(), keyed=False),
    "the same hand without a key": after(
        _twin, entering(lambda world: a_hand(world.house, "Béla", "Dóra"), keyed=False)
    ),
    "a hand of a member": entering(_hand(), role="member"),
    "a wrong bid": entering(_hand(bid="hundred")),
    "no record": entering([]),
    "no JSON": entering(b"{"),
    "an unknown event": entering({"type": "dance"}),
    "a hand of a stranger": entering(lambda w: a_hand(w.house) | {"declarer": str(uuid4())}),
    "a note with a hidden character": entering(_hand(note="a\u202eb")),
    "a note too long": entering(_hand(note="a" * 1001)),
    "somebody joins": entering(_join),
    "somebody joins twice": entering(lambda w: _join(w, w.house.players["Béla"])),
    "nobody joins": entering(lambda w: _join(w, "")),
    "a foreign player joins": entering(lambda w: _join(w, str(foreign_player(w).pk))),
    "the end": entering({"type": "end"}),
    "the end by a scorer": entering({"type": "end"}, role="scorer"),
    "a hand after the end": after(_close, entering(_hand())),
    "a hand in the bin": after(_bin, entering(_hand())),
    "a hand in a suspended club": after(_suspend, entering(_hand())),
    "a hand too many": after(_fill, entering(_hand())),
}
CHANGES: dict[str, Arrange] = {
    "corrected": correcting(_hand(result="lost")),
    "corrected with a reason": correcting(_hand(result="lost"), query={"reason": "elírás"}),
    "corrected with a reason too long": correcting(_hand(), query={"reason": "a" * 301}),
    "corrected to the same": correcting(_same),
    "corrected to a wrong bid": correcting(_hand(bid="hundred")),
    "corrected without a tag": correcting(_hand(result="lost"), tag=None),
    "corrected from an old state": correcting(_hand(result="lost"), tag='"v1"'),
    "corrected by a scorer": correcting(_hand(result="lost"), role="scorer"),
    "corrected after the end": after(_close, correcting(_hand(result="lost"))),
    "corrected so that a later hand fails": after(
        _leave,
        correcting(lambda w: {"type": "leave", "player": w.house.players["Csaba"]}),
    ),
    "an unknown hand": lambda w: Request(
        "PUT", f"/{w.session.pk}/hands/{uuid4()}", a_hand(w.house)
    ),
    "a deleted hand corrected": lambda w: Request("PUT", _deleted(w), a_hand(w.house)),
    "deleted": lambda w: Request("DELETE", _entry(w)),
    "deleted by a scorer": lambda w: Request("DELETE", _entry(w), role="scorer"),
    "deleted twice": lambda w: Request("DELETE", _deleted(w)),
    "deleted without a tag": lambda w: Request("DELETE", _entry(w), tag=None),
    "restored": lambda w: Request("POST", _deleted(w, "/restore")),
    "restored by a scorer": lambda w: Request("POST", _deleted(w, "/restore"), role="scorer"),
    "restored where it is": lambda w: Request("POST", _entry(w, "/restore")),
}
DOCUMENTS: dict[str, Arrange] = {
    "a document": taking_in(document(PASSED, PASSED, date="2026-11-20")),
    "new players": taking_in(
        document(PASSED, players=["Ede", "Feri", "Gábor", "Hugó"], dealer="Ede")
    ),
    "a known document": _post_existing_session,
    "a known document again": lambda world: _post_existing_session(world, again="true"),
    "a merged player": taking_in(
        document(PASSED, players=["Cili Kis", "Béla", "Csaba", "Dóra"], dealer="Béla")
    ),
    "a document of tomorrow": taking_in(document(PASSED, date="2999-01-01")),
    "an impossible hand": taking_in(document({"type": "hand", "bid": "hundred"})),
    "too few players": taking_in(document(PASSED, players=["Anna"])),
    "by a scorer": taking_in(document(PASSED, date="2026-11-20"), role="scorer"),
    "too many hands": after(_fill, taking_in(document(PASSED, PASSED, date="2026-11-20"))),
}

# Status to the requests that are refused with it; all others are saved.
REFUSED: dict[int, set[str]] = {
    400: {
        "no JSON",
    },
    403: {
        "a hand of a member",
        "by a scorer",
        "corrected by a scorer",
        "deleted by a scorer",
        "restored by a scorer",
        "the end by a scorer",
    },
    404: {
        "an unknown hand",
    },
    409: {
        "a hand without a key",
        "a known document",
        "the same hand without a key",
    },
    412: {
        "corrected from an old state",
    },
    422: {
        "a deleted hand corrected",
        "a document of tomorrow",
        "a foreign player joins",
        "a hand after the end",
        "a hand in a suspended club",
        "a hand in the bin",
        "a hand of a stranger",
        "a hand too many",
        "a merged player",
        "a note too long",
        "a note with a hidden character",
        "a wrong bid",
        "an impossible hand",
        "an unknown event",
        "corrected so that a later hand fails",
        "corrected to a wrong bid",
        "corrected to the same",
        "corrected with a reason too long",
        "deleted twice",
        "no record",
        "nobody joins",
        "restored where it is",
        "somebody joins",
        "somebody joins twice",
        "too few players",
        "too many hands",
    },
    428: {
        "corrected without a tag",
        "deleted without a tag",
    },
}


def ask(world: World, request: Request, key: str, *, dry: bool) -> Any:
    """The answer to the request, or to its dry run."""
    headers = {"Idempotency-Key": key} if request.keyed else {}
    if request.tag:
        headers["If-Match"] = request.tag
    query = request.query | ({"dry_run": "true"} if dry else {})
    client = a_program(world.people[request.role], world.house.club)
    body = request.body if isinstance(request.body, bytes) else json.dumps(request.body)
    return client.generic(
        request.method,
        f"{API}/clubs/{world.house.club.slug}/sessions{request.path}",
        "" if request.body is None else body,
        "application/json",
        headers=headers,
        query_params=query,
    )


def without_ids(answer: Any) -> dict[str, Any]:
    """The answer without what only a write can say: ids of what is new, and the next version."""
    told: dict[str, Any] = answer.json()
    for name in ("dry_run", "session", "entry", "version"):
        if answer.status_code < 300:
            told.pop(name)
    return told


@row("S104")
@pytest.mark.parametrize("name", [*ENTRIES, *CHANGES, *DOCUMENTS])
def test_a_dry_run_answers_as_the_write_and_saves_nothing(world: World, name: str) -> None:
    request = (ENTRIES | CHANGES | DOCUMENTS)[name](world)
    key = str(uuid4())
    before = _book()

    dry = ask(world, request, key, dry=True)

    assert _book() == before
    assert not connection.needs_rollback
    written = ask(world, request, key, dry=False)
    # 201 says that something was created, which a dry run never does.
    assert dry.status_code == {201: 200}.get(written.status_code, written.status_code)
    assert without_ids(dry) == without_ids(written)
    refused = next((status for status, names in REFUSED.items() if name in names), None)
    assert written.status_code == refused if refused else written.status_code < 300
    assert (_book() != before) == (refused is None)


def _book() -> str:
    """A sum over the book without keys."""
    ApiKey.objects.all().delete()
    return hash_database()
