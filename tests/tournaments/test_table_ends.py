"""A table of a tournament plays its prescribed hands, and closes with its sheet confirmed."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import END, House, a_form, a_hand, a_head, a_user, codes, recorded
from support.club_web import form_in, session_url, text_of
from support.entry_forms import fields_of
from support.tournament_tables import a_tournament, begun
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.confirmations.usecases.confirmations import close_tournament_table
from tarokk_club.club.models import Confirmation, Entry, Player, Posting, Role, Session, User
from tarokk_club.club.paper.usecases import record_paper_sheet
from tarokk_club.club.session.queries.sessions.prescribed_hands import is_played_out
from tarokk_club.club.session.usecases.events import record_event, restore_event
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.writing.errors import ConflictError, NotSeatedError, RefusedError

PASSED = {"type": "hand", "outcome": "passed_out"}


@pytest.fixture
def table(house: House) -> Session:
    """A table of four, where everybody has dealt once."""
    (session,) = begun(house, a_tournament(house, 4))
    recorded(house, session, *[PASSED] * 4)
    session.refresh_from_db()
    return session


@pytest.fixture
def scorer(house: House) -> User:
    """Who enters hands and sits at no table."""
    return a_user("feri", club=house.club, roles=(Role.SCORER,))


@pytest.fixture
def bela(house: House) -> User:
    """Who sits at the table, and only reads."""
    Player.objects.filter(pk=house.players["Béla"]).update(user=house.bela)
    return house.bela


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_table_takes_no_hand_beyond_those_prescribed(house: House, table: Session) -> None:
    with pytest.raises(ConflictError) as caught:
        recorded(house, table, PASSED)

    assert codes(caught) == [("", "hands_are_played")]
    assert Session.objects.get(pk=table.pk).hands_count == 4


def test_a_sheet_in_shorthand_is_refused_with_the_hand_that_is_too_many(house: House) -> None:
    (session,) = begun(house, a_tournament(house, 4))
    form = a_form(house.anna)

    with pytest.raises(ConflictError):
        record_paper_sheet(session_id=session.id, form=form, lines="\n".join(["pass"] * 5))
    assert not Entry.objects.exists()

    record_paper_sheet(session_id=session.id, form=form, lines="\n".join(["pass"] * 4))
    assert Session.objects.get().hands_count == 4


def test_refuses_to_insert_or_restore_a_hand_beyond_the_prescribed_ones(
    house: House, table: Session
) -> None:
    last = table.entries.order_by("-position")[0]
    form = a_form(house.anna)
    with pytest.raises(ConflictError):
        record_event(session_id=table.id, form=form, raw=PASSED, before=last.id)

    Entry.objects.filter(pk=last.pk).update(deleted=True)
    recorded(house, table, {"type": "dealer", "player": table.seats[0], "note": "elírás"})
    recorded(house, table, PASSED)
    with pytest.raises(ConflictError):
        restore_event(session_id=table.id, form=a_form(house.anna), entry_id=last.id)


def test_timed_table_takes_any_number_of_hands(house: House) -> None:
    (session,) = begun(house, a_tournament(house, 4, turns=0, minutes=60))

    recorded(house, session, *[PASSED] * 9)

    assert Session.objects.get(pk=session.pk).hands_count == 9


def test_the_sheet_offers_no_further_hand_but_the_end(house: House, table: Session) -> None:
    anna = signed_in(house.anna)

    shown = text_of(anna.get(session_url(table, "sheet")))
    assert "All hands of this table are played" in shown
    assert "Enter hand" not in shown

    entry = reverse("club:hand_new", args=[house.club.slug, table.id])
    answer = anna.get(entry, follow=True)
    assert answer.redirect_chain[-1][0] == session_url(table, "sheet")
    assert "All 4 hands of this table have been played" in text_of(answer)


def test_pending_hand_after_the_last_is_refused_with_the_reason(house: House) -> None:
    (session,) = begun(house, a_tournament(house, 4))
    recorded(house, session, *[PASSED] * 3)
    anna = signed_in(house.anna)
    entry = reverse("club:hand_new", args=[house.club.slug, session.id])
    sent = fields_of(anna.get(entry)) | {"outcome": "passed_out"}
    recorded(house, session, PASSED)
    session.refresh_from_db()

    outbox = reverse("club:outbox", args=[house.club.slug, session.id])
    late = anna.post(outbox, sent | {"version": session.version})

    assert late.status_code == 422
    assert "All 4 hands of this table have been played" in late.json()["say"]


def test_the_scorer_closes_the_table_with_its_sheet(
    house: House, table: Session, scorer: User
) -> None:
    client = signed_in(scorer)
    close = reverse("club:table_close", args=[house.club.slug, table.id])

    answer = client.post(close, form_in(client.get(session_url(table, "sheet")), close).sent)

    assert answer.status_code == 302
    assert Session.objects.get(pk=table.pk).closed
    assert list(iter_findings()) == []


def test_a_seated_player_closes_and_confirms_the_table(
    house: House, table: Session, bela: User
) -> None:
    client = signed_in(bela)
    seal = reverse("club:seal", args=[house.club.slug, table.id])

    answer = client.post(seal, form_in(client.get(session_url(table, "sheet")), seal).sent)

    assert answer.status_code == 302
    assert Session.objects.get(pk=table.pk).closed
    assert Confirmation.objects.get().player_id == Player.objects.get(user=bela).pk
    assert "confirmed the sheet" in text_of(client.get(session_url(table, "sheet")))
    assert list(iter_findings()) == []


def test_the_scorer_closes_the_table_without_confirming(house: House, table: Session) -> None:
    Player.objects.filter(pk=house.players["Anna"]).update(user=house.anna)

    close_tournament_table(session_id=table.id, form=a_form(house.anna))

    assert Session.objects.get(pk=table.pk).closed
    assert not Confirmation.objects.exists()


def test_closing_a_table_twice_counts_once(house: House, table: Session, bela: User) -> None:
    form = a_form(bela)

    first = close_tournament_table(session_id=table.id, form=form)
    again = close_tournament_table(session_id=table.id, form=form)

    assert (again.entry_id, again.repeated) == (first.entry_id, True)
    assert Confirmation.objects.count() == 1


def test_a_table_with_hands_to_come_is_not_closed_by_the_scorer(house: House, scorer: User) -> None:
    (session,) = begun(house, a_tournament(house, 4))
    recorded(house, session, *[PASSED] * 3)

    with pytest.raises(RefusedError) as caught:
        close_tournament_table(session_id=session.id, form=a_form(scorer))

    assert codes(caught) == [("", "hands_are_missing")]


def test_refuses_to_let_others_close_the_table(house: House, table: Session) -> None:
    with pytest.raises(NotSeatedError):
        close_tournament_table(session_id=table.id, form=a_form(house.bela))


def test_closed_table_does_not_ask_to_be_closed(house: House, table: Session) -> None:
    recorded(house, table, END)

    assert "close the table" not in text_of(signed_in(house.anna).get(session_url(table, "sheet")))


# --- void hands that the same player deals again


@pytest.fixture
def dealing_again(house: House) -> Session:
    """A table of four where everybody deals once, and a void hand is dealt again by who dealt."""
    head = a_head(house, rules={"preset": "tournament"})
    (session,) = begun(house, a_tournament(house, 4, head=head))
    return session


def test_redealt_hand_does_not_count_as_prescribed(house: House, dealing_again: Session) -> None:
    at_table = replace(house, players={seat: seat for seat in dealing_again.seats})
    hand = a_hand(at_table, *dealing_again.seats[:2])
    recorded(house, dealing_again, PASSED, hand, PASSED, PASSED, hand, hand)
    dealing_again.refresh_from_db()
    anna = signed_in(house.anna)
    assert not is_played_out(dealing_again)
    cup = dealing_again.tournament_table.tournament_id
    page = text_of(anna.get(reverse("club:tournament", args=[house.club.slug, cup])))
    assert "3 of 4 hands" in page
    assert "A hand that the same player deals again is none of them." in page
    with pytest.raises(RefusedError) as missing:
        close_tournament_table(session_id=dealing_again.id, form=a_form(house.anna))
    assert codes(missing) == [("", "hands_are_missing")]

    recorded(house, dealing_again, hand)

    dealing_again.refresh_from_db()
    assert dealing_again.hands_count == 7 and is_played_out(dealing_again)
    assert {str(one.dealer) for one in Posting.objects.filter(kind="played")} == set(
        dealing_again.seats
    )
    assert "All hands of this table are played" in text_of(
        anna.get(session_url(dealing_again, "sheet"))
    )
    for late in (hand, PASSED):
        with pytest.raises(ConflictError) as caught:
            recorded(house, dealing_again, late)
        assert codes(caught) == [("", "hands_are_played")]
    close_tournament_table(session_id=dealing_again.id, form=a_form(house.anna))
    assert list(iter_findings()) == []


def test_a_paper_sheet_with_void_hands_is_taken_whole(house: House, dealing_again: Session) -> None:
    record_paper_sheet(session_id=dealing_again.id, form=a_form(house.anna), lines="pass\n" * 5)

    dealing_again.refresh_from_db()
    assert dealing_again.hands_count == 5 and not is_played_out(dealing_again)


def test_standing_excludes_redealt_hands_in_few_queries(
    house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    head = a_head(house, rules={"preset": "tournament"})
    tournament = a_tournament(house, 12, head=head)
    for session in begun(house, tournament):
        recorded(house, session, PASSED, PASSED)

    with django_assert_max_num_queries(7):
        standing = load_standing(tournament)

    assert [(one.hands, one.counted_deals) for one in standing.rounds[0].tables] == [(2, 0)] * 3
