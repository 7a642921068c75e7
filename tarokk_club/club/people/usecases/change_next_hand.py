"""Choose where saving a hand leads."""

from tarokk_club.club.models import User
from tarokk_club.database.write_lock import write_lock


def change_next_hand(*, user: User, next_hand: bool) -> None:
    """Keep with the account whether saving a hand leads straight to the next one."""
    with write_lock():
        user.next_hand = next_hand
        user.save(update_fields=["next_hand"])
