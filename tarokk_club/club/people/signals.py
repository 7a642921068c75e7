"""Signal handlers that log sign-ins and account changes, revoke access, and record new devices."""

from collections.abc import Collection, Mapping
from typing import Any

from allauth.account.signals import password_changed, password_reset
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import post_save
from django.http import HttpRequest
from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine, Membership, User
from tarokk_club.club.models.privacy import (
    RevocationKind,
    build_passkey_ident,
    delete_revocation,
    store_revocations,
)
from tarokk_club.club.people.queries.accounts import list_keys_and_links
from tarokk_club.club.people.usecases.accounts import end_keys_and_links
from tarokk_club.http.logs import log_security_event


def log_sign_in(*, request: HttpRequest | None, user: User, **more: Any) -> None:
    """Log a sign-in in every club of the user and in the security log."""
    _log_account_act(user, Act.SIGNED_IN)


def log_failed_sign_in(*, credentials: Mapping[str, Any], **more: Any) -> None:
    """Log a failed sign-in with the id of the account, if any, but without the typed text."""
    typed = User.normalize_username(str(credentials.get("username", "")))
    user_id = User.objects.filter(username=typed).values_list("pk", flat=True).first()
    log_security_event("sign_in_failed", user=user_id or "-")


def log_sign_out(*, user: User | None, **more: Any) -> None:
    """Log a sign-out."""
    if user is not None:
        log_security_event("signed_out", user=user.pk)


def log_password_change(*, user: User, **more: Any) -> None:
    """Log a password change."""
    log_security_event("password_changed", user=user.pk)


def end_access_after_reset(*, user: User, **more: Any) -> None:
    """End all keys and calendar links of the user, as an intruder may have created them."""
    end_keys_and_links(user=user, idents=[ident for ident, words in list_keys_and_links(user)])


def log_passkey_added(*, user: User, **more: Any) -> None:
    """Log the addition of a passkey."""
    _log_account_act(user, Act.PASSKEY_ADDED)


def log_and_revoke_passkey(*, user: User, authenticator: Authenticator, **more: Any) -> None:
    """Log and revoke a removed passkey, so that restoring a backup does not bring it back."""
    store_revocations(RevocationKind.PASSKEY, [build_passkey_ident(authenticator.data)])
    _log_account_act(user, Act.PASSKEY_REMOVED)


def sync_account_revocation(
    *, instance: User, created: bool, update_fields: Collection[str] | None, **more: Any
) -> None:
    """After a save of `is_active`, store the revocation of a closed account, or delete it.

    The revocation is deleted if the account is open. New accounts are ignored.
    """
    if created or (update_fields is not None and "is_active" not in update_fields):
        return
    if instance.is_active:
        delete_revocation(RevocationKind.ACCOUNT, instance.pk)
    else:
        store_revocations(RevocationKind.ACCOUNT, [instance.pk])


def _log_account_act(user: User, act: Act) -> None:
    """Log an act in the security log and in the log of every club of the user."""
    log_security_event(act.value, user=user.pk)
    now = timezone.now()
    clubs = Membership.objects.filter(user=user).values_list("club_id", flat=True)
    AuditLine.objects.bulk_create(
        AuditLine(club_id=club_id, user=user, act=act.value, at=now) for club_id in clubs
    )


def add_device(*, request: HttpRequest | None, user: User, **more: Any) -> None:
    """Add the browser to the user's devices.

    Allauth adds the browser only on its own sign-in page.
    """
    # A request without an address comes from a command or a test.
    if request is not None and request.META.get("REMOTE_ADDR"):
        UserSession.objects.create_from_request(request)


def connect() -> None:
    """Connect the handlers to their signals."""
    user_logged_in.connect(log_sign_in, dispatch_uid="club.log_sign_in")
    user_logged_in.connect(add_device, dispatch_uid="club.list_device")
    user_login_failed.connect(log_failed_sign_in, dispatch_uid="club.log_failed_sign_in")
    user_logged_out.connect(log_sign_out, dispatch_uid="club.log_sign_out")
    password_changed.connect(log_password_change, dispatch_uid="club.note_password")
    password_reset.connect(log_password_change, dispatch_uid="club.note_password_reset")
    password_reset.connect(end_access_after_reset, dispatch_uid="club.end_access_after_reset")
    authenticator_added.connect(log_passkey_added, dispatch_uid="club.log_passkey_added")
    authenticator_removed.connect(
        log_and_revoke_passkey, dispatch_uid="club.log_and_revoke_passkey"
    )
    post_save.connect(sync_account_revocation, sender=User, dispatch_uid="club.note_account")
