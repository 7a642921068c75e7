"""The page of one entry: its lines, its versions, its note; deleting and bringing back."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from support.catalogue import row
from support.club_factories import END, House, a_form, a_hand, a_user, create_denes, recorded
from support.club_web import entry_url, form_in, send, session_url, text_of
from support.page_reader import rows_of
from tarokk_club.club.models import Change, Club, Entry, Role, Session
from tarokk_club.club.session.usecases.events import correct_event, delete_event
from tarokk_club.club.session.usecases.sessions import bin_session


@pytest.fixture
def entry(house: House, session: Session) -> Entry:
    recorded(house, session, a_hand(house), a_hand(house, "Béla", "Dóra"))
    return session.entries.order_by("position")[0]


def test_the_page_of_a_hand_explains_every_posting(anna: Client, entry: Entry) -> None:
    shown = text_of(anna.get(entry_url(entry)))

    assert "Anna · Three with Csaba" in shown
    assert "Game, Three, won: each opponent of the declarer pays 1." in shown
    assert "Versions" in shown and "Recorded" in shown
    assert entry_url(entry, "entry_correct") in shown
    assert entry_url(entry, "entry_insert") in shown


def test_all_postings_of_a_hand_are_in_one_table_with_a_column_for_each_player(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house, four_kings="declarer"))
    shown = text_of(anna.get(entry_url(session.entries.get())))
    table = shown[shown.index('<table class="postings">') : shown.index("</table>")]

    assert shown.count("<bdi>Béla</bdi>") == table.count("<bdi>Béla</bdi>") == 1
    assert table.count('scope="col"') == 4
    # The game, the four kings, and all together.
    assert [len(row) for row in rows_of(table)[2::2]] == [4, 4, 4]
    assert table.index("Together") > table.index("#rule-four_kings") > table.index("#rule-game")


def test_amounts_of_an_older_version_link_to_their_rule(
    anna: Client, house: House, entry: Entry
) -> None:
    raw = a_hand(house, four_kings="declarer")
    correct_event(session_id=entry.session_id, form=a_form(house.anna), entry_id=entry.id, raw=raw)
    correct_event(
        session_id=entry.session_id, form=a_form(house.anna), entry_id=entry.id, raw=a_hand(house)
    )
    rules = session_url(entry.session, "session_rules")
    shown = text_of(anna.get(entry_url(entry)))

    # The hand as it stands, its first version; and the one between, which alone paid the kings.
    assert shown.count(f'href="{rules}#rule-game"') == 3
    assert shown.count(f'href="{rules}#rule-four_kings"') == 1


def test_times_are_those_of_the_club(anna: Client, entry: Entry) -> None:
    Club.objects.update(time_zone="Europe/Budapest")
    Change.objects.update(at=datetime(2026, 11, 18, 20, 30, tzinfo=UTC))

    assert "21:30" in text_of(anna.get(entry_url(entry)))


def test_note_is_saved_and_removed(anna: Client, entry: Entry) -> None:
    url = entry_url(entry, "note")

    written = send(anna, url, at=entry_url(entry), note="Béla revoked <b>")
    shown = text_of(anna.get(entry_url(entry)))
    send(anna, url, at=entry_url(entry), note="")

    assert written.headers["Location"] == entry_url(entry)
    assert "Béla revoked &lt;b&gt;" in shown
    assert list(Change.objects.order_by("seq").values_list("note_after", flat=True))[-2:] == [
        "Béla revoked <b>",
        "",
    ]


def test_note_from_a_stale_page_stays_in_its_form(anna: Client, house: House, entry: Entry) -> None:
    url = entry_url(entry, "note")
    old = form_in(anna.get(entry_url(entry)), url).sent
    recorded(house, entry.session, a_hand(house))

    refused = anna.post(url, old | {"note": "My long story"})
    form = form_in(refused, url)

    assert refused.status_code == 409
    assert "anna changed the session at" in text_of(refused)
    assert form.sent["note"] == "My long story"
    assert anna.post(url, form.sent).status_code == 302
    entry.refresh_from_db()
    assert entry.note == "My long story"


def test_too_long_note_is_refused_at_its_field(anna: Client, entry: Entry) -> None:
    refused = send(anna, entry_url(entry, "note"), at=entry_url(entry), note="x" * 501)

    assert refused.status_code == 422
    assert "x" * 501 in text_of(refused)


def test_deleting_previews_the_changes(anna: Client, entry: Entry) -> None:
    shown = text_of(anna.get(entry_url(entry, "delete")))

    assert "Hand 1 · Played · goes" in shown
    assert "Hand 2 becomes hand 1" in shown
    assert "<bdi>Anna</bdi> deals instead of <bdi>Dóra</bdi>" not in shown
    assert "<bdi>Dóra</bdi> deals instead of <bdi>Anna</bdi>" in shown


def test_a_forgotten_hand_can_be_put_before_any_entry(
    anna: Client, house: House, session: Session, entry: Entry
) -> None:
    recorded(house, session, {"type": "notice", "player": house.players["Anna"]})
    notice = session.entries.order_by("position")[2]

    assert entry_url(notice, "entry_insert") in text_of(anna.get(entry_url(notice)))


def test_only_hands_are_dealt_and_multiplied(
    anna: Client, house: House, session: Session, entry: Entry
) -> None:
    recorded(house, session, {"type": "notice", "player": house.players["Anna"]})

    shown = text_of(anna.get(entry_url(entry, "delete")))

    assert "Hand 2 becomes hand 1" in shown
    assert "Notice given" not in shown


def test_restoring_previews_the_changes(anna: Client, entry: Entry) -> None:
    standing = text_of(anna.get(entry_url(entry)))
    delete_event(session_id=entry.session_id, form=a_form(), entry_id=entry.id)

    shown = text_of(anna.get(entry_url(entry)))

    assert "What changes" not in standing
    assert "Hand 1 · Played · is added" in shown
    assert "Hand 1 becomes hand 2" in shown


def test_entry_is_deleted_with_a_reason_and_restored(anna: Client, entry: Entry) -> None:
    gone = send(anna, entry_url(entry, "delete"), reason="Booked twice")
    shown = text_of(anna.get(entry_url(entry)))
    back = send(anna, entry_url(entry, "restore"), at=entry_url(entry))

    assert (
        gone.headers["Location"] == back.headers["Location"] == session_url(entry.session, "sheet")
    )
    assert "This entry is deleted and does not count." in shown
    assert "Reason: Booked twice" in shown
    entry.refresh_from_db()
    assert not entry.deleted


def test_the_same_deletion_counts_once(anna: Client, entry: Entry) -> None:
    url = entry_url(entry, "delete")
    sent = form_in(anna.get(url), url).sent

    anna.post(url, sent)
    again = anna.post(url, sent)

    assert again.status_code == 302
    assert Change.objects.filter(action="delete").count() == 1


def test_a_deletion_from_a_stale_page_asks_for_confirmation(
    anna: Client, house: House, entry: Entry
) -> None:
    url = entry_url(entry, "delete")
    old = form_in(anna.get(url), url).sent
    recorded(house, entry.session, a_hand(house))

    refused = anna.post(url, old | {"reason": "Booked twice"})

    assert refused.status_code == 409
    assert form_in(refused, url).sent["reason"] == "Booked twice"
    entry.refresh_from_db()
    assert not entry.deleted


def test_refuses_to_restore_an_entry_that_is_not_deleted(anna: Client, entry: Entry) -> None:
    sent = {"key": str(uuid4()), "version": entry.session.version + 2}
    entry.session.refresh_from_db()

    refused = anna.post(entry_url(entry, "restore"), sent | {"version": entry.session.version})

    assert refused.status_code == 422
    assert "This entry is not deleted." in text_of(refused)


def test_get_of_a_button_changes_nothing(anna: Client, entry: Entry) -> None:
    for name in ("restore", "note"):
        assert anna.get(entry_url(entry, name)).headers["Location"] == entry_url(entry)
    assert not Change.objects.exclude(action__in=["start", "record"]).exists()


@row("U13")
def test_a_hand_of_a_closed_session_is_still_corrected(
    anna: Client, client: Client, house: House, entry: Entry
) -> None:
    recorded(house, entry.session, END)

    shown = text_of(anna.get(entry_url(entry)))

    assert "Anna · Three with Csaba" in shown
    assert "The session is closed. It can still be corrected" in shown
    assert entry_url(entry, "entry_correct") in shown
    # The end itself is taken back where the session is opened again.
    end = entry.session.entries.get(record__type="end")
    assert entry_url(end, "delete") not in text_of(anna.get(entry_url(end)))
    client.force_login(a_user("zoli", club=house.club, roles=(Role.SCORER,)))
    assert "<form" not in text_of(client.get(entry_url(entry)))


def test_binned_session_offers_no_changes(anna: Client, house: House, entry: Entry) -> None:
    bin_session(session_id=entry.session_id, form=a_form(house.anna))

    shown = text_of(anna.get(entry_url(entry)))

    assert "<form" not in shown
    assert entry_url(entry, "entry_correct") not in shown


def test_a_member_reads_and_a_scorer_does_not_correct(
    client: Client, house: House, entry: Entry
) -> None:
    scorer = a_user("zoli", club=house.club, roles=(Role.SCORER,))
    for user in (house.bela, scorer):
        client.force_login(user)
        assert "<form" not in text_of(client.get(entry_url(entry)))
        for name in ("delete", "note", "entry_correct"):
            refused = client.post(entry_url(entry, name))
            assert refused.status_code == 403
            assert "Your role in this club does not allow this." in text_of(refused)


def test_a_scorer_cannot_restore_an_entry_deleted_by_another(
    client: Client, house: House, entry: Entry
) -> None:
    session = Session.objects.get()
    delete_event(
        session_id=session.id,
        form=a_form(house.anna, version=session.version),
        entry_id=entry.id,
    )
    client.force_login(a_user("zoli", club=house.club, roles=(Role.SCORER,)))

    refused = send(client, entry_url(entry, "restore"), at=entry_url(entry))

    assert refused.status_code == 403
    assert "Your role in this club does not allow this." in text_of(refused)


def test_entry_of_another_session_returns_404(anna: Client, entry: Entry) -> None:
    theirs = entry_url(entry).replace(str(entry.id), str(uuid4()))
    assert anna.get(theirs).status_code == 404
    client = Client()
    client.force_login(create_denes())
    for name in ("hand", "delete", "restore", "note"):
        assert client.get(entry_url(entry, name)).status_code == 404
        assert client.post(entry_url(entry, name)).status_code == 404


def test_few_queries(
    anna: Client, entry: Entry, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("hand", "delete"):
        with django_assert_max_num_queries(12):
            assert anna.get(entry_url(entry, name)).status_code == 200


@row("S95")
def test_the_page_shows_the_order_of_speaking_of_every_version(
    anna: Client, house: House, entry: Entry
) -> None:
    ids = house.players
    said = [
        {"figure": "trull", "by": ids["Anna"], "kontra": 1},
        {"figure": "pagat_ultimo", "by": ids["Béla"]},
    ]
    kontras = [{"on": 0, "by": [ids["Béla"]]}]
    for raw in (
        a_hand(house, announced=said[::-1]),
        a_hand(house, announced=said, kontras=kontras),
    ):
        form = a_form(house.anna)
        correct_event(session_id=entry.session_id, form=form, entry_id=entry.id, raw=raw)
    shown = text_of(anna.get(entry_url(entry)))

    now = "In the order of speaking: 1. Trull (Anna; Kontra Béla). 2. Pagát ultimó (Béla)."
    before = "In the order of speaking: 1. Pagát ultimó (Béla). 2. Trull (Anna)."
    assert shown.index(now) < shown.index(before)


def test_explains_why_a_declarer_was_alone(anna: Client, house: House, entry: Entry) -> None:
    alone = {"partner": None, "alone": "discarded", "called": "XIX"}
    raw = a_hand(house) | alone | {"discarded_by": house.players["Béla"]}
    form = a_form(house.anna)
    correct_event(session_id=entry.session_id, form=form, entry_id=entry.id, raw=raw)
    shown = text_of(anna.get(entry_url(entry)))

    assert "Béla had discarded the called card, so the declarer plays alone." in shown


def test_announcements_of_an_older_book_are_in_no_order_of_speaking(
    anna: Client, house: House, entry: Entry
) -> None:
    ids = house.players
    said = [{"figure": one, "by": ids["Anna"]} for one in ("trull", "four_kings")]
    form = a_form(house.anna)
    raw = a_hand(house, announced=said)
    correct_event(session_id=entry.session_id, form=form, entry_id=entry.id, raw=raw)
    Entry.objects.update(schema=2)

    assert "In the order of speaking" not in text_of(anna.get(entry_url(entry)))
