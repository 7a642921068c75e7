"""Nothing is saved twice: a form carries a key, and a key is good for one content once."""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError
from django.db.models import Model

from tarokk_club.club.base.errors import KeyReusedError
from tarokk_club.club.models import Club, Session, WriteKey


def used_on_session(key: UUID, fingerprint: str, session: Session) -> WriteKey | None:
    """The key as it was used before. Raises KeyReusedError where it stood for something else."""
    used = WriteKey.objects.filter(pk=key).select_related("change__author").first()
    if used and (used.session_id != session.id or used.fingerprint != fingerprint):
        raise KeyReusedError(used.change if used.session_id == session.id else None)
    return used


def used_in_club(key: UUID, fingerprint: str, club: Club) -> WriteKey | None:
    """The same for what is written to a club."""
    used = WriteKey.objects.filter(pk=key).select_related("change").first()
    if used and used.fingerprint != fingerprint:
        raise KeyReusedError(used.change if used.club_id == club.id else None)
    return used


def add_new(row: Model) -> None:
    """Insert a row whose id came from outside; an id that exists already is a key used twice."""
    try:
        row.save(force_insert=True)
    except IntegrityError as error:
        raise KeyReusedError(None) from error
