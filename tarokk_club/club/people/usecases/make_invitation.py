"""Invite somebody into a club."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Invitation, Player, Role
from tarokk_club.club.people.queries.members import made_within
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError, TooManyError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right, may_give
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

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
