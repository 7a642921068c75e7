"""Change how the site looks for somebody, on every device."""

from tarokk_club.club.models import User
from tarokk_club.club.theming import Look
from tarokk_club.club.usecases.gate import writing


def change_look(*, user: User, look: Look) -> None:
    """Keep the look with the account."""
    with writing():
        user.theme, user.hand_side = look.theme, look.hand_side
        user.save(update_fields=["theme", "hand_side"])
