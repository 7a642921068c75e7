"""A hand goes one way, by whichever door it comes in."""

from __future__ import annotations

import ast
from typing import Any
from uuid import uuid4

from django.test import Client

from support.club_factories import House, a_hand, a_session, recorded
from support.entry_forms import address, fields_of, with_ids
from support.source import imports, modules
from tarokk_club.club.hand.views.entry_screen import load_screen
from tarokk_club.club.hand.views.submit_hand import (
    InvalidSubmission,
    Outcome,
    ReusedKey,
    SavedHand,
    StaleSubmission,
    UnconfirmedEffect,
    submit_hand,
)
from tarokk_club.club.models import Entry, Session

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}
# The views of the way a hand goes, the door first; each may ask only those behind it.
WAY = ("outbox", "entry", "entry_conflicts", "conflicts", "submit_hand", "entry_screen")
DOORS = ("hand_new", "outbox")


def a_form_of(client: Client, session: Session, house: House, **more: str) -> dict[str, str]:
    fields = fields_of(client.get(address(session, "hand_new"))) | {"key": str(uuid4())}
    return fields | with_ids(house, PLAIN) | more


def submitted(house: House, session: Session, fields: dict[str, str], **how: Any) -> Outcome:
    session.refresh_from_db()
    return submit_hand(load_screen(session, **how), fields, house.anna)


def test_a_submitted_hand_answers_with_its_number(
    house: House, session: Session, anna: Client
) -> None:
    outcome = submitted(house, session, a_form_of(anna, session, house))

    assert isinstance(outcome, SavedHand)
    assert outcome.say == "Hand 1 is saved."
    assert Entry.objects.get().id == outcome.saved.entry_id


def test_submitting_the_same_form_again_gives_the_same_response(
    house: House, session: Session, anna: Client
) -> None:
    fields = a_form_of(anna, session, house)
    first = submitted(house, session, fields)
    again = submitted(house, session, fields)

    assert isinstance(first, SavedHand) and isinstance(again, SavedHand)
    assert again.saved.repeated and again.say == first.say
    assert Entry.objects.count() == 1


def test_each_kind_of_refusal_has_its_own_outcome(
    house: House, session: Session, anna: Client
) -> None:
    early, half = a_form_of(anna, session, house), a_form_of(anna, session, house, result="")
    faulty = submitted(house, session, half)
    saved = submitted(house, session, early)
    late = submitted(house, session, half)
    used = submitted(house, session, early | {"result": "lost"})

    assert isinstance(faulty, InvalidSubmission) and "result" in faulty.form.errors
    assert isinstance(saved, SavedHand)
    assert isinstance(late, StaleSubmission) and (late.since, late.current) == (1, 2)
    assert isinstance(used, ReusedKey)


def test_correction_is_previewed_before_it_is_saved(
    house: House, session: Session, anna: Client
) -> None:
    first, _second = recorded(house, session, a_hand(house), a_hand(house))
    assert first.entry_id
    at = {"mode": "correct", "at": first.entry_id}
    fields = a_form_of(anna, session, house, result="lost")
    looked = submitted(house, session, fields, **at)
    saved = submitted(house, session, fields | {"confirm": "1"}, **at)

    assert isinstance(looked, UnconfirmedEffect)
    assert len(looked.effect.moved) == 1
    assert isinstance(saved, SavedHand) and saved.say == "Hand 1 is corrected."


def test_page_and_outbox_refuse_with_the_same_text(
    house: House, session: Session, anna: Client
) -> None:
    wrong = {"result": "", "declarer_points": "48", "four_kings_theirs_made": "on"}
    fields = a_form_of(anna, session, house, **wrong, partner="")
    page, phone = (anna.post(address(session, door), fields) for door in DOORS)

    assert page.status_code == phone.status_code == 422
    errors = page.context["form"].errors.values()
    said = " ".join(dict.fromkeys(str(one) for faults in errors for one in faults))
    assert phone.json()["say"] == said != ""


def test_page_and_outbox_report_conflicts_and_repeated_keys_alike(
    house: House, session: Session, anna: Client
) -> None:
    fields = a_form_of(anna, session, house)
    answers = [anna.post(address(session, door), fields).status_code for door in DOORS]
    other = [
        anna.post(address(session, door), fields | {"result": "lost"}).status_code for door in DOORS
    ]
    late = fields | {"key": str(uuid4()), "version": "1"}
    behind = [anna.post(address(session, door), late).status_code for door in DOORS]

    assert answers == [302, 200]
    assert other == behind == [409, 409]
    assert Entry.objects.count() == 1


def test_page_and_outbox_repeat_a_hand_of_five_at_its_table(house: House, anna: Client) -> None:
    five = a_session(house, players=house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili"))
    fields = a_form_of(anna, five, house)
    answers = [anna.post(address(five, door), fields).status_code for door in DOORS]

    assert answers == [302, 200]
    assert Entry.objects.count() == 1


def _list_imported_steps(name: str) -> set[str]:
    """Return the other submission modules that this view imports."""
    path = f"tarokk_club/club/hand/views/{name}.py"
    targets = (target for _line, target in imports(path, modules()[path]))
    parts = {
        target.removeprefix("tarokk_club.club.hand.views.").split(".")[0] for target in targets
    }
    return parts & {*WAY} - {name}


def test_modules_of_hand_entry_import_only_later_steps() -> None:
    climbs = [
        f"{name} -> {other}"
        for place, name in enumerate(WAY)
        for other in _list_imported_steps(name)
        if WAY.index(other) < place
    ]

    assert climbs == []
    assert "submit_hand" in _list_imported_steps("entry") and "submit_hand" in _list_imported_steps(
        "outbox"
    )


def test_only_one_module_saves_a_hand() -> None:
    writing = set()
    for name in WAY:
        path = f"tarokk_club/club/hand/views/{name}.py"
        for node in ast.walk(modules()[path]):
            called = isinstance(node, ast.Call) and ast.unparse(node.func)
            if called in ("record_event", "correct_event"):
                writing.add(name)

    assert writing == {"submit_hand"}
