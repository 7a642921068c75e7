"""The names of the roles and what each lets a member do."""

from collections.abc import Iterable

from babel import Locale
from babel.lists import format_list
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Role

# A description of the role, for the user who gives it and for the user who receives it.
TASKS: dict[str, str | Promise] = {
    Role.OWNER: _("Decides who belongs to the club and in which role."),
    Role.SECRETARY: _("Keeps the book: enters and corrects everything."),
    Role.TREASURER: _("Settles the money and takes away the files."),
    Role.SCORER: _("Enters hands at the table, and may undo the last hand that he or she entered."),
    Role.MEMBER: _("Reads the book."),
}


def role_names(roles: Iterable[str]) -> str:
    """Return the names of the roles as a list in the reader's language, the most powerful first."""
    held = set(roles)
    names = [str(role.label) for role in Role if role in held]
    locale = Locale.parse(get_language() or "en", sep="-")
    text: str = format_list(names, locale=locale)
    return text
