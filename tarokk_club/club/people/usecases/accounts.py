"""Use cases for appearance, profile, password and access of accounts, and a club's passkey rule."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session as SignInSession
from django.db.models import QuerySet
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import (
    Act,
    ApiKey,
    AuditLine,
    CalendarLink,
    Club,
    PasswordLink,
    PushDevice,
    ServiceKey,
    User,
)
from tarokk_club.club.models.keys import delete_api_keys, delete_service_keys
from tarokk_club.club.models.members import revoke_links
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.models.privacy import RevocationKind, build_passkey_ident, store_revocations
from tarokk_club.club.people.queries.accounts import CALENDAR, KEY, SERVICE, list_keys_and_links
from tarokk_club.club.people.queries.members import (
    compute_password_fingerprint,
    find_usable_password_link,
    may_reset_password,
)
from tarokk_club.club.values import link_tokens
from tarokk_club.club.values.theming import Appearance
from tarokk_club.club.writing.errors import LinkGoneError, RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club
from tarokk_club.database.write_lock import write_lock


def change_appearance(*, user: User, look: Appearance) -> None:
    """Save the appearance in the account."""
    with write_lock():
        user.theme, user.hand_side = look.theme, look.hand_side
        user.save(update_fields=["theme", "hand_side"])


def set_next_hand_preference(*, user: User, next_hand: bool) -> None:
    """Save whether the form of the next hand opens after the user saves a hand."""
    with write_lock():
        user.next_hand = next_hand
        user.save(update_fields=["next_hand"])


def change_profile(*, user: User, name: str, language: str) -> User:
    """Change the name and language of a user and return the user; the username is unchanged.

    language: "" for the language of the club.
    Raise RefusedError if the name is invalid, if another member of a club of the user has it, or if
        the language is unknown.
    """
    problems: list[Problem] = []
    name = read_name(name, problems)
    if language and language not in dict(settings.LANGUAGES):
        problems.append(Problem("language_unknown", "language"))
    with write_lock():
        # The log and the history show names, so no member may take another's.
        companions = User.objects.filter(clubs__memberships__user=user).exclude(pk=user.pk)
        if build_name_key(name) in {
            build_name_key(other) for other in companions.values_list("name", flat=True)
        }:
            problems.append(Problem("companion_has_name", "name"))
        if problems:
            raise RefusedError(problems)
        user.name, user.language = name, language
        user.save(update_fields=["name", "language"])
        return user


def reset_password_by_link(*, token: str, password: str, gone: Iterable[str] = ()) -> User:
    """Set a new password with a password link and return the user.

    All sign-in sessions, keys, calendar links and push subscriptions of the user end.

    gone: the ids of the user's passkeys to remove.
    Raise LinkGoneError if the link cannot be used.
    """
    # Hashing is slow on purpose, so do it before taking the lock.
    hashed = make_password(password)
    with write_lock():
        club = Club.objects.select_for_update(of=("self",), no_key=True)
        club.filter(passwordlinks__token_hash=link_tokens.hash_token(token)).first()
        link = find_usable_password_link(token)
        if link is None:
            raise LinkGoneError
        link.used_at = timezone.now()
        link.save(update_fields=["used_at"])
        store_revocations(RevocationKind.PASSWORD, [link.pk])
        link.user.password = hashed
        link.user.save(update_fields=["password"])
        PushDevice.objects.filter(user=link.user).delete()
        _end_keys_and_links_under_lock(
            link.user, [ident for ident, words in list_keys_and_links(link.user)]
        )
        AuditLine.write(link.club_id, Act.LINK_USED, by=link.user)
        keys = Authenticator.objects.filter(user=link.user, type=Authenticator.Type.WEBAUTHN)
        if remove_passkeys(keys.filter(pk__in=list(gone))):
            AuditLine.write(link.club_id, Act.PASSKEY_REMOVED, by=link.user)
        return link.user


def end_keys_and_links(*, user: User, idents: Iterable[str]) -> int:
    """End the given keys and calendar links of the user, and return how many ended.

    The audit log of each club gets a line for them.

    idents: ids from `list_keys_and_links`; invalid ones are skipped.
    """
    with write_lock():
        return _end_keys_and_links_under_lock(user, idents)


def _end_keys_and_links_under_lock(user: User, idents: Iterable[str]) -> int:
    valid = {ident for ident, words in list_keys_and_links(user)}
    ids: dict[str, list[str]] = {KEY: [], SERVICE: [], CALENDAR: []}
    for kind, _colon, pk in (ident.partition(":") for ident in valid.intersection(idents)):
        ids[kind].append(pk)
    keys = ApiKey.objects.filter(pk__in=ids[KEY])
    links = CalendarLink.objects.filter(pk__in=ids[CALENDAR])
    for club_id in keys.values_list("club_id", flat=True):
        AuditLine.write(club_id, Act.KEY_DROPPED, by=user, facts={"whom": str(user.pk)})
    for club_id in links.values_list("club_id", flat=True):
        AuditLine.write(club_id, Act.CALENDAR_GONE, by=user)
    services = delete_service_keys(ServiceKey.objects.filter(pk__in=ids[SERVICE]))
    return delete_api_keys(keys) + services + revoke_links(links, at=timezone.now())


def remove_passkeys(passkeys: QuerySet[Authenticator]) -> int:
    """Delete and revoke these passkeys, and return their number."""
    store_revocations(
        RevocationKind.PASSKEY, [build_passkey_ident(passkey.data) for passkey in passkeys]
    )
    return passkeys.delete()[0]


LINK_LIFETIME = timedelta(hours=24)


def make_password_link(*, club_id: UUID, form: Submission, user_id: UUID) -> PasswordLink:
    """Create and return a link to set a new password once; older links of the user are revoked.

    The form's key becomes the link's id.

    Raise RefusedError if the user is the caller or an operator, or belongs to a club that the
        caller does not own.
    Raise User.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "password_link", "user": str(user_id)}

    def create_link(write: ClubWrite) -> PasswordLink:
        user = User.objects.get(pk=user_id, memberships__club_id=club_id)
        _require_can_reset_password(form.by, user)
        now = timezone.now()
        revoke_links(PasswordLink.objects.filter(user=user), at=now)
        link = PasswordLink(
            id=form.key,
            club=write.club,
            user=user,
            password_mark=compute_password_fingerprint(user),
            made_by=form.by,
            made_at=now,
            expires_at=now + LINK_LIFETIME,
        )
        link.set_token_hash()
        insert_with_client_id(link)
        facts = {"whom": str(user_id)}
        write.log(Act.LINK_MADE, facts)
        return link

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        create_link,
        repeated=lambda write: PasswordLink.objects.get(pk=form.key),
    )


def _require_can_reset_password(owner: User | None, user: User) -> None:
    if owner and owner.id == user.id:
        raise RefusedError([Problem("own_password", "")])
    if not may_reset_password(owner, user):
        raise RefusedError([Problem("password_elsewhere", "")])


def set_two_factor_requirement(*, club_id: UUID, form: Submission, wanted: bool) -> Club:
    """Set whether owners and treasurers need a passkey after the password; return the club.

    Raise the errors of the unit of work.
    """
    content = {"do": "choose_two_factors", "wanted": wanted}

    def save_requirement(write: ClubWrite) -> Club:
        write.club.two_factors = wanted
        write.club.save(update_fields=["two_factors"])
        write.log(Act.TWO_FACTORS if wanted else Act.ONE_FACTOR)
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        save_requirement,
        repeated=lambda write: write.club,
    )


def delete_push_devices(*, user: User, session_key: str | None = None) -> int:
    """Delete the user's push devices and return their number.

    session_key: delete only the devices of this sign-in session.
    """
    phones = PushDevice.objects.filter(user=user)
    if session_key is not None:
        phones = phones.filter(session_key=session_key)
    if not phones.exists():
        return 0
    with write_lock():
        return phones.delete()[0]


def sign_everybody_out() -> int:
    """End all sign-in sessions, delete all push devices, and return the number of sessions.

    A restored backup may contain sessions that have ended since the backup was made.
    """
    UserSession.objects.all().delete()
    PushDevice.objects.all().delete()
    return SignInSession.objects.all().delete()[0]
