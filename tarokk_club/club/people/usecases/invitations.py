"""Make and revoke invitations, and join a club by one."""

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
from tarokk_club.club.people.queries.members import invitation_of, made_within, may_show
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
from tarokk_club.club.writing.permissions import Right, may_give
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club
from tarokk_club.database.write_lock import write_lock


@contextmanager
def doorway(token: str) -> Iterator[Invitation]:
    """The open invitation, read behind the write gate, so that the last place is taken only once.

    Raises LinkGoneError.
    """
    with write_lock():
        # Club first, as everywhere: whoever revokes at this moment goes before or after.
        club = Club.objects.select_for_update(of=("self",), no_key=True)
        club.filter(invitations__token_hash=link_tokens.hash_of(token)).first()
        invitation = invitation_of(token)
        if invitation is None:
            raise LinkGoneError
        yield invitation


def admit(invitation: Invitation, user: User) -> None:
    """Make the person a member with the roles of the invitation, beside those already held.

    Who has all that it gives uses nothing up. Raises OwnPromotionError and RefusedError.
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
    membership.roles = [*held, *new]
    membership.save()
    invitation.used += 1
    if invitation.uses_left is not None:
        invitation.uses_left -= 1
    invitation.save(update_fields=["used", "uses_left"])
    maker = str(invitation.made_by_id) if invitation.made_by_id else None
    facts = {"roles": invitation.roles, "whom": maker}
    AuditLine.write(club.id, Act.JOINED, by=user, facts=facts)


def _claims(invitation: Invitation, user: User) -> bool:
    """Give the person the player of the invitation; whether there was one to give."""
    if invitation.player is None:
        return False
    if Player.objects.filter(club_id=invitation.club_id, user=user).exists():
        raise RefusedError([Problem("plays_under_another", "")])
    invitation.player.user = user
    invitation.player.save(update_fields=["user"])
    return True


# One person gets three days to answer; an evening ends.
ONCE, EVENING = timedelta(hours=72), timedelta(hours=12)
# A link that anybody in the room can use gives nothing that could be misused.
EVENING_ROLES = frozenset({Role.MEMBER.value, Role.SCORER.value})
HOUR, MOST_AN_HOUR = timedelta(hours=1), 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What an invitation gives: roles, to one person or to all who come this evening.

    player_id: the player who becomes the one person's own.
    """

    roles: tuple[str, ...]
    evening: bool = False
    player_id: UUID | None = None


def make_invitation(*, club_id: UUID, form: Submission, offer: Offer) -> Invitation:
    """An open invitation; the form's key becomes the id.

    Raises RefusedError, TooManyError and what the unit of work raises.
    """
    content = {
        "do": "invite",
        "roles": list(offer.roles),
        "evening": offer.evening,
        "player": str(offer.player_id or ""),
    }

    def change(write: ClubWrite) -> Invitation:
        _check(write, offer)
        invitation = _made(write, offer)
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
    if by and not set(offer.roles) <= set(may_give(write.roles)):
        raise ForbiddenError(Right.MEMBERS)
    if by and made_within(by, HOUR) >= MOST_AN_HOUR:
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


def _made(write: ClubWrite, offer: Offer) -> Invitation:
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
    """The invitation, which lets nobody in any longer; whoever could make it can take it back.

    Raises Invitation.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "revoke_invitation", "invitation": str(invitation_id)}

    def change(write: ClubWrite) -> Invitation:
        invitation = Invitation.objects.get(pk=invitation_id, club_id=club_id)
        if invitation.revoked_at:
            return invitation
        if form.by and not may_show(write.roles, invitation):
            raise ForbiddenError(Right.MEMBERS)
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        write.log(Act.REVOKED, {"roles": invitation.roles})
        return invitation

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        change,
        repeated=lambda write: Invitation.objects.get(pk=invitation_id, club_id=club_id),
    )


def join_club(*, token: str, by: User) -> Club:
    """The club in which the person is now a member.

    Raises LinkGoneError, OwnPromotionError (an invitation of one's own), RefusedError (the player
    of the invitation cannot be this person).
    """
    with doorway(token) as invitation:
        admit(invitation, by)
        return invitation.club


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """What the invited person says: their name, a password, the language of the page."""

    key: UUID
    name: str
    password: str
    language: str = ""


def join_as_newcomer(*, token: str, newcomer: Newcomer) -> tuple[User, Club]:
    """The new account and its club; the form's key becomes the id, so the form sent again finds
    the same.

    Raises RefusedError, LinkGoneError, KeyReusedError.
    """
    name = _read(newcomer)
    # Hashing takes long on purpose; it is done before anybody has to wait for the lock.
    password = make_password(newcomer.password)
    mark = fingerprint({"do": "join", "token": link_tokens.hash_of(token), "name": name})
    try:
        with doorway(token) as invitation:
            if WriteKey.objects.filter(pk=newcomer.key).exists():
                raise KeyReusedError(None)
            user = _account(newcomer, name, password)
            admit(invitation, user)
            _keep(newcomer.key, invitation.club, mark)
            return user, invitation.club
    except (LinkGoneError, KeyReusedError):
        # The answer to the first try may have been lost on its way, with the link used up.
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
    """Who came by this very form; the password proves that it is the same person again."""
    used = WriteKey.objects.filter(pk=newcomer.key, fingerprint=mark).select_related("club").first()
    user = User.objects.filter(pk=newcomer.key, is_active=True).first()
    if used and user and check_password(newcomer.password, user.password):
        return user, used.club
    return None
