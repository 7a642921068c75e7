"""End again what was revoked before a restored backup brought it back."""

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
from tarokk_club.club.models.keys import end_keys, end_service_keys
from tarokk_club.club.models.members import Link, revoke_links
from tarokk_club.club.models.privacy import (
    Revocation,
    Revoked,
    membership_ident,
    note_revoked,
    passkey_ident,
)
from tarokk_club.club.people.usecases.accounts import remove_passkeys
from tarokk_club.club.people.usecases.members import detach_member, require_someone_left
from tarokk_club.club.webhooks.usecases.webhooks import note_wanted_events
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.database import revocation_file
from tarokk_club.database.write_lock import write_lock

Listed = Collection[tuple[str, str]]


def complete_revocations() -> Listed:
    """Add what the file lacks to it, and return everything revoked by the file or the database."""
    stored = set(Revocation.objects.values_list("kind", "ident"))
    filed = revocation_file.read_revoked()
    if missing := sorted(stored - filed):
        revocation_file.add_lines((kind, ident, True) for kind, ident in missing)
    return stored | filed


def revoke_again(*, listed: Listed) -> dict[Revoked, int]:
    """End everything on the list that a restored backup brought back, and return how many of each
    kind.

    A member stays who is the only owner or secretary of a club: the backup knows no other.
    """
    ended: dict[Revoked, int] = {}
    with write_lock():
        for kind in Revoked:
            idents = [ident for one, ident in listed if one == kind and is_ident(kind, ident)]
            note_revoked(kind, idents)
            if count := _AGAIN[kind](idents):
                ended[kind] = count
    return ended


def is_ident(kind: Revoked, ident: str) -> bool:
    """Return whether a line of the file has an id of this kind: a damaged one has none."""
    if kind == Revoked.PASSKEY:
        return len(ident) == len(hashlib.sha256().hexdigest())
    try:
        return all(str(UUID(one)) == one for one in ident.split(":"))
    except ValueError:
        return False


def _keys(idents: Iterable[str]) -> int:
    ended = end_keys(ApiKey.objects.filter(pk__in=idents))
    return ended + end_service_keys(ServiceKey.objects.filter(pk__in=idents))


def _links(model: type[Link], used: Q | None = None) -> Callable[[Iterable[str]], int]:
    """Return what revokes links of a model.

    used: condition for those that were used up, which open nothing.
    """

    def again(idents: Iterable[str]) -> int:
        rows = model._default_manager.filter(~(used or Q(pk=None)), pk__in=idents)
        return revoke_links(rows, at=timezone.now())

    return again


def _passkeys(idents: Iterable[str]) -> int:
    wanted = set(idents)
    rows = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN)
    gone = [row.pk for row in rows if passkey_ident(row.data) in wanted]
    return remove_passkeys(rows.filter(pk__in=gone))


def _memberships(idents: Iterable[str]) -> int:
    wanted, count = set(idents), 0
    if not wanted:
        return 0
    for row in Membership.objects.select_related("user"):
        if membership_ident(row.club_id, row.user_id) not in wanted:
            continue
        try:
            require_someone_left(row.club_id, but=row.user_id, roles_left=[])
        except ConflictError:
            continue
        detach_member(row.club_id, row.user)
        count += 1
    return count


def _arbiters(idents: Iterable[str]) -> int:
    rows = Arbiter.objects.filter(pk__in=idents, ended_at=None)
    return rows.update(ended_at=timezone.now())


def _accounts(idents: Iterable[str]) -> int:
    return User.objects.filter(pk__in=idents, is_active=True).update(is_active=False)


def _webhooks(idents: Iterable[str]) -> int:
    rows = list(Webhook.objects.filter(pk__in=idents).select_related("club"))
    for row in rows:
        row.delete()
        note_wanted_events(row.club)
    return len(rows)


def _consents(idents: Iterable[str]) -> int:
    return RankingPerson.objects.filter(pk__in=idents).delete()[0]


_AGAIN = MappingProxyType(
    {
        Revoked.KEY: _keys,
        Revoked.INVITATION: _links(Invitation, Q(uses_left=0)),
        Revoked.GUEST: _links(GuestLink),
        Revoked.REGISTRATION: _links(RegistrationLink),
        Revoked.ARBITER: _arbiters,
        Revoked.CALENDAR: _links(CalendarLink),
        Revoked.PASSWORD: _links(PasswordLink, Q(used_at__isnull=False)),
        Revoked.PASSKEY: _passkeys,
        Revoked.MEMBERSHIP: _memberships,
        Revoked.ACCOUNT: _accounts,
        Revoked.WEBHOOK: _webhooks,
        Revoked.ONE_PERSON: _consents,
    }
)
