"""What follows when somebody signs in, or changes how: the log of the clubs, the devices.

And when the tables were brought up to date: the book is audited.
"""

from typing import Any

from allauth.mfa.signals import authenticator_added, authenticator_removed
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.auth.signals import user_logged_in
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models.signals import post_migrate
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from tarokk_club.club.models import Act, AuditLine, Club, Membership, User
from tarokk_club.club.queries.audit import BROKEN, findings
from tarokk_club.database import busy, last_audit
from tarokk_club.serving.system import say


def note_sign_in(*, request: HttpRequest | None, user: User, **more: Any) -> None:
    """Write a line into the log of every club of the person."""
    _note(user, Act.SIGNED_IN)


def note_passkey_added(*, user: User, **more: Any) -> None:
    """Say that there is another way in."""
    _note(user, Act.PASSKEY_ADDED)


def note_passkey_removed(*, user: User, **more: Any) -> None:
    """Say that there is one way in less."""
    _note(user, Act.PASSKEY_REMOVED)


def _note(user: User, act: Act) -> None:
    now = timezone.now()
    clubs = Membership.objects.filter(user=user).values_list("club_id", flat=True)
    AuditLine.objects.bulk_create(
        AuditLine(club_id=club_id, user=user, act=act.value, at=now) for club_id in clubs
    )


def list_device(*, request: HttpRequest | None, user: User, **more: Any) -> None:
    """List the device; the accounts library itself does so for its own sign-in page only."""
    # Without an address it is no visitor but a command or a test.
    if request is not None and request.META.get("REMOTE_ADDR"):
        UserSession.objects.create_from_request(request)


def audit_migrated(*, using: str, **more: Any) -> None:
    """Say whether the book still agrees after its tables were changed; a fault is no refusal."""
    if using != DEFAULT_DB_ALIAS or not more.get("plan") or not _is_up_to_date():
        return
    if not Club.objects.exists():
        return
    try:
        count = sum(1 for _finding in findings())
    except (*BROKEN, DatabaseError):
        count = 1
    last_audit.note_audit(count)
    if count:
        say(_("WARNING: the book does not agree after the update. Run audit_ledger now."))
    else:
        say(_("The book was brought up to date and agrees in all checks."))


def _is_up_to_date() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def connect() -> None:
    """Listen from now on."""
    user_logged_in.connect(note_sign_in, dispatch_uid="club.note_sign_in")
    user_logged_in.connect(list_device, dispatch_uid="club.list_device")
    post_migrate.connect(
        audit_migrated, sender=apps.get_app_config("club"), dispatch_uid="club.audit_migrated"
    )
    busy.watch()
    authenticator_added.connect(note_passkey_added, dispatch_uid="club.note_passkey_added")
    authenticator_removed.connect(note_passkey_removed, dispatch_uid="club.note_passkey_removed")
