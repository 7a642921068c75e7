"""Hands of before, refused if entered today: the book opens, corrects others and exports them."""

from typing import Any

import pytest

from support.club_factories import House, a_form, a_session, codes, recorded
from support.newly_refused import NEWLY, PEOPLE
from tarokk_club.club.audit.queries import findings
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.session.usecases.events import correct_event, record_event
from tarokk_club.club.writing.errors import RefusedError

ADJUST = {"type": "adjust", "note": "agreed"}


def with_ids(house: House, value: Any) -> Any:
    """A hand with the ids of its players for their names."""
    if isinstance(value, dict):
        return {house.players.get(key, key): with_ids(house, one) for key, one in value.items()}
    if isinstance(value, list):
        return [with_ids(house, one) for one in value]
    return house.players.get(value, value) if isinstance(value, str) else value


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Entries are stored as 0.1.0 stored them."""
    monkeypatch.setattr(Entry._meta.get_field("schema"), "_get_default", lambda: 1)
    return monkeypatch


def played(house: House, game: str, raw: dict[str, Any]) -> tuple[Session, list[Entry]]:
    """A session with agreed points and then the hand."""
    seats = house.ids(*PEOPLE[: 4 if game != "danish" else 3])
    session = a_session(house, game=game, rules={}, players=seats, dealer=seats[-1])
    agreed = {**ADJUST, "points": {seats[0]: 5, seats[1]: -5}}
    recorded(house, session, agreed, {"type": "hand", **with_ids(house, raw)})
    return session, list(Entry.objects.filter(session=session).order_by("position"))


@pytest.mark.parametrize(("game", "raw", "refusal"), NEWLY)
def test_it_stays_while_another_entry_is_corrected(
    house: House, before: pytest.MonkeyPatch, game: str, raw: dict[str, Any], refusal: str
) -> None:
    session, (agreed, hand) = played(house, game, raw)
    before.undo()
    assert hand.schema == 1 and list(findings()) == []
    seats = session.seats

    changed = {**ADJUST, "points": {seats[0]: 7, seats[1]: -7}}
    form = a_form(house.anna)
    correct_event(session_id=session.id, form=form, entry_id=agreed.id, raw=changed)

    assert list(findings()) == []
    hand.refresh_from_db()
    assert hand.schema == 1


@pytest.mark.parametrize(("game", "raw", "refusal"), NEWLY)
def test_it_is_refused_today_and_when_it_is_itself_corrected(
    house: House, before: pytest.MonkeyPatch, game: str, raw: dict[str, Any], refusal: str
) -> None:
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
    assert list(findings()) == []
