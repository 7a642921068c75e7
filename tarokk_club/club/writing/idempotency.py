"""Nothing is saved twice: a form carries a key, and a key is good for one content once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Model

from tarokk_club.club.models import Club, Session, WriteKey
from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.writing.errors import KeyReusedError
from tarokk_club.club.writing.gone_players import other_readings


def used_on_session(
    key: UUID, mark: str, session: Session, content: Mapping[str, Any]
) -> WriteKey | None:
    """The key as it was used before. Raises KeyReusedError where it stood for something else."""
    used = WriteKey.objects.filter(pk=key).select_related("change__author").first()
    place = {"session": str(session.id)}
    if used and (
        used.session_id != session.id or not _is_same(used, mark, session.club_id, content, place)
    ):
        raise KeyReusedError(used.change if used.session_id == session.id else None)
    return used


def used_in_club(key: UUID, mark: str, club: Club, content: Mapping[str, Any]) -> WriteKey | None:
    """The same for what is written to a club."""
    used = WriteKey.objects.filter(pk=key).select_related("change").first()
    place = {"club": str(club.id)}
    if used and not _is_same(used, mark, club.id, content, place):
        raise KeyReusedError(used.change if used.club_id == club.id else None)
    return used


def _is_same(
    used: WriteKey, mark: str, club_id: UUID, content: Mapping[str, Any], place: Mapping[str, str]
) -> bool:
    """Whether the key stood for this content, also under other names of the same players."""
    if used.fingerprint == mark:
        return True
    readings = other_readings(club_id, content)
    return any(used.fingerprint == fingerprint({**one, **place}) for one in readings)


def add_new(row: Model) -> None:
    """Insert a row whose id came from outside; an id that exists already is a key used twice."""
    try:
        row.save(force_insert=True)
    except IntegrityError as error:
        raise KeyReusedError(None) from error
