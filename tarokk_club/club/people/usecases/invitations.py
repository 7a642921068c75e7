"""Use cases that create, revoke and accept invitations."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import (
    Act,
    AuditLine,
    Club,
    Invitation,
    Membership,
    Player,
    Role,
    User,
    WriteKey,
)
from tarokk_club.club.models.chain import compute_fingerprint
from tarokk_club.club.models.members import revoke_links
from tarokk_club.club.models.privacy import (
    RevocationKind,
    build_membership_ident,
    delete_revocation,
    store_revocations,
)
from tarokk_club.club.people.queries.members import (
    count_recent_invitations,
    find_open_invitation,
    may_see_invitation,
)
from tarokk_club.club.values import link_tokens
from tarokk_club.club.writing.errors import (
    ForbiddenError,
    KeyReusedError,
    LinkGoneError,
    OwnPromotionError,
    RefusedError,
    TooManyError,
)
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right, list_grantable_roles
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name, read_username
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club
from tarokk_club.database.write_lock import write_lock


@contextmanager
def lock_open_invitation(token: str) -> Iterator[Invitation]:
    """Take the write lock and yield the open invitation with this token.

    Raise LinkGoneError if it cannot be used.
    """
    with write_lock():
        # Lock the club first, like every other write, so that a revocation cannot interleave.
        club = Club.objects.select_for_update(of=("self",), no_key=True)
        club.filter(invitations__token_hash=link_tokens.hash_token(token)).first()
        invitation = find_open_invitation(token)
        if invitation is None:
            raise LinkGoneError
        yield invitation


def admit_user(invitation: Invitation, user: User) -> None:
    """Add the roles of the invitation to the user's roles, and link its player.

    An invitation that gives no new role and names no player is not used up.

    Raise OwnPromotionError if the user created the invitation.
    Raise RefusedError if the user already has another player in the club.
    """
    if invitation.made_by_id == user.id:
        raise OwnPromotionError
    club = invitation.club
    membership = Membership.objects.filter(user=user, club=club).first()
    held = membership.roles if membership else []
    new = [role for role in invitation.roles if role not in held]
    claimed = _claim_player(invitation, user)
    if not new and not claimed:
        return
    if membership is None:
        membership = Membership(user=user, club=club)
        delete_revocation(RevocationKind.MEMBERSHIP, build_membership_ident(club.pk, user.pk))
    membership.roles = [*held, *new]
    membership.save()
    invitation.used += 1
    if invitation.uses_left is not None:
        invitation.uses_left -= 1
        if not invitation.uses_left:
            store_revocations(RevocationKind.INVITATION, [invitation.pk])
    invitation.save(update_fields=["used", "uses_left"])
    maker = str(invitation.made_by_id) if invitation.made_by_id else None
    facts = {"roles": invitation.roles, "whom": maker}
    AuditLine.write(club.id, Act.JOINED, by=user, facts=facts)


def _claim_player(invitation: Invitation, user: User) -> bool:
    """Link the user to the player of the invitation, and return whether it names a player.

    Raise RefusedError if the user already has another player in the club.
    """
    if invitation.player is None:
        return False
    if Player.objects.filter(club_id=invitation.club_id, user=user).exists():
        raise RefusedError([Problem("plays_under_another", "")])
    invitation.player.user = user
    invitation.player.save(update_fields=["user"])
    return True


# A personal invitation is valid for three days, one for an evening for twelve hours.
PERSONAL_LIFETIME, EVENING_LIFETIME = timedelta(hours=72), timedelta(hours=12)
# Anybody present can use the link of an evening, so it gives only harmless roles.
EVENING_ROLES = frozenset({Role.MEMBER.value, Role.SCORER.value})
HOUR, MOST_AN_HOUR = timedelta(hours=1), 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The content of a new invitation.

    evening: whether everybody who comes this evening can use it, instead of one person.
    player_id: the player to link to the invited person; None for no player.
    """

    roles: tuple[str, ...]
    evening: bool = False
    player_id: UUID | None = None


def make_invitation(*, club_id: UUID, form: Submission, offer: Offer) -> Invitation:
    """Create and return an invitation; the form's key becomes its id.

    Raise RefusedError if the roles or the player are not valid for the invitation.
    Raise ForbiddenError if the user may not give these roles.
    Raise TooManyError after too many invitations in an hour.
    Raise the errors of the unit of work.
    """
    content = {
        "do": "invite",
        "roles": list(offer.roles),
        "evening": offer.evening,
        "player": str(offer.player_id or ""),
    }

    def create_invitation(write: ClubWrite) -> Invitation:
        _require_valid_offer(write, offer)
        invitation = _build_invitation(write, offer)
        insert_with_client_id(invitation)
        act = Act.INVITED_EVENING if offer.evening else Act.INVITED
        write.log(act, {"roles": list(offer.roles)})
        return invitation

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        create_invitation,
        repeated=lambda write: Invitation.objects.select_related("club").get(pk=form.key),
    )


def _require_valid_offer(write: ClubWrite, offer: Offer) -> None:
    by = write.form.by
    if by and not set(offer.roles) <= set(list_grantable_roles(write.roles)):
        raise ForbiddenError(Right.MEMBERS)
    if by and count_recent_invitations(by, HOUR) >= MOST_AN_HOUR:
        raise TooManyError(int(HOUR.total_seconds()))
    problems: list[Problem] = []
    if not offer.roles or not set(offer.roles) <= set(Role.values):
        problems.append(Problem("roles_missing", "role"))
    if offer.evening and not set(offer.roles) <= EVENING_ROLES:
        problems.append(Problem("evening_role", "lasting"))
    if offer.player_id:
        problems += _find_player_problems(write, offer.player_id, evening=offer.evening)
    if problems:
        raise RefusedError(problems)


def _find_player_problems(write: ClubWrite, player_id: UUID, *, evening: bool) -> list[Problem]:
    if evening:
        return [Problem("player_for_one", "player")]
    player = Player.objects.filter(pk=player_id, club=write.club, archived_at=None).first()
    if player is None:
        return [Problem("no_such_player", "player")]
    return [Problem("player_claimed", "player")] if player.user_id else []


def _build_invitation(write: ClubWrite, offer: Offer) -> Invitation:
    now = timezone.now()
    invitation = Invitation(
        id=write.form.key,
        club=write.club,
        roles=list(offer.roles),
        player_id=offer.player_id,
        uses_left=None if offer.evening else 1,
        made_by=write.form.by,
        made_at=now,
        expires_at=now + (EVENING_LIFETIME if offer.evening else PERSONAL_LIFETIME),
    )
    invitation.set_token_hash()
    return invitation


def revoke_invitation(*, club_id: UUID, form: Submission, invitation_id: UUID) -> Invitation:
    """Revoke an invitation and return it; anybody who could create it may revoke it.

    Raise ForbiddenError if the user could not have created it.
    Raise Invitation.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "revoke_invitation", "invitation": str(invitation_id)}

    def revoke_and_log(write: ClubWrite) -> Invitation:
        invitation = Invitation.objects.get(pk=invitation_id, club_id=club_id)
        if invitation.revoked_at:
            return invitation
        if form.by and not may_see_invitation(write.roles, invitation):
            raise ForbiddenError(Right.MEMBERS)
        invitation.revoked_at = timezone.now()
        revoke_links(Invitation.objects.filter(pk=invitation.pk), at=invitation.revoked_at)
        write.log(Act.REVOKED, {"roles": invitation.roles})
        return invitation

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        revoke_and_log,
        repeated=lambda write: Invitation.objects.get(pk=invitation_id, club_id=club_id),
    )


def join_club(*, token: str, by: User) -> Club:
    """Make a signed-in user a member with an invitation, and return the club.

    Raise LinkGoneError if the invitation cannot be used.
    Raise OwnPromotionError if the user created the invitation.
    Raise RefusedError if the user already has another player in the club.
    """
    with lock_open_invitation(token) as invitation:
        admit_user(invitation, by)
        return invitation.club


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """The details that an invited person submits for a new account.

    language: the language of the page.
    """

    key: UUID
    name: str
    password: str
    language: str = ""


def join_as_newcomer(*, token: str, newcomer: Newcomer) -> tuple[User, Club]:
    """Create an account with an invitation, and return it with its club.

    The form's key becomes the account's id, so a resubmission returns the same account.

    Raise RefusedError if the name is not valid or taken, or the password is missing.
    Raise LinkGoneError if the invitation cannot be used.
    Raise KeyReusedError if the key was used for other content.
    """
    name, username = _read_newcomer_names(newcomer)
    # Hashing is slow on purpose, so do it before taking the lock.
    password = make_password(newcomer.password)
    digest = compute_fingerprint(
        {"do": "join", "token": link_tokens.hash_token(token), "name": name}
    )
    try:
        with lock_open_invitation(token) as invitation:
            if WriteKey.objects.filter(pk=newcomer.key).exists():
                raise KeyReusedError(None)
            user = _create_account(newcomer, (name, username), password)
            admit_user(invitation, user)
            _store_form_key(newcomer.key, invitation.club, digest)
            return user, invitation.club
    except (LinkGoneError, KeyReusedError):
        # The first response may have been lost after the link was used up.
        before = _find_earlier_join(newcomer, digest)
        if before is None:
            raise
        return before


def _read_newcomer_names(newcomer: Newcomer) -> tuple[str, str]:
    """Return the name and the user name in stored form."""
    problems: list[Problem] = []
    name = read_name(newcomer.name, problems)
    username = read_username(name, problems, field="name")
    if not newcomer.password:
        problems.append(Problem("missing", "password"))
    if problems:
        raise RefusedError(problems)
    return name, username


def _create_account(newcomer: Newcomer, names: tuple[str, str], password: str) -> User:
    name, username = names
    if User.objects.filter(username=username).exists():
        values = {"proposal": _propose_username(name)}
        raise RefusedError([Problem("user_name_taken_else", "name", values)])
    user = User(
        id=newcomer.key,
        username=username,
        name=name,
        password=password,
        language=newcomer.language,
    )
    insert_with_client_id(user)
    return user


def _propose_username(name: str) -> str:
    stem = name[: LONGEST_NAME - 4].rstrip()
    beginning = User.normalize_username(stem)
    rows = User.objects.filter(username__startswith=beginning)
    existing = set(rows.values_list("username", flat=True))
    proposals = (f"{stem} {number}" for number in range(2, len(existing) + 3))
    return next(free for free in proposals if User.normalize_username(free) not in existing)


def _store_form_key(key: UUID, club: Club, digest: str) -> None:
    insert_with_client_id(WriteKey(key=key, club=club, fingerprint=digest, made_at=timezone.now()))


def _find_earlier_join(newcomer: Newcomer, digest: str) -> tuple[User, Club] | None:
    """Return the account and club that this form has already created, or None.

    The password must match, so that nobody else can get the account.
    """
    used = (
        WriteKey.objects.filter(pk=newcomer.key, fingerprint=digest).select_related("club").first()
    )
    user = User.objects.filter(pk=newcomer.key, is_active=True).first()
    if used and user and check_password(newcomer.password, user.password):
        return user, used.club
    return None
