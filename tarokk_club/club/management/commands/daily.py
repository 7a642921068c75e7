"""Run the daily jobs, once a day for all processes of the site."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tarokk_club.club.audit import last_runs
from tarokk_club.club.people.queries.clubs import is_site_founded
from tarokk_club.database.cluster import DAILY, try_cluster_lock
from tarokk_club.serving.backups import BackupError
from tarokk_club.serving.backups.bucket import open_bucket
from tarokk_club.serving.backups.privacy_lists import send_lists

AFTERWARDS = ("tidy", "rate")


class Command(BaseCommand):
    """The command `daily`, which runs `backup`, `tidy` and `rate`.

    It skips these if they succeeded within the last day and no backup is due, but always updates
    the lists of erased people and revoked access in the bucket.
    """

    help = _("Do the work of every day, unless it was done already: backup, tidying, rating.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the jobs one after another, unless another process runs them.

        The next call tries again after a failure.
        """
        with try_cluster_lock(DAILY, wait=False) as mine:
            lists_sent = mine and self._send_lists()
            if mine and _is_due():
                copied = self._run_job("backup", daily=True, lists_sent=lists_sent)
                successes = [copied, *map(self._run_job, AFTERWARDS)]
                if all(successes):
                    last_runs.record_daily_run()

    def _send_lists(self) -> bool:
        """Update the lists in the bucket, if there is one; return whether that succeeded.

        The next call tries again after a failure.
        """
        try:
            if bucket := open_bucket():
                send_lists(bucket)
        except BackupError as error:
            self.stderr.write(str(error))
            return False
        return True

    def _run_job(self, name: str, **options: Any) -> bool:
        try:
            call_command(name, stdout=self.stdout, stderr=self.stderr, **options)
        except CommandError as error:
            self.stderr.write(str(error))
            return False
        return True


def _is_due() -> bool:
    """Return whether the daily jobs or the backup are due."""
    return last_runs.is_daily_work_due() or (last_runs.is_backup_due() and is_site_founded())
