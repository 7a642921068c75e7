"""Leave nothing of the erased in the parts of the file that the database calls free."""

from django.db import connection

from tarokk_club.club.models import Erasure


def sweep() -> None:
    """Pack the file after an erasing, so that no emptied page keeps what stood there."""
    unswept = Erasure.objects.filter(swept=False)
    if not unswept.exists():
        return
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    unswept.update(swept=True)
