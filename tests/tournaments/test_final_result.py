"""After the last round the result of a tournament is final: nothing else can change it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_head,
    a_user,
    codes,
    recorded,
)
from support.club_web import text_of
from support.entry_forms import fields_of
from support.tournament_tables import a_tournament, a_tournament_plan, begun, close_with_points
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Entry, Posting, Role, Session, Tournament, User
from tarokk_club.club.paper.usecases import record_paper_sheet
from tarokk_club.club.session.queries.sessions.final_results import is_result_final
from tarokk_club.club.session.usecases.events import (
    correct_event,
    delete_event,
    record_event,
    restore_event,
    undo_last_entry,
)
from tarokk_club.club.session.usecases.seats import replace_player
from tarokk_club.club.session.usecases.sessions import bin_session, change_session, reopen_session
from tarokk_club.club.tournaments.usecases.tournaments import change_tournament
from tarokk_club.club.values.table_points import Reckoning
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError
from tarokk_club.club.writing.unit_of_work import Submission

# Whoever knocks: the session, a form, one of its hands.
Door = Callable[[Session, Submission, Entry], Any]


def _by_form(write: Callable[..., Any], **more: Any) -> Door:
    return lambda session, form, entry: write(session_id=session.id, form=form, **more)


def _about(write: Callable[..., Any], **more: Any) -> Door:
    return lambda session, form, entry: write(
        session_id=session.id, form=form, entry_id=entry.id, **more
    )


DOORS: dict[str, Door] = {
    "correct": lambda session, form, entry: correct_event(
        session_id=session.id, form=form, entry_id=entry.id, raw=_won(session)
    ),
    "delete": _about(delete_event),
    "restore": _about(restore_event),
    "reopen": _by_form(reopen_session),
    "bin": _by_form(bin_session),
    "new hand": _by_form(record_event, raw=PASSED_OUT),
    "forgotten hand": lambda session, form, entry: record_event(
        session_id=session.id, form=form, raw=PASSED_OUT, before=entry.id
    ),
    "other player": lambda session, form, entry: replace_player(
        session_id=session.id,
        form=form,
        old=UUID(session.seats[0]),
        new=_stranger(session),
    ),
    "other stake": lambda session, form, entry: change_session(
        session_id=session.id, form=form, head=_dearer(session)
    ),
}


# Those that a closed table has shut already.
SHUT: dict[str, Door] = {
    "undo": _by_form(undo_last_entry),
    "shorthand": _by_form(record_paper_sheet, lines="pass"),
}


def _won(session: Session) -> dict[str, Any]:
    declarer, partner = (str(one) for one in session.seats[:2])
    game = {"declarer": declarer, "bid": "three", "partner": partner, "result": "won"}
    return {"type": "hand", **game}


def _stranger(session: Session) -> UUID:
    found = session.club.players.exclude(pk__in=session.seats).first()
    assert found
    return found.pk


def _dearer(session: Session) -> Any:
    house = House(session.club, User(), User(), {})
    seats = [str(one) for one in session.seats]
    return a_head(
        replace(house, players=dict(zip(("Anna", "Béla", "Csaba", "Dóra"), seats, strict=True))),
        stake={"currency": "HUF", "per_point": "99"},
    )


@pytest.fixture
def ended(house: House) -> Session:
    """The only table of a tournament that was played to its end; one hand of it was deleted."""
    (session,) = begun(house, a_tournament(house, 4, rounds=1, turns=2))
    close_with_points(house, session, 9, 1, -3, -7)
    session.refresh_from_db()
    return session


def _gone(house: House, session: Session) -> Entry:
    """A hand that was deleted before the table was closed."""
    hand = session.entries.order_by("position")[0]
    Entry.objects.filter(pk=hand.pk).update(deleted=True)
    hand.refresh_from_db()
    return hand


def _books(session: Session) -> list[Any]:
    rows = Posting.objects.filter(session=session).order_by("position")
    return [*rows.values_list("position", "net"), Session.objects.get(pk=session.pk).version]


@pytest.mark.parametrize("door", DOORS)
def test_no_change_of_a_final_result_without_a_reason(
    house: House, ended: Session, door: str
) -> None:
    hand = ended.entries.order_by("position")[0]
    if door == "restore":
        hand = _gone(house, ended)
    before = _books(ended)

    with pytest.raises(RefusedError) as caught:
        DOORS[door](ended, a_form(house.anna), hand)

    assert codes(caught) == [("reason", "locked_without_reason")]
    assert _books(ended) == before


@pytest.mark.parametrize("door", SHUT)
def test_a_closed_table_stays_locked_in_spite_of_a_reason(
    house: House, ended: Session, door: str
) -> None:
    hand, before = ended.entries.order_by("position")[0], _books(ended)

    with pytest.raises(RefusedError):
        SHUT[door](ended, replace(a_form(house.anna), reason="elírás"), hand)

    assert _books(ended) == before


@pytest.mark.parametrize("door", DOORS)
def test_scorer_cannot_change_a_final_result(house: House, ended: Session, door: str) -> None:
    feri = a_user("feri", club=house.club, roles=(Role.SCORER,))
    ended.entries.update(created_by=feri)
    hand = ended.entries.order_by("position")[0]
    if door == "restore":
        hand = _gone(house, ended)
    before = _books(ended)

    with pytest.raises((ForbiddenError, ConflictError)) as caught:
        DOORS[door](ended, replace(a_form(feri), reason="elírás"), hand)

    refused = caught.value
    if isinstance(refused, ConflictError):
        assert [one.code for one in refused.problems] == ["tournament_locked"]
    assert _books(ended) == before


def test_organiser_corrects_with_a_reason_and_the_result_is_final_again(
    house: House, ended: Session
) -> None:
    hand = ended.entries.order_by("position")[0]
    form = replace(a_form(house.anna), reason="Béla játszott, nem Anna")

    saved = correct_event(
        session_id=ended.id, form=form, entry_id=hand.id, raw=a_hand(house, "Béla", "Dóra")
    )

    assert saved.change.reason == "Béla játszott, nem Anna"
    assert is_result_final(Tournament.objects.get())
    assert list(iter_findings()) == []


def test_the_correction_preview_shows_moved_places(
    house: House, ended: Session, client: Client
) -> None:
    client.force_login(house.anna)
    hand = ended.entries.order_by("position")[0]
    address = reverse("club:entry_correct", args=[house.club.slug, ended.id, hand.id])
    fields = fields_of(client.get(address)) | {
        "outcome": "played",
        "declarer": ended.seats[1],
        "bid": "solo",
        "partner": "alone",
        "result": "won",
    }

    looked = client.post(address, fields)
    shown = text_of(looked)

    assert "The result of this tournament is final." in shown
    assert "Place in the tournament" in shown
    kept = client.post(address, fields_of(looked) | {"confirm": "1"})
    assert kept.status_code == 422
    assert "say why it is still being changed" in text_of(kept)
    told = client.post(address, fields_of(looked) | {"confirm": "1", "reason": "elírás"})
    assert told.status_code == 302
    assert ended.changes.order_by("-seq")[0].reason == "elírás"


def test_table_needs_no_reason_before_the_end(house: House) -> None:
    first, second = begun(house, a_tournament(house, 8, rounds=1))
    close_with_points(house, first, 9, 1, -3, -7)
    hand = first.entries.order_by("position")[0]

    delete_event(session_id=first.id, form=a_form(house.anna), entry_id=hand.id)

    recorded(house, second, PASSED_OUT)
    assert not is_result_final(Tournament.objects.get())


def test_the_end_of_the_last_table_is_still_free(house: House) -> None:
    first, second = begun(house, a_tournament(house, 8, rounds=1))
    close_with_points(house, first, 9, 1, -3, -7)
    recorded(house, second, PASSED_OUT, END)

    assert is_result_final(Tournament.objects.get())


def test_counting_method_of_a_final_result_is_fixed(house: House, ended: Session) -> None:
    tournament = Tournament.objects.get()
    plan = a_tournament_plan(house, rounds=1, turns=2, head=None)

    with pytest.raises(ConflictError) as caught:
        _changed(house, tournament, replace(plan, reckoning=Reckoning.GAME))
    assert codes(caught) == [("", "result_stands")]

    assert _changed(house, tournament, replace(plan, name="Őszi kupa")).name == "Őszi kupa"
    assert not is_result_final(_changed(house, tournament, replace(plan, rounds=2)))


def _changed(house: House, tournament: Tournament, plan: Any) -> Tournament:
    form = replace(a_form(house.anna), reason="elírás")
    return change_tournament(
        club_id=house.club.id, form=form, tournament_id=tournament.id, plan=plan
    )
