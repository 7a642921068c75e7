"""Older hands, refused if entered today, in pages, corrections and exports."""

import json
from typing import Any

import pytest

from support.club_evenings import an_empty_club, as_bytes, import_document
from support.club_factories import House, a_form, a_session, codes, recorded
from support.contradictions import DANISH
from support.newly_refused import NEWLY, PEOPLE, PLAYED
from support.romanian_contradictions import ROMANIAN, TAPER
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.session.usecases.events import correct_event, record_event
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.writing.errors import RefusedError

ADJUST = {"type": "adjust", "note": "agreed"}
PLAIN = ("paskievics", PLAYED)
Kind = tuple[str, dict[str, Any], str]
OLDER: list[tuple[int, tuple[str, Any, str]]] = [
    *((1, kind) for kind in NEWLY),
    (2, ("danish", *DANISH["a cavallerie of two players"])),
    (2, ("danish", *DANISH["two holders of the fool"])),
    *((2, ("romanian", *one)) for one in list(ROMANIAN.values())[:3]),
    *((2, ("taper", *one)) for one in list(TAPER.values())[:3]),
]


def with_ids(house: House, value: Any) -> Any:
    """A hand with the ids of its players for their names."""
    if isinstance(value, dict):
        return {house.players.get(key, key): with_ids(house, one) for key, one in value.items()}
    if isinstance(value, list):
        return [with_ids(house, one) for one in value]
    return house.players.get(value, value) if isinstance(value, str) else value


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch, schema: int) -> pytest.MonkeyPatch:
    """Entries are stored as 0.1.0 (schema 1) or 0.2.0 (schema 2) stored them."""
    monkeypatch.setattr(Entry._meta.get_field("schema"), "_get_default", lambda: schema)
    return monkeypatch


def played(house: House, game: str, raw: dict[str, Any]) -> tuple[Session, list[Entry]]:
    """A session with agreed points and then the hand."""
    seats = house.ids(*PEOPLE[: 3 if game in ("danish", "taper") else 4])
    session = a_session(house, game=game, rules={}, players=seats, dealer=seats[-1])
    agreed = {**ADJUST, "points": {seats[0]: 5, seats[1]: -5}}
    recorded(house, session, agreed, {"type": "hand", **with_ids(house, raw)})
    return session, list(Entry.objects.filter(session=session).order_by("position"))


@pytest.mark.parametrize(("schema", "kind"), OLDER)
def test_an_older_hand_stays_while_another_entry_is_corrected(
    house: House, before: pytest.MonkeyPatch, schema: int, kind: Kind
) -> None:
    game, raw, _refusal = kind
    session, (agreed, hand) = played(house, game, raw)
    before.undo()
    assert hand.schema == schema and list(iter_findings()) == []
    seats = session.seats

    changed = {**ADJUST, "points": {seats[0]: 7, seats[1]: -7}}
    form = a_form(house.anna)
    correct_event(session_id=session.id, form=form, entry_id=agreed.id, raw=changed)

    assert list(iter_findings()) == []
    hand.refresh_from_db()
    assert hand.schema == schema


@pytest.mark.parametrize(("schema", "kind"), OLDER)
def test_an_older_hand_is_refused_when_entered_or_corrected_today(
    house: House, before: pytest.MonkeyPatch, schema: int, kind: Kind
) -> None:
    game, raw, refusal = kind
    session, (_agreed, hand) = played(house, game, raw)
    before.undo()
    field, code = refusal.split()
    again = {"type": "hand", **with_ids(house, raw)}

    with pytest.raises(RefusedError) as refused:
        form = a_form(house.anna)
        correct_event(
            session_id=session.id, form=form, entry_id=hand.id, raw={**again, "note": "again"}
        )
    assert (field, code) in codes(refused)
    record_event(session_id=session.id, form=a_form(house.anna), raw={"type": "end"})
    assert list(iter_findings()) == []


def exported(session: Session) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(build_session_document(load_session_outcome(session)))
    return found


@pytest.mark.parametrize(("schema", "kind"), OLDER)
def test_an_export_of_older_hands_is_imported_by_its_schema(
    house: House, before: pytest.MonkeyPatch, schema: int, kind: Kind
) -> None:
    game, raw, refusal = kind
    session, _entries = played(house, game, raw)
    before.undo()
    document = exported(session)
    assert document["schema"] == schema

    again = import_document(an_empty_club(), as_bytes(document))

    assert set(again.entries.values_list("schema", flat=True)) == {schema}
    assert exported(again) == document
    assert list(iter_findings()) == []
    _field, code = refusal.split()
    with pytest.raises(RefusedError) as refused:
        import_document(an_empty_club("Today"), as_bytes({**document, "schema": None}))
    assert code in [one.code for one in refused.value.problems]


def test_an_export_of_today_names_no_schema(house: House) -> None:
    session, _entries = played(house, *PLAIN)
    assert "schema" not in exported(session)
