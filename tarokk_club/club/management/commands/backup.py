"""Write a verified backup of the whole database while the site is in use."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.audit import last_runs
from tarokk_club.club.people.queries.clubs import is_site_founded
from tarokk_club.serving.backups import BackupError, make_and_restore, store
from tarokk_club.serving.backups.bucket import open_bucket


class Command(BaseCommand):
    """The command `backup [--keep N] [--to DIR] [--daily]`.

    It prints the path of the backup.
    """

    help = _("Write a checked copy of the whole book, while the site is used.")
    # An option for `daily`, which has already sent the lists.
    stealth_options = ("lists_sent",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--keep`, `--to` and `--daily`."""
        parser.add_argument(
            "--keep",
            type=_read_count,
            default=store.DEFAULT_COUNT,
            help=_("how many of the newest to keep"),
        )
        parser.add_argument("--to", type=Path, help=_("a folder instead of var/backups"))
        parser.add_argument(
            "--daily",
            action="store_true",
            help=_("only when a club is founded and the newest copy is a day old"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the backup, print its path, and fail if the audit finds differences.

        With `--daily`, do nothing unless a backup is due; if the newest one is not in the bucket
        yet, send that one instead.
        """
        folder = options["to"] or store.find_backup_folder(Path(settings.VAR))
        if options["daily"] and not (last_runs.is_backup_due() and is_site_founded()):
            return
        # A backup to a chosen folder is not uploaded.
        bucket = None if options["to"] else open_bucket()
        lists_sent = options.get("lists_sent", False)
        try:
            if options["daily"] and (
                sent := make_and_restore.send_waiting_backup(folder, bucket, lists_sent=lists_sent)
            ):
                self.stdout.write(str(sent))
                return
            path, verdict = make_and_restore.make_backup(
                folder, keep=options["keep"], bucket=bucket, lists_sent=lists_sent
            )
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(str(path))
        if count := len(verdict.differences):
            text = ngettext(
                "The copy is whole, but the book has %(count)s difference: run audit_ledger.",
                "The copy is whole, but the book has %(count)s differences: run audit_ledger.",
                count,
            )
            raise CommandError(text % {"count": count})


def _read_count(text: str) -> int:
    if not (text.isdecimal() and int(text) > 0):
        raise ArgumentTypeError(_("give a whole number from 1"))
    return int(text)
