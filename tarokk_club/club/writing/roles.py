"""The names and descriptions of the roles."""

from collections.abc import Iterable

from babel import Locale
from babel.lists import format_list
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Role

# The description of each role, for the pages on which roles are given.
TASKS: dict[str, str | Promise] = {
    Role.OWNER: _("Decides who belongs to the club and in which role."),
    Role.SECRETARY: _("Keeps the book: enters and corrects everything."),
    Role.TREASURER: _("Settles the money and downloads the files."),
    Role.SCORER: _("Enters hands at the table, and may undo the last hand they entered."),
    Role.MEMBER: _("Reads the book."),
}


def format_role_names(roles: Iterable[str]) -> str:
    """Return the localised, comma-separated names of the roles, most powerful first.

    Only the first name begins with a capital letter.
    """
    held = set(roles)
    names = [str(role.label) for role in Role if role in held]
    names[1:] = [name.lower() for name in names[1:]]
    locale = Locale.parse(get_language() or "en", sep="-")
    text: str = format_list(names, locale=locale)
    return text
