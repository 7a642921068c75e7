"""How the result of a table came into the book: read from its history, which keeps it for ever."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Change
from tarokk_club.club.models.hands import Action


class TableOrigin(TextChoices):
    """How it came."""

    TABLE = "table", _("Entered at the table")
    PAPER = "paper", _("Typed from its paper sheet")
    TOTALS = "totals", _("Totals typed by the organiser")


_ORIGINS = {Action.IMPORT: TableOrigin.PAPER, Action.TOTALS: TableOrigin.TOTALS}


def table_origins(sessions: Collection[UUID]) -> Mapping[UUID, TableOrigin]:
    """Of those that somebody typed afterwards, in one query; what was corrected since is typed all
    the same, what was deleted is not. A table with both counts as typed totals.
    """
    typed = Change.objects.filter(
        session__in=sessions, action__in=list(_ORIGINS), entry__deleted=False
    )
    found: dict[UUID, TableOrigin] = {}
    for session, action in typed.order_by().values_list("session_id", "action").distinct():
        if found.get(session) != TableOrigin.TOTALS:
            found[session] = _ORIGINS[Action(action)]
    return found


def table_origin(session_id: UUID) -> TableOrigin:
    """That of one table, in one query."""
    return table_origins([session_id]).get(session_id, TableOrigin.TABLE)
