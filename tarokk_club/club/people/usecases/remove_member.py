"""Take somebody out of a club."""

from uuid import UUID

from tarokk_club.club.models import Act, AuditLine, User
from tarokk_club.club.people.usecases.member_changes import part_with, require_someone_left
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def remove_member(*, club_id: UUID, form: Submission, user_id: UUID) -> User:
    """The person, who from now on is a stranger to the club; what was played and written stays.

    The player of that name belongs to no account again, and the links of this evening end, so that
    nobody comes back by one. Raises ConflictError (no owner or secretary would be left),
    User.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "remove_member", "user": str(user_id)}
    with club_unit_of_work(club_id, form=form, right=Right.MEMBERS, content=content) as write:
        if write.repeated:
            return User.objects.get(pk=user_id)
        user = User.objects.get(pk=user_id, memberships__club_id=club_id)
        require_someone_left(club_id, but=user_id, kept=[])
        part_with(club_id, user)
        keep_key(write)
        if form.by and form.by.id == user_id:
            AuditLine.write(club_id, Act.LEFT, by=form.by)
        else:
            AuditLine.write(club_id, Act.REMOVED, by=form.by, facts={"whom": str(user_id)})
        return user
