"""Clubs could be spread over several databases: every row belongs to one club, by its own keys."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db.models import ForeignKey, Model

from tarokk_club.club.models import (
    Club,
    NoticeChoice,
    PushDevice,
    Revocation,
    ServiceKey,
    SiteNote,
    User,
)

# What belongs to people, programs or the site itself, in whatever clubs they are.
OF_NO_CLUB = {User, SiteNote, NoticeChoice, PushDevice, Revocation, ServiceKey}
MODELS = [one for one in apps.get_app_config("club").get_models() if one not in OF_NO_CLUB]


def ways(model: type[Model], seen: frozenset[Any] = frozenset()) -> Iterator[list[str]]:
    """Each chain of keys from a row of this table to a column that names its club."""
    for field in model._meta.get_fields():
        if not isinstance(field, ForeignKey) or field.related_model in {*seen, *OF_NO_CLUB}:
            continue
        if field.related_model is Club:
            yield [field.column]
        else:
            rest = ways(field.related_model, seen | {model})
            yield from ([field.column, *way] for way in rest)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_table_leads_to_its_club(model: type[Model]) -> None:
    if model is not Club:
        assert min(map(len, ways(model)), default=0) in (1, 2), f"{model.__name__} is of no club"


def test_detects_a_table_of_no_club() -> None:
    assert not list(ways(User))
