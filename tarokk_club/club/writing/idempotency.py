"""Idempotency keys: nothing is saved twice, and nobody else's key is repeated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Model

from tarokk_club.club.models import Club, Session, WriteKey
from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.writing.errors import KeyReusedError
from tarokk_club.club.writing.gone_players import equivalent_contents


@dataclass(frozen=True, slots=True)
class KeyedContent:
    """What an idempotency key is used for.

    place: {"session": id} or {"club": id}
    by: id of the account, None for the operator
    """

    content: Mapping[str, Any]
    place: Mapping[str, str]
    by: UUID | None

    @property
    def mark(self) -> str:
        """Return the fingerprint that is stored with the key."""
        return self._mark_of(self.content)

    def is_repeated_by(self, used: WriteKey, club_id: UUID) -> bool:
        """Return whether the key was used for this content, by this account.

        The same players may have had other names, before or after a merge. Keys that 0.2.0 stored
        do not name the account.
        """
        for content in (self.content, *equivalent_contents(club_id, self.content)):
            if used.fingerprint in (self._mark_of(content), self._mark_without_account(content)):
                return True
        return False

    def _mark_of(self, content: Mapping[str, Any]) -> str:
        sender = {} if self.by is None else {"by": str(self.by)}
        return fingerprint({**content, **self.place, **sender})

    def _mark_without_account(self, content: Mapping[str, Any]) -> str:
        return fingerprint({**content, **self.place})


def used_on_session(key: UUID, submitted: KeyedContent, session: Session) -> WriteKey | None:
    """Return the key as it was used before, or None.

    Raise KeyReusedError if it was used for other content, or by another account.
    """
    used = WriteKey.objects.filter(pk=key).select_related("change__author").first()
    if used and (
        used.session_id != session.id or not submitted.is_repeated_by(used, session.club_id)
    ):
        raise KeyReusedError(used.change if used.session_id == session.id else None)
    return used


def used_in_club(key: UUID, submitted: KeyedContent, club: Club) -> WriteKey | None:
    """Return the key as it was used for a change of the club, or None.

    Raise KeyReusedError if it was used for other content, or by another account.
    """
    used = WriteKey.objects.filter(pk=key).select_related("change").first()
    if used and not submitted.is_repeated_by(used, club.id):
        raise KeyReusedError(used.change if used.club_id == club.id else None)
    return used


def add_new(row: Model) -> None:
    """Insert a row whose id was chosen by the client.

    Raise KeyReusedError if the id already exists.
    """
    try:
        row.save(force_insert=True)
    except IntegrityError as error:
        raise KeyReusedError(None) from error
