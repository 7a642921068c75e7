"""The roles in words: what each is called, and what it lets a person do."""

from collections.abc import Iterable

from babel import Locale
from babel.lists import format_list
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Role

# What a person in the role does, for whoever gives or receives it.
TASKS: dict[str, str | Promise] = {
    Role.OWNER: _("Decides who belongs to the club and in which role."),
    Role.SECRETARY: _("Keeps the book: enters and corrects everything."),
    Role.TREASURER: _("Settles the money and takes away the files."),
    Role.SCORER: _("Enters hands at the table, and may undo the last hand that he or she entered."),
    Role.MEMBER: _("Reads the book."),
}


def role_names(roles: Iterable[str]) -> str:
    """The names of the roles as a list in the reader's language, weightiest first."""
    held = set(roles)
    names = [str(role.label) for role in Role if role in held]
    locale = Locale.parse(get_language() or "en", sep="-")
    text: str = format_list(names, locale=locale)
    return text
