"""Use cases that repeat revocations after a backup was restored."""

import hashlib
from collections.abc import Callable, Collection, Iterable
from types import MappingProxyType
from uuid import UUID

from allauth.mfa.models import Authenticator
from django.db.models import Q
from django.utils import timezone

from tarokk_club.club.models import (
    ApiKey,
    Arbiter,
    CalendarLink,
    GuestLink,
    Invitation,
    Membership,
    PasswordLink,
    RankingPerson,
    RegistrationLink,
    ServiceKey,
    User,
    Webhook,
)
from tarokk_club.club.models.keys import delete_api_keys, delete_service_keys
from tarokk_club.club.models.members import Link, revoke_links
from tarokk_club.club.models.privacy import (
    Revocation,
    RevocationKind,
    build_membership_ident,
    build_passkey_ident,
    store_revocations,
)
from tarokk_club.club.people.usecases.accounts import remove_passkeys
from tarokk_club.club.people.usecases.members import detach_member, require_owner_and_secretary
from tarokk_club.club.webhooks.usecases.webhooks import store_wanted_events
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.database import revocation_file
from tarokk_club.database.write_lock import write_lock

Listed = Collection[tuple[str, str]]


def merge_revocations() -> Listed:
    """Add to the file the revocations that only the database has, and return all revocations."""
    stored = set(Revocation.objects.values_list("kind", "ident"))
    filed = revocation_file.read_revoked_access()
    if missing := sorted(stored - filed):
        revocation_file.append_revocations((kind, ident, True) for kind, ident in missing)
    return stored | filed


def repeat_revocations(*, listed: Listed) -> dict[RevocationKind, int]:
    """Store the listed revocations, end the access they revoke, and return the number by kind.

    A user who is the only owner or secretary of a club remains a member.
    """
    ended: dict[RevocationKind, int] = {}
    with write_lock():
        for kind in RevocationKind:
            idents = [
                ident for name, ident in listed if name == kind and is_valid_ident(kind, ident)
            ]
            store_revocations(kind, idents)
            if count := _REVOKERS[kind](idents):
                ended[kind] = count
    return ended


def is_valid_ident(kind: RevocationKind, ident: str) -> bool:
    """Return whether the text is a well-formed ident of this kind."""
    if kind == RevocationKind.PASSKEY:
        return len(ident) == len(hashlib.sha256().hexdigest())
    try:
        return all(str(UUID(part)) == part for part in ident.split(":"))
    except ValueError:
        return False


def _end_keys(idents: Iterable[str]) -> int:
    ended = delete_api_keys(ApiKey.objects.filter(pk__in=idents))
    return ended + delete_service_keys(ServiceKey.objects.filter(pk__in=idents))


def _build_link_revoker(model: type[Link], used: Q | None = None) -> Callable[[Iterable[str]], int]:
    """Return a function that revokes the links of a model with the given ids.

    used: the condition for links that are used up, which need no revocation.
    """

    def revoke_listed(idents: Iterable[str]) -> int:
        rows = model._default_manager.filter(~(used or Q(pk=None)), pk__in=idents)
        return revoke_links(rows, at=timezone.now())

    return revoke_listed


def _remove_passkeys(idents: Iterable[str]) -> int:
    wanted = set(idents)
    rows = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN)
    gone = [row.pk for row in rows if build_passkey_ident(row.data) in wanted]
    return remove_passkeys(rows.filter(pk__in=gone))


def _end_memberships(idents: Iterable[str]) -> int:
    wanted, count = set(idents), 0
    if not wanted:
        return 0
    for row in Membership.objects.select_related("user"):
        if build_membership_ident(row.club_id, row.user_id) not in wanted:
            continue
        try:
            require_owner_and_secretary(row.club_id, but=row.user_id, roles_left=[])
        except ConflictError:
            continue
        detach_member(row.club_id, row.user)
        count += 1
    return count


def _end_arbiters(idents: Iterable[str]) -> int:
    rows = Arbiter.objects.filter(pk__in=idents, ended_at=None)
    return rows.update(ended_at=timezone.now())


def _close_accounts(idents: Iterable[str]) -> int:
    return User.objects.filter(pk__in=idents, is_active=True).update(is_active=False)


def _delete_webhooks(idents: Iterable[str]) -> int:
    rows = list(Webhook.objects.filter(pk__in=idents).select_related("club"))
    for row in rows:
        row.delete()
        store_wanted_events(row.club)
    return len(rows)


def _delete_consents(idents: Iterable[str]) -> int:
    return RankingPerson.objects.filter(pk__in=idents).delete()[0]


_REVOKERS = MappingProxyType(
    {
        RevocationKind.KEY: _end_keys,
        RevocationKind.INVITATION: _build_link_revoker(Invitation, Q(uses_left=0)),
        RevocationKind.GUEST: _build_link_revoker(GuestLink),
        RevocationKind.REGISTRATION: _build_link_revoker(RegistrationLink),
        RevocationKind.ARBITER: _end_arbiters,
        RevocationKind.CALENDAR: _build_link_revoker(CalendarLink),
        RevocationKind.PASSWORD: _build_link_revoker(PasswordLink, Q(used_at__isnull=False)),
        RevocationKind.PASSKEY: _remove_passkeys,
        RevocationKind.MEMBERSHIP: _end_memberships,
        RevocationKind.ACCOUNT: _close_accounts,
        RevocationKind.WEBHOOK: _delete_webhooks,
        RevocationKind.ONE_PERSON: _delete_consents,
    }
)
