"""Check whether a backup could be restored, without changing the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tarokk_club.serving.backups import BackupError, make_and_restore


class Command(BaseCommand):
    """The command `check_backup FILE`.

    It exits with status 1 if the backup cannot be restored, or if the audit finds differences.
    """

    help = _("Say whether this file could be restored; the book is not touched.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the path or name of the backup."""
        parser.add_argument("file", type=Path, help=_("a path, or a name that `backups` lists"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the backup and print the result."""
        path = options["file"]
        try:
            path = make_and_restore.find_or_download_backup(path)
            verdict = make_and_restore.verify_backup(path)
        except BackupError as error:
            # A fault of the system already names the file.
            fault = str(error).removeprefix(f"{path}: ")
            raise CommandError(f"{path}: {fault}") from error
        for finding in verdict.differences:
            self.stdout.write(f"{finding.check} session={finding.session_id} {finding.detail}")
        if verdict.differences:
            raise CommandError(_("The file is whole, but its book does not agree."))
        if verdict.older:
            self.stdout.write(
                _("The file is whole. It is of an older Tarokk Club and is migrated when restored.")
            )
        else:
            self.stdout.write(_("The file is whole and its book agrees."))
