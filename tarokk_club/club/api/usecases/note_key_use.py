"""Remember when a key was last used."""

from __future__ import annotations

from datetime import datetime, timedelta

from tarokk_club.club.models import ApiKey
from tarokk_club.database.write_lock import write_lock

# Nobody needs it to the minute, and reading shall not write at every turn.
COARSE = timedelta(hours=1)


def note_key_use(*, key: ApiKey, now: datetime) -> None:
    """Write it down, once an hour."""
    if key.last_used_at and now - key.last_used_at < COARSE:
        return
    with write_lock():
        ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)
    key.last_used_at = now
