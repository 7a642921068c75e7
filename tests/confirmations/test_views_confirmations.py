"""The pages on which the players confirm a session and object to it."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.catalogue import row
from support.club_factories import END, House, a_form, a_hand, create_denes, recorded
from support.club_web import entry_url, form_in, send, session_url, text_of
from tarokk_club.club.confirmations.usecases.confirmations import confirm_session, record_objection
from tarokk_club.club.models import Club, Confirmation, Entry, Player, Session
from tarokk_club.club.session.usecases.events import correct_event
from tarokk_club.club.session.usecases.sessions import reopen_session

NOT_SEATED = "Only players of this session can confirm it or object to it."


@pytest.fixture
def bela(house: House, client: Client) -> Client:
    """Bela's phone; he sits in the sessions as Béla."""
    Player.objects.filter(name="Béla").update(user=house.bela)
    client.force_login(house.bela)
    return client


@pytest.fixture
def anna(house: House) -> Client:
    client = Client()
    client.force_login(house.anna)
    return client


@pytest.fixture
def session(house: House, session: Session) -> Session:
    """Two hands, then closed by Anna."""
    recorded(house, session, a_hand(house), a_hand(house, "Béla", "Dóra"), END)
    session.refresh_from_db()
    return session


def first(session: Session) -> Entry:
    return session.entries.order_by("position")[0]


def confirmation_url(name: str, confirmation: Confirmation) -> str:
    session = confirmation.session
    return reverse(f"club:{name}", args=[session.club.slug, session.id, confirmation.id])


def objected(house: House, session: Session, entry: Entry | None = None) -> Confirmation:
    note, entry_id = "Bukott a hármas.", entry.id if entry else None
    form = a_form(house.bela)
    return record_objection(session_id=session.id, form=form, note=note, entry_id=entry_id)


def make_lost(house: House, session: Session) -> None:
    correct_event(
        session_id=session.id,
        form=a_form(house.anna),
        entry_id=first(session).id,
        raw=a_hand(house, result="lost"),
    )


def test_a_player_confirms_the_sheet_with_one_tap(
    bela: Client, house: House, session: Session
) -> None:
    sheet, url = session_url(session, "sheet"), session_url(session, "seal")
    assert "Is the sheet right?" in text_of(bela.get(sheet))

    done = send(bela, url, at=sheet)

    assert done.headers["Location"] == sheet
    shown = text_of(bela.get(sheet))
    assert "<bdi>Béla</bdi> confirmed the sheet (" in shown
    assert "Is the sheet right?" not in shown
    seal = Confirmation.objects.get()
    page = text_of(bela.get(session_url(session, "seals")))
    assert f"up to line {seal.version} of the history, fingerprint {seal.hash[:12]}" in page
    assert "Nothing has changed since." in page


def test_lists_later_changes_with_their_points(
    bela: Client, anna: Client, house: House, session: Session
) -> None:
    confirm_session(session_id=session.id, form=a_form(house.bela))
    make_lost(house, session)

    assert "1 change since then" in text_of(anna.get(session_url(session, "sheet")))
    page = text_of(anna.get(session_url(session, "seals")))
    assert "<b>Corrected</b> · Hand 1: Anna · Three with Csaba" in page
    assert '<bdi>Anna</bdi> <span class="amount minus">−2</span>' in page
    assert session_url(session, "history") in page


def test_confirmation_from_a_stale_page_is_a_conflict(
    bela: Client, house: House, session: Session
) -> None:
    form = form_in(bela.get(session_url(session, "sheet")), session_url(session, "seal"))
    make_lost(house, session)

    answer = bela.post(form.action, form.sent)

    assert answer.status_code == 409
    assert "anna changed the session at" in text_of(answer)
    # The page asks again, for the current session.
    again = form_in(answer, form.action)
    assert bela.post(again.action, again.sent).status_code == 302


def test_scorer_cannot_confirm(anna: Client, house: House, session: Session) -> None:
    assert "Is the sheet right?" not in text_of(anna.get(session_url(session, "sheet")))
    refused = anna.post(session_url(session, "seal"), {"key": uuid4(), "version": session.version})
    assert refused.status_code == 403
    assert NOT_SEATED in text_of(refused)

    Player.objects.filter(name="Anna").update(user=house.anna)

    assert "Is the sheet right?" not in text_of(anna.get(session_url(session, "sheet")))
    refused = anna.post(session_url(session, "seal"), {"key": uuid4(), "version": session.version})
    assert refused.status_code == 422
    assert "cannot confirm it" in text_of(refused)


def test_strangers_find_nothing(client: Client, house: House, session: Session) -> None:
    Player.objects.filter(name="Béla").update(user=house.bela)
    objection = objected(house, session)
    client.force_login(create_denes())
    for name in ("take_back", "answer"):
        assert client.post(confirmation_url(name, objection)).status_code == 404
    assert client.get(session_url(session, "seals")).status_code == 404
    assert client.get(reverse("club:objections", args=[session.club.slug])).status_code == 404


def test_confirmation_of_another_session_returns_404(
    bela: Client, anna: Client, house: House, session: Session
) -> None:
    objected(house, session)
    for one, name in ((bela, "take_back"), (anna, "answer")):
        url = reverse(f"club:{name}", args=[house.club.slug, session.id, uuid4()])
        assert one.post(url, {"key": uuid4()}).status_code == 404


# --- objecting


@row("U13")
def test_an_objection_leads_to_the_corrected_hand(
    bela: Client, anna: Client, house: House, session: Session
) -> None:
    entry = first(session)
    url = entry_url(entry, "objection_hand")
    assert url in text_of(bela.get(entry_url(entry)))
    assert "Object to hand 1" in text_of(bela.get(url))
    done = send(bela, url, note="Bukott a hármas.")
    assert done.headers["Location"] == session_url(session, "seals")

    club = reverse("club:club", args=[house.club.slug])
    listed = reverse("club:objections", args=[house.club.slug])
    assert "1 open objection" in text_of(anna.get(club))
    assert "Bukott a hármas." in text_of(anna.get(listed))
    assert "1 open objection" in text_of(anna.get(session_url(session, "sheet")))
    assert "somebody objects" in text_of(anna.get(session_url(session, "sheet")))
    seals = text_of(anna.get(session_url(session, "seals")))
    assert entry_url(entry) in seals and "Close it with an answer" in seals

    make_lost(house, session)

    assert "open objection" not in text_of(anna.get(club))
    assert "No objection is open" in text_of(anna.get(listed))
    page = text_of(bela.get(session_url(session, "seals")))
    assert "Bukott a hármas." in page
    assert "<b>Corrected</b>" in page
    assert "<b>Corrected</b>" in text_of(bela.get(entry_url(entry)))


def test_objection_without_a_note_is_marked(bela: Client, session: Session) -> None:
    url = session_url(session, "objection")
    answer = send(bela, url, note="")
    assert answer.status_code == 422
    assert "note" in form_in(answer, url).faulty
    assert Confirmation.objects.count() == 0


def test_an_objection_to_a_hand_changed_meanwhile_keeps_its_note(
    bela: Client, house: House, session: Session
) -> None:
    url = entry_url(first(session), "objection_hand")
    form = form_in(bela.get(url), url)
    make_lost(house, session)

    answer = bela.post(url, form.sent | {"note": "Bukott a hármas."})

    assert answer.status_code == 409
    again = form_in(answer, url)
    assert again.sent["note"] == "Bukott a hármas."
    assert bela.post(url, again.sent).status_code == 302


def test_the_secretary_answers(bela: Client, anna: Client, house: House, session: Session) -> None:
    objection = objected(house, session)
    url = confirmation_url("answer", objection)
    assert bela.get(url).status_code == 403

    send(anna, url, note="Megnéztük, jó volt.")

    page = text_of(bela.get(session_url(session, "seals")))
    assert "<bdi>anna</bdi> answers:</b> Megnéztük, jó volt." in page
    assert "Withdraw the objection" not in page
    late = anna.post(url, {"key": uuid4(), "version": 1, "note": "Még egyszer."})
    assert late.status_code == 409 or "settled already" in text_of(late)


def test_the_objector_withdraws(bela: Client, house: House, session: Session) -> None:
    objection = objected(house, session)
    send(bela, confirmation_url("take_back", objection), at=session_url(session, "seals"))

    page = text_of(bela.get(session_url(session, "seals")))
    assert "Objection withdrawn" in page
    assert "open objection" not in text_of(bela.get(session_url(session, "sheet")))


def test_history_lists_confirmations_and_objections_in_order(
    bela: Client, house: House, session: Session
) -> None:
    objected(house, session, first(session))
    make_lost(house, session)
    confirm_session(session_id=session.id, form=a_form(house.bela))

    page = text_of(bela.get(session_url(session, "history")))

    told = ["<b>Confirmed</b>", "<b>Corrected</b>", "<b>Objection</b>", "<b>Session closed</b>"]
    assert [page.index(one) for one in told] == sorted(page.index(one) for one in told)
    assert "Bukott a hármas." in page


def test_notes_are_only_text(bela: Client, house: House, session: Session) -> None:
    objected(house, session, first(session))
    Confirmation.objects.update(note="<script>alert(1)</script>")
    for url in (
        session_url(session, "seals"),
        session_url(session, "history"),
        entry_url(first(session)),
        reverse("club:objections", args=[house.club.slug]),
    ):
        assert "<script>alert" not in bela.get(url).content.decode()


# --- hand by hand


def test_an_owner_lets_hands_be_confirmed(
    bela: Client, anna: Client, house: House, session: Session
) -> None:
    reopen_session(session_id=session.id, form=a_form(house.anna))
    club, url = (
        reverse(f"club:{name}", args=[house.club.slug]) for name in ("club_settings", "sealing")
    )
    assert bela.get(club).status_code == 403
    send(anna, url, at=club)
    assert Club.objects.get(pk=house.club.pk).seal_hands

    sheet = text_of(bela.get(session_url(session, "sheet")))
    assert "Do you confirm?" in sheet and "2 hands wait for you in all." in sheet
    last = session.entries.order_by("position")[1]
    send(bela, entry_url(last, "seal_hand"), at=session_url(session, "sheet"))
    assert Confirmation.objects.get().entry == last
    assert "Confirmed by <bdi>Béla</bdi>" in text_of(bela.get(entry_url(last)))
    # The other one is asked about next.
    send(bela, entry_url(first(session), "seal_hand"), at=session_url(session, "sheet"))
    assert "Do you confirm?" not in text_of(bela.get(session_url(session, "sheet")))

    send(anna, url, at=club)
    assert not Club.objects.get(pk=house.club.pk).seal_hands


# --- the sheet that follows


def test_poll_reports_a_new_confirmation(bela: Client, house: House, session: Session) -> None:
    url = session_url(session, "live")
    tag = bela.get(url).headers["ETag"]
    assert bela.get(url, headers={"If-None-Match": tag}).status_code == 304
    confirm_session(session_id=session.id, form=a_form(house.bela))

    answer = bela.get(url, headers={"If-None-Match": tag})

    assert answer.status_code == 200
    assert "confirmed the sheet" in text_of(answer)


def test_few_queries(
    bela: Client,
    house: House,
    session: Session,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    objected(house, session, first(session))
    confirm_session(session_id=session.id, form=a_form(house.bela))
    tag = bela.get(session_url(session, "live")).headers["ETag"]
    with django_assert_max_num_queries(3):
        bela.get(session_url(session, "live"), headers={"If-None-Match": tag})
    with django_assert_max_num_queries(14):
        bela.get(session_url(session, "sheet"))
    with django_assert_max_num_queries(11):
        bela.get(session_url(session, "seals"))
