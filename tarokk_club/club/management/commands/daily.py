"""The work of every day, done once however many processes serve the book."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from tarokk_club.club.models import SiteNote
from tarokk_club.database.backups import store
from tarokk_club.database.cluster import DAILY, one_in_cluster

DAY = timedelta(hours=24)
AFTERWARDS = ("tidy", "rate")


class Command(BaseCommand):
    """`daily`: a backup, then tidying and rating; nothing where that was done within a day."""

    help = _("Do the work of every day, unless it was done already: backup, tidying, rating.")

    def handle(self, *args: Any, **options: Any) -> None:
        """One after the other; what goes wrong is said, and tried again at the next call."""
        with one_in_cluster(DAILY, wait=False) as mine:
            if mine and _is_due():
                went = [self._done("backup", daily=True), *map(self._done, AFTERWARDS)]
                if all(went):
                    SiteNote.objects.update_or_create(name=SiteNote.DAILY)

    def _done(self, name: str, **options: Any) -> bool:
        try:
            call_command(name, stdout=self.stdout, stderr=self.stderr, **options)
        except CommandError as error:
            self.stderr.write(str(error))
            return False
        return True


def _is_due() -> bool:
    """Whether the newest backup is a day old; on a server, where any node may have made it, whether
    the last note of it is.
    """
    if connection.vendor != "postgresql":
        return store.is_due(store.folder_in(Path(settings.VAR)))
    before = SiteNote.objects.filter(name=SiteNote.DAILY, at__gt=timezone.now() - DAY)
    return not before.exists()
