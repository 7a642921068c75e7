"""Replace the database with a backup while the site is stopped."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.serving.backups import BackupError, make_and_restore


class Command(BaseCommand):
    """The command `restore FILE`, which keeps the old database under another name."""

    help = _("Put this backup in the place of the book, which is kept aside; stop the site first.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the path or name of the backup."""
        parser.add_argument("file", type=Path, help=_("a path, or a name that `backups` lists"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore the backup, then print what was done."""
        try:
            path = make_and_restore.find_or_download_backup(options["file"])
            restored = make_and_restore.restore_backup(path)
        except BackupError as error:
            sentence = _("Nothing was changed. %(reason)s") % {"reason": error}
            raise CommandError(sentence) from error
        self.stdout.write(_("Restored from %(file)s.") % {"file": path})
        self.stdout.write(_("Everybody has to sign in again."))
        if restored.aside:
            self.stdout.write(_("The old book is kept as %(file)s.") % {"file": restored.aside})
        if restored.migrated:
            self.stdout.write(_("The book was of an older Tarokk Club and has been migrated."))
        if restored.erased:
            text = ngettext(
                "%(count)s person who was erased since was erased again.",
                "%(count)s people who were erased since were erased again.",
                restored.erased,
            )
            self.stdout.write(text % {"count": restored.erased})
        for kind, count in restored.revoked.items():
            values = {"what": kind.label, "count": count}
            self.stdout.write(_("Revoked again since that backup: %(what)s (%(count)s)") % values)
        if count := len(restored.differences):
            text = ngettext(
                "The audit found %(count)s difference: run audit_ledger to see it.",
                "The audit found %(count)s differences: run audit_ledger to see them.",
                count,
            )
            raise CommandError(text % {"count": count})
        self.stdout.write(_("The book agrees in all checks."))
