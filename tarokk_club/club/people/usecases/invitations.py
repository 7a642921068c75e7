"""Create and revoke invitations, and join a club by one."""

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
from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.models.members import revoke_links
from tarokk_club.club.models.privacy import (
    Revoked,
    membership_ident,
    note_returned,
    note_revoked,
)
from tarokk_club.club.people.queries.members import (
    count_recent_invitations,
    invitation_of,
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
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right, grantable_roles
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club
from tarokk_club.database.write_lock import write_lock


@contextmanager
def lock_open_invitation(token: str) -> Iterator[Invitation]:
    """Yield the open invitation of a token under the write lock, so that its last use is counted
    only once.

    Raise LinkGoneError if it cannot be used.
    """
    with write_lock():
        # Lock the club first, as everywhere, so that a revocation comes before or after.
        club = Club.objects.select_for_update(of=("self",), no_key=True)
        club.filter(invitations__token_hash=link_tokens.hash_token(token)).first()
        invitation = invitation_of(token)
        if invitation is None:
            raise LinkGoneError
        yield invitation


def admit(invitation: Invitation, user: User) -> None:
    """Make the user a member with the roles of the invitation, in addition to those already held.

    If the user already has everything it gives, no use is counted.

    Raise OwnPromotionError if the user created the invitation.
    Raise RefusedError if the user cannot have its player.
    """
    if invitation.made_by_id == user.id:
        raise OwnPromotionError
    club = invitation.club
    membership = Membership.objects.filter(user=user, club=club).first()
    held = membership.roles if membership else []
    new = [role for role in invitation.roles if role not in held]
    claimed = _claims(invitation, user)
    if not new and not claimed:
        return
    if membership is None:
        membership = Membership(user=user, club=club)
        note_returned(Revoked.MEMBERSHIP, membership_ident(club.pk, user.pk))
    membership.roles = [*held, *new]
    membership.save()
    invitation.used += 1
    if invitation.uses_left is not None:
        invitation.uses_left -= 1
        if not invitation.uses_left:
            note_revoked(Revoked.INVITATION, [invitation.pk])
    invitation.save(update_fields=["used", "uses_left"])
    maker = str(invitation.made_by_id) if invitation.made_by_id else None
    facts = {"roles": invitation.roles, "whom": maker}
    AuditLine.write(club.id, Act.JOINED, by=user, facts=facts)


def _claims(invitation: Invitation, user: User) -> bool:
    """Link the user to the player of the invitation and return whether there is one.

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
ONCE, EVENING = timedelta(hours=72), timedelta(hours=12)
# Everybody in the room can use such a link, so it gives harmless roles only.
EVENING_ROLES = frozenset({Role.MEMBER.value, Role.SCORER.value})
HOUR, MOST_AN_HOUR = timedelta(hours=1), 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The content of an invitation: roles, for one person or for everybody who comes this evening.

    player_id: player who will belong to the one person.
    """

    roles: tuple[str, ...]
    evening: bool = False
    player_id: UUID | None = None


def make_invitation(*, club_id: UUID, form: Submission, offer: Offer) -> Invitation:
    """Create an invitation and return it; the form's key becomes the id.

    Raise RefusedError, TooManyError, and what the unit of work raises.
    """
    content = {
        "do": "invite",
        "roles": list(offer.roles),
        "evening": offer.evening,
        "player": str(offer.player_id or ""),
    }

    def change(write: ClubWrite) -> Invitation:
        _check(write, offer)
        invitation = _new_invitation(write, offer)
        add_new(invitation)
        act = Act.INVITED_EVENING if offer.evening else Act.INVITED
        write.log(act, {"roles": list(offer.roles)})
        return invitation

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        change,
        repeated=lambda write: Invitation.objects.select_related("club").get(pk=form.key),
    )


def _check(write: ClubWrite, offer: Offer) -> None:
    by = write.form.by
    if by and not set(offer.roles) <= set(grantable_roles(write.roles)):
        raise ForbiddenError(Right.MEMBERS)
    if by and count_recent_invitations(by, HOUR) >= MOST_AN_HOUR:
        raise TooManyError(int(HOUR.total_seconds()))
    problems: list[Problem] = []
    if not offer.roles or not set(offer.roles) <= set(Role.values):
        problems.append(Problem("roles_missing", "role"))
    if offer.evening and not set(offer.roles) <= EVENING_ROLES:
        problems.append(Problem("evening_role", "lasting"))
    if offer.player_id:
        problems += _player_problems(write, offer.player_id, evening=offer.evening)
    if problems:
        raise RefusedError(problems)


def _player_problems(write: ClubWrite, player_id: UUID, *, evening: bool) -> list[Problem]:
    if evening:
        return [Problem("player_for_one", "player")]
    player = Player.objects.filter(pk=player_id, club=write.club, archived_at=None).first()
    if player is None:
        return [Problem("no_such_player", "player")]
    return [Problem("player_claimed", "player")] if player.user_id else []


def _new_invitation(write: ClubWrite, offer: Offer) -> Invitation:
    now = timezone.now()
    invitation = Invitation(
        id=write.form.key,
        club=write.club,
        roles=list(offer.roles),
        player_id=offer.player_id,
        uses_left=None if offer.evening else 1,
        made_by=write.form.by,
        made_at=now,
        expires_at=now + (EVENING if offer.evening else ONCE),
    )
    invitation.make_token()
    return invitation


def revoke_invitation(*, club_id: UUID, form: Submission, invitation_id: UUID) -> Invitation:
    """Revoke an invitation and return it; everybody who could create it may revoke it.

    Raise Invitation.DoesNotExist, and what the unit of work raises.
    """
    content = {"do": "revoke_invitation", "invitation": str(invitation_id)}

    def change(write: ClubWrite) -> Invitation:
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
        change,
        repeated=lambda write: Invitation.objects.get(pk=invitation_id, club_id=club_id),
    )


def join_club(*, token: str, by: User) -> Club:
    """Make a signed-in user a member by an invitation, and return the club.

    Raise LinkGoneError if the invitation cannot be used.
    Raise OwnPromotionError if the user created the invitation.
    Raise RefusedError if the user cannot have its player.
    """
    with lock_open_invitation(token) as invitation:
        admit(invitation, by)
        return invitation.club


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """The details of a new account, submitted by an invited person.

    language: language of the page.
    """

    key: UUID
    name: str
    password: str
    language: str = ""


def join_as_newcomer(*, token: str, newcomer: Newcomer) -> tuple[User, Club]:
    """Create an account by an invitation, and return it with its club.

    The form's key becomes the id, so the same form submitted again returns the same account.

    Raise RefusedError, LinkGoneError or KeyReusedError.
    """
    name = _read(newcomer)
    # Hashing is slow on purpose, so do it before taking the lock.
    password = make_password(newcomer.password)
    mark = fingerprint({"do": "join", "token": link_tokens.hash_token(token), "name": name})
    try:
        with lock_open_invitation(token) as invitation:
            if WriteKey.objects.filter(pk=newcomer.key).exists():
                raise KeyReusedError(None)
            user = _account(newcomer, name, password)
            admit(invitation, user)
            _keep(newcomer.key, invitation.club, mark)
            return user, invitation.club
    except (LinkGoneError, KeyReusedError):
        # The first response may have been lost after the link was used up.
        before = _joined_before(newcomer, mark)
        if before is None:
            raise
        return before


def _read(newcomer: Newcomer) -> str:
    problems: list[Problem] = []
    name = read_name(newcomer.name, problems)
    if not newcomer.password:
        problems.append(Problem("missing", "password"))
    if problems:
        raise RefusedError(problems)
    return name


def _account(newcomer: Newcomer, name: str, password: str) -> User:
    username = User.normalize_username(name)
    if User.objects.filter(username=username).exists():
        values = {"proposal": _free_name(name)}
        raise RefusedError([Problem("user_name_taken_else", "name", values)])
    user = User(
        id=newcomer.key,
        username=username,
        name=name,
        password=password,
        language=newcomer.language,
    )
    add_new(user)
    return user


def _free_name(name: str) -> str:
    stem = name[: LONGEST_NAME - 4].rstrip()
    beginning = User.normalize_username(stem)
    rows = User.objects.filter(username__startswith=beginning)
    taken = set(rows.values_list("username", flat=True))
    proposals = (f"{stem} {number}" for number in range(2, len(taken) + 3))
    return next(one for one in proposals if User.normalize_username(one) not in taken)


def _keep(key: UUID, club: Club, mark: str) -> None:
    add_new(WriteKey(key=key, club=club, fingerprint=mark, made_at=timezone.now()))


def _joined_before(newcomer: Newcomer, mark: str) -> tuple[User, Club] | None:
    """Return the account and club that this form has already created, or None.

    The password proves that it is the same person.
    """
    used = WriteKey.objects.filter(pk=newcomer.key, fingerprint=mark).select_related("club").first()
    user = User.objects.filter(pk=newcomer.key, is_active=True).first()
    if used and user and check_password(newcomer.password, user.password):
        return user, used.club
    return None
