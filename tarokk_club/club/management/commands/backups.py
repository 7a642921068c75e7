"""List the backups of the site, in the folder and in the bucket."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tarokk_club.serving.backups import BackupError, store
from tarokk_club.serving.backups.bucket import open_bucket


class Command(BaseCommand):
    """The command `backups`, which prints the name, size and location of each backup."""

    help = _("List the backups, in the folder and in the bucket, the oldest first.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each backup, oldest first; fail if the bucket is unreachable.

        If there is none, say so on standard error, so that a script reads no line.
        """
        folder = store.find_backup_folder(Path(settings.VAR))
        sizes = {path.name: path.stat().st_size for path in store.list_backups(folder)}
        places = {name: [str(folder)] for name in sizes}
        fault = ""
        try:
            if bucket := open_bucket():
                for copy in bucket.list_copies():
                    sizes.setdefault(copy.name, copy.size)
                    places.setdefault(copy.name, []).append(bucket.place)
        except BackupError as error:
            fault = str(error)
        for path in store.sort_backups(map(Path, sizes)):
            megabytes = f"{sizes[path.name] / 1_000_000:.1f} MB"
            self.stdout.write(f"{path.name}  {megabytes}  {', '.join(places[path.name])}")
        if fault:
            raise CommandError(fault)
        if not sizes:
            self.stderr.write(_("There are no backups in %(folder)s.") % {"folder": folder})
