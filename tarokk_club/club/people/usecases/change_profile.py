"""Change how somebody is called on the site, and in which language it speaks to that person."""

from django.conf import settings

from scoring.core.problem import Problem
from tarokk_club.club.models import User
from tarokk_club.club.models.people import name_key
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.database.write_lock import write_lock


def change_profile(*, user: User, name: str, language: str) -> User:
    """The person with the new name; the name for signing in stays. No language: that of the club.

    Raises RefusedError.
    """
    problems: list[Problem] = []
    name = read_name(name, problems)
    if language and language not in dict(settings.LANGUAGES):
        problems.append(Problem("language_unknown", "language"))
    with write_lock():
        # The log and the history call people by name, so nobody takes another's.
        others = User.objects.filter(clubs__memberships__user=user).exclude(pk=user.pk)
        if name_key(name) in {name_key(other) for other in others.values_list("name", flat=True)}:
            problems.append(Problem("companion_has_name", "name"))
        if problems:
            raise RefusedError(problems)
        user.name, user.language = name, language
        user.save(update_fields=["name", "language"])
        return user
