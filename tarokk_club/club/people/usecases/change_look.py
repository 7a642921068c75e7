"""Change how the site looks for somebody, on every device."""

from tarokk_club.club.models import User
from tarokk_club.club.values.theming import Look
from tarokk_club.database.write_lock import write_lock


def change_look(*, user: User, look: Look) -> None:
    """Keep the look with the account."""
    with write_lock():
        user.theme, user.hand_side = look.theme, look.hand_side
        user.save(update_fields=["theme", "hand_side"])
