"""Take somebody out of a club."""

from uuid import UUID

from tarokk_club.club.models import Act, User
from tarokk_club.club.people.usecases.member_changes import part_with, require_someone_left
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def remove_member(*, club_id: UUID, form: Submission, user_id: UUID) -> User:
    """The person, who from now on is a stranger to the club; what was played and written stays.

    The player of that name belongs to no account again, and the links of this evening end, so that
    nobody comes back by one. Raises ConflictError (no owner or secretary would be left),
    User.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "remove_member", "user": str(user_id)}

    def change(write: ClubWrite) -> User:
        user = User.objects.get(pk=user_id, memberships__club_id=club_id)
        require_someone_left(club_id, but=user_id, kept=[])
        part_with(club_id, user)
        if form.by and form.by.id == user_id:
            write.log(Act.LEFT)
        else:
            write.log(Act.REMOVED, {"whom": str(user_id)})
        return user

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        change,
        repeated=lambda write: User.objects.get(pk=user_id),
    )
