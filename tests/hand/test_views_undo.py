"""Undoing the last entry with one tap on the sheet."""

from uuid import UUID

from django.test import Client

from support.catalogue import row
from support.club_factories import END, House, a_hand, a_user, create_denes, recorded
from support.club_web import entry_url, form_in, send, session_url, text_of
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Change, Entry, Role, Session
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.sheet.exports.tables import build_ledger_csv
from tarokk_club.club.tables.spreadsheet_csv import POINT

PAIRS = (("Anna", "Csaba"), ("Béla", "Dóra"), ("Csaba", "Anna"))


def undo(client: Client, session: Session) -> object:
    return send(client, session_url(session, "undo"), at=session_url(session, "sheet"))


def test_the_last_hand_is_taken_back_with_one_tap(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), a_hand(house, "Béla", "Dóra"))
    last = session.entries.order_by("position")[1]

    undo(anna, session)
    shown = text_of(anna.get(session_url(session, "sheet")))

    assert Entry.objects.get(deleted=True) == last
    assert "Hand 2 is undone." in shown and "Bring it back" in shown
    assert f'form="undo" formaction="{entry_url(last, "restore")}"' in shown
    assert "Enter hand 2" in shown


def test_one_tap_on_the_notice_restores_the_entry(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    undo(anna, session)
    sheet = anna.get(session_url(session, "sheet"))
    sent = form_in(sheet, session_url(session, "undo")).sent

    back = anna.post(entry_url(session.entries.get(), "restore"), sent, follow=True)

    assert "The entry is restored." in text_of(back)
    assert not session.entries.get().deleted


def test_double_tap_undoes_one_hand(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), a_hand(house))
    url = session_url(session, "undo")
    sent = form_in(anna.get(session_url(session, "sheet")), url).sent

    anna.post(url, sent)
    anna.post(url, sent)

    assert session.entries.filter(deleted=True).count() == 1


def test_a_tap_on_an_old_page_takes_nothing_back(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    url = session_url(session, "undo")
    old = form_in(anna.get(session_url(session, "sheet")), url).sent
    recorded(house, session, a_hand(house))

    refused = anna.post(url, old)

    assert refused.status_code == 409
    assert "anna changed the session at" in text_of(refused)
    assert not session.entries.filter(deleted=True).exists()


def test_reports_nothing_to_undo(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    undo(anna, session)
    session.refresh_from_db()
    sent = {"key": "5f0b6b52-54f1-4f1d-8c6a-0d3f4f8f0a11", "version": session.version}

    refused = anna.post(session_url(session, "undo"), sent)

    assert refused.status_code == 422
    assert "There is nothing to undo." in text_of(refused)


def test_a_closed_session_stays_closed(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)
    session.refresh_from_db()
    sent = {"key": "5f0b6b52-54f1-4f1d-8c6a-0d3f4f8f0a12", "version": session.version}

    refused = anna.post(session_url(session, "undo"), sent)

    assert refused.status_code == 422
    assert "The session is closed; open it again first." in text_of(refused)


def test_scorer_cannot_undo_a_hand_of_another(
    client: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    client.force_login(a_user("zoli", club=house.club, roles=(Role.SCORER,)))

    refused = undo(client, session)

    assert getattr(refused, "status_code", None) == 403
    assert "Your role in this club does not allow this." in text_of(refused)


def test_get_undoes_nothing(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))

    answer = anna.get(session_url(session, "undo"))

    assert answer.headers["Location"] == session_url(session, "sheet")
    assert not Change.objects.filter(action="delete").exists()


def test_undo_requires_the_right_to_enter(client: Client, house: House, session: Session) -> None:
    client.force_login(house.bela)
    assert client.post(session_url(session, "undo")).status_code == 403
    client.force_login(create_denes())
    assert client.post(session_url(session, "undo")).status_code == 404


@row("R40")
def test_deleted_undone_and_redone_from_two_phones_the_files_are_as_before(
    anna: Client, house: House, session: Session
) -> None:
    """Hand 3 of 9 goes, comes back from another phone, goes and comes back again."""
    recorded(house, session, *[a_hand(house, *pair) for pair in PAIRS * 3])
    tablet = Client()
    tablet.force_login(a_user("kati", club=house.club, roles=(Role.SECRETARY,)))
    before, ids = files(session), numbered(session)
    third = session.entries.order_by("position")[2]
    for _round in range(2):
        send(anna, entry_url(third, "delete"))
        assert [number for number, _id in numbered(session)] == list(range(1, 9))
        assert third.id not in {entry_id for _number, entry_id in numbered(session)}
        send(tablet, entry_url(third, "restore"), at=entry_url(third))
        assert (files(session), numbered(session)) == (before, ids)

    # The last one is undone on one phone and entered again on the other: a new id, an old number.
    send(tablet, session_url(session, "undo"), at=session_url(session, "sheet"))
    recorded(house, session, a_hand(house, *PAIRS[-1]))

    assert files(session) == before
    fresh = numbered(session)
    assert [number for number, _id in fresh] == list(range(1, 10))
    assert fresh[-1] not in ids
    assert session.entries.count() == 10
    assert list(iter_findings()) == []


def files(session: Session) -> tuple[bytes, bytes]:
    whole = load_session_outcome(session)
    return build_session_document(whole), build_ledger_csv(whole, ClubWords(whole.names), POINT)


def numbered(session: Session) -> list[tuple[int, UUID]]:
    """Return number and id of every hand that is not deleted."""
    rows = session.postings.order_by("position").values_list("number", "entry_id")
    return [(number, entry_id) for number, entry_id in rows if number]
