"""Join a club with an existing account."""

from tarokk_club.club.models import Club, User
from tarokk_club.club.people.usecases.joining import admit, doorway


def join_club(*, token: str, by: User) -> Club:
    """The club in which the person is now a member.

    Raises LinkGoneError, OwnPromotionError (an invitation of one's own), RefusedError (the player
    of the invitation cannot be this person).
    """
    with doorway(token) as invitation:
        admit(invitation, by)
        return invitation.club
