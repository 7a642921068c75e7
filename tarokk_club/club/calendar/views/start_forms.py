"""The form with which a table of an evening starts: rules and stake as they were last time."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from tarokk_club.club.calendar.forms import StartForm
from tarokk_club.club.calendar.queries.startable_rules import Startable


def start_form(known: Startable, data: QueryDict | None = None) -> StartForm:
    """The form with the choices of rules, the proposal first."""
    choices: list[tuple[str, Any]] = [
        (one.key, one.name or _("As last time")) for one in known.choices
    ]
    return StartForm(data, rules=choices, initial={"rules": known.choices[0].key})
