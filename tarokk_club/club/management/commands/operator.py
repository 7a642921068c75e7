"""Set or list the operators of the site: manage.py operator [USERNAME] [--remove]."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tarokk_club.club.people.usecases.clubs import list_operator_usernames, set_operator_rights


class Command(BaseCommand):
    """The command `operator [USERNAME] [--remove]`.

    Operators can be set only from the command line.
    """

    help = _("Make somebody who has an account an operator of the site, or list the operators.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the optional username and `--remove`."""
        parser.add_argument("username", nargs="?", default="")
        parser.add_argument("--remove", action="store_true", help=_("an operator no longer"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Change the account if a username is given, then print the operators."""
        name = options["username"]
        if name and not set_operator_rights(username=name, operator=not options["remove"]):
            raise CommandError(_("Nobody has the user name %(name)s.") % {"name": name})
        usernames = list_operator_usernames()
        self.stdout.write(
            _("Operators of the site: %(names)s") % {"names": ", ".join(usernames)}
            if usernames
            else _("The site has no operator.")
        )
