"""Copy all data except sign-in sessions to another database while the site is stopped."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tarokk_club.serving.backups import BackupError
from tarokk_club.serving.backups.move import move_book


class Command(BaseCommand):
    """The command `move_book --to DATABASE_URL`.

    The old database is not changed.
    """

    help = _("Copy the whole book to an empty database, audited before and after; stop the site.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the URL of the new database."""
        parser.add_argument(
            "--to", required=True, metavar="DATABASE_URL", help=_("postgres://… or sqlite:///…")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy the data and print the next steps."""
        try:
            moved = move_book(options["to"])
        except BackupError as error:
            sentence = _("Nothing was moved. %(reason)s") % {"reason": error}
            raise CommandError(sentence) from error
        text = _(
            "Moved: %(rows)s rows in %(tables)s tables, %(sessions)s sessions with %(entries)s"
            " entries. Every table is the same on both sides, and the book agrees in all checks."
        )
        counts = {"rows": moved.rows, "tables": moved.tables, "sessions": moved.sessions}
        self.stdout.write(text % {**counts, "entries": moved.entries})
        self.stdout.write(
            _("Start the site with this DATABASE_URL from now on; the old book was only read.")
        )
