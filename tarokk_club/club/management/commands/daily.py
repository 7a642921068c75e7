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

        Raise CommandError at the end if any of them failed; the next call tries again.
        """
        unsent: list[str] = []
        failed: list[str] = []
        with try_cluster_lock(DAILY, wait=False) as mine:
            if mine:
                unsent = _send_lists()
            if mine and _is_due():
                failed += self._run_job("backup", daily=True, lists_sent=not unsent)
                for name in AFTERWARDS:
                    failed += self._run_job(name)
                if not failed:
                    last_runs.record_daily_run()
        if unsent or failed:
            raise CommandError("\n".join([*unsent, *failed]))

    def _run_job(self, name: str, **options: Any) -> list[str]:
        """Run a command and return its error, if any."""
        try:
            call_command(name, stdout=self.stdout, stderr=self.stderr, **options)
        except CommandError as error:
            return [str(error)]
        return []


def _send_lists() -> list[str]:
    """Update the lists in the bucket, if there is one, and return the error, if any."""
    try:
        if bucket := open_bucket():
            send_lists(bucket)
    except BackupError as error:
        return [str(error)]
    return []


def _is_due() -> bool:
    """Return whether the daily jobs or the backup are due."""
    return last_runs.is_daily_work_due() or (last_runs.is_backup_due() and is_site_founded())
