"""Say which player a member is, for people who did not come by an invitation: the founder."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Membership, Player
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def link_player(
    *, club_id: UUID, form: Submission, user_id: UUID, player_id: UUID | None
) -> Membership:
    """The member, who plays as this player from now on, or as nobody in the book.

    Raises RefusedError (somebody else plays as this one), Membership.DoesNotExist and what the
    unit of work raises.
    """
    content = {"do": "link_player", "user": str(user_id), "player": str(player_id or "")}

    def change(write: ClubWrite) -> Membership:
        rows = Membership.objects.select_related("user")
        membership = rows.get(club_id=club_id, user_id=user_id)
        before = Player.objects.filter(club_id=club_id, user_id=user_id).first()
        if player_id == (before.pk if before else None):
            return membership
        after = _free_player(write, player_id) if player_id else None
        # First away from the old one: nobody plays as two in a club.
        for player, user in ((before, None), (after, membership.user)):
            if player:
                player.user = user
                player.save(update_fields=["user"])
        facts = {"whom": str(user_id)} | ({"player": str(after.pk)} if after else {})
        act = Act.PLAYER_LINKED if after else Act.PLAYER_UNLINKED
        write.log(act, facts)
        return membership

    def repeated(write: ClubWrite) -> Membership:
        rows = Membership.objects.select_related("user")
        membership = rows.get(club_id=club_id, user_id=user_id)
        Player.objects.filter(club_id=club_id, user_id=user_id).first()
        return membership

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        change,
        repeated=repeated,
    )


def _free_player(write: ClubWrite, player_id: UUID) -> Player:
    player = Player.objects.filter(club=write.club, pk=player_id).first()
    if player is None:
        raise RefusedError([Problem("no_such_player", "player")])
    if player.user_id:
        raise RefusedError([Problem("player_claimed", "player")])
    return player
