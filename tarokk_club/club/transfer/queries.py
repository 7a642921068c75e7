"""The rows of one club as plain values, model by model, in a stable order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import Field, ForeignKey, JSONField, Model, QuerySet

from tarokk_club.club.models import Session, User
from tarokk_club.club.transfer.archive_shapes import prefetch_archived_relations, to_archive_form
from tarokk_club.club.transfer.archived import (
    ARCHIVED,
    NAMED_IN,
    USER,
    fields_of,
    has_automatic_key,
    label_of,
    model_of,
)

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
AT_ONCE = 2000


class ClubRows:
    """The rows of one club.

    places: by model, the line number of each row with an automatic key.
    """

    def __init__(self, club_id: UUID) -> None:
        self.club_id = club_id
        self.places: dict[str, dict[int, int]] = {}

    def of(self, label: str) -> Iterator[dict[str, Any]]:
        """Yield the archived fields of every row of a model; call it for the models in the order of
        ARCHIVED.
        """
        model = model_of(label)
        rows = self._people() if label == USER else self._rows(label)
        places = self.places.setdefault(label, {}) if has_automatic_key(model) else None
        found = prefetch_archived_relations(label, rows).order_by("pk").iterator(chunk_size=AT_ONCE)
        for place, row in enumerate(found, start=1):
            if places is not None:
                places[row.pk] = place
            values = {field.name: self._value(field, row) for field in fields_of(label)}
            yield to_archive_form(row, values) | (self._pseudonym(row) if label == USER else {})

    def _pseudonym(self, user: User) -> dict[str, Any]:
        """Return the pseudonym fields of a user who was erased in this club but not elsewhere, else
        {}.
        """
        if str(self.club_id) not in user.called_in:
            return {}
        return {"name": user.name_in(self.club_id), "username": f"erased-{user.pk}"}

    def _rows(self, label: str) -> QuerySet[Any]:
        return model_of(label)._base_manager.filter(**{ARCHIVED[label]: self.club_id})

    def _value(self, field: Field[Any, Any], row: Model) -> Any:
        value = getattr(row, field.attname)
        if value is None or not isinstance(field, ForeignKey):
            return to_json_value(field, value)
        places = self.places.get(label_of(field.related_model))
        return str(value) if places is None else places[value]

    def _people(self) -> QuerySet[User]:
        """Return all users whom a row of the club refers to."""
        ids: set[UUID] = set()
        for label in ARCHIVED:
            for field in fields_of(label) if label != USER else ():
                if isinstance(field, ForeignKey) and field.related_model is User:
                    rows = self._rows(label).exclude(**{field.name: None}).order_by()
                    ids |= set(rows.values_list(field.attname, flat=True).distinct())
        for label, name in NAMED_IN.items():
            for value in self._rows(label).values_list(name, flat=True).iterator():
                ids |= {UUID(word) for word in _ID.findall(str(value))}
        return User.objects.filter(pk__in=ids)


def to_json_value(field: Field[Any, Any], value: Any) -> Any:
    """Return a value for JSON, the same from SQLite and PostgreSQL."""
    if value is None or isinstance(field, JSONField) or isinstance(value, bool | int | str):
        return value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return str(value)


def archived_sessions(club_id: UUID) -> Iterator[Session]:
    """Yield every session of a club, including those in the bin, oldest first."""
    rows = Session.objects.filter(club=club_id).order_by("date", "pk")
    yield from rows.iterator(chunk_size=AT_ONCE)
