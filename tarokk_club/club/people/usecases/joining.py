"""What everybody who comes by an invitation goes through, whether with an account or without."""

from collections.abc import Iterator
from contextlib import contextmanager

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, AuditLine, Club, Invitation, Membership, Player, User
from tarokk_club.club.people.queries.members import invitation_of
from tarokk_club.club.values import link_tokens
from tarokk_club.club.writing.errors import LinkGoneError, OwnPromotionError, RefusedError
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
