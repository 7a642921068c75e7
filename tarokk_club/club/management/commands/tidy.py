"""Delete data after its retention period; `serve` does so once a day."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from tarokk_club.club.privacy.erasure_list import update_erasure_list
from tarokk_club.club.privacy.retention import PERIODS, RetainedKind
from tarokk_club.club.privacy.usecases.clearing import compact_database, delete_outdated_rows
from tarokk_club.club.privacy.usecases.revoking import merge_revocations
from tarokk_club.club.transfer.usecases.remove_club import remove_due_clubs
from tarokk_club.serving.backups import BackupError, make_and_restore, store
from tarokk_club.serving.backups.bucket import open_bucket


class Command(BaseCommand):
    """The command `tidy`, which prints each retention period and the number of items deleted."""

    help = _("Throw away old backups, log lines, links, sign-ins, drafts and form numbers.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete old data, compact the database, and update the erasure and revocation lists."""
        var = Path(settings.VAR)
        gone = delete_outdated_rows(now=timezone.now())
        folders = {store.find_backup_folder(var), var}
        span = PERIODS[RetainedKind.BACKUPS].span
        gone[RetainedKind.BACKUPS] = sum(
            store.drop_outdated_files(folder, span) for folder in folders
        )
        gone[RetainedKind.BACKUPS] += self._tidy_bucket(span)
        gone[RetainedKind.CLUBS] = remove_due_clubs(timezone.localdate())
        compact_database()
        update_erasure_list()
        merge_revocations()
        for kind, period in PERIODS.items():
            values = {"what": period.description, "days": period.days, "count": gone[kind]}
            self.stdout.write(_("%(what)s (%(days)s): %(count)s") % values)

    def _tidy_bucket(self, span: timedelta) -> int:
        """Delete old backups from the bucket, if any; return their number, 0 if that fails."""
        try:
            bucket = open_bucket()
            gone = (
                store.select_older_than(make_and_restore.list_bucket_paths(bucket), span)
                if bucket
                else []
            )
            if bucket:
                bucket.delete_backups(gone)
        except BackupError as error:
            self.stderr.write(str(error))
            return 0
        return len(gone)
