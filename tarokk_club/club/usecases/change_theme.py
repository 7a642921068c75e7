"""Change how bright the site is for somebody, on every device."""

from tarokk_club.club.models import User
from tarokk_club.club.theming import Theme
from tarokk_club.club.usecases.gate import writing


def change_theme(*, user: User, theme: Theme) -> None:
    """Keep the look with the account."""
    with writing():
        user.theme = theme
        user.save(update_fields=["theme"])
