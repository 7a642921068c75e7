"""Erasing a person: the name goes from everywhere, and nothing that was played changes."""

from typing import Any
from uuid import UUID

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as SignInSession
from django.utils import translation
from django.utils.translation import gettext

from support.catalogue import row
from support.club_evenings import as_bytes, document, import_document
from support.club_factories import House, a_club, a_form, a_hand, a_user, codes, recorded
from support.erasable import NAME, Traces, erase_tamas, find_fields_with, settle_with_kitty, traces
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.audit.queries.logbook import load_log_page
from tarokk_club.club.merging.usecases.merges import merge_players
from tarokk_club.club.models import (
    Act,
    AuditLine,
    Balance,
    Change,
    Draft,
    Entry,
    Erasure,
    Invitation,
    Membership,
    PasswordLink,
    Player,
    Posting,
    Role,
    Session,
    User,
)
from tarokk_club.club.models.hands import NO_NOTE
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.people.usecases.players import add_player, archive_player, rename_player
from tarokk_club.club.privacy.erasure_list import (
    ListedErasure,
    get_erasure_list_path,
    read_erasure_list,
    update_erasure_list,
)
from tarokk_club.club.privacy.usecases import erasing as module
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.session.queries.history.history import load_session_history
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.session.usecases.sessions import reopen_session
from tarokk_club.club.statistics.queries.standings import load_club_standings
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError

# Each test writes the list beside the book, which belongs to all of them.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_list")]


@pytest.fixture
def there() -> Traces:
    return traces()


def played(there: Traces) -> dict[str, Any]:
    """All that must stay: postings, totals, places, hashes."""
    boards = load_club_standings(there.house.club).games
    return {
        "postings": list(Posting.objects.order_by("pk").values_list("pk", "net", "pots", "number")),
        "balances": sorted(Balance.objects.values_list("session", "player", "points", "hands")),
        "places": [[(row.player_id, row.place) for row in board.rows] for board in boards],
        "hashes": list(Change.objects.order_by("pk").values_list("hash", "prev_hash")),
        "records": list(Entry.objects.order_by("pk").values_list("pk", "record", "deleted")),
    }


@row("S61")
def test_the_name_is_gone_and_everything_that_was_played_stays() -> None:
    there = traces(hands=500)
    before = played(there)
    assert {"User.name", "Player.name", "Entry.note", "Change.reason", "Posting.lines"} <= set(
        find_fields_with(NAME, "Tamás")
    )

    assert erase_tamas(there) == "Player 1"

    assert find_fields_with("titkos", "Tamás", build_name_key(NAME)) == []
    assert played(there) == before
    assert list(iter_findings()) == []
    there.tamas.refresh_from_db()
    assert (there.tamas.name, there.tamas.user, bool(there.tamas.archived_at)) == (
        "Player 1",
        None,
        True,
    )


@row("S61")
def test_notes_of_others_without_the_name_stay(there: Traces) -> None:
    erase_tamas(there)
    notes = set(Entry.objects.values_list("note", flat=True))
    assert notes == {"", "Szép játék"}
    agreed = Posting.objects.get(kind="adjust")
    assert agreed.lines[0]["values"]["note"] == NO_NOTE
    assert Draft.objects.get().record == {"note": ""}


@row("S61")
def test_notes_with_part_of_the_name_stay_if_the_owner_chooses(there: Traces) -> None:
    erase_tamas(there, parts=False)
    notes = set(Entry.objects.values_list("note", flat=True))
    # The corrected hand said the whole name; only its first version said a part.
    assert notes == {"", "Szép játék"}
    assert "Tamásnak nem volt XXI-ese" in set(Change.objects.values_list("note_after", flat=True))
    assert find_fields_with("titkos") == []
    assert list(iter_findings()) == []


@row("S61")
def test_a_club_and_a_season_keep_a_name(there: Traces) -> None:
    club, season = there.house.club, there.house.club.seasons.get()
    club.name, season.name = f"{NAME} klubja", "TITKOS  TAMÁS és 2026"
    club.save()
    season.save()
    erase_tamas(there)
    club.refresh_from_db()
    season.refresh_from_db()
    assert (club.name, season.name) == ("Player 1 klubja", "Player 1")


@row("S61")
def test_the_account_opens_nothing_any_more(there: Traces) -> None:
    assert SignInSession.objects.count() == 1
    erase_tamas(there)
    account = there.account
    account.refresh_from_db()
    assert (account.name, account.email, account.is_active) == ("Player 1", "", False)
    assert account.username == f"erased-{account.pk}"
    assert (account.theme, account.hand_side) == ("", "")
    assert not account.has_usable_password()
    assert not Membership.objects.filter(user=account).exists()
    for rows in (SignInSession, EmailAddress, UserSession, PasswordLink):
        assert not rows.objects.exists(), rows
    assert not Invitation.objects.filter(player=there.tamas, revoked_at=None).exists()


@row("S61")
def test_the_log_names_the_eraser_and_not_the_erased(there: Traces) -> None:
    erase_tamas(there)
    line = load_log_page(there.house.club.id).lines[0]
    assert (line.act, line.who, line.player) == ("erased", "anna", "Player 1")
    assert AuditLine.objects.latest("pk").facts == {"player": str(there.tamas.id)}


@row("S71")
def test_erasing_cuts_no_line_out_of_the_log(there: Traces) -> None:
    house = there.house
    AuditLine.write(house.club.id, Act.LEFT, by=there.account)
    lines = AuditLine.objects.order_by("pk").values_list("pk", "act", "user")
    before = list(lines)
    erase_tamas(there)
    assert list(lines.all())[: len(before)] == before


@row("S61")
def test_erasing_drops_queued_notices(there: Traces) -> None:
    make: Any = SignInSession.get_session_store_class()
    store = make()
    store["_messages"] = '[["__json_message", 0, 25, "Added: Titkos Tam\\u00e1s."]]'
    store["kept"] = "yes"
    store.create()
    erase_tamas(there)
    assert SignInSession.objects.get(pk=store.session_key).get_decoded() == {"kept": "yes"}


@row("S61")
def test_the_numbers_last_and_are_never_a_players_name(there: Traces) -> None:
    house = there.house
    Player.objects.create(club=house.club, name="player 2")
    erase_tamas(there)
    late = Player.objects.create(club=house.club, name="Zoltán")

    assert an_erasing(house, late) == "Player 3"
    house.club.refresh_from_db()
    assert house.club.erased == 3


@row("S61")
def test_the_pseudonym_is_in_the_language_of_the_club(there: Traces) -> None:
    there.house.club.language = "hu"
    there.house.club.save()
    called = erase_tamas(there)
    with translation.override("hu"):
        assert called == gettext("Player %(number)s") % {"number": 1}


@row("S61")
def test_a_member_of_another_club_keeps_the_account(
    there: Traces,
) -> None:
    a_member_elsewhere(there.account)
    session = there.sessions[0]
    Change.objects.filter(session=session).update(author=there.account)
    Entry.objects.filter(session=session).update(created_by=there.account)

    assert erase_tamas(there) == "Player 1"

    account = User.objects.get(pk=there.account.pk)
    assert (account.name, account.is_active, SignInSession.objects.count()) == (NAME, True, 1)
    assert [one.club_id for one in account.memberships.all()] != [there.house.club.id]
    session.refresh_from_db()
    assert {line.author for line in load_session_history(session).lines} == {"Player 1"}
    AuditLine.write(there.house.club.id, Act.SIGNED_IN, by=account, facts={"whom": str(account.pk)})
    line = load_log_page(there.house.club.id).lines[0]
    assert (line.who, line.whom) == ("Player 1", "Player 1")


@row("S61")
def test_erases_a_member_who_never_played(there: Traces) -> None:
    house = there.house
    gizi = a_user("gizi", club=house.club, roles=(Role.TREASURER,))
    called = erase_person(club_id=house.club.id, form=a_form(house.anna), user_id=gizi.id)
    gizi.refresh_from_db()
    assert (called, gizi.name, gizi.is_active) == ("Member 1", "Member 1", False)
    assert find_fields_with("gizi") == []


@row("S61")
def test_same_form_erases_once(there: Traces) -> None:
    house, form = there.house, a_form(there.house.anna)
    for _each in range(2):
        called = erase_person(club_id=house.club.id, form=form, player_id=there.tamas.id)
        assert called == "Player 1"
    assert Erasure.objects.exclude(club=None).count() == 1
    gizi, form = a_user("gizi", club=house.club, roles=(Role.MEMBER,)), a_form(house.anna)
    for _each in range(2):
        assert erase_person(club_id=house.club.id, form=form, user_id=gizi.id) == "Member 2"


@row("S61")
def test_only_an_owner_can_erase(there: Traces) -> None:
    for role in (role for role in Role if role != Role.OWNER):
        by = a_user(f"the-{role.value}", club=there.house.club, roles=(role,))
        with pytest.raises(ForbiddenError):
            an_erasing(there.house, there.tamas, by=by)
    assert Player.objects.get(pk=there.tamas.pk).name == NAME


@row("S61")
def test_refuses_to_erase_a_person_of_another_club(there: Traces) -> None:
    elsewhere = a_member_elsewhere(a_user("gizi"))
    with pytest.raises(Player.DoesNotExist):
        erase_person(club_id=elsewhere, form=a_form(), player_id=there.tamas.id)
    with pytest.raises(User.DoesNotExist):
        erase_person(club_id=elsewhere, form=a_form(), user_id=there.account.id)


@row("S61")
def test_refuses_to_erase_the_only_owner(there: Traces) -> None:
    house = there.house
    with pytest.raises(ConflictError) as error:
        erase_person(club_id=house.club.id, form=a_form(house.anna), user_id=house.anna.id)
    assert {code for _field, code in codes(error)} == {"last_owner", "last_secretary"}


@row("S61")
def test_erasure_list_contains_only_ids(there: Traces) -> None:
    erase_tamas(there)
    text = get_erasure_list_path().read_text()
    assert NAME not in text and "Player" not in text
    ids = (str(there.house.club.id), str(there.tamas.id), str(there.account.id))
    assert ListedErasure(*ids, number=1, parts=True) in read_erasure_list()
    # What the book has lost stays in the list.
    Erasure.objects.all().delete()
    assert update_erasure_list() == read_erasure_list() != []


@row("S61")
def test_an_erased_player_gets_no_name_or_seat_again(there: Traces) -> None:
    house = there.house
    erase_tamas(there)
    about: dict[str, Any] = {"club_id": house.club.id, "player_id": there.tamas.id}
    for again in (
        lambda: rename_player(form=a_form(house.anna), name=NAME, **about),
        lambda: archive_player(form=a_form(house.anna), archived=False, **about),
        lambda: erase_person(form=a_form(house.anna), **about),
    ):
        with pytest.raises(ConflictError) as error:
            again()
        assert codes(error) == [("", "player_erased")]


@row("S62")
def test_refuses_to_erase_a_player_of_an_open_session(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    anna = Player.objects.get(pk=house.players["Anna"])
    with pytest.raises(ConflictError) as error:
        an_erasing(house, anna)
    assert codes(error) == [("", "sits_in_open_session")]
    assert Player.objects.get(pk=anna.pk).name == "Anna"
    recorded(house, session, {"type": "end"})
    assert an_erasing(house, anna) == "Player 1"


@row("S62")
def test_refuses_to_erase_a_person_with_open_money(
    there: Traces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "sum_player_open_balances", lambda _player: {"HUF": -500})
    with pytest.raises(ConflictError) as error:
        erase_tamas(there)
    assert codes(error) == [("", "money_open")]
    assert Player.objects.get(pk=there.tamas.pk).name == NAME


@row("S64")
def test_a_hand_for_the_erased_player_is_a_conflict(there: Traces) -> None:
    house, session = there.house, there.sessions[0]
    erase_tamas(there)
    reopen_session(session_id=session.id, form=a_form(house.anna, version=session.version))
    hand = {
        "type": "hand",
        "declarer": str(there.tamas.id),
        "bid": "three",
        "partner": session.seats[0],
        "result": "won",
    }
    with pytest.raises(ConflictError) as caught:
        record_event(session_id=session.id, form=a_form(house.anna), raw=hand)
    assert codes(caught) == [("declarer", "erased_named")]
    assert find_fields_with("titkos", "Tamás") == []
    assert list(iter_findings()) == []


@row("S64")
def test_resending_the_creation_form_does_not_restore_the_name(house: House) -> None:
    form = a_form(house.anna)
    player = add_player(club_id=house.club.id, form=form, name=NAME)
    an_erasing(house, player)
    assert add_player(club_id=house.club.id, form=form, name=NAME).name == "Player 1"
    assert find_fields_with("Titkos") == []


@row("S64")
def test_document_with_an_erased_name_creates_another_player(there: Traces) -> None:
    erase_tamas(there)
    names = [NAME, "Anna", "Csaba", "Dóra"]
    import_document(
        there.house.club, as_bytes(document(players=names, date="2026-03-01", dealer=NAME))
    )
    assert Player.objects.get(name=NAME).id != there.tamas.id


def an_erasing(house: House, player: Player, *, by: User | None = None) -> str:
    if not player.balances.filter(session__closed=False).exists():
        settle_with_kitty(house.club.id, player.id)
    form = a_form(by or house.anna)
    return erase_person(club_id=house.club.id, form=form, player_id=player.id)


def a_member_elsewhere(user: User) -> UUID:
    """Another club, of which this person is a member."""
    club = a_club("Kőbánya", a_user("founder-elsewhere"))
    Membership.objects.create(user=user, club=club, roles=["member"])
    return club.id


@row("S61")
def test_a_merged_player_is_erased_under_both_names(there: Traces) -> None:
    club = there.house.club
    twin = Player.objects.create(club=club, name="Titkos Tomi")
    form = a_form(there.house.anna)
    merge_players(club_id=club.id, form=form, gone=twin.id, into=there.tamas.id)

    with pytest.raises(ConflictError) as caught:
        erase_person(club_id=club.id, form=a_form(there.house.anna), player_id=twin.id)
    assert [problem.code for problem in caught.value.problems] == ["merged_away"]
    pseudonym = erase_tamas(there)

    twin.refresh_from_db()
    assert twin.name == f"{pseudonym} (2)"
    assert find_fields_with("Tomi") == []
