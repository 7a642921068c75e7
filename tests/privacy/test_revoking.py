"""Access revoked after a backup is revoked again when that backup is restored."""

import json
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_removed
from django.db import connection
from django.utils import timezone

from support.book_copies import back_up, restore
from support.catalogue import row
from support.club_factories import House, a_form, a_house, a_session
from support.guest_visits import a_guest_link
from support.invitations import PASSWORD, an_invitation, token_of
from support.programs import a_stopped_webhook
from support.rankings import a_ranking, record_consent
from support.tournament_tables import a_tournament
from tarokk_club.club.api.usecases.keys import KeyPlan, drop_api_key, make_api_key
from tarokk_club.club.calendar.usecases.calendar_links import (
    make_calendar_link,
    revoke_calendar_link,
)
from tarokk_club.club.guests.usecases import revoke_guest_link
from tarokk_club.club.models import (
    ApiKey,
    Arbiter,
    CalendarLink,
    Club,
    GuestLink,
    Invitation,
    Membership,
    PasswordLink,
    RankingPerson,
    Revocation,
    Role,
    User,
    Webhook,
)
from tarokk_club.club.people.usecases.accounts import make_password_link, reset_password_by_link
from tarokk_club.club.people.usecases.invitations import join_club, revoke_invitation
from tarokk_club.club.people.usecases.members import remove_member
from tarokk_club.club.privacy.usecases.revoking import merge_revocations
from tarokk_club.club.tournaments.usecases.arbiters import appoint_arbiter, remove_arbiter
from tarokk_club.club.webhooks.usecases.webhooks import (
    WebhookPlan,
    make_webhook,
    remove_webhook,
)
from tarokk_club.database.revocation_file import (
    append_revocations,
    get_revocation_path,
    read_revoked_access,
)
from tarokk_club.serving.backups import sqlite_copy

pytestmark = [
    pytest.mark.skipif(connection.vendor != "sqlite", reason="it replaces the file of the book"),
    pytest.mark.usefixtures("no_list"),
]


@pytest.fixture
def house(own_book: None) -> House:
    return a_house()


@pytest.fixture
def key(house: House) -> ApiKey:
    plan = KeyPlan(name="Scoreboard", scopes=[], until=timezone.now().date())
    return make_api_key(club_id=house.club.id, form=a_form(house.anna), plan=plan)[0]


def drop(house: House, key: ApiKey) -> None:
    drop_api_key(club_id=house.club.id, form=a_form(house.anna), key_id=key.id, own=True)


@row("S83")
def test_a_restore_repeats_later_revocations(house: House, key: ApiKey, tmp_path: Path) -> None:
    club, anna = house.club.id, a_form(house.anna)
    shown = a_guest_link(house, a_session(house))
    invitation = an_invitation(house, Role.SCORER)
    make_calendar_link(club_id=club, form=a_form(house.bela))
    passkey = Authenticator.objects.create(
        user=house.anna, type="webauthn", data={"name": "phone", "credential": {"id": "abc"}}
    )
    link = make_password_link(club_id=club, form=a_form(house.anna), user_id=house.bela.pk)
    before = back_up(tmp_path)

    drop(house, key)
    revoke_guest_link(club_id=club, form=a_form(house.anna), link_id=shown.id)
    revoke_invitation(club_id=club, form=anna, invitation_id=invitation.id)
    revoke_calendar_link(club_id=club, form=a_form(house.bela))
    reset_password_by_link(token=token_of(link), password="new " + PASSWORD)
    authenticator_removed.send(User, user=house.anna, authenticator=passkey)
    passkey.delete()
    said = restore(before)

    for what in ("key for programs", "guest link", "invitation", "calendar link", "passkey"):
        assert f"Revoked again since that backup: {what} (1)" in said
    assert not ApiKey.objects.exists() and not Authenticator.objects.exists()
    for links in (GuestLink, Invitation, CalendarLink, PasswordLink):
        assert not links.objects.filter(revoked_at=None).exists()
    # The next backup has it revoked already.
    assert "Revoked again" not in restore(back_up(tmp_path))


@row("S83")
def test_a_removed_arbiter_stays_removed(house: House, tmp_path: Path) -> None:
    tournament = a_tournament(house)
    here: dict[str, Any] = {"club_id": house.club.id, "tournament_id": tournament.id}
    appoint_arbiter(form=a_form(house.anna), member=house.bela.pk, **here)
    before = back_up(tmp_path)
    arbiter = Arbiter.objects.get(tournament=tournament)
    remove_arbiter(form=a_form(house.anna), arbiter_id=arbiter.pk, **here)

    said = restore(before)

    assert "arbiter of a tournament (1)" in said
    assert not Arbiter.objects.filter(ended_at=None).exists()


@row("S83")
def test_a_webhook_that_was_removed_does_not_come_back(house: House, tmp_path: Path) -> None:
    plan = WebhookPlan(url="https://example.org/hook", events=["hand.saved"])
    gone, _new = make_webhook(club_id=house.club.id, form=a_form(house.anna), plan=plan)
    stays = a_stopped_webhook(house)
    before = back_up(tmp_path)
    remove_webhook(club_id=house.club.id, form=a_form(house.anna), webhook_id=gone.pk)

    said = restore(before)

    assert "webhook (1)" in said
    assert Webhook.objects.get() == stays
    assert Club.objects.get(pk=house.club.id).webhook_events == ""


@row("S83", "S112")
def test_a_consent_that_was_withdrawn_does_not_come_back(house: House, tmp_path: Path) -> None:
    ranking = a_ranking(house)
    RankingPerson.objects.create(ranking=ranking, user=house.bela, agreed_at=timezone.now())
    before = back_up(tmp_path)
    record_consent(house, ranking, house.bela, agrees=False)

    said = restore(before)

    assert "consent to be one person in a ranking (1)" in said
    assert not RankingPerson.objects.exists()


@row("S83")
def test_access_revoked_before_a_database_loss_stays_revoked(
    house: House, key: ApiKey, tmp_path: Path
) -> None:
    before = back_up(tmp_path)
    drop(house, key)
    connection.close()
    sqlite_copy.find_database_path().unlink()

    assert "key for programs (1)" in restore(before)
    assert not ApiKey.objects.exists()
    assert Revocation.objects.get().ident == str(key.pk)


@row("S83")
def test_restore_without_the_lists_brings_the_key_back(
    house: House, key: ApiKey, tmp_path: Path
) -> None:
    before = back_up(tmp_path)
    drop(house, key)
    Revocation.objects.all().delete()
    get_revocation_path().unlink()

    restore(before)

    assert ApiKey.objects.get() == key


@row("S83")
def test_a_removed_member_and_a_closed_account_do_not_come_back(
    house: House, tmp_path: Path
) -> None:
    before = back_up(tmp_path)
    remove_member(club_id=house.club.id, form=a_form(house.anna), user_id=house.bela.pk)
    house.bela.is_active = False
    house.bela.save()

    said = restore(before)

    assert "membership (1)" in said and "account (1)" in said
    assert not Membership.objects.filter(user=house.bela).exists()
    assert not User.objects.get(pk=house.bela.pk).is_active


@row("S83")
def test_a_rejoined_member_and_a_reactivated_account_stay(house: House, tmp_path: Path) -> None:
    remove_member(club_id=house.club.id, form=a_form(house.anna), user_id=house.bela.pk)
    join_club(token=token_of(an_invitation(house)), by=house.bela)
    house.bela.is_active = False
    house.bela.save()
    house.bela.is_active = True
    house.bela.save()

    said = restore(back_up(tmp_path))

    assert "Revoked again" not in said
    assert Membership.objects.filter(user=house.bela).exists()
    assert User.objects.get(pk=house.bela.pk).is_active


@row("S83")
def test_restore_keeps_the_only_owner_of_the_backup(house: House, tmp_path: Path) -> None:
    before = back_up(tmp_path)
    append_revocations([("membership", f"{house.club.id}:{house.anna.pk}", True)])

    assert "membership" not in restore(before)
    assert Membership.objects.filter(user=house.anna).exists()


@row("S83")
def test_a_used_invitation_cannot_be_used_again(house: House, tmp_path: Path) -> None:
    invitation = an_invitation(house)
    before = back_up(tmp_path)
    Membership.objects.filter(user=house.bela).delete()
    join_club(token=token_of(invitation), by=house.bela)

    restore(before)

    assert Invitation.objects.get(pk=invitation.pk).revoked_at


@row("S83")
def test_a_file_that_cannot_be_written_does_not_stop_a_revocation(
    house: House, key: ApiKey
) -> None:
    get_revocation_path().mkdir()
    drop(house, key)
    assert not ApiKey.objects.exists()
    get_revocation_path().rmdir()

    merge_revocations()

    assert read_revoked_access() == {("key", str(key.pk))}


def test_a_torn_line_of_the_file_is_skipped_and_ends_no_other(no_list: None) -> None:
    append_revocations([("key", "a", True), ("key", "b", True)])
    with get_revocation_path().open("a") as file:
        file.write('["key", "c"')
    append_revocations([("key", "a", False), ("passkey", "d", True)])

    assert read_revoked_access() == {("key", "b"), ("passkey", "d")}
    assert json.loads(get_revocation_path().read_text().splitlines()[0]) == ["key", "a", True]
