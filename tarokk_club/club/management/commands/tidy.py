"""Throw away what was kept long enough; `serve` does so once a day."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from tarokk_club.club.privacy.erasure_list import keep_list
from tarokk_club.club.privacy.retention import PERIODS, Kept
from tarokk_club.club.privacy.usecases.clearing import sweep, tidy_up
from tarokk_club.serving.backups import store


class Command(BaseCommand):
    """`tidy`: prints each kind with its days and how much of it is gone."""

    help = _("Throw away old backups, log lines, links, sign-ins, drafts and form numbers.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Tidy up, pack the file after an erasing, and bring the list of the erased up to date."""
        var = Path(settings.VAR)
        gone = tidy_up(now=timezone.now())
        folders = {store.folder_in(var), var}
        span = PERIODS[Kept.BACKUPS].span
        gone[Kept.BACKUPS] = sum(store.drop_older(folder, span) for folder in folders)
        sweep()
        keep_list()
        for kept, period in PERIODS.items():
            values = {"what": period.what, "days": period.days, "count": gone[kept]}
            self.stdout.write(_("%(what)s (%(days)s): %(count)s") % values)
