"""Delete the personal data of registrations, on request or after the tournament."""

from collections.abc import Collection
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from tarokk_club.club.models import Club, Player, Registration
from tarokk_club.club.models.people import build_name_key


def forget_registrations(club: Club, players: Collection[UUID], names: Collection[str]) -> None:
    """Delete the registrations of these players and of these names."""
    keys = {build_name_key(name) for name in names}
    rows = Registration.objects.filter(tournament__club=club)
    matching = [pk for pk, name in rows.values_list("pk", "name") if build_name_key(name) in keys]
    rows.filter(Q(player__in=players) | Q(pk__in=matching)).delete()


def find_past_registrations(before: date) -> QuerySet[Registration]:
    """Return the registrations for tournaments before this day."""
    return Registration.objects.filter(tournament__date__lt=before)


def find_idle_guests(before: datetime) -> QuerySet[Player]:
    """Return the guests created before this time to whom no other row refers."""
    rows = Player.objects.filter(guest=True, user=None, created_at__lt=before)
    for relation in Player._meta.related_objects:
        model: Any = relation.related_model
        field = relation.field.name
        rows = rows.exclude(Exists(model._default_manager.filter(**{field: OuterRef("pk")})))
    return rows
