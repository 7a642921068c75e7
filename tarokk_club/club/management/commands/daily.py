"""Run the daily jobs once, however many processes serve the site."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tarokk_club.club.audit import upkeep
from tarokk_club.club.people.queries.clubs import is_founded
from tarokk_club.database.cluster import DAILY, try_cluster_lock

AFTERWARDS = ("tidy", "rate")


class Command(BaseCommand):
    """The command `daily`: a backup, then tidying and rating.

    It does nothing if these were done within a day.
    """

    help = _("Do the work of every day, unless it was done already: backup, tidying, rating.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the jobs one after the other; failures are reported and retried at the next call."""
        with try_cluster_lock(DAILY, wait=False) as mine:
            if mine and _is_due():
                went = [self._done("backup", daily=True), *map(self._done, AFTERWARDS)]
                if all(went):
                    upkeep.note_daily_work()

    def _done(self, name: str, **options: Any) -> bool:
        try:
            call_command(name, stdout=self.stdout, stderr=self.stderr, **options)
        except CommandError as error:
            self.stderr.write(str(error))
            return False
        return True


def _is_due() -> bool:
    """Return whether the jobs of this day have yet to run on any node of the site."""
    return upkeep.is_daily_work_due() or (upkeep.is_backup_due() and is_founded())
