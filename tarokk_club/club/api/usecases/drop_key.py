"""Take a key for programmes back."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.models import Act, ApiKey
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def drop_key(*, club_id: UUID, form: Submission, key_id: UUID, own: bool) -> bool:
    """Whether there was such a key; from now on it opens nothing. own: one's own key, which needs
    no right but to belong to the club.

    Raises what the unit of work raises.
    """
    right = Right.READ if own else Right.MEMBERS
    content = {"do": "drop_key", "id": str(key_id)}

    def change(write: ClubWrite) -> bool:
        rows = ApiKey.objects.filter(pk=key_id, club=club_id)
        key = (rows.filter(user=form.by) if own else rows).first()
        if key is None:
            return False
        key.delete()
        write.log(Act.KEY_DROPPED, {"whom": str(key.user_id)})
        return True

    return write_to_club(
        club_id,
        Command(form, right, content),
        change,
        repeated=lambda write: True,
    )
