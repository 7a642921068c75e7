"""How the result of a tournament table was entered, read from its history."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Change
from tarokk_club.club.models.hands import Action


class TableOrigin(TextChoices):
    """A way to enter the result of a table."""

    TABLE = "table", _("Entered at the table")
    PAPER = "paper", _("Typed from its paper sheet")
    TOTALS = "totals", _("Totals typed by the organiser")


_ORIGINS = {Action.IMPORT: TableOrigin.PAPER, Action.TOTALS: TableOrigin.TOTALS}


def load_table_origins(sessions: Collection[UUID]) -> Mapping[UUID, TableOrigin]:
    """Return the origin of each session whose result was typed in afterwards, in one query.

    Corrected entries still count as typed; deleted ones do not. A session with both kinds of
    typed entries counts as typed totals.
    """
    typed = Change.objects.filter(
        session__in=sessions, action__in=list(_ORIGINS), entry__deleted=False
    )
    origins: dict[UUID, TableOrigin] = {}
    for session, action in typed.order_by().values_list("session_id", "action").distinct():
        if origins.get(session) != TableOrigin.TOTALS:
            origins[session] = _ORIGINS[Action(action)]
    return origins


def load_table_origin(session_id: UUID) -> TableOrigin:
    """Return how the result of one table was entered, in one query."""
    return load_table_origins([session_id]).get(session_id, TableOrigin.TABLE)
