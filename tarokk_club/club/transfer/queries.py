"""The rows of a club as JSON values, by model and in a stable order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db.models import Field, ForeignKey, JSONField, Model, QuerySet

from tarokk_club.club.models import Session, User
from tarokk_club.club.transfer.archive_shapes import (
    convert_to_archive_form,
    prefetch_archived_relations,
)
from tarokk_club.club.transfer.archived import (
    ARCHIVED,
    NAMED_IN,
    USER,
    has_automatic_key,
    list_archived_fields,
)

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
AT_ONCE = 2000


class ClubRows:
    """The rows of a club in the format of archives.

    line_numbers: by model, the line number of each row with an automatic key.
    """

    def __init__(self, club_id: UUID) -> None:
        self.club_id = club_id
        self.line_numbers: dict[str, dict[int, int]] = {}

    def iter_rows(self, label: str) -> Iterator[dict[str, Any]]:
        """Yield the archived values of each row of a model.

        Call this for the models in the order of ARCHIVED, because rows refer to earlier lines.
        """
        model = apps.get_model(label)
        rows = self._select_users() if label == USER else self._select_rows(label)
        line_numbers = self.line_numbers.setdefault(label, {}) if has_automatic_key(model) else None
        ordered = (
            prefetch_archived_relations(label, rows).order_by("pk").iterator(chunk_size=AT_ONCE)
        )
        for line_number, row in enumerate(ordered, start=1):
            if line_numbers is not None:
                line_numbers[row.pk] = line_number
            values = {
                field.name: self._convert_value(field, row) for field in list_archived_fields(label)
            }
            yield convert_to_archive_form(row, values) | (
                self._build_pseudonym(row) if label == USER else {}
            )

    def _build_pseudonym(self, user: User) -> dict[str, Any]:
        """Return neutral names for a user who was erased in this club; {} for others."""
        if str(self.club_id) not in user.called_in:
            return {}
        return {"name": user.find_name_in_club(self.club_id), "username": f"erased-{user.pk}"}

    def _select_rows(self, label: str) -> QuerySet[Any]:
        model: type[Model] = apps.get_model(label)
        return model._base_manager.filter(**{ARCHIVED[label]: self.club_id})

    def _convert_value(self, field: Field[Any, Any], row: Model) -> Any:
        value = getattr(row, field.attname)
        if value is None or not isinstance(field, ForeignKey):
            return convert_to_json_value(field, value)
        line_numbers = self.line_numbers.get(field.related_model._meta.label)
        return str(value) if line_numbers is None else line_numbers[value]

    def _select_users(self) -> QuerySet[User]:
        """Return a query for all users to whom a row of the club refers."""
        ids: set[UUID] = set()
        for label in ARCHIVED:
            for field in list_archived_fields(label) if label != USER else ():
                if isinstance(field, ForeignKey) and field.related_model is User:
                    rows = self._select_rows(label).exclude(**{field.name: None}).order_by()
                    ids |= set(rows.values_list(field.attname, flat=True).distinct())
        for label, name in NAMED_IN.items():
            for value in self._select_rows(label).values_list(name, flat=True).iterator():
                ids |= {UUID(word) for word in _ID.findall(str(value))}
        return User.objects.filter(pk__in=ids)


def convert_to_json_value(field: Field[Any, Any], value: Any) -> Any:
    """Return a field's value in a JSON form that is the same for SQLite and PostgreSQL."""
    if value is None or isinstance(field, JSONField) or isinstance(value, bool | int | str):
        return value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return str(value)


def iter_archived_sessions(club_id: UUID) -> Iterator[Session]:
    """Yield every session of a club, including those in the bin, oldest first."""
    rows = Session.objects.filter(club=club_id).order_by("date", "pk")
    yield from rows.iterator(chunk_size=AT_ONCE)
