"""Make somebody an operator of the site, or an operator no longer."""

from tarokk_club.club.models import User
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.logs import note_security


def change_operator(*, username: str, operator: bool) -> bool:
    """Whether there is such an account; the mark gives no right in any club."""
    with write_lock():
        rows = User.objects.filter(username=User.normalize_username(username))
        found = rows.values_list("pk", flat=True).first()
        if found is not None:
            note_security("operator" if operator else "no_operator", user=found)
        return bool(rows.update(is_staff=operator, is_superuser=operator))


def operators() -> list[str]:
    """The user names of the operators."""
    return list(
        User.objects.filter(is_superuser=True)
        .order_by("username")
        .values_list("username", flat=True)
    )
