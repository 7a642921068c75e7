"""Let a member who has lost the password choose a new one."""

from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, PasswordLink, User
from tarokk_club.club.people.queries.members import may_open, password_mark
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

LASTS = timedelta(hours=24)


def make_password_link(*, club_id: UUID, form: Submission, user_id: UUID) -> PasswordLink:
    """A link for one new password; an older one of the same person ends. The key becomes the id.

    Raises RefusedError (one's own account, or one that opens another club too), User.DoesNotExist
    and what the unit of work raises.
    """
    content = {"do": "password_link", "user": str(user_id)}

    def change(write: ClubWrite) -> PasswordLink:
        user = User.objects.get(pk=user_id, memberships__club_id=club_id)
        _check(form.by, user)
        now = timezone.now()
        PasswordLink.objects.filter(user=user, revoked_at=None).update(revoked_at=now)
        link = PasswordLink(
            id=form.key,
            club=write.club,
            user=user,
            password_mark=password_mark(user),
            made_by=form.by,
            made_at=now,
            expires_at=now + LASTS,
        )
        link.make_token()
        add_new(link)
        facts = {"whom": str(user_id)}
        write.log(Act.LINK_MADE, facts)
        return link

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        change,
        repeated=lambda write: PasswordLink.objects.get(pk=form.key),
    )


def _check(owner: User | None, user: User) -> None:
    if owner and owner.id == user.id:
        raise RefusedError([Problem("own_password", "")])
    if not may_open(owner, user):
        raise RefusedError([Problem("password_elsewhere", "")])
