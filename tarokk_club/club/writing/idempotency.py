"""Idempotency keys, by which a resubmitted form is recognised and not saved twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Model

from tarokk_club.club.models import Club, Session, WriteKey
from tarokk_club.club.models.chain import compute_fingerprint
from tarokk_club.club.writing.errors import KeyReusedError
from tarokk_club.club.writing.removed_players import iter_equivalent_contents


@dataclass(frozen=True, slots=True)
class KeyedContent:
    """The content and sender for which an idempotency key is used.

    place: {"session": id} or {"club": id}.
    by: the id of the sender's account; None for the operator.
    """

    content: Mapping[str, Any]
    place: Mapping[str, str]
    by: UUID | None

    @property
    def fingerprint(self) -> str:
        """The fingerprint to store with the key."""
        return self._compute_fingerprint_with_account(self.content)

    def matches_key(self, used: WriteKey, club_id: UUID) -> bool:
        """Return whether the stored key was used for this content by this account.

        Players may have had other ids before a merge. A key stored by version 0.2.0 matches any
        account.
        """
        for content in (self.content, *iter_equivalent_contents(club_id, self.content)):
            if used.fingerprint in (
                self._compute_fingerprint_with_account(content),
                self._compute_fingerprint_without_account(content),
            ):
                return True
        return False

    def _compute_fingerprint_with_account(self, content: Mapping[str, Any]) -> str:
        sender = {} if self.by is None else {"by": str(self.by)}
        return compute_fingerprint({**content, **self.place, **sender})

    def _compute_fingerprint_without_account(self, content: Mapping[str, Any]) -> str:
        return compute_fingerprint({**content, **self.place})


def find_used_session_key(key: UUID, submitted: KeyedContent, session: Session) -> WriteKey | None:
    """Return the stored key if this submission was saved before, else None.

    Raise KeyReusedError if the key was used in another session, for other content, or by another
    account.
    """
    used = WriteKey.objects.filter(pk=key).select_related("change__author").first()
    if used and (used.session_id != session.id or not submitted.matches_key(used, session.club_id)):
        raise KeyReusedError(used.change if used.session_id == session.id else None)
    return used


def find_used_club_key(key: UUID, submitted: KeyedContent, club: Club) -> WriteKey | None:
    """Return the stored key if this submission was saved before, else None.

    Raise KeyReusedError if the key was used in another club, for other content, or by another
    account.
    """
    used = WriteKey.objects.filter(pk=key).select_related("change").first()
    if used and not submitted.matches_key(used, club.id):
        raise KeyReusedError(used.change if used.club_id == club.id else None)
    return used


def insert_with_client_id(row: Model) -> None:
    """Insert a row whose id is the form's key or derived from it.

    Raise KeyReusedError if the id already exists.
    """
    try:
        row.save(force_insert=True)
    except IntegrityError as error:
        raise KeyReusedError(None) from error
